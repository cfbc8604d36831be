import { partOf } from '../../dataset/read-dataset.js';
import { readDatasetInThread } from '../../dataset/read-in-thread.js';
import { InputError } from '../../errors.js';
import type { Sections } from '../../arrays/sections.js';
import { GeocodingIndex, type PlaceIndex } from '../../geocoding/geocoding-index.js';
import type { LayerHead } from '../../dataset/layers/layer-file.js';
import { byTravelMode, type TravelMode } from '../../travel-mode.js';
import { DatasetRoads } from './dataset-roads.js';
import { RecentArcs } from '../../routing/query/recent-arcs.js';
import { RoutingIndex } from '../../routing/routing-index.js';

/**
 * One dataset ready to answer. Its indexes are views on its buffer: they live as long as somebody holds this.
 */
export interface LoadedDataset {
  /** With the own places beside, where there are any. */
  geocoding: PlaceIndex;
  /** The map alone, and the sections of its index. */
  map: GeocodingIndex;
  mapSections: Sections;
  /** Layers of own places. */
  layers: readonly LayerHead[];
  routing: Readonly<Record<TravelMode, RoutingIndex>>;
  /** Null: roads stay as they were imported. */
  roads: DatasetRoads | null;
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
 * @param roadsChange whether a thread is to keep the roads up to date; close it in the end
 * @throws InputError naming the file and what is wrong with it
 */
export async function loadDataset(
  path: string,
  recentArcs = noRecentArcs(),
  roadsChange = false,
): Promise<LoadedDataset> {
  const sections = await readDatasetInThread(path);
  const modes = byTravelMode((mode) => partOf(sections, mode));
  try {
    const mapSections = partOf(sections, 'geocoding');
    const map = GeocodingIndex.from(mapSections);
    const routing = byTravelMode((mode) => RoutingIndex.from(modes[mode], recentArcs[mode]));
    return {
      metaText: Buffer.from((sections['meta/json'] as Uint8Array | undefined) ?? []).toString(),
      geocoding: map,
      map,
      mapSections,
      layers: [],
      routing,
      roads: roadsChange ? new DatasetRoads(modes, routing) : null,
    };
  } catch (cause) {
    throw new InputError(
      `${path} is not usable by this version: ${(cause as Error).message}; import it again`,
      { cause },
    );
  }
}
