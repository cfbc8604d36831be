import { sortedNumbers } from '../../arrays/sort-numbers.js';
import type { SlotRange } from './key-text.js';
import type { KeyLayer } from './key-layer.js';
import type { RankCursor } from './rank-tree.js';

/**
 * Rows in ascending order. A row may come several times. The next row can be looked at before it is
 * taken.
 */
export interface RowStream {
  /** The row that comes next; Infinity at the end. */
  readonly row: number;
  next(): void;
}

/** A stream of rows that are all known from the start. */
export class RowList implements RowStream {
  readonly #rows: ArrayLike<number>;
  #at = 0;

  /** @param rows in any order; the list owns and sorts the array */
  constructor(rows: number[] | Uint32Array) {
    this.#rows = rows instanceof Uint32Array ? rows.sort() : sortedNumbers(rows);
  }

  get row(): number {
    return this.#at < this.#rows.length ? this.#rows[this.#at] : Infinity;
  }

  next(): void {
    this.#at++;
  }
}

/**
 * The rows of a stream that `accepts` is true for. It is called for a row only when the row comes up. The
 * other rows are kept.
 */
export class AcceptedRows implements RowStream {
  readonly #stream: RowStream;
  readonly #accepts: (row: number) => boolean;
  readonly #rejected: number[];

  /** @param rejected receives the other rows, when they come up */
  constructor(stream: RowStream, accepts: (row: number) => boolean, rejected: number[]) {
    this.#stream = stream;
    this.#accepts = accepts;
    this.#rejected = rejected;
    this.#settle();
  }

  get row(): number {
    return this.#stream.row;
  }

  next(): void {
    const { row } = this;
    while (this.#stream.row === row && row !== Infinity) this.#stream.next();
    this.#settle();
  }

  #settle(): void {
    for (let row = this.#stream.row; row !== Infinity && !this.#accepts(row); row = this.#stream.row) {
      this.#rejected.push(row);
      while (this.#stream.row === row) this.#stream.next();
    }
  }
}

/**
 * Rows with a word that contains a key. The cursor comes to words in the order of their best row. A word
 * is then open: its further rows come until the cursor's next word has a better one.
 */
export class ContainingRows implements RowStream {
  readonly #layer: KeyLayer;
  readonly #cursor: RankCursor;
  /** Words that the cursor has come to. */
  readonly #known = new Set<number>();
  /** The open words: position in `use`, end there, and the row at the position. */
  readonly #open: { at: number; end: number; row: number }[] = [];

  constructor(layer: KeyLayer, range: SlotRange) {
    this.#layer = layer;
    this.#cursor = layer.partCursor(range);
  }

  get row(): number {
    let best = this.#cursor.row;
    for (const word of this.#open) if (word.row < best) best = word.row;
    return best;
  }

  next(): void {
    const best = this.row;
    while (this.#cursor.row === best && best !== Infinity)
      this.#openWord(this.#layer.partWord(this.#cursor.next()));
    for (const word of this.#open) while (word.row === best && best !== Infinity) this.#advance(word);
  }

  #openWord(word: number): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    const at = this.#layer.uses[word];
    const opened = { at, end: this.#layer.uses[word + 1], row: this.#layer.formRow[this.#layer.use[at]] };
    this.#open.push(opened);
  }

  #advance(word: { at: number; end: number; row: number }): void {
    word.at++;
    word.row = word.at < word.end ? this.#layer.formRow[this.#layer.use[word.at]] : Infinity;
  }
}
