import type { FoundPlace, SearchRequest } from '../../geocoder.js';
import { Generations } from '../../../arrays/generations.js';

/**
 * The maximum number of searches in each of two generations. The two generations together take at most about
 * 16 MB per process.
 */
const GENERATION = 30_000;

/**
 * Caches the recent search results of a dataset, because search boxes send the same first letters all day.
 * The key is the whole request, so no change is needed here if a field is added to `SearchRequest`.
 */
export class RecentSearches {
  readonly #searches: Generations<string, readonly FoundPlace[]>;

  constructor(generation = GENERATION) {
    this.#searches = new Generations(generation);
  }

  /** Returns the places for a request from the cache or, if they are not cached, from `search`. */
  places(
    request: SearchRequest,
    search: (request: SearchRequest) => readonly FoundPlace[],
  ): readonly FoundPlace[] {
    return this.#searches.get(JSON.stringify(request), () => Object.freeze(search(request)));
  }
}
