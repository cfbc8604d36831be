/** The rows that have values, in ascending order. The values are stored in other arrays in the same order. */
export class SparseRows {
  readonly #rows: Uint32Array;

  constructor(rows: Uint32Array) {
    this.#rows = rows;
  }

  /** Returns the index of a row among the rows with values, or -1 if the row has none. */
  at(row: number): number {
    const rows = this.#rows;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return rows[low] === row ? low : -1;
  }

  /**
   * @param rows the total number of rows
   * @param values the number of values
   *
   * @throws Error if the rows are not in ascending order, or the number of rows differs from the number of
   * values
   */
  verify(name: string, rows: number, values: number): void {
    if (this.#rows.length !== values) throw new Error(`${name}: the columns have different lengths`);
    if (!this.#rows.every((row, i) => row < rows && (i === 0 || row > this.#rows[i - 1])))
      throw new Error(`${name}: the rows are out of order`);
  }
}
