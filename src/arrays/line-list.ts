import { GrowableInt32, GrowableUint32 } from './growable.js';

/** Lines in one array of numbers: thousands of short ones need no object each. */
export class LineList implements Iterable<Int32Array> {
  readonly #coordinates = new GrowableInt32();
  readonly #ends = new GrowableUint32();

  /** Adds a number to the line that is being written. */
  push(value: number): void {
    this.#coordinates.push(value);
  }

  /** The line that is being written is whole. */
  endLine(): void {
    this.#ends.push(this.#coordinates.length);
  }

  /** Views that are good until the next `push`. */
  *[Symbol.iterator](): Generator<Int32Array, void> {
    let start = 0;
    for (const end of this.#ends.pushed()) {
      yield this.#coordinates.data.subarray(start, end);
      start = end;
    }
  }
}
