/** A value that can be made again, and its current memory. */
interface Kept {
  readonly bytes: number;
}

/** Keeps values by a string: the most recently requested ones, as many as fit. */
export class KeptByBytes<Value extends Kept> {
  readonly #most: number;
  /** The most recently requested value comes last. */
  readonly #values = new Map<string, Value>();
  /** Keys requested since the last call of `letGoUnused`. */
  #used = new Set<string>();

  /** @param most bytes of all values; the most recently requested one stays, however large it is */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, made if it is not there. */
  get(key: string, made: () => Value): Value {
    const value = this.#values.get(key) ?? made();
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#used.add(key);
    let bytes = 0;
    for (const one of this.#values.values()) bytes += one.bytes;
    for (const [oldest, { bytes: its }] of this.#values) {
      if (bytes <= this.#most || oldest === key) break;
      this.#values.delete(oldest);
      bytes -= its;
    }
    return value;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /**
   * Keeps only values that were requested since the last call of this method.
   * @returns whether it dropped anything
   */
  letGoUnused(): boolean {
    const before = this.#values.size;
    for (const key of this.#values.keys()) if (!this.#used.has(key)) this.#values.delete(key);
    this.#used = new Set();
    return this.#values.size < before;
  }

  clear(): void {
    this.#values.clear();
    this.#used.clear();
  }
}
