/**
 * Numbers positions (pairs of Int32) from 0, in the order in which they are first met. Equal positions
 * get the same number.
 */
export class PositionNumbers {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  size = 0;
  readonly #slots: Int32Array;

  /** @param capacity the most positions that will be numbered */
  constructor(capacity: number) {
    this.xs = new Int32Array(capacity);
    this.ys = new Int32Array(capacity);
    // Open addressing; at least half of the slots stay free.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2 + 2))).fill(-1);
  }

  /** The number of the position; a new one if the position is new. */
  number(x: number, y: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot];
      if (found === -1) {
        slots[slot] = this.size;
        this.xs[this.size] = x;
        this.ys[this.size] = y;
        return this.size++;
      }
      if (this.xs[found] === x && this.ys[found] === y) return found;
    }
  }
}
