/**
 * A set of numbers from 0 to size - 1, stored as one bit per number. A few tens of thousands of bits fit in
 * the processor's first-level cache, unlike four-byte stamps (see context-masks.ts).
 */
export class BitSet {
  readonly #bits: Uint32Array;

  constructor(size: number) {
    this.#bits = new Uint32Array((size + 31) >>> 5);
  }

  /** Removes all numbers. */
  clear(): this {
    this.#bits.fill(0);
    return this;
  }

  add(number: number): void {
    this.#bits[number >>> 5] |= 1 << (number & 31);
  }

  has(number: number): boolean {
    return (this.#bits[number >>> 5] & (1 << (number & 31))) !== 0;
  }
}
