import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Command, Option } from 'commander';
import { numberedDataset, servedDataset } from '../../../dataset/dataset-folder.js';
import { withFolderLock } from '../../../dataset/folder-lock.js';
import { tilesPath } from '../../../dataset/tiles-path.js';
import { InputError } from '../../../errors.js';
import { metaOf } from '../../../importer/write/meta.js';
import { writeMap, type MapSummary } from '../../../importer/write/write-map.js';
import { readDatasetPlace, PLACE_SETTINGS } from '../../settings/dataset-place.js';
import { print } from '../../terminal/output.js';
import { drawnSources, tilesLine } from '../../terminal/tiles-process.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';
import { GENERATOR } from '../../terminal/version.js';

interface TilesFlags extends SettingFlags {
  /**
   * The dataset that the tiles belong to; it is specified because a different dataset may be served by now.
   */
  number?: string;
  json?: boolean;
}

/**
 * The low priority at which maps are drawn: nobody waits for a map, so processes that answer requests come
 * first.
 */
const PRIORITY = 10;

/** `gazarch tiles SOURCE... [--dataset DIR]` */
export function tilesCommand(): Command {
  return addSettingFlags(
    new Command('tiles')
      .description('draw the map tiles into a PMTiles file next to the dataset')
      .argument('<source...>', 'the OSM files that the dataset was made from (.osm.pbf, .osm, .osm.gz)'),
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
        throw new InputError('a map is drawn from OSM files, but the sources contain none');
      setPriority(PRIORITY);
      const started = performance.now();
      const path = tilesPath(dataset);
      const doing = `drawing of the map for ${dataset.name}`;
      const drawn = (): Promise<MapSummary> => drawMap(files, dataset.path, path);
      const written = await withFolderLock(folder, doing, drawn, { isMap: true });
      const { leftOut: left_out, ...drawing } = written;
      const figures = { path, ...drawing, left_out, took_ms: Math.round(performance.now() - started) };
      print(flags.json === true ? JSON.stringify(figures) : tilesLine(figures));
    });
}

async function drawMap(sources: string[], dataset: string, path: string): Promise<MapSummary> {
  if (!existsSync(dataset)) throw new InputError(`${dataset} was removed, so it gets no map`);
  const progress = new ProgressPrinter(process.stderr);
  const attribution = new Set(metaOf(dataset).sources.map((source) => source.attribution));
  attribution.delete(undefined);
  const written = await writeMap(
    { sources, path, generator: GENERATOR, attribution: [...attribution].join(', ') },
    (phase, share) => progress.onProgress('map', phase, share),
  ).finally(() => progress.clear());
  if (written === null) throw new InputError(`${sources.join(', ')}: found nothing to draw`);
  return written;
}
