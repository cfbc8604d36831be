import { LEASED_ABOVE, LEASE_SHARE, RECALL_MS } from './lease-limits.js';
import { JointWindows, type JointAsk, type JointSource } from './joint-windows.js';
import { WINDOW_MS } from './window-counter.js';
import type { Answer, Ask, CounterMessage, Lease, LedgerMessage } from './window-messages.js';
import type { KeyStock, Supplied, SupplyListener, WindowSupply } from './window-supply.js';

export interface WindowLedgerOptions {
  /** The number of processes that count. */
  workers: number;
  send: (worker: number, message: CounterMessage) => void;
  recall_ms?: number;
  /** The supply of requests; null if this ledger owns the counts. */
  supply?: WindowSupply | null;
}

/** A question and the process that asked it. */
interface Waiting extends Ask {
  worker: number;
}

/** The count of one key in the current window. */
interface KeyCount {
  /** The number of requests that passed, plus the leased requests. */
  given: number;
  /** The available requests; if null, the limit applies. */
  stock: KeyStock | null;
  /** Workers that may still hold part of a lease. */
  holders: Set<number>;
  /** Holders that were asked to return their lease but have not done so yet. */
  recalled: Set<number>;
  /** Questions that cannot be answered until all leases are back, oldest first. */
  waiting: Waiting[];
  timer: NodeJS.Timeout | null;
}

/**
 * The counts of all processes of one service. In each window, exactly `limit` hits of a key pass, no matter
 * which processes ask. A lease counts as used when it is handed out, and no request is refused before every
 * lease has been recalled. Until the next window, the only requests lost are the part of a lease that a
 * process holds when it dies or hangs.
 *
 * With a supply, several services share the counts. In that case, the ledger hands out the supply's stock.
 */
export class WindowLedger implements SupplyListener {
  readonly #workers: number;
  readonly #send: WindowLedgerOptions['send'];
  readonly #recall_ms: number;
  readonly #supply: WindowSupply | null;
  readonly #joint: JointSource;
  #keys = new Map<string, KeyCount>();
  #window = Number.NEGATIVE_INFINITY;
  /** Answers to send at the end of this turn, one message for each worker. */
  #answers = new Map<number, Answer[]>();

  constructor({ workers, send, recall_ms = RECALL_MS, supply = null }: WindowLedgerOptions) {
    this.#workers = workers;
    this.#send = send;
    this.#recall_ms = recall_ms;
    this.#supply = supply;
    this.#joint = supply?.joint ?? new JointWindows();
  }

  /** Handles a worker's message and sends all answers that have become possible. */
  receive(worker: number, message: LedgerMessage): void {
    if (message.kind === 'joint') void this.#join(worker, message.asks);
    else if (message.kind === 'count') {
      for (const ask of message.asks) this.#count({ ...ask, worker });
    } else if (message.window === this.#window) {
      for (const lease of message.leases) this.#takeBack(worker, lease, message.kind === 'returned');
    }
    this.#sendAnswers();
  }

