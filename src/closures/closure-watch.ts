import type { ClosureList } from './closure-store.js';

/** How often the store is asked. Operators are promised that a closure takes effect within 2 s. */
const POLL_MS = 250;

/** Where a list is kept that somebody may change at any time. */
interface ListStore<List> {
  /** Null: nothing has changed since that version. */
  changes(known: string | null): Promise<List | null>;
}

export interface ClosureWatchOptions<List> {
  poll_ms?: number;
  /** Called with the whole list when it has changed, and at first. */
  onChange: (found: List) => void;
  /** Asked once, when the store does not answer from the start: another process may know them. */
  lastKnown?: (() => Promise<List | null>) | undefined;
  /** For the log: called with the problem when the store stops answering, with null when it answers again. */
  onProblem: (problem: unknown) => void;
}

/**
 * Asks a store for its closures, or for another list of this kind, again and again. While it does not answer,
 * what is known stays.
 */
export class ClosureWatch<List extends { version: string } = ClosureList> {
  readonly #store: ListStore<List>;
  readonly #options: ClosureWatchOptions<List>;
  readonly #timer: NodeJS.Timeout;
  #version: string | null = null;
  #asking: Promise<void> | null = null;
  #isAiling = false;
  /** When the store answered last, in Unix milliseconds; null: never. */
  answered_ms: number | null = null;

  constructor(store: ListStore<List>, options: ClosureWatchOptions<List>) {
    this.#store = store;
    this.#options = options;
    this.#timer = setInterval(() => void this.ask(), options.poll_ms ?? POLL_MS).unref();
  }

  /** Asks now. One question at a time: a call during another waits for that one. Never rejects. */
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
