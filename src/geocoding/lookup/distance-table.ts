import { substitutionCost, type Tolerance } from '../../text/typing-errors.js';
import { encodeKey } from './key-text.js';

/** More errors than are ever allowed. It stays so, and stays in a byte, when some are added. */
const FAR = 99;

/**
 * Distances (optimal string alignment) between a query word and the beginnings of a vocabulary word. One
 * row for each letter of the vocabulary word.
 */
export class DistanceTable {
  depth = 0;
  readonly maxDepth: number;
  readonly #typed: Uint8Array;
  readonly #tolerance: Tolerance;
  readonly #rows: Uint8Array[];
  readonly #letters: number[] = [];
  /** By depth: the least distance of the whole query word to a beginning of up to that many letters. */
  readonly #best: number[] = [FAR];
  /** By depth: the least value of the row. */
  readonly #least: number[] = [0];

  constructor(typed: string, tolerance: Tolerance) {
    this.#typed = encodeKey(typed);
    this.#tolerance = tolerance;
    this.maxDepth = typed.length + tolerance.errors;
    this.#rows = [Uint8Array.from({ length: typed.length + 1 }, (_, i) => i)];
  }

  /** Goes back to the first `depth` letters. */
  keep(depth: number): void {
    this.depth = Math.min(this.depth, depth);
  }

  /**
   * Adds a letter. Fills only cells as near to the diagonal as the allowed errors lead; the others have
   * more errors.
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
      let value = Math.min(above[i - 1] + substitutionCost(letter, meant), above[i] + 1, row[i - 1] + 1);
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
   * Whether no further letters can lead to a match. This row, the row before and the best match so far must
   * all have too many errors; two exchanged letters lead on from the row before.
   */
  get isHopeless(): boolean {
    const most = this.#tolerance.errors;
    return (
      this.#least[this.depth] > most && this.#least[this.depth - 1] > most && this.#best[this.depth] > most
    );
  }

  /** Errors of the vocabulary word with that length whose letters were added last. */
  errors(length: number): number {
    if (this.#tolerance.isBeginning) return this.#best[this.depth];
    const isNear = length === this.depth && this.#typed.length <= length + this.#tolerance.errors;
    return isNear ? this.#rows[this.depth][this.#typed.length] : Infinity;
  }
}