  /** Answers all joint requests of a turn immediately, because they are neither leased nor recalled. */
  async #join(worker: number, asks: readonly JointAsk[]): Promise<void> {
    const counts = asks.map(({ windows, now_ms, amount }) => this.#joint.count(windows, now_ms, amount));
    const answers = await Promise.all(counts.map(async (count) => count));
    this.#send(worker, {
      kind: 'joined',
      answers: answers.map((count, i) => ({ ask: asks[i].ask, ...count })),
    });
  }

  /**
   * Removes a process that has ended. Its lease counts as used, because nobody knows how much of it was used.
   */
  drop(worker: number): void {
    for (const [key, count] of this.#keys) {
      count.waiting = count.waiting.filter((ask) => ask.worker !== worker);
      count.holders.delete(worker);
      count.recalled.delete(worker);
      this.#proceed(key, count);
    }
    this.#sendAnswers();
  }

  supplied(answers: readonly Supplied[]): void {
    for (const { key, past } of answers) {
      const count = this.#keys.get(key);
      if (count === undefined) continue;
      if (past !== null) this.#answerPast(count, past);
      this.#proceed(key, count);
    }
    this.#sendAnswers();
  }

  idle(keys: readonly string[]): void {
    for (const key of keys) {
      const count = this.#keys.get(key);
      if (count === undefined) continue;
      if (count.holders.size > 0) this.#recall(key, count);
      else this.#supply?.giveBack(key, count.given);
    }
  }

  /** Changes the window. Waiting questions move to the new window. */
  turnTo(window: number): void {
    if (window === this.#window) return;
    this.#supply?.turnTo(window);
    const waiting = [...this.#keys.values()].flatMap((count) => {
      this.#endRecall(count);
      return count.waiting;
    });
    this.#keys = new Map();
    this.#window = window;
    for (const ask of waiting) this.#countOf(ask).waiting.push(ask);
    for (const [key, count] of this.#keys) this.#proceed(key, count);
  }

  close(): void {
    for (const { timer } of this.#keys.values()) if (timer !== null) clearTimeout(timer);
  }

  #count(ask: Waiting): void {
    const window = this.#supply?.windowAt(ask.now_ms) ?? Math.floor(ask.now_ms / WINDOW_MS);
    // A request from just before the window's end counts in the new window, as in `MemoryWindowCounter`.
    if (window !== this.#window - 1) this.turnTo(window);
    const count = this.#countOf(ask);
    count.waiting.push(ask);
    this.#proceed(ask.key, count);
  }

  /**
   * Answers as many questions as possible, in order. If the next question needs more requests than are
   * available, the ledger asks the supply for more. If leased requests are needed, the ledger recalls the
   * leases.
   */
  #proceed(key: string, count: KeyCount): void {
    while (count.waiting.length > 0) {
      const [ask] = count.waiting;
      if (this.#isShort(ask, count)) {
        if (this.#isMoreToCome(ask, count)) return;
        if (this.#isShort(ask, count) && count.holders.size > 0) {
          this.#recall(key, count);
          return;
        }
      }
      count.waiting.shift();
      this.#answer(ask, count);
    }
    this.#supply?.settled(key, count.given);
    if (count.timer !== null && count.recalled.size === 0) this.#endRecall(count);
  }

  #isShort(ask: Ask, count: KeyCount): boolean {
    return ask.hits > leftOf(ask, count);
  }

  /** Asks the supply for enough requests to answer all waiting questions. */
  #isMoreToCome(next: Ask, count: KeyCount): boolean {
    if (this.#supply === null) return false;
    const hits = count.waiting.reduce((sum, ask) => sum + ask.hits, 0);
    const demand = { limit: next.limit, missing: hits - leftOf(next, count), given: count.given };
    return this.#supply.demand(next.key, demand);
  }

  #answer(waiting: Waiting, count: KeyCount): void {
    const { ask, hits, isWhole, limit } = waiting;
    const left = leftOf(waiting, count);
    const allowed = hits <= left ? hits : isWhole === true ? 0 : left;
    const lease =
      hits > 0 && this.#isLeased(limit, count)
        ? Math.floor(((left - allowed) * LEASE_SHARE) / this.#workers)
        : 0;
    count.given += allowed + lease;
    if (lease > 0) count.holders.add(waiting.worker);
    const remaining = left - allowed - lease + (count.stock?.beyond ?? 0);
    const isFinal = count.holders.size === 0 && (count.stock?.isFinal ?? true);
    const isExhausted = remaining === 0 && isFinal;
    this.#note(waiting, { ask, allowed, lease, remaining, window: this.#window, isExhausted });
  }

  /** Serves the oldest waiting requests, using grants made before the window ended. */
  #answerPast({ waiting }: KeyCount, { window, granted, beyond }: NonNullable<Supplied['past']>): void {
    let left = granted;
    while (waiting.length > 0 && waiting[0].hits <= left) {
      const ask = waiting.shift()!;
      left -= ask.hits;
      const counted = { allowed: ask.hits, lease: 0, remaining: left + beyond };
      this.#note(ask, { ask: ask.ask, ...counted, window, isExhausted: false });
    }
  }

  #note({ worker }: Waiting, answer: Answer): void {
    const answers = this.#answers.get(worker);
    if (answers === undefined) this.#answers.set(worker, [answer]);
    else answers.push(answer);
  }

  /**
   * Whether a new lease may be handed out. Waiting requests come first. During a recall there are no new
   * leases, so that a worker returns everything it has.
   */
  #isLeased(limit: number, count: KeyCount): boolean {
    return limit > LEASED_ABOVE && count.waiting.length === 0 && count.recalled.size === 0;
  }

  #recall(key: string, count: KeyCount): void {
    const asked = [...count.holders].filter((worker) => !count.recalled.has(worker));
    if (asked.length === 0) return;
    // A lease in flight must arrive before the request to return it.
    this.#sendAnswers();
    for (const worker of asked) {
      count.recalled.add(worker);
      this.#send(worker, { kind: 'recall', window: this.#window, keys: [key] });
    }
    count.timer ??= setTimeout(() => this.#giveUp(key, count), this.#recall_ms).unref();
  }

  /**
   * Records the returned part of a worker's lease. `isAll` means that the worker holds no other part of the
   * lease.
   */
  #takeBack(worker: number, { key, unused }: Lease, isAll: boolean): void {
    const count = this.#keys.get(key);
    if (count === undefined || !count.holders.has(worker)) return;
    count.given -= unused;
    if (isAll) {
      count.holders.delete(worker);
      count.recalled.delete(worker);
    }
    this.#proceed(key, count);
  }

  /** Ends a recall that took too long. Leases that were not returned count as used. */
  #giveUp(key: string, count: KeyCount): void {
    for (const worker of count.recalled) count.holders.delete(worker);
    this.#endRecall(count);
    this.#proceed(key, count);
    this.#sendAnswers();
  }

  #endRecall(count: KeyCount): void {
    if (count.timer !== null) clearTimeout(count.timer);
    count.timer = null;
    count.recalled.clear();
  }

  #countOf({ key, limit }: Ask): KeyCount {
    let count = this.#keys.get(key);
    if (count === undefined) {
      const stock = this.#supply?.stockOf(key, limit) ?? null;
      count = { given: 0, stock, holders: new Set(), recalled: new Set(), waiting: [], timer: null };
      this.#keys.set(key, count);
    }
    return count;
  }

  #sendAnswers(): void {
    const answers = this.#answers;
    if (answers.size === 0) return;
    this.#answers = new Map();
    for (const [worker, list] of answers) this.#send(worker, { kind: 'counted', answers: list });
  }
}

/** Returns what is left of a key's window. A stock for a different limit does not count. */
function leftOf({ limit }: Ask, { stock, given }: KeyCount): number {
  if (stock !== null && stock.limit !== limit) return 0;
  return Math.max((stock?.granted ?? limit) - given, 0);
}
