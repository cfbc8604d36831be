/** How often each worker is asked whether it still responds. */
const ASK_MS = 1_000;

/**
 * A worker that misses this many consecutive checks is considered hung; this takes 7 to 8 s. The longest task
 * that keeps a healthy worker from responding takes a fiftieth of that time: 0.13 s at the end of loading all
 * of Mongolia (300 MB).
 */
const UNANSWERED_MAX = 7;

/**
 * The number of additional checks that a worker may miss before its first response: two minutes in total. A
 * process takes 0.5 s to load its program, but many times that if several start on a machine with few
 * processors.
 */
const FIRST_ANSWER_MORE = 113;

export interface WatchOptions {
  ask: (worker: number) => void;
  onSilent: (worker: number) => void;
  ask_ms?: number;
  firstAnswerMore?: number;
}

/**
 * Detects hung workers. The watch counts checks instead of time: while this process is stopped or the machine
 * sleeps, no checks are sent, so no missed checks are held against a worker.
 */
export class WorkerWatch {
  readonly #options: WatchOptions;
  readonly #unanswered = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#askAll(), options.ask_ms ?? ASK_MS).unref();
  }

  /** Starts checking a worker whose process has just started. */
  add(worker: number): void {
    this.#unanswered.set(worker, -(this.#options.firstAnswerMore ?? FIRST_ANSWER_MORE));
  }

  answered(worker: number): void {
    if (this.#unanswered.has(worker)) this.#unanswered.set(worker, 0);
  }

  remove(worker: number): void {
    this.#unanswered.delete(worker);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #askAll(): void {
    for (const [worker, unanswered] of [...this.#unanswered]) {
      if (unanswered >= UNANSWERED_MAX) {
        this.#unanswered.delete(worker);
        this.#options.onSilent(worker);
      } else {
        this.#unanswered.set(worker, unanswered + 1);
        this.#options.ask(worker);
      }
    }
  }
}
