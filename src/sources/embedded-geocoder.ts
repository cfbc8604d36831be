import type { ReverseRadii } from '../geocoding/reverse-limits.js';
import type { CurrentDataset } from './current-dataset.js';
import type { FoundPlace, Geocoder, NearestPlace, SearchRequest, SourceState } from './geocoder.js';
import type { LoadedDataset } from './loaded-dataset.js';
import { foundPlace, RecentAnswers } from './recent-answers.js';

/** The geocoding seam answered from the dataset in this process: at once, without a promise. */
export class EmbeddedGeocoder implements Geocoder {
  readonly #dataset: CurrentDataset;
  readonly #radii: Readonly<ReverseRadii>;
  /** Gone with their dataset, and no reason to keep it. */
  readonly #recent = new WeakMap<LoadedDataset, RecentAnswers>();

  constructor(dataset: CurrentDataset, options: { radii: Readonly<ReverseRadii> }) {
    this.#dataset = dataset;
    this.#radii = options.radii;
  }

  search(request: SearchRequest): readonly FoundPlace[] {
    return this.#recentOf(this.#dataset.pinned()).search(request);
  }

  reverse(longitude: number, latitude: number): NearestPlace | null {
    const hit = this.#dataset.pinned().geocoding.reverse(longitude, latitude, this.#radii);
    return hit === null ? null : { ...foundPlace(hit), type: hit.matchKind, distance_m: hit.distance_m };
  }

  state(): SourceState {
    return this.#dataset.state();
  }

  #recentOf(dataset: LoadedDataset): RecentAnswers {
    let recent = this.#recent.get(dataset);
    if (recent === undefined) this.#recent.set(dataset, (recent = new RecentAnswers(dataset.geocoding)));
    return recent;
  }
}
