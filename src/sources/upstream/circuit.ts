/** After this many failures in a row, the engine counts as away. A single one may be chance, or a restart. */
const FAILURES_MAX = 5;

/** How often one call goes through to an engine that did not answer calls of its kind in time. */
const TRY_AGAIN_MS = 5_000;

/**
 * Whether an engine is worth asking for one kind of thing. An engine that hangs would let every request wait
 * until its deadline. So after some failures in a row requests are refused at once. Only an answered call of
 * the same kind ends that: an engine may answer the watch and hang on routes.
 */
export class Circuit {
  #failures = 0;
  #lastReason = '';
  #wasLate = false;
  /** When the last call went through or failed, by `performance.now()`. */
  #tried_ms = 0;

  get isOpen(): boolean {
    return this.#failures >= FAILURES_MAX;
  }

  /** Null while the engine is worth asking, and for a call that tries it again; else the reason. */
  refusal(): string | null {
    if (!this.isOpen) return null;
    const now_ms = performance.now();
    if (this.#wasLate && now_ms - this.#tried_ms >= TRY_AGAIN_MS) {
      this.#tried_ms = now_ms;
      return null;
    }
    return `it is not asked after ${this.#failures} failures in a row; the last one: ${this.#lastReason}`;
  }

  /** @returns whether requests are refused from now on, but were not before */
  failed(reason: string, isLate: boolean): boolean {
    this.#failures++;
    this.#lastReason = reason;
    this.#wasLate = isLate;
    this.#tried_ms = performance.now();
    return this.#failures === FAILURES_MAX;
  }

  answered(): void {
    this.#failures = 0;
  }

  /**
   * Notes an answer to the watch. If no connection could be made before, calls go through until one more
   * fails. The answer says nothing about calls that were too late, unless the whole engine was away.
   */
  engineAnswers(wasAway: boolean): void {
    if (wasAway || !this.#wasLate) this.#failures = Math.min(this.#failures, FAILURES_MAX - 1);
  }
}
