import type { FoundPlace, SearchRequest } from '../../geocoder.js';
import { Generations } from '../../../arrays/generations.js';

/** Searches of each of two generations. Both together take about 16 MB of a process at most. */
const GENERATION = 30_000;

/**
 * What was found lately in one dataset: search boxes send the same first letters all day. A search is
 * remembered by the whole request, so a new field of `SearchRequest` needs no change here.
 */
export class RecentSearches {
  readonly #searches: Generations<string, readonly FoundPlace[]>;

  constructor(generation = GENERATION) {
    this.#searches = new Generations(generation);
  }

  /** The places of a request: those remembered, else what `search` finds now. */
  places(
    request: SearchRequest,
    search: (request: SearchRequest) => readonly FoundPlace[],
  ): readonly FoundPlace[] {
    return this.#searches.get(JSON.stringify(request), () => Object.freeze(search(request)));
  }
}
