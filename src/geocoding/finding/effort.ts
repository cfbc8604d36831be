/**
 * So many words are looked for to read one text. A word counts each time, and each lookup as two more. A
 * reading that has found nothing by then is given up. So a text of 200 characters that is made to be read in
 * many ways takes tens of milliseconds at most, and not a second.
 */
const MOST_WORDS = 600;
const FOR_EACH_LOOKUP = 2;

/** How much was looked for since a text was begun. */
export class Effort {
  #words = 0;

  begin(): void {
    this.#words = 0;
  }

  /** Counts a lookup of so many words. */
  add(words: number): void {
    this.#words += words + FOR_EACH_LOOKUP;
  }

  get isSpent(): boolean {
    return this.#words > MOST_WORDS;
  }
}
