import { setPriority } from 'node:os';
import { Command } from 'commander';
import { servedDataset } from '../../dataset/dataset-folder.js';
import { tilesPath } from '../../dataset/tiles-path.js';
import { InputError } from '../../errors.js';
import { metaOf } from '../../importer/meta.js';
import { writeMap } from '../../importer/write-map.js';
import { readDatasetPlace, PLACE_SETTINGS } from '../terminal/dataset-place.js';
import { print } from '../terminal/output.js';
import { ProgressPrinter } from '../terminal/progress.js';
import { addSettingFlags, type SettingFlags } from '../terminal/settings.js';
import { GENERATOR } from '../terminal/version.js';

interface TilesFlags extends SettingFlags {
  json?: boolean;
}

/** Nobody waits for a map. Whoever answers requests beside it goes first. */
const PRIORITY = 10;

/** `gazarch tiles SOURCE... [--dataset DIR]` */
export function tilesCommand(): Command {
  return addSettingFlags(
    new Command('tiles')
      .description('write the tiles of a map beside the dataset that is served, as one PMTiles file')
      .argument('<source...>', 'the OSM files that the dataset was made of (.osm.pbf, .osm, .osm.gz)'),
    PLACE_SETTINGS,
  )
    .option('--json', 'print the figures as JSON')
    .action(async (sources: string[], flags: TilesFlags) => {
      const { folder } = readDatasetPlace(flags, process.env);
      const served = servedDataset(folder);
      if (served === null)
        throw new InputError(`there is no dataset in ${folder} yet; make one with "gazarch import" first`);
      const files = sources.filter((path) => !/\.(geo)?json$/i.test(path));
      if (files.length === 0)
        throw new InputError('a map is drawn from OSM files; none is among the sources');
      setPriority(PRIORITY);
      const progress = new ProgressPrinter(process.stderr);
      const started = performance.now();
      const path = tilesPath(served);
      const attribution = new Set(metaOf(served.path).sources.map((source) => source.attribution));
      attribution.delete(undefined);
      const written = await writeMap(
        { sources: files, path, generator: GENERATOR, attribution: [...attribution].join(', ') },
        (phase, share) => progress.onProgress('map', phase, share),
      ).finally(() => progress.clear());
      if (written === null) throw new InputError(`${files.join(', ')}: nothing in it that a map draws`);
      const figures = { path, ...written, took_ms: Math.round(performance.now() - started) };
      print(flags.json === true ? JSON.stringify(figures) : summaryOf(figures));
    });
}

function summaryOf({
  path,
  tiles,
  bytes,
  took_ms,
}: {
  path: string;
  tiles: number;
  bytes: number;
  took_ms: number;
}): string {
  return `${path}: ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB, in ${(took_ms / 1000).toFixed(1)} s`;
}
