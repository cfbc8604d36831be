/** What can be made again, and how much memory it takes now. */
interface Kept {
  readonly bytes: number;
}

/** Keeps what was made by a text, the last ones asked for, as much as fits. */
export class KeptByBytes<Value extends Kept> {
  readonly #most: number;
  /** What was asked for last stands behind the others. */
  readonly #values = new Map<string, Value>();
  /** Asked for since `letGoUnused` was called last. */
  #used = new Set<string>();

  /** @param most bytes of all; what was asked for last is kept, however large it is */
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
   * Keeps only what was asked for since the last call of this.
   * @returns whether anything went
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
