import { GrowableInt32, GrowableUint32 } from './growable.js';

/** Lines in one array of numbers, so that thousands of short ones need no object each. */
export class LineList implements Iterable<Int32Array> {
  readonly #coordinates = new GrowableInt32();
  readonly #ends = new GrowableUint32();

  /** Adds a number to the current line. */
  push(value: number): void {
    this.#coordinates.push(value);
  }

  /** Completes the current line. */
  endLine(): void {
    this.#ends.push(this.#coordinates.length);
  }

  /** Views that are valid until the next `push`. */
  *[Symbol.iterator](): Generator<Int32Array, void> {
    let start = 0;
    for (const end of this.#ends.pushed()) {
      yield this.#coordinates.data.subarray(start, end);
      start = end;
    }
  }
}
