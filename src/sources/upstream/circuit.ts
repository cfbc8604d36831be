/**
 * After this many consecutive failures, the engine counts as down. A single failure may be due to chance or
 * to a restart.
 */
const FAILURES_MAX = 5;

/** How often a single call is let through to an engine that did not answer calls of that kind in time. */
const TRY_AGAIN_MS = 5_000;

/**
 * Decides whether an engine is worth calling for one kind of request. An engine that hangs would make every
 * request wait until its deadline. After several consecutive failures, requests are therefore refused
 * immediately. Only an answered call of the same kind ends these refusals, because an engine may answer the
 * watch and still hang on routes.
 */
export class Circuit {
  #failures = 0;
  #lastReason = '';
  #wasLate = false;
  /** When the last call was let through or failed, by `performance.now()`. */
  #tried_ms = 0;

  get isOpen(): boolean {
    return this.#failures >= FAILURES_MAX;
  }

  /** Returns null if the engine is worth calling, or if this call tests it again; otherwise the reason. */
  refusal(): string | null {
    if (!this.isOpen) return null;
    const now_ms = performance.now();
    if (this.#wasLate && now_ms - this.#tried_ms >= TRY_AGAIN_MS) {
      this.#tried_ms = now_ms;
      return null;
    }
    return (
      `it is not called after ${this.#failures} consecutive failures; the last failure: ` +
      `${this.#lastReason}`
    );
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
   * Records that the engine answered the watch. If no connection could be made before, calls are let through
   * until another one fails. The failure count of calls that timed out is kept, unless the whole engine was
   * down.
   */
  engineAnswers(wasAway: boolean): void {
    if (wasAway || !this.#wasLate) this.#failures = Math.min(this.#failures, FAILURES_MAX - 1);
  }
}
