import type { PlaceIndex } from '../../geocoding/geocoding-index.js';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import { isSameName } from '../../geocoding/languages.js';
import type {
  FoundPlace,
  Geocoder,
  NearestPlace,
  PlaceLanguage,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import type { CurrentDataset } from './current-dataset.js';
import { Generations } from './generations.js';
import type { LoadedDataset } from './loaded-dataset.js';
import { refuseOfGeocoder } from '../not-supported.js';
import { RecentPlaces } from './recent-places.js';
import { RecentSearches } from './recent-searches.js';
import { seamPlace } from './seam-place.js';

/** Reverse answers of each of two generations. Both together take about 20 MB of a process at most. */
const ANSWERS = 15_000;

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
    refuseOfGeocoder('embedded', request);
    const dataset = this.#dataset.pinned();
    const recent = this.#recentOf(dataset);
    return recent.searches.places(request, ({ text, limit, lang, ...refinement }) => {
      const found = recent.found(lang);
      return dataset.geocoding.find(text, limit, refinement).map(({ row, otherName, isPartial }) => {
        const place = found.place(row);
        const isOther = otherName !== null && !isSameName(otherName, place.name);
        return !isOther && !isPartial
          ? place
          : Object.freeze({
              ...place,
              ...(isOther && { matched_name: otherName }),
              ...(isPartial && { match: 'partial' as const }),
            });
      });
    });
  }

  reverse(request: ReverseRequest): NearestPlace | null {
    refuseOfGeocoder('embedded', request);
    const { longitude, latitude, lang } = request;
    const dataset = this.#dataset.pinned();
    const { geocoding } = dataset;
    const match = geocoding.nearest(longitude, latitude, this.#radii);
    if (match === null) return null;
    const { row, kind, distance_m } = match;
    // What is around the point is part of the answer: a street passes many khoroo.
    const chain = geocoding.chainAt(row, longitude, latitude);
    const key = `${row} ${Array.prototype.join.call(chain, ' ')} ${lang ?? ''}`;
    const place = this.#recentOf(dataset).nearest.get(key, () =>
      Object.freeze(seamPlace(geocoding.place(row, lang, chain), kind)),
    );
    return nearestOf(place, kind, distance_m);
  }

  state(): SourceState {
    return this.#dataset.state();
  }

  #recentOf(dataset: LoadedDataset): Recent {
    let recent = this.#recent.get(dataset);
    if (recent === undefined) this.#recent.set(dataset, (recent = new Recent(dataset)));
    return recent;
  }
}

/** Written out: to spread an object costs more than the lookup. */
function nearestOf(place: FoundPlace, type: NearestPlace['type'], distance_m: number): NearestPlace {
  const { id, name, address, latitude, longitude } = place;
  const layer = place.layer!;
  const components = place.components!;
  const { bbox } = place;
  return bbox === undefined
    ? { id, name, address, latitude, longitude, type, layer, components, distance_m, place }
    : { id, name, address, latitude, longitude, type, layer, components, bbox, distance_m, place };
}

/** What is remembered of one dataset. */
class Recent {
  readonly searches = new RecentSearches();
  /** Answers of reverse lookups, by place, what is around the point, and language. */
  readonly nearest = new Generations<FoundPlace>(ANSWERS);
  readonly #geocoding: PlaceIndex;
  readonly #found = new Map<PlaceLanguage, RecentPlaces>();

  constructor({ geocoding }: LoadedDataset) {
    this.#geocoding = geocoding;
  }

  /** Places that searches found. Without a language names are as they are displayed. */
  found(language: PlaceLanguage = 'mn'): RecentPlaces {
    let places = this.#found.get(language);
    if (places === undefined)
      this.#found.set(language, (places = new RecentPlaces(this.#geocoding, language)));
    return places;
  }
}
