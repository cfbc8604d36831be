import type { RowStream } from '../lookup/row-stream.js';

/**
 * Rows of two indexes in one order: the joint row is the position among the rows of both. Rows of each keep
 * their order, so a list that is ascending in one of them is ascending here.
 */
export class JointRows {
  readonly size: number;
  /** By own row: how many rows of the map come before it. Ascending. */
  readonly #before: Uint32Array;

  constructor(mapSize: number, before: Uint32Array) {
    this.size = mapSize + before.length;
    this.#before = before;
  }

  /** The joint row of a row of the map. */
  readonly ofMap = (row: number): number => row + this.#ownUpTo((own) => this.#before[own] <= row);

  /** The joint row of an own row. */
  readonly ofOwn = (own: number): number => this.#before[own] + own;

  /** The own row of a joint row; -1 for one of the map. */
  ownAt(row: number): number {
    const own = this.#ownUpTo((candidate) => this.ofOwn(candidate) <= row) - 1;
    return own >= 0 && this.ofOwn(own) === row ? own : -1;
  }

  /** The row of the map for a joint row that is not an own one. */
  mapAt(row: number): number {
    return row - this.#ownUpTo((own) => this.ofOwn(own) <= row);
  }

  /** The number of own rows, from the first on, for which `isBefore` holds. */
  #ownUpTo(isBefore: (own: number) => boolean): number {
    let low = 0;
    let high = this.#before.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A stream of rows of one index under their joint numbers. */
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
