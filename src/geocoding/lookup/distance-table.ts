import { substitutionCost, type Tolerance } from '../../text/typing-errors.js';
import { encodeKey } from './key-text.js';

/**
 * A number of errors that is higher than any allowed number. Adding a few more errors keeps the value above
 * the limit and still within one byte.
 */
const FAR = 99;

/**
 * Edit distances (optimal string alignment) between a query word and the prefixes of a vocabulary word. The
 * table has one row for each letter of the vocabulary word.
 */
export class DistanceTable {
  depth = 0;
  readonly maxDepth: number;
  readonly #typed: Uint8Array;
  readonly #tolerance: Tolerance;
  readonly #costOf: typeof substitutionCost;
  readonly #rows: Uint8Array[];
  readonly #letters: number[] = [];
  /**
   * Per depth: the smallest distance between the whole query word and a prefix of up to that many letters.
   */
  readonly #best: number[] = [FAR];
  /** Per depth: the smallest value in the row. */
  readonly #least: number[] = [0];

  /** @param costOf the cost of typing one sign instead of another */
  constructor(typed: string, tolerance: Tolerance, costOf = substitutionCost) {
    this.#costOf = costOf;
    this.#typed = encodeKey(typed);
    this.#tolerance = tolerance;
    this.maxDepth = typed.length + tolerance.errors;
    this.#rows = [Uint8Array.from({ length: typed.length + 1 }, (_, i) => i)];
  }

  /** Removes all letters after the first `depth` letters. */
  keep(depth: number): void {
    this.depth = Math.min(this.depth, depth);
  }

  /**
   * Adds a letter. Fills only the cells whose distance from the diagonal is within the allowed number of
   * errors, because all other cells have more errors.
   */
  add(meant: number): void {
    const depth = ++this.depth;
    const typed = this.#typed;
    const length = typed.length;
    this.#letters[depth] = meant;
    const before = this.#letters[depth - 1];
    const above = this.#rows[depth - 1];
    const row = (this.#rows[depth] ??= new Uint8Array(length + 1));
    const from = Math.max(1, depth - this.#tolerance.errors);
    const to = Math.min(length, depth + this.#tolerance.errors);
    let least = (row[from - 1] = from === 1 ? depth : FAR);
    for (let i = from; i <= to; i++) {
      const letter = typed[i - 1];
      let value = Math.min(above[i - 1] + this.#costOf(letter, meant), above[i] + 1, row[i - 1] + 1);
      if (i > 1 && depth > 1 && letter === before && typed[i - 2] === meant)
        value = Math.min(value, this.#rows[depth - 2][i - 2] + 1);
      row[i] = value;
      if (value < least) least = value;
    }
    if (to < length) row[to + 1] = FAR;
    this.#least[depth] = least;
    this.#best[depth] = to < length ? this.#best[depth - 1] : Math.min(this.#best[depth - 1], row[length]);
  }

  /**
   * Whether no further letters can lead to a match. This is the case if this row, the previous row and the
   * best match so far all have too many errors. The previous row is included because a swap of two letters
   * builds on it.
   */
  get isHopeless(): boolean {
    const most = this.#tolerance.errors;
    return (
      this.#least[this.depth] > most && this.#least[this.depth - 1] > most && this.#best[this.depth] > most
    );
  }

  /**
   * Returns the number of errors of the vocabulary word that has this length and whose letters were added
   * last.
   */
  errors(length: number): number {
    if (this.#tolerance.isBeginning) return this.#best[this.depth];
    const isNear = length === this.depth && this.#typed.length <= length + this.#tolerance.errors;
    return isNear ? this.#rows[this.depth][this.#typed.length] : Infinity;
  }
}
