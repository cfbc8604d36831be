import type { FoundPlace, SearchRequest } from './geocoder.js';

/**
 * Answers of each of two generations: some kilobytes each, so that both together stay below some 30 MB a process, and the first letters of all
 * that people look for often are in them.
 */
const GENERATION = 4096;

/**
 * Answers to what was asked lately, of one dataset: search boxes send the same first letters all day. Two generations instead of a list in order of use: what is asked
 * again while it is old is young again, and when the young are many enough, the old are forgotten.
 */
export class RecentSearches {
  #young = new Map<string, FoundPlace[]>();
  #old = new Map<string, FoundPlace[]>();
  readonly #generation: number;

  constructor(generation = GENERATION) {
    this.#generation = generation;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The answer to the request, asked for with `search` when it is not known. Nobody may change it. */
  answer(request: SearchRequest, search: () => FoundPlace[]): FoundPlace[] {
    const key = `${request.limit} ${request.text}`;
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const places = this.#old.get(key) ?? search();
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, places);
    return places;
  }
}
