import type { FoundPlace, SearchRequest } from '../../geocoder.js';
import { Generations } from '../../../arrays/generations.js';

/** Searches in each of two generations. Both together take at most about 16 MB of a process. */
const GENERATION = 30_000;

/**
 * Recent results of one dataset: search boxes send the same first letters all day. The key is the whole
 * request, so a new field of `SearchRequest` needs no change here.
 */
export class RecentSearches {
  readonly #searches: Generations<string, readonly FoundPlace[]>;

  constructor(generation = GENERATION) {
    this.#searches = new Generations(generation);
  }

  /** The places of a request: from memory, or else from `search`. */
  places(
    request: SearchRequest,
    search: (request: SearchRequest) => readonly FoundPlace[],
  ): readonly FoundPlace[] {
    return this.#searches.get(JSON.stringify(request), () => Object.freeze(search(request)));
  }
}
