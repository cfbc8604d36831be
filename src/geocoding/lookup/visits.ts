/** Which numbers of a range were come to since the last begin(); O(1) to reset. */
export class Visits {
  readonly #last: Uint32Array;
  #visit = 0;

  constructor(size: number) {
    this.#last = new Uint32Array(size);
  }

  /** Forgets all that was come to. */
  begin(): this {
    this.#visit = (this.#visit + 1) >>> 0;
    if (this.#visit === 0) {
      // After 2^32 walks the stamps of the first would come back.
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

  isFirst(number: number): boolean {
    if (this.#last[number] === this.#visit) return false;
    this.#last[number] = this.#visit;
    return true;
  }
}
