import { firstWhere } from '../../arrays/first-where.js';
import type { RowStream } from '../lookup/row-stream.js';

/**
 * Numbers the rows of two indexes in one common order: a joint row number is a position among the rows of
 * both indexes. The rows of each index keep their order, so a list that is ascending in one index remains
 * ascending here.
 */
export class JointRows {
  readonly size: number;
  /**
   * Per row of own places: the number of map rows that come before it. These numbers are in ascending order.
   */
  readonly #before: Uint32Array;

  constructor(mapSize: number, before: Uint32Array) {
    this.size = mapSize + before.length;
    this.#before = before;
  }

  /** Converts a row of the map to its joint row number. */
  readonly ofMap = (row: number): number => row + this.#ownUpTo((own) => this.#before[own] > row);

  /** Converts a row of own places to its joint row number. */
  readonly ofOwn = (own: number): number => this.#before[own] + own;

  /** Returns the row of own places for a joint row, or -1 if the joint row belongs to the map. */
  ownAt(row: number): number {
    const own = this.#ownUpTo((candidate) => this.ofOwn(candidate) > row) - 1;
    return own >= 0 && this.ofOwn(own) === row ? own : -1;
  }

  /** Returns the map row for a joint row that does not belong to own places. */
  mapAt(row: number): number {
    return row - this.#ownUpTo((own) => this.ofOwn(own) > row);
  }

  /** Returns the number of rows at the start of own places for which `isAfter` is false. */
  #ownUpTo(isAfter: (own: number) => boolean): number {
    return firstWhere(0, this.#before.length, isAfter);
  }
}

/** Converts a stream of rows of one index to joint row numbers. */
export class MovedRows implements RowStream {
  row: number;
  readonly #stream: RowStream;
  readonly #moved: (row: number) => number;

  constructor(stream: RowStream, moved: (row: number) => number) {
    this.#stream = stream;
    this.#moved = moved;
    this.row = this.#current();
  }

  next(): void {
    this.#stream.next();
    this.row = this.#current();
  }

  #current(): number {
    const { row } = this.#stream;
    return row === Infinity ? Infinity : this.#moved(row);
  }
}
