/** What can be made again, and how much memory it takes now. */
interface Kept {
  readonly bytes: number;
}

/** Keeps what was made by a text, the last ones asked for, as much as fits. */
export class KeptByBytes<Value extends Kept> {
  readonly #most: number;
  /** What was asked for last stands behind the others. */
  readonly #values = new Map<string, Value>();

  /** @param most bytes of all; what was asked for last is kept, however large it is */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, made if it is not there. */
  get(key: string, made: () => Value): Value {
    const value = this.#values.get(key) ?? made();
    this.#values.delete(key);
    this.#values.set(key, value);
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

  clear(): void {
    this.#values.clear();
  }
}
