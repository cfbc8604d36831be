import { GrowableInt32, GrowableUint32 } from './growable.js';

/** Lines stored in one array of numbers, so that thousands of short lines do not need an object each. */
export class LineList implements Iterable<Int32Array> {
  readonly #coordinates = new GrowableInt32();
  readonly #ends = new GrowableUint32();

  /** Appends a number to the current line. */
  push(value: number): void {
    this.#coordinates.push(value);
  }

  /** Ends the current line. */
  endLine(): void {
    this.#ends.push(this.#coordinates.length);
  }

  /** Yields views of the lines; they are valid until the next `push`. */
  *[Symbol.iterator](): Generator<Int32Array, void> {
    let start = 0;
    for (const end of this.#ends.pushed()) {
      yield this.#coordinates.data.subarray(start, end);
      start = end;
    }
  }
}
