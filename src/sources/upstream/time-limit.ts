/**
 * A signal that is aborted with a TimeoutError after some time, or when another one is. In Node 20 a garbage
 * collection may forget an `AbortSignal.timeout` of which only an `AbortSignal.any` knows, and who waits for
 * it waits for ever. This one keeps its timer, until `end`.
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

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#giveUp);
  }
}
