import type { DatasetFile } from './dataset-folder.js';

/** The tiles of the map that belongs to a dataset: the file beside it, whether it exists or not. */
export function tilesPath({ path }: Pick<DatasetFile, 'path'>): string {
  return path.replace(/\.gazarch$/, '.pmtiles');
}
