/**
 * So many in one turn of the event loop. A turn accepts one new connection only, so with long turns, new
 * clients wait for those that send hundreds of requests at once.
 */
const PER_TURN = 2;

/** Requests that came together with others on their connection. They take turns with other clients. */
export class TurnQueue {
  #waiting: (() => void)[] = [];
  readonly #run = (): void => this.#runSome();

  /** Calls `task` in one of the next turns. Tasks are called in the order in which they came. */
  add(task: () => void): void {
    this.#waiting.push(task);
    if (this.#waiting.length === 1) setImmediate(this.#run);
  }

  #runSome(): void {
    for (const task of this.#waiting.splice(0, PER_TURN)) task();
    if (this.#waiting.length > 0) setImmediate(this.#run);
  }
}
