import { sortedNumbers } from '../../arrays/sort-numbers.js';
import type { SlotRange } from './key-text.js';
import type { KeyLayer } from './key-layer.js';
import type { RankCursor } from './rank-tree.js';

/**
 * Rows in ascending order. A row may occur several times. The next row can be inspected before it is
 * consumed.
 */
export interface RowStream {
  /** The next row, or Infinity at the end. */
  readonly row: number;
  next(): void;
}

/** A stream of rows that are already sorted. */
export class SortedRows implements RowStream {
  readonly #rows: ArrayLike<number>;
  #at = 0;

  constructor(rows: ArrayLike<number>) {
    this.#rows = rows;
  }

  get row(): number {
    return this.#at < this.#rows.length ? this.#rows[this.#at] : Infinity;
  }

  next(): void {
    this.#at++;
  }
}

/** A stream of rows that are all known in advance. */
export class RowList extends SortedRows {
  /** @param rows in any order; the list owns and sorts the array */
  constructor(rows: number[] | Uint32Array) {
    super(rows instanceof Uint32Array ? rows.sort() : sortedNumbers(rows));
  }
}

/** Rows of a group that do not match exactly as typed. */
export interface SortedOut {
  /** Receives rows that are spelled alike after folding. */
  folded: number[];
  /** Receives rows that only sound alike. */
  rest: number[];
}

/** How well a name matches: exactly as typed, or in one of the ways described at SortedOut. */
export type Nearness = 'literal' | keyof SortedOut;

/** The rows from a cursor's slots that match exactly as typed. */
export class LiteralRows implements RowStream {
  row = Infinity;
  readonly #cursor: RankCursor;
  readonly #nearnessOf: (slot: number) => Nearness;
  readonly #others: SortedOut;

  /** @param others receives the rows of all other slots as the cursor reaches them */
  constructor(cursor: RankCursor, nearnessOf: (slot: number) => Nearness, others: SortedOut) {
    this.#cursor = cursor;
    this.#nearnessOf = nearnessOf;
    this.#others = others;
    this.next();
  }

  next(): void {
    for (;;) {
      const { row } = this.#cursor;
      const slot = this.#cursor.next();
      if (slot < 0) return void (this.row = Infinity);
      const nearness = this.#nearnessOf(slot);
      if (nearness === 'literal') return void (this.row = row);
      this.#others[nearness].push(row);
    }
  }
}

/**
 * Rows that have a word containing the key. The cursor visits words in the order of their best row. Each
 * visited word is then open: its remaining rows are returned until the cursor's next word has a better row.
 */
export class ContainingRows implements RowStream {
  readonly #layer: KeyLayer;
  readonly #cursor: RankCursor;
  /** The words that the cursor has visited. */
  readonly #known = new Set<number>();
  /** The open words: the current position in `use`, the end position, and the row at the current position. */
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
