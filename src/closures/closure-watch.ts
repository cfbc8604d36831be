import type { ClosureList } from './closure-store.js';

/** How often the database is polled. Operators are promised that a closure takes effect within 2 s. */
const POLL_MS = 250;

/** A list in the database that may change at any time. */
interface ListStore<List> {
  /** Resolves to null if nothing has changed since the given version. */
  changes(known: string | null): Promise<List | null>;
}

export interface ClosureWatchOptions<List> {
  poll_ms?: number;
  /** Called with the whole list, once at the start and again after each change. */
  onChange: (found: List) => void;
  /**
   * Called if the database does not answer at startup, because another process may be able to provide the
   * list.
   */
  lastKnown?: (() => Promise<List | null>) | undefined;
  /**
   * Used for logging: called with the error when the database stops answering, and with null once it answers
   * again.
   */
  onProblem: (problem: unknown) => void;
}

/**
 * Polls the database for its closures, or for another list of this kind. While the database does not answer,
 * the last known list stays in use.
 */
export class ClosureWatch<List extends { version: string } = ClosureList> {
  readonly #store: ListStore<List>;
  readonly #options: ClosureWatchOptions<List>;
  readonly #timer: NodeJS.Timeout;
  #version: string | null = null;
  #asking: Promise<void> | null = null;
  #isAiling = false;
  /** When the database last answered, in Unix milliseconds; null if it never has. */
  answered_ms: number | null = null;

  constructor(store: ListStore<List>, options: ClosureWatchOptions<List>) {
    this.#store = store;
    this.#options = options;
    this.#timer = setInterval(() => void this.ask(), options.poll_ms ?? POLL_MS).unref();
  }

  /**
   * Queries the database now. Only one query runs at a time: a call made during a query waits for that query.
   * Never rejects.
   */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      const found = await this.#store.changes(this.#version);
      this.#note(null);
      this.answered_ms = Date.now();
      if (found !== null) this.#take(found);
    } catch (problem) {
      this.#note(problem);
      const known = this.#version === null ? await this.#options.lastKnown?.() : null;
      if (known) this.#take(known);
    }
  }

  #take(found: List): void {
    this.#version = found.version;
    this.#options.onChange(found);
  }

  #note(problem: unknown): void {
    const wasAiling = this.#isAiling;
    this.#isAiling = problem !== null;
    if (wasAiling !== this.#isAiling) this.#options.onProblem(problem);
  }
}
