import { setImmediate } from 'node:timers/promises';
import { OperatingError } from '../errors.js';
import type { ApiKey, StoredKey } from './api-key.js';
import type { KeyLookup } from './key-lookup.js';
import type { KeyChanges, KeyCursor, KeyStore } from './key-store.js';
import { hashToken, isWellFormedToken, TOKEN_LENGTH } from './key-token.js';

/** A change made by another process is known after this long: the promise to operators is 5 s. */
const POLL_MS = 1000;

/** `last used` is behind by at most this. */
const FLUSH_MS = 5000;

/** An unknown token asks the store, but a flood of them no oftener than this: ten cheap questions a second, which they share and wait for. */
const MISS_REFRESH_MS = 100;

/** A request with an unknown token waits this long for a store that hangs, then is judged by what is known. */
const PATIENCE_MS = 1000;

/** Keys in one write, after which waiting requests get their turn: under a millisecond. */
const FLUSH_BATCH = 500;

/** One failed write may be another process writing; three in a row (15 s) are a problem to report. */
const FLUSH_FAILURES = 3;

/** Tokens that are remembered with their hashes: about 300 bytes each. */
const TOKENS_KEPT = 10_000;

export interface KeyMirrorOptions {
  poll_ms?: number;
  flush_ms?: number;
  missRefresh_ms?: number;
  /** Called when the store goes away and when it comes back (with null), for the log. */
  onProblem?: (problem: unknown) => void;
}

/**
 * Every key of a store in memory, kept up to date by asking the store each second for what has changed. So a known key
 * is served without a look at the store, a store that is away takes no key with it, and an unknown key costs one hash:
 * there is nothing that a flood of made-up keys could fill or evict. A key takes about half a kilobyte.
 */
export class KeyMirror implements KeyLookup {
  readonly #store: KeyStore;
  readonly #missRefresh_ms: number;
  readonly #onProblem: (problem: unknown) => void;
  readonly #timers: NodeJS.Timeout[];
  #byHash = new Map<string, ApiKey>();
  #cursor: KeyCursor | null = null;
  #readFailed = false;
  /** Until the store answers, so that questions to a store that hangs do not pile up. */
  #reading: Promise<void> | null = null;
  /** Until the store answers or patience ends. */
  #waiting: Promise<void> | null = null;
  /** The question that unknown tokens wait for while it is not yet put. */
  #next: Promise<void> | null = null;
  #missed_ms = Number.NEGATIVE_INFINITY;
  #used = new Set<string>();
  /** Of tokens that were found lately, so that a key that asks all day is hashed once, and looked up once for each request. */
  readonly #lately = new Map<string, StoredKey>();
  #flushing: Promise<void> | null = null;
  #flushFailures = 0;

  /** Resolves after the first look at the store; `state()` is `fail` until one succeeds. */
  static async start(store: KeyStore, options: KeyMirrorOptions = {}): Promise<KeyMirror> {
    const mirror = new KeyMirror(store, options);
    await mirror.#refresh();
    return mirror;
  }

  private constructor(store: KeyStore, options: KeyMirrorOptions) {
    this.#store = store;
    this.#missRefresh_ms = options.missRefresh_ms ?? MISS_REFRESH_MS;
    this.#onProblem = options.onProblem ?? (() => undefined);
    this.#timers = [
      setInterval(() => void this.#refresh(), options.poll_ms ?? POLL_MS).unref(),
      setInterval(() => void this.flush(), options.flush_ms ?? FLUSH_MS).unref(),
    ];
  }

  find(token: string): ApiKey | null | Promise<ApiKey | null> {
    if (token.length !== TOKEN_LENGTH) return null;
    const lately = this.#lately.get(token);
    if (lately !== undefined) return lately.key;
    const hash = hashToken(token);
    const key = this.#byHash.get(hash);
    if (key !== undefined) {
      this.#keep(token, { hash, key });
      return key;
    }
    // A known one needs no checksum; it is there to spare the store questions about what cannot be a key.
    if (!isWellFormedToken(token)) return null;
    return this.#nextRefresh().then(() => this.#known(hash));
  }

