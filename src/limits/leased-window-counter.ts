import { assert } from '../errors.js';
import { PATIENCE_MS, REFRESH_MS } from './lease-limits.js';
import { JointAsker } from './joint-asker.js';
import { jointState, type JointCount } from './joint-windows.js';
import { WINDOW_MS, windowEnd_s } from './window-counter.js';
import type { LimitedWindow, WindowCounter, WindowState } from './window-counter.js';
import type { Answer, CounterMessage, LedgerMessage } from './window-messages.js';

export interface LeasedWindowCounterOptions {
  send: (message: LedgerMessage) => void;
  patience_ms?: number;
  /** The length of a window. Only tests use a length other than `WINDOW_MS`. */
  window_ms?: number;
  /** Called with true when the owner of the counts stops answering, and with false when it answers again. */
  onDegraded?: (isDegraded: boolean) => void;
  /** Runs a callback at the end of this turn of the event loop. */
  defer?: (run: () => void) => void;
}

/** This process's counts for one key in the current window. */
interface Known {
  limit: number;
  /** The rest of the lease: requests that can pass without asking the owner. */
  unused: number;
  /** The number of requests left beyond the lease when the owner of the counts last answered. */
  beyond: number;
  /** When the owner was last asked, according to the clock used for requests. */
  askedAt_ms: number;
  isExhausted: boolean;
  /** Whether the numbers are estimates because no answer arrived. */
  isGuess: boolean;
}

/** One key's hits that are waiting for an answer. */
interface Asked {
  ask: number;
  key: string;
  limit: number;
  now_ms: number;
  sentAt_ms: number;
  /** If greater than 1, the hit is a single request that counts as this many. */
  amount: number;
  settle: ((state: WindowState) => void)[];
}

/**
 * Counts the requests of one process that shares its counts with other processes. Once per turn of the event
 * loop, the counter asks the `WindowLedger` that owns the counts. The counter does not ask in two cases: for
 * requests covered by a lease, and for a window that is known to be exhausted. If no answer arrives, the
 * process continues counting on its own from the last known remainder.
 */
export class LeasedWindowCounter implements WindowCounter {
  readonly #send: LeasedWindowCounterOptions['send'];
  readonly #patience_ms: number;
  readonly #window_ms: number;
  readonly #onDegraded: (isDegraded: boolean) => void;
  readonly #defer: (run: () => void) => void;
  #known = new Map<string, Known>();
  #window = Number.NEGATIVE_INFINITY;
  /** Questions to send at the end of this turn of the event loop, by key. */
  #drafts = new Map<string, Asked>();
  /** Unanswered questions, oldest first. */
  readonly #asked = new Map<number, Asked>();
  #lastAsk = 0;
  #timer: NodeJS.Timeout | null = null;
  #isDegraded = false;
  #isSupplyAway = false;
  readonly #joint: JointAsker;
  #ahead_ms = 0;

