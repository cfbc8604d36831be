/**
 * After this many consecutive failures, the engine is considered to be down. A single failure may be due to
 * chance or to a restart.
 */
const FAILURES_MAX = 5;

/** How often a single call is let through to an engine that timed out on calls of the same kind. */
const TRY_AGAIN_MS = 5_000;

/**
 * Decides whether an engine is worth calling for one kind of request. An engine that hangs would make every
 * request wait until its deadline. After several consecutive failures, requests are therefore refused
 * immediately. Only a successful call of the same kind ends these refusals, because an engine may answer
 * background probes and still hang on routes.
 */
export class Circuit {
  #failures = 0;
  #lastReason = '';
  #wasLate = false;
  /** The time, by `performance.now()`, at which the last call was let through or failed. */
  #tried_ms = 0;

  get isOpen(): boolean {
    return this.#failures >= FAILURES_MAX;
  }

  /**
   * Returns null if the engine is worth calling or if this call tests the engine again; otherwise returns the
   * reason for the refusal.
   */
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

  /** @returns whether whether this failure is the one after which requests are refused */
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
   * Records that the engine answered a background probe. If connections could not be made before, calls are
   * let through until another one fails. The failure count is kept if calls timed out, unless the whole
   * engine was down.
   */
  engineAnswers(wasAway: boolean): void {
    if (wasAway || !this.#wasLate) this.#failures = Math.min(this.#failures, FAILURES_MAX - 1);
  }
}
