import type { ClosureList } from './closure-store.js';

/** How often the database is asked. Operators are promised that a closure takes effect within 2 s. */
const POLL_MS = 250;

/** A list in the database that may change at any time. */
interface ListStore<List> {
  /** Null: nothing has changed since that version. */
  changes(known: string | null): Promise<List | null>;
}

export interface ClosureWatchOptions<List> {
  poll_ms?: number;
  /** Called with the whole list at first and after each change. */
  onChange: (found: List) => void;
  /** Asked once, if the database does not answer at the start: another process may know the list. */
  lastKnown?: (() => Promise<List | null>) | undefined;
  /**
   * For the log: called with the problem when the database stops answering, and with null when it answers
   * again.
   */
  onProblem: (problem: unknown) => void;
}

/**
 * Asks the database again and again for its closures, or for another list of this kind. While it does not
 * answer, the known list stays.
 */
export class ClosureWatch<List extends { version: string } = ClosureList> {
  readonly #store: ListStore<List>;
  readonly #options: ClosureWatchOptions<List>;
  readonly #timer: NodeJS.Timeout;
  #version: string | null = null;
  #asking: Promise<void> | null = null;
  #isAiling = false;
  /** Unix milliseconds of the database's latest answer; null: never. */
  answered_ms: number | null = null;

  constructor(store: ListStore<List>, options: ClosureWatchOptions<List>) {
    this.#store = store;
    this.#options = options;
    this.#timer = setInterval(() => void this.ask(), options.poll_ms ?? POLL_MS).unref();
  }

  /** Asks now. Only one question runs at a time: a call during another waits for that one. Never rejects. */
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
