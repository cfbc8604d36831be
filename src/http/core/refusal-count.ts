import type { Logger } from './logger.js';

const REPORT_MS = 1_000;

/**
 * Logs once a second how many requests were refused because of overload. Each refusal also has its own line
 * in the request log.
 */
export class RefusalCount {
  readonly #logger: Logger;
  /** The number of refusals since the start. */
  total = 0;
  #refused = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(): void {
    this.total++;
    this.#refused++;
    this.#timer ??= setTimeout(() => this.report(), REPORT_MS).unref();
  }

  report(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#refused === 0) return;
    this.#logger.warn({ refused: this.#refused }, 'overloaded: requests refused');
    this.#refused = 0;
  }
}
