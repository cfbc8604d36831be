import { existsSync } from 'node:fs';
import { numberedDataset, servedDataset } from '../../../dataset/dataset-folder.js';
import { tilesPath } from '../../../dataset/tiles-path.js';
import { printNote, printWarning } from '../../terminal/output.js';
import {
  drawnSources,
  tilesCommandLine,
  writeTiles,
  type TilesFigures,
  type TilesJob,
} from '../../terminal/tiles-process.js';

/** Status of a program that was ended by SIGINT, as shells have it. */
const STOPPED = 130;

export interface MapRequest {
  /** Local files that were imported. */
  sources: readonly string[];
  folder: string;
  /** The dataset of the import; null: the one that is served was made of these sources before. */
  number: number | null;
  /** Write it even when it is there. */
  force: boolean;
}

/**
 * The last step of an import. The dataset is served already and stays, whatever happens here.
 * @returns null when there is no new map
 */
export async function mapOfImport({
  sources,
  folder,
  number,
  force,
}: MapRequest): Promise<TilesFigures | null> {
  const served = number === null ? servedDataset(folder)?.number : number;
  if (served === null || served === undefined) return null;
  if (!force && existsSync(tilesPath(numberedDataset(folder, served)))) return null;
  const job: TilesJob = { sources, folder, number: served };
  if (drawnSources(sources).length === 0) {
    printNote('there is no map of this dataset: a map is drawn from OSM files, and none was imported');
    return null;
  }
  const outcome = await writeTiles(job);
  if (typeof outcome === 'object') return outcome;
  const again = `the dataset is served; to make its map: ${tilesCommandLine(job)}`;
  if (outcome === 'stopped') {
    printNote(`the map was left out; ${again}`);
    process.exitCode = STOPPED;
  } else printWarning(`the map could not be written; ${again}`);
  return null;
}
