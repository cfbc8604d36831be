import { roundDegrees, toDegrees } from '../geo/coordinates.js';
import type { PlaceHit } from '../geocoding/geocoding-index.js';
import type { ReverseRadii } from '../geocoding/reverse-limits.js';
import type { CurrentDataset } from './current-dataset.js';
import type { FoundPlace, Geocoder, NearestPlace, SearchRequest, SourceState } from './geocoder.js';
import type { LoadedDataset } from './loaded-dataset.js';
import { RecentSearches } from './recent-searches.js';

/** The geocoding seam answered from the dataset in this process: at once, without a promise. */
export class EmbeddedGeocoder implements Geocoder {
  readonly #dataset: CurrentDataset;
  readonly #radii: Readonly<ReverseRadii>;
  /** Gone with their dataset, and no reason to keep it. */
  readonly #recent = new WeakMap<LoadedDataset, RecentSearches>();

  constructor(dataset: CurrentDataset, options: { radii: Readonly<ReverseRadii> }) {
    this.#dataset = dataset;
    this.#radii = options.radii;
  }

  search(request: SearchRequest): FoundPlace[] {
    const dataset = this.#dataset.pinned();
    const { geocoding } = dataset;
    const rows = this.#recentOf(dataset).rows(request, () => geocoding.search(request.text, request.limit).map((hit) => hit.row));
    return rows.map((row) => {
      const hit = geocoding.place(row);
      return { ...placeOf(hit), type: hit.type };
    });
  }

  reverse(longitude: number, latitude: number): NearestPlace | null {
    const hit = this.#dataset.pinned().geocoding.reverse(longitude, latitude, this.#radii);
    return hit === null ? null : { ...placeOf(hit), type: hit.matchKind, distance_m: hit.distance_m };
  }

  state(): SourceState {
    return this.#dataset.state();
  }

  #recentOf(dataset: LoadedDataset): RecentSearches {
    let recent = this.#recent.get(dataset);
    if (recent === undefined) this.#recent.set(dataset, (recent = new RecentSearches()));
    return recent;
  }
}

function placeOf(hit: PlaceHit): Omit<FoundPlace, 'type'> {
  return {
    id: hit.id,
    name: hit.name,
    address: hit.address,
    latitude: roundDegrees(toDegrees(hit.lat7)),
    longitude: roundDegrees(toDegrees(hit.lon7)),
  };
}
