import type { Logger } from 'pino';

/**
 * Work that continues after an answer, so that the answer's duration says nothing. Its failures go to the
 * log.
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

  /** Resolves when all work is done. */
  async settled(): Promise<void> {
    while (this.#going.size > 0) await Promise.all(this.#going);
  }
}
