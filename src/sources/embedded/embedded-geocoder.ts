import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import type { CurrentDataset } from './current-dataset.js';
import type {
  FoundPlace,
  Geocoder,
  NearestPlace,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import type { LoadedDataset } from './loaded-dataset.js';
import { refuseOthers } from '../not-supported.js';
import { RecentPlaces } from './recent-places.js';
import { RecentSearches } from './recent-searches.js';

/** The geocoding seam answered from the dataset in this process: at once, without a promise. */
export class EmbeddedGeocoder implements Geocoder {
  readonly #dataset: CurrentDataset;
  readonly #radii: Readonly<ReverseRadii>;
  /** Goes with its dataset, and is no reason to keep it. */
  readonly #recent = new WeakMap<LoadedDataset, Recent>();

  constructor(dataset: CurrentDataset, options: { radii: Readonly<ReverseRadii> }) {
    this.#dataset = dataset;
    this.#radii = options.radii;
  }

  search(request: SearchRequest): readonly FoundPlace[] {
    refuseOthers(request, []);
    const dataset = this.#dataset.pinned();
    const { searches, found } = this.#recentOf(dataset);
    return searches.places(request, ({ text, limit }) =>
      dataset.geocoding.rows(text, limit).map((row) => found.place(row)),
    );
  }

  reverse(request: ReverseRequest): NearestPlace | null {
    refuseOthers(request, []);
    const { longitude, latitude } = request;
    const dataset = this.#dataset.pinned();
    const match = dataset.geocoding.nearest(longitude, latitude, this.#radii);
    if (match === null) return null;
    const { kind, distance_m } = match;
    const place = this.#recentOf(dataset).nearest.place(match.row, kind);
    const address = dataset.geocoding.addressAt(match.row, longitude, latitude);
    // Written out: to spread an object costs more than the lookup.
    return {
      id: place.id,
      name: place.name,
      address,
      latitude: place.latitude,
      longitude: place.longitude,
      type: kind,
      distance_m,
      // The frozen place is written once, so it serves only where its address is that of the point.
      ...(address === place.address ? { place } : null),
    };
  }

  state(): SourceState {
    return this.#dataset.state();
  }

  #recentOf(dataset: LoadedDataset): Recent {
    let recent = this.#recent.get(dataset);
    if (recent === undefined) {
      const { geocoding } = dataset;
      recent = {
        searches: new RecentSearches(),
        found: new RecentPlaces(geocoding),
        nearest: new RecentPlaces(geocoding),
      };
      this.#recent.set(dataset, recent);
    }
    return recent;
  }
}

/** What is remembered of one dataset. Places are kept apart by how they are read: `type` differs. */
interface Recent {
  searches: RecentSearches;
  found: RecentPlaces;
  nearest: RecentPlaces;
}
