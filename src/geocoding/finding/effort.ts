/**
 * How much may be looked for to read one text. A lookup of names counts its words, and two more. A word
 * beyond those that an address has beside its areas counts seven times, in a lookup of a kind, too: what it
 * costs grows faster than the number of words, and so long a text means nothing. A reading that has found
 * nothing by then is given up. So a text of 200 characters that is made to be read in many ways takes
 * milliseconds, and not a second.
 */
const MOST = 600;
const FOR_EACH_LOOKUP = 2;
const USUAL_WORDS = 9;
const FOR_EACH_FURTHER = 6;

/** How much was looked for since a text was begun. */
export class Effort {
  #spent = 0;

  begin(): void {
    this.#spent = 0;
  }

  /** Counts a lookup of so many words in names. */
  addNames(words: number): void {
    this.#spent += words + FOR_EACH_LOOKUP + FOR_EACH_FURTHER * further(words);
  }

  /** Counts a lookup of so many words as a kind and the rest. */
  addKind(words: number): void {
    this.#spent += (FOR_EACH_FURTHER + 1) * further(words);
  }

  get spent(): number {
    return this.#spent;
  }

  get isSpent(): boolean {
    return this.#spent > MOST;
  }

  /** Whether nothing is left for the last reading of a text either, which looks for its longest name. */
  get isUsedUp(): boolean {
    return this.#spent > 2 * MOST;
  }
}

function further(words: number): number {
  return Math.max(0, words - USUAL_WORDS);
}
