/**
 * A signal that aborts with a TimeoutError after some time, or when another signal aborts. In Node 20,
 * garbage collection may drop an `AbortSignal.timeout` that only an `AbortSignal.any` refers to, so its
 * listeners wait forever. This signal keeps its timer alive until `end` is called.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | null;
  readonly #giveUp = (): void => this.#controller.abort(this.#outer?.reason);

  constructor(limit_ms: number, outer: AbortSignal | null = null) {
    this.#outer = outer;
    const late = (): void =>
      this.#controller.abort(new DOMException(`There was no answer within ${limit_ms} ms.`, 'TimeoutError'));
    this.#timer = setTimeout(late, limit_ms);
    if (outer?.aborted === true) this.#giveUp();
    else outer?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the timer when the signal is not needed anymore. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#giveUp);
  }
}
