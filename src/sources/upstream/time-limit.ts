/**
 * A signal that aborts with a TimeoutError after some time, or when another signal does. In Node 20 a garbage
 * collection may forget an `AbortSignal.timeout` that only an `AbortSignal.any` refers to, and its waiters
 * wait for ever. This one keeps its timer until `end`.
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

  /** Stops the timer, because nobody waits. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#giveUp);
  }
}
