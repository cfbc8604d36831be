/**
 * The limit on the work spent on one query. A name lookup costs its word count plus two. Each word beyond the
 * usual length of an address with its areas costs seven, even in a lookup of a kind, because the cost of long
 * queries grows faster than their length and such long queries are meaningless. A reading that has not found
 * anything when the limit is reached is abandoned. With this limit, a query of 200 characters with many
 * readings takes milliseconds instead of a second.
 */
const MOST = 600;
const FOR_EACH_LOOKUP = 2;
const USUAL_WORDS = 9;
const FOR_EACH_FURTHER = 6;

/** The work spent since the query began. */
export class Effort {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  /** Adds the cost of looking up words in names. */
  addNames(words: number): void {
    this.#spent += words + FOR_EACH_LOOKUP + FOR_EACH_FURTHER * further(words);
  }

  /** Adds the cost of looking up words as a kind and the remaining words. */
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
