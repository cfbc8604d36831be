/** So many failures in a row, and the engine is taken to be away. One may be chance, or a restart. */
const FAILURES_MAX = 5;

/**
 * Whether an engine is worth asking. An engine that hangs would let every request wait until its deadline. So
 * after some failures in a row requests are refused at once, until the watch has had an answer.
 */
export class Circuit {
  #failures = 0;
  #lastReason = '';

  /** Null while the engine is worth asking, else why not. */
  refusal(): string | null {
    if (this.#failures < FAILURES_MAX) return null;
    return `it is not asked after ${this.#failures} failures in a row; the last one: ${this.#lastReason}`;
  }

  /** @returns whether requests are refused from now on, and were not before */
  failed(reason: string): boolean {
    this.#failures++;
    this.#lastReason = reason;
    return this.#failures === FAILURES_MAX;
  }

  answered(): void {
    this.#failures = 0;
  }
}
