import type { SearchRequest } from './geocoder.js';

/** Answers of each of two generations. Both together take 9 MB a process where queries are short, 15 MB where all are as long as is allowed (measured). */
const GENERATION = 20_000;

/**
 * The rows that were found for what was asked lately, of one dataset: search boxes send the same first letters all day. Two generations instead of a list in order of use: what is
 * asked again while it is old is young again, and when the young are many enough, the old are forgotten.
 */
export class RecentSearches {
  #young = new Map<string, readonly number[]>();
  #old = new Map<string, readonly number[]>();
  readonly #generation: number;

  constructor(generation = GENERATION) {
    this.#generation = generation;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The rows for the request, asked for with `search` when they are not known. */
  rows(request: SearchRequest, search: () => readonly number[]): readonly number[] {
    const key = `${request.limit} ${request.text}`;
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const rows = this.#old.get(key) ?? search();
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, rows);
    return rows;
  }
}
