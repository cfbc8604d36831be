/**
 * Limits the work spent on one query. A name lookup costs the number of its words plus two. Each word beyond
 * the usual length of an address with its areas costs seven, even when looking up a kind of place, because
 * the cost of long queries grows faster than their length and such long queries are meaningless. If a reading
 * of the query has found no place when the limit is reached, it is abandoned. With this limit, a query of 200
 * characters with many readings takes milliseconds instead of a second.
 */
const MOST = 600;
const FOR_EACH_LOOKUP = 2;
const USUAL_WORDS = 9;
const FOR_EACH_FURTHER = 6;

/** The work spent since the start of the query. */
export class Effort {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  /** Adds the cost of looking up words as a name. */
  addNames(words: number): void {
    this.#spent += words + FOR_EACH_LOOKUP + FOR_EACH_FURTHER * further(words);
  }

  /** Adds the cost of looking up words as a kind of place and a remainder. */
  addKind(words: number): void {
    this.#spent += (FOR_EACH_FURTHER + 1) * further(words);
  }

  get spent(): number {
    return this.#spent;
  }

  get isSpent(): boolean {
    return this.#spent > MOST;
  }
}

function further(words: number): number {
  return Math.max(0, words - USUAL_WORDS);
}
