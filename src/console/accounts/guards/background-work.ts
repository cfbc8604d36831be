import type { Logger } from 'pino';

/**
 * Runs work after the response has been sent, so that the response time reveals nothing. Its failures are
 * logged.
 */
export class BackgroundWork {
  readonly #log: Logger;
  readonly #going = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  start(work: () => Promise<void>): void {
    const going = work()
      .catch((error: unknown) => this.#log.error({ err: error }, 'work behind an answer failed'))
      .finally(() => this.#going.delete(going));
    this.#going.add(going);
  }

  /** Resolves when all work has finished. */
  async settled(): Promise<void> {
    while (this.#going.size > 0) await Promise.all(this.#going);
  }
}
