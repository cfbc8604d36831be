/** A value that can be recomputed, and the memory that it currently uses. */
interface Kept {
  readonly bytes: number;
}

/**
 * A cache with string keys that keeps as many of the most recently requested values as fit into its size
 * limit.
 */
export class KeptByBytes<Value extends Kept> {
  readonly #most: number;
  /** The most recently requested value is last. */
  readonly #values = new Map<string, Value>();
  /** The keys requested since the latest call of `letGoUnused`. */
  #used = new Set<string>();

  /**
   * @param most the maximum total size in bytes; the most recently requested value always stays, however
   * large it is
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the value of a key, and creates it if it is not cached. */
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
   * Drops all values that were not requested since the previous call of this method.
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