  constructor({
    send,
    patience_ms = PATIENCE_MS,
    window_ms = WINDOW_MS,
    onDegraded = () => undefined,
    defer = setImmediate,
  }: LeasedWindowCounterOptions) {
    this.#send = send;
    this.#patience_ms = patience_ms;
    this.#window_ms = window_ms;
    this.#onDegraded = onDegraded;
    this.#defer = defer;
    this.#joint = new JointAsker({
      send: (asks) => send({ kind: 'joint', asks }),
      patience_ms,
      window_ms,
      defer,
    });
  }

  hit(windows: readonly LimitedWindow[], nowMs: number, amount = 1): WindowState | Promise<WindowState> {
    if (windows.length > 1) return this.#hitAll(windows, nowMs, amount);
    const [{ id, limit }] = windows;
    if (!(Number.isInteger(limit) && limit >= 1)) assert(false, `rate limit ${limit}`);
    this.#turnTo(Math.floor((nowMs + this.#ahead_ms) / this.#window_ms));
    const known = this.#knownOf(id, limit);
    if (known !== undefined && (known.unused >= amount || known.isExhausted)) {
      if (known.unused > 0 && nowMs - known.askedAt_ms >= REFRESH_MS) this.#refresh(id, known, nowMs);
      return this.#take(known, amount);
    }
    if (this.#isDegraded) return this.#take(this.#guess(id, limit), amount);
    return new Promise((settle) => this.#draft(id, limit, nowMs, amount).settle.push(settle));
  }

  state(): 'ok' | 'degraded' {
    return this.#isDegraded || this.#isSupplyAway ? 'degraded' : 'ok';
  }

  /** Handles a message from the owner of the counts. */
  receive(message: CounterMessage): void {
    if (this.#isDegraded) this.#recover();
    if (message.kind === 'counted') {
      for (const answer of message.answers) this.#apply(answer);
    } else if (message.kind === 'joined') {
      this.#joint.receive(message.answers);
    } else if (message.kind === 'supply') {
      this.#isSupplyAway = message.isAway;
      this.#ahead_ms = message.ahead_ms;
    } else {
      const leases = message.keys.map((key) => ({ key, unused: this.#giveBack(key, message.window) }));
      this.#send({ kind: 'returned', window: message.window, leases });
    }
  }

  /** Stops waiting for answers. The promises of hits that are still waiting never settle. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #hitAll(
    windows: readonly LimitedWindow[],
    nowMs: number,
    amount: number,
  ): WindowState | Promise<WindowState> {
    const tell = (count: JointCount): WindowState => jointState(count, windows, (end) => this.#end_s(end));
    const count = this.#joint.count(windows, nowMs, amount, this.#isDegraded);
    return count instanceof Promise ? count.then(tell) : tell(count);
  }

  /** Lets one request pass if enough of the lease is left, and returns the window's state. */
  #take(known: Known, amount: number): WindowState {
    const allowed = known.unused >= amount;
    if (allowed) known.unused -= amount;
    return {
      allowed,
      place: 0,
      limit: known.limit,
      remaining: known.unused + known.beyond,
      resetAt_s: this.#end_s(this.#window),
    };
  }

  /**
   * Returns a window's end by this machine's clock, because clients compare it with `Date`. Clocks that
   * differ by less than half a second are treated as equal, so that all replicas return the same end.
   */
  #end_s(window: number): number {
    return windowEnd_s(window, this.#window_ms) - Math.round(this.#ahead_ms / 1000);
  }

  /**
   * Returns a key's known counts, or undefined if there are none for this limit. A lease for a different
   * limit is returned to the owner.
   */
  #knownOf(key: string, limit: number): Known | undefined {
    const known = this.#known.get(key);
    if (known === undefined || known.limit === limit) return known;
    this.#known.delete(key);
    if (known.unused > 0 && !known.isGuess)
      this.#send({ kind: 'freed', window: this.#window, leases: [{ key, unused: known.unused }] });
    return undefined;
  }

  /**
   * Asks the owner how many requests are left, without counting a hit. Until the answer arrives, requests use
   * the lease.
   */
  #refresh(key: string, known: Known, now_ms: number): void {
    known.askedAt_ms = now_ms;
    if (!this.#isDegraded) this.#draft(key, known.limit, now_ms);
  }

  /**
   * Returns this turn's question about a key, creating it if necessary. A question has only one limit, and a
   * request that counts as several needs its own question. In both cases, existing drafts are sent first.
   */
  #draft(key: string, limit: number, now_ms: number, amount = 1): Asked {
    let draft = this.#drafts.get(key);
    if (draft !== undefined && (draft.limit !== limit || draft.amount > 1 || amount > 1)) {
      this.#flush();
      draft = undefined;
    }
    if (draft === undefined) {
      if (this.#drafts.size === 0) this.#defer(() => this.#flush());
      const asked = { ask: ++this.#lastAsk, key, limit, now_ms, sentAt_ms: 0, amount, settle: [] };
      this.#drafts.set(key, (draft = asked));
    }
    draft.now_ms = Math.max(draft.now_ms, now_ms);
    return draft;
  }

  #flush(): void {
    if (this.#drafts.size === 0) return;
    const drafts = [...this.#drafts.values()];
    this.#drafts = new Map();
    const sentAt_ms = performance.now();
    for (const draft of drafts) {
      draft.sentAt_ms = sentAt_ms;
      this.#asked.set(draft.ask, draft);
    }
    this.#timer ??= setTimeout(() => this.#look(), this.#patience_ms).unref();
    this.#send({
      kind: 'count',
      asks: drafts.map(({ ask, key, limit, now_ms, amount, settle }) => ({
        ask,
        key,
        limit,
        hits: settle.length * amount,
        ...(amount > 1 && { isWhole: true as const }),
        now_ms,
      })),
    });
  }

  #apply({ ask, allowed, lease, remaining, window, isExhausted }: Answer): void {
    const asked = this.#asked.get(ask);
    if (asked === undefined) return;
    this.#asked.delete(ask);
    const { key, limit, now_ms } = asked;
    this.#turnTo(window);
    if (window === this.#window) {
      const known = this.#knownOf(key, limit);
      this.#known.set(key, {
        limit,
        unused: (known?.unused ?? 0) + lease,
        beyond: remaining,
        askedAt_ms: now_ms,
        isExhausted,
        isGuess: false,
      });
    }
    const resetAt_s = this.#end_s(window);
    const { amount } = asked;
    asked.settle.forEach((settle, i) => {
      const after = allowed - (i + 1) * amount;
      // A request that counts as several may be refused although a few requests are left.
      const left = after >= 0 ? remaining + lease + after : amount > 1 ? remaining : 0;
      settle({ allowed: after >= 0, place: 0, limit, remaining: left, resetAt_s });
    });
  }

  /** Ends a key's lease. @returns the unused part of the lease */
  #giveBack(key: string, window: number): number {
    const known = this.#known.get(key);
    if (known === undefined || window !== this.#window) return 0;
    const { unused } = known;
    known.unused = 0;
    return unused;
  }

  /** Checks whether the oldest question has been waiting too long. */
  #look(): void {
    this.#timer = null;
    const oldest = this.#oldest();
    if (oldest === undefined || this.#isDegraded) return;
    const left_ms = this.#patience_ms - (performance.now() - oldest.sentAt_ms);
    if (left_ms > 0) {
      this.#timer = setTimeout(() => this.#look(), Math.ceil(left_ms)).unref();
      return;
    }
    // This process itself may have been stalled, and the answer may already have arrived. The answer is then
    // read in one turn of the event loop.
    setImmediate(() => {
      if (this.#oldest() === oldest) this.#degrade();
      else this.#look();
    });
  }

  #oldest(): Asked | undefined {
    for (const asked of this.#asked.values()) return asked;
    return undefined;
  }

  #degrade(): void {
    this.#isDegraded = true;
    this.#onDegraded(true);
    // Drafts are dropped. Questions already sent stay in `#asked`: an answer to them shows that the owner is
    // back.
    const waiting = [...this.#asked.values(), ...this.#drafts.values()];
    this.#drafts = new Map();
    for (const { key, limit, amount, settle } of waiting) {
      for (const decide of settle.splice(0)) decide(this.#take(this.#guess(key, limit), amount));
    }
  }

  #recover(): void {
    this.#isDegraded = false;
    for (const [key, { isGuess }] of this.#known) if (isGuess) this.#known.delete(key);
    this.#onDegraded(false);
  }

  /**
   * From now on, this process may use all requests that were left according to the owner's last answer or, if
   * there was no answer, the whole limit.
   */
  #guess(key: string, limit: number): Known {
    const known = this.#knownOf(key, limit);
    if (known?.isGuess === true || known?.isExhausted === true) return known;
    const guess = {
      limit,
      unused: known === undefined ? limit : known.unused + known.beyond,
      beyond: 0,
      askedAt_ms: 0,
      isExhausted: false,
      isGuess: true,
    };
    this.#known.set(key, guess);
    return guess;
  }

  /**
   * Switches to another window in the same way as `MemoryWindowCounter`. Leases end with the window that they
   * belong to.
   */
  #turnTo(window: number): void {
    if (window === this.#window || window === this.#window - 1) return;
    this.#window = window;
    this.#known = new Map();
  }
}
