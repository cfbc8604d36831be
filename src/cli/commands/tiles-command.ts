import { existsSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Command, Option } from 'commander';
import { numberedDataset, servedDataset } from '../../dataset/dataset-folder.js';
import { tilesPath } from '../../dataset/tiles-path.js';
import { InputError } from '../../errors.js';
import { metaOf } from '../../importer/meta.js';
import { writeMap } from '../../importer/write-map.js';
import { readDatasetPlace, PLACE_SETTINGS } from '../terminal/dataset-place.js';
import { print } from '../terminal/output.js';
import { drawnSources, tilesLine } from '../terminal/tiles-process.js';
import { ProgressPrinter } from '../terminal/progress.js';
import { addSettingFlags, type SettingFlags } from '../terminal/settings.js';
import { GENERATOR } from '../terminal/version.js';

interface TilesFlags extends SettingFlags {
  /** The dataset that they belong to, when it is not the one that is served by now. */
  number?: string;
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
    .addOption(new Option('--number <number>', 'for this dataset instead').hideHelp())
    .action(async (sources: string[], flags: TilesFlags) => {
      const { folder } = readDatasetPlace(flags, process.env);
      const dataset =
        flags.number === undefined ? servedDataset(folder) : numberedDataset(folder, Number(flags.number));
      if (dataset === null)
        throw new InputError(`there is no dataset in ${folder} yet; make one with "gazarch import" first`);
      const files = drawnSources(sources);
      if (files.length === 0)
        throw new InputError('a map is drawn from OSM files; none is among the sources');
      setPriority(PRIORITY);
      const progress = new ProgressPrinter(process.stderr);
      const started = performance.now();
      const path = tilesPath(dataset);
      const attribution = new Set(metaOf(dataset.path).sources.map((source) => source.attribution));
      attribution.delete(undefined);
      const written = await writeMap(
        { sources: files, path, generator: GENERATOR, attribution: [...attribution].join(', ') },
        (phase, share) => progress.onProgress('map', phase, share),
      ).finally(() => progress.clear());
      if (written === null) throw new InputError(`${files.join(', ')}: nothing in it that a map draws`);
      if (!existsSync(dataset.path)) {
        rmSync(path, { force: true });
        throw new InputError(`${dataset.path} was removed meanwhile, so its map was, too`);
      }
      const figures = { path, ...written, took_ms: Math.round(performance.now() - started) };
      print(flags.json === true ? JSON.stringify(figures) : tilesLine(figures));
    });
}
