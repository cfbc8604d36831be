import { partOf } from '../dataset/read-dataset.js';
import { readDatasetInThread } from '../dataset/read-in-thread.js';
import { InputError } from '../errors.js';
import { GeocodingIndex } from '../geocoding/geocoding-index.js';
import type { TravelMode } from '../routing/mode.js';
import { RoutingIndex } from '../routing/routing-index.js';

/** One dataset ready to answer: the indexes are views on its buffer, and live exactly as long as somebody holds this object. */
export interface LoadedDataset {
  geocoding: GeocodingIndex;
  routing: Readonly<Record<TravelMode, RoutingIndex>>;
}

/**
 * Reads, verifies and opens one dataset file; the reading is done beside, so that the service goes on answering.
 * @throws InputError naming the file and what is wrong with it
 */
export async function loadDataset(path: string): Promise<LoadedDataset> {
  const sections = await readDatasetInThread(path);
  try {
    return {
      geocoding: GeocodingIndex.from(partOf(sections, 'geocoding')),
      routing: {
        driving: RoutingIndex.from(partOf(sections, 'driving')),
        walking: RoutingIndex.from(partOf(sections, 'walking')),
      },
    };
  } catch (cause) {
    throw new InputError(`${path} is not usable by this version: ${(cause as Error).message}; import it again`, { cause });
  }
}
