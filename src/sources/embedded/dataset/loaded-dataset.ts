import { partOf } from '../../../dataset/read-dataset.js';
import { openDataset, type MappedDataset } from '../../../dataset/open-dataset.js';
import type { Verify } from '../../../dataset/verified-files.js';
import { InputError } from '../../../errors.js';
import type { Sections } from '../../../arrays/sections.js';
import { GeocodingIndex, type PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { LayerHead } from '../../../dataset/layers/layer-file.js';
import { byTravelMode, type TravelMode } from '../../../travel-mode.js';
import { DatasetRoads, workOutFor } from '../roads/dataset-roads.js';
import type { SharedRoads } from '../roads/road-files.js';
import { RecentArcs } from '../../../routing/paths/recent-arcs.js';
import { RoutingIndex } from '../../../routing/routing-index.js';

/**
 * A loaded dataset. The indexes are views of the dataset's buffer, which therefore stays in memory as long as
 * this object is referenced.
 */
export interface LoadedDataset {
  /** The index of all places, including own places if there are any. */
  geocoding: PlaceIndex;
  /** The index of the map without own places, and the sections from which that index was created. */
  map: GeocodingIndex;
  mapSections: Sections;
  /** Layers of own places. */
  layers: readonly LayerHead[];
  routing: Readonly<Record<TravelMode, RoutingIndex>>;
  /** Null if the roads are the same as at import. */
  roads: DatasetRoads | null;
  /** The dataset's description of itself, as JSON, or empty if it has none. */
  metaText: string;
  /** Null if the dataset was read into memory. */
  mapped: MappedDataset | null;
}

/** The lines of recent routes, cached for the dataset from which routes are computed. */
export type RecentArcsOfModes = Readonly<Record<TravelMode, RecentArcs>>;

export function noRecentArcs(): RecentArcsOfModes {
  return byTravelMode(() => new RecentArcs());
}

export interface LoadOptions {
  /** Shared by all datasets that are loaded with these options, one after another. */
  recentArcs?: RecentArcsOfModes;
  /** Whether roads may change. */
  roadsChange?: boolean;
  /** Null if this process computes the current roads itself. */
  sharedRoads?: SharedRoads | null;
  /** Null if the file is read into memory instead of mapped. */
  verify?: Verify | null;
}

/**
 * Verifies and opens a dataset file. Separate threads read the file, so the service can keep answering
 * requests.
 * @throws InputError whose message names the file and the problem
 */
export async function loadDataset(
  path: string,
  { recentArcs = noRecentArcs(), roadsChange = false, verify = null, sharedRoads = null }: LoadOptions = {},
): Promise<LoadedDataset> {
  const { sections, mapped } = await openDataset(path, verify);
  const workOut = workOutFor(sections, mapped, sharedRoads);
  try {
    const mapSections = partOf(sections, 'geocoding');
    const map = GeocodingIndex.from(mapSections);
    const routing = byTravelMode((mode) => RoutingIndex.from(partOf(sections, mode), recentArcs[mode]));
    return {
      metaText: Buffer.from((sections['meta/json'] as Uint8Array | undefined) ?? []).toString(),
      geocoding: map,
      map,
      mapSections,
      layers: [],
      routing,
      mapped,
      roads: roadsChange ? new DatasetRoads(sections, routing, workOut, () => sharedRoads?.letGo()) : null,
    };
  } catch (cause) {
    throw new InputError(
      `${path} is not usable by this version: ${(cause as Error).message}; import it again`,
      { cause },
    );
  }
}
