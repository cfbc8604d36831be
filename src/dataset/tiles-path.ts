import type { DatasetFile } from './dataset-folder.js';

/** Returns the path of the map tiles for a dataset, whether the file exists or not. */
export function tilesPath({ path }: Pick<DatasetFile, 'path'>): string {
  return path.replace(/\.gazarch$/, '.pmtiles');
}
