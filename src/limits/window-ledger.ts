import { LEASED_ABOVE, LEASE_SHARE, RECALL_MS } from './lease-limits.js';
import { WINDOW_MS } from './window-counter.js';
import type { Answer, Ask, CounterMessage, Lease, LedgerMessage } from './window-messages.js';

export interface WindowLedgerOptions {
  /** Number of processes that count. */
  workers: number;
  send: (worker: number, message: CounterMessage) => void;
  recall_ms?: number;
}

/** A question and the process that asked it. */
interface Waiting extends Ask {
  worker: number;
}

/** Count of one key in the current window. */
interface KeyCount {
  /** Requests that passed, plus those that are leased. */
  given: number;
  /** Workers that may have something left of a lease. */
  holders: Set<number>;
  /** Those of the holders that were asked to give their lease back and have not done so yet. */
  recalled: Set<number>;
  /** Questions that can be answered only when all leases are back, oldest first. */
  waiting: Waiting[];
  timer: NodeJS.Timeout | null;
}

/**
 * The counts of all processes of one service. In one window exactly `limit` hits of a key pass, whichever
 * processes ask. A lease counts as given when it is handed out, and nobody is refused before every lease was
 * recalled. Only what a process holds when it dies or hangs is lost until the next window.
 */
export class WindowLedger {
  readonly #workers: number;
  readonly #send: WindowLedgerOptions['send'];
  readonly #recall_ms: number;
  #keys = new Map<string, KeyCount>();
  #window = Number.NEGATIVE_INFINITY;
  /** Answers to send at the end of this turn, one message for each worker. */
  #answers = new Map<number, Answer[]>();

  constructor({ workers, send, recall_ms = RECALL_MS }: WindowLedgerOptions) {
    this.#workers = workers;
    this.#send = send;
    this.#recall_ms = recall_ms;
  }

  /** Takes a message of a worker and sends all answers that it allows. */
  receive(worker: number, message: LedgerMessage): void {
    if (message.kind === 'count') {
      for (const ask of message.asks) this.#count({ ...ask, worker });
    } else if (message.window === this.#window) {
      for (const lease of message.leases) this.#takeBack(worker, lease, message.kind === 'returned');
    }
    this.#sendAnswers();
  }

  /** Forgets a process that has ended. What it held counts as used, because nobody knows how much it used. */
  drop(worker: number): void {
    for (const count of this.#keys.values()) {
      count.waiting = count.waiting.filter((ask) => ask.worker !== worker);
      count.holders.delete(worker);
      count.recalled.delete(worker);
      this.#proceed(count);
    }
    this.#sendAnswers();
  }

  close(): void {
    for (const { timer } of this.#keys.values()) if (timer !== null) clearTimeout(timer);
  }

  #count(ask: Waiting): void {
    this.#turnTo(Math.floor(ask.now_ms / WINDOW_MS));
    const count = this.#countOf(ask.key);
    count.waiting.push(ask);
    this.#proceed(count);
  }

  /** Answers what can be answered, in order. If the next question needs leases back, recalls them. */
  #proceed(count: KeyCount): void {
    while (count.waiting.length > 0) {
      const [ask] = count.waiting;
      if (ask.hits > Math.max(ask.limit - count.given, 0) && count.holders.size > 0) {
        this.#recall(ask.key, count);
        return;
      }
      count.waiting.shift();
      this.#answer(ask, count);
    }
    if (count.timer !== null && count.recalled.size === 0) this.#endRecall(count);
  }

  #answer({ ask, worker, hits, limit }: Waiting, count: KeyCount): void {
    const left = Math.max(limit - count.given, 0);
    const allowed = Math.min(hits, left);
    const lease =
      hits > 0 && this.#isLeased(limit, count)
        ? Math.floor(((left - allowed) * LEASE_SHARE) / this.#workers)
        : 0;
    count.given += allowed + lease;
    if (lease > 0) count.holders.add(worker);
    const remaining = left - allowed - lease;
    const answer = {
      ask,
      allowed,
      lease,
      remaining,
      window: this.#window,
      isExhausted: remaining === 0 && count.holders.size === 0,
    };
    const answers = this.#answers.get(worker);
    if (answers === undefined) this.#answers.set(worker, [answer]);
    else answers.push(answer);
  }

  /**
   * Whether a new lease may be given. Requests that wait come first. There is no new lease during a
   * recall, so that what a worker returns is all it has.
   */
  #isLeased(limit: number, count: KeyCount): boolean {
    return limit > LEASED_ABOVE && count.waiting.length === 0 && count.recalled.size === 0;
  }

  #recall(key: string, count: KeyCount): void {
    const asked = [...count.holders].filter((worker) => !count.recalled.has(worker));
    if (asked.length === 0) return;
    // A lease on its way must arrive before the request to give it back.
    this.#sendAnswers();
    for (const worker of asked) {
      count.recalled.add(worker);
      this.#send(worker, { kind: 'recall', window: this.#window, keys: [key] });
    }
    count.timer ??= setTimeout(() => this.#giveUp(count), this.#recall_ms).unref();
  }

  /** Notes what a worker gives back. `isAll`: it holds nothing any more. */
  #takeBack(worker: number, { key, unused }: Lease, isAll: boolean): void {
    const count = this.#keys.get(key);
    if (count === undefined || !count.holders.has(worker)) return;
    count.given -= unused;
    if (isAll) {
      count.holders.delete(worker);
      count.recalled.delete(worker);
    }
    this.#proceed(count);
  }

  /** Ends a recall that took too long. Leases that have not come back count as used. */
  #giveUp(count: KeyCount): void {
    for (const worker of count.recalled) count.holders.delete(worker);
    this.#endRecall(count);
    this.#proceed(count);
    this.#sendAnswers();
  }

  #endRecall(count: KeyCount): void {
    if (count.timer !== null) clearTimeout(count.timer);
    count.timer = null;
    count.recalled.clear();
  }

  #countOf(key: string): KeyCount {
    let count = this.#keys.get(key);
    if (count === undefined)
      this.#keys.set(
        key,
        (count = { given: 0, holders: new Set(), recalled: new Set(), waiting: [], timer: null }),
      );
    return count;
  }

  /**
   * Changes the window by the rule of `MemoryWindowCounter`: a request from just before the edge counts
   * in the window that has begun. Questions that wait move to the new window.
   */
  #turnTo(window: number): void {
    if (window === this.#window || window === this.#window - 1) return;
    const waiting = [...this.#keys.values()].flatMap((count) => {
      this.#endRecall(count);
      return count.waiting;
    });
    this.#keys = new Map();
    this.#window = window;
    for (const ask of waiting) this.#countOf(ask.key).waiting.push(ask);
    for (const count of this.#keys.values()) this.#proceed(count);
  }

  #sendAnswers(): void {
    const answers = this.#answers;
    if (answers.size === 0) return;
    this.#answers = new Map();
    for (const [worker, list] of answers) this.#send(worker, { kind: 'counted', answers: list });
  }
}
