/** The numbers visited since the last begin(). To reset it takes O(1). */
export class Visits {
  readonly #last: Uint32Array;
  #visit = 0;

  constructor(size: number) {
    this.#last = new Uint32Array(size);
  }

  /** Forgets all visits. */
  begin(): this {
    this.#visit = (this.#visit + 1) >>> 0;
    if (this.#visit === 0) {
      // The counter has wrapped after 2^32 calls: old stamps would count as visits again.
      this.#last.fill(0);
      this.#visit = 1;
    }
    return this;
  }

  add(number: number): void {
    this.#last[number] = this.#visit;
  }

  has(number: number): boolean {
    return this.#last[number] === this.#visit;
  }

  /** Adds the number; false when it was there already. */
  isFirst(number: number): boolean {
    if (this.#last[number] === this.#visit) return false;
    this.#last[number] = this.#visit;
    return true;
  }
}
