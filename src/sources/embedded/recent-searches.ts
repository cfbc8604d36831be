import type { FoundPlace, SearchRequest } from '../geocoder.js';

/** Searches of each of two generations. Both together take about 16 MB of a process at most. */
const GENERATION = 30_000;

/**
 * What was found lately in one dataset: search boxes send the same first letters all day. A search is
 * remembered by the whole request, so a new field of `SearchRequest` needs no change here. What is asked
 * again while it is old is young again; when the young are many enough, the old are forgotten.
 */
export class RecentSearches {
  readonly #generation: number;
  #young = new Map<string, readonly FoundPlace[]>();
  #old = new Map<string, readonly FoundPlace[]>();

  constructor(generation = GENERATION) {
    this.#generation = generation;
  }

  /** The places of a request: those remembered, else what `search` finds now. */
  places(
    request: SearchRequest,
    search: (request: SearchRequest) => readonly FoundPlace[],
  ): readonly FoundPlace[] {
    const key = JSON.stringify(request);
    let places = this.#young.get(key);
    if (places !== undefined) return places;
    places = this.#old.get(key) ?? Object.freeze(search(request));
    this.#young.set(key, places);
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return places;
  }
}
