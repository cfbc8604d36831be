import type { FoundPlace, SearchRequest } from '../../geocoder.js';
import { Generations } from '../../../arrays/generations.js';

/**
 * The maximum number of searches in each of two generations. The two generations together take at most about
 * 16 MB per process.
 */
const GENERATION = 30_000;

/**
 * Caches recent results of a dataset, because search boxes send the same first letters all day. The key is
 * the whole request, so a new field of `SearchRequest` needs no change here.
 */
export class RecentSearches {
  readonly #searches: Generations<string, readonly FoundPlace[]>;

  constructor(generation = GENERATION) {
    this.#searches = new Generations(generation);
  }

  /** Returns the places of a request from the cache, or else from `search`. */
  places(
    request: SearchRequest,
    search: (request: SearchRequest) => readonly FoundPlace[],
  ): readonly FoundPlace[] {
    return this.#searches.get(JSON.stringify(request), () => Object.freeze(search(request)));
  }
}
