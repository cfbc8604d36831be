/**
 * The limit of work for reading one text. A lookup of names counts its words, and two more. Words beyond
 * those that an address has beside its areas count seven times, even in a lookup of a kind: their cost grows
 * faster than their number, and such a long text means nothing. A reading that has found nothing by then is
 * given up. So a text of 200 characters with many readings takes milliseconds instead of a second.
 */
const MOST = 600;
const FOR_EACH_LOOKUP = 2;
const USUAL_WORDS = 9;
const FOR_EACH_FURTHER = 6;

/** The work since the beginning of a text. */
export class Effort {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  /** Counts a lookup of some words in names. */
  addNames(words: number): void {
    this.#spent += words + FOR_EACH_LOOKUP + FOR_EACH_FURTHER * further(words);
  }

  /** Counts a lookup of some words as a kind and the rest. */
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
