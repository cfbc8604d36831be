import { partOf } from '../../dataset/read-dataset.js';
import { readDatasetInThread } from '../../dataset/read-in-thread.js';
import { InputError } from '../../errors.js';
import { GeocodingIndex } from '../../geocoding/geocoding-index.js';
import { byTravelMode, type TravelMode } from '../../travel-mode.js';
import { RecentArcs } from '../../routing/query/recent-arcs.js';
import { RoutingIndex } from '../../routing/routing-index.js';

/**
 * One dataset ready to answer. Its indexes are views on its buffer: they live as long as somebody holds this.
 */
export interface LoadedDataset {
  geocoding: GeocodingIndex;
  routing: Readonly<Record<TravelMode, RoutingIndex>>;
  /** What it says about itself, as JSON; empty where it says nothing. */
  metaText: string;
}

/** What is kept of lines lately driven, for the dataset that is asked for routes. */
export type RecentArcsOfModes = Readonly<Record<TravelMode, RecentArcs>>;

export function noRecentArcs(): RecentArcsOfModes {
  return byTravelMode(() => new RecentArcs());
}

/**
 * Reads, verifies and opens one dataset file. A thread beside does the reading, so the service goes on
 * answering.
 * @param recentArcs serve all datasets that are loaded with them, one after the other
 * @throws InputError naming the file and what is wrong with it
 */
export async function loadDataset(path: string, recentArcs = noRecentArcs()): Promise<LoadedDataset> {
  const sections = await readDatasetInThread(path);
  try {
    return {
      metaText: Buffer.from((sections['meta/json'] as Uint8Array | undefined) ?? []).toString(),
      geocoding: GeocodingIndex.from(partOf(sections, 'geocoding')),
      routing: byTravelMode((mode) => RoutingIndex.from(partOf(sections, mode), recentArcs[mode])),
    };
  } catch (cause) {
    throw new InputError(
      `${path} is not usable by this version: ${(cause as Error).message}; import it again`,
      { cause },
    );
  }
}