  touched(id: string): void {
    this.#used.add(id);
  }

  state(): 'ok' | 'degraded' | 'fail' {
    if (this.#cursor === null) return 'fail';
    return this.#readFailed || this.#flushFailures >= FLUSH_FAILURES ? 'degraded' : 'ok';
  }

  /** Writes down which keys were used since the last time. A failed write is tried again with the next. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeUsed().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Stops asking and writes what is still to be written. The store stays open. */
  async close(): Promise<void> {
    this.#timers.forEach((timer) => clearInterval(timer));
    await this.#next;
    await this.#waiting;
    await this.#flushing;
    await this.flush();
  }

  /** Only of keys that exist, so a flood of made-up ones drives none out. */
  #keep(token: string, found: StoredKey): void {
    if (this.#lately.size >= TOKENS_KEPT) this.#lately.clear();
    this.#lately.set(token, found);
  }

  #known(hash: string): ApiKey | null {
    if (this.#cursor === null)
      throw new OperatingError('SERVICE_UNAVAILABLE', 'API keys cannot be checked at the moment');
    return this.#byHash.get(hash) ?? null;
  }

  /**
   * A look at the store that begins after this call, so that a key made before it is seen: an answer that was already
   * on its way when the token came may be older than the key.
   */
  #nextRefresh(): Promise<void> {
    this.#next ??= this.#refreshAfterPause();
    return this.#next;
  }

  async #refreshAfterPause(): Promise<void> {
    const pause_ms = this.#missed_ms + this.#missRefresh_ms - performance.now();
    if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
    await this.#waiting;
    this.#next = null;
    this.#missed_ms = performance.now();
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    if (this.#reading === null) {
      this.#reading = this.#readChanges().finally(() => (this.#reading = null));
      this.#waiting = this.#withPatience(this.#reading).finally(() => (this.#waiting = null));
    }
    await this.#waiting;
  }

  async #readChanges(): Promise<void> {
    try {
      this.#apply(await this.#store.changes(this.#cursor));
      this.#noteRead(null);
    } catch (problem) {
      this.#noteRead(problem);
    }
  }

  async #withPatience(reading: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#noteRead(new Error('the key store does not answer'));
        resolve();
      }, PATIENCE_MS).unref();
    });
    await Promise.race([reading, tooLong]);
    clearTimeout(timer);
  }

  #noteRead(problem: unknown): void {
    const failed = problem !== null;
    if (failed !== this.#readFailed) this.#onProblem(problem);
    this.#readFailed = failed;
  }

  #apply(changes: KeyChanges): void {
    if (changes.complete) this.#byHash = new Map();
    for (const { key, hash } of changes.keys) this.#byHash.set(hash, key);
    this.#cursor = changes.cursor;
    if (changes.complete || changes.keys.length > 0) this.#renew();
  }

  /** What was found lately is what the keys are now. */
  #renew(): void {
    for (const [token, found] of this.#lately) {
      const key = this.#byHash.get(found.hash);
      if (key === undefined) this.#lately.delete(token);
      else found.key = key;
    }
  }

  async #writeUsed(): Promise<void> {
    const ids = [...this.#used];
    this.#used = new Set();
    const at = new Date();
    for (let first = 0; first < ids.length; first += FLUSH_BATCH) {
      try {
        await this.#store.touch(ids.slice(first, first + FLUSH_BATCH), at);
        if (this.#flushFailures >= FLUSH_FAILURES) this.#onProblem(null);
        this.#flushFailures = 0;
      } catch (problem) {
        ids.slice(first).forEach((id) => this.#used.add(id));
        if (++this.#flushFailures === FLUSH_FAILURES) this.#onProblem(problem);
        return;
      }
      await setImmediate();
    }
  }
}
