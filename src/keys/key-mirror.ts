import { setImmediate } from 'node:timers/promises';
import { counted } from '../counted.js';
import { InputError, OperatingError } from '../errors.js';
import type { FoundKey, KeyLookup } from './key-lookup.js';
import { batches } from './key-row.js';
import type { KeyChanges, KeyCursor, KeyPage, KeyStore } from './key-store.js';
import { hashToken, isWellFormedToken, TOKEN_LENGTH } from './key-token.js';
import { KnownKeys } from './known-keys.js';

/**
 * How often the mirror asks the store for changes. Operators are promised that a change by another process
 * takes effect within 5 s.
 */
const POLL_MS = 1000;

/** How often `lastUsedAt` is written. The stored value is at most this old. */
const FLUSH_MS = 5000;

/**
 * Unknown tokens make the mirror query the store, but at most this often: ten cheap queries a second. All
 * waiting tokens share a query.
 */
const MISS_REFRESH_MS = 100;

/**
 * How long a request with an unknown token waits for a store that is hung. After that, only the known keys
 * are considered.
 */
const PATIENCE_MS = 1000;

/**
 * How long the first read may take: it returns every key, possibly half a million. Only startup waits for the
 * first read.
 */
const START_PATIENCE_MS = 10_000;

/**
 * The number of keys in one write, which takes less than a millisecond. Waiting requests are handled after
 * each write.
 */
const FLUSH_BATCH = 500;

/** The number of keys per batch when a whole store is read. */
const TAKE_BATCH = 1_000;

/**
 * A single failed write may only mean that another process is writing. Three failures in a row (15 s) are
 * reported.
 */
const FLUSH_FAILURES = 3;

/** The maximum number of tokens to remember with their hashes; each takes about 300 bytes. */
const TOKENS_KEPT = 10_000;

/** A recently found token. */
interface Lately {
  hash: string;
  found: FoundKey;
}

/** An ongoing read of the store. */
interface Intake {
  /** The keys read so far, if the read covers the whole store. */
  whole: KnownKeys;
  /** The ids of changed keys, if the read covers only changes. */
  changed: Set<string>;
  page: KeyPage;
}

export interface KeyMirrorOptions {
  poll_ms?: number;
  flush_ms?: number;
  missRefresh_ms?: number;
  /**
   * Called with the problem when the store stops answering or has lost its keys, and with null when the store
   * works again, so that the log shows both events. A second problem that occurs before the store works again
   * is not reported.
   */
  onProblem?: (problem: unknown) => void;
  /** Called if the first read fails, because another process may know the store's content. */
  lastKnown?: (() => Promise<KeyChanges | null>) | undefined;
}

/**
 * Keeps every key of a store in memory. The mirror asks the store for changes each second, and whenever the
 * store announces a change.
 *
 * A known key is served without asking the store, even while the store is down. Looking up an unknown key
 * costs one hash computation. A flood of made-up keys can neither fill the memory nor evict a real key. A key
 * takes about 350 bytes.
 */
export class KeyMirror implements KeyLookup {
  readonly #store: KeyStore;
  readonly #missRefresh_ms: number;
  readonly #onProblem: (problem: unknown) => void;
  readonly #timers: NodeJS.Timeout[];
  #keys = new KnownKeys();
  #cursor: KeyCursor | null = null;
  /** The current faults when reading and writing, or null. */
  readonly #problems: { read: unknown; write: unknown } = { read: null, write: null };
  /**
   * The read in progress, until the store answers. There is at most one read at a time, so that reads do not
   * pile up while a store is hung.
   */
  #reading: Promise<void> | null = null;
  /** The same read, but limited to `PATIENCE_MS`. */
  #waiting: Promise<void> | null = null;
  /** The next read, which has not started yet and which unknown tokens are waiting for. */
  #next: Promise<void> | null = null;
  /** When the last read for unknown tokens began, as returned by `performance.now()`. */
  #missed_ms = Number.NEGATIVE_INFINITY;
  /** Ids of keys used since the last write. */
  #used = new Set<string>();
  /**
   * Recently found keys by token. A busy key is hashed once; after that, each request costs one map lookup.
   */
  readonly #lately = new Map<string, Lately>();
  #flushing: Promise<void> | null = null;
  #flushFailures = 0;
  #isClosed = false;

  /** Resolves after the first read of the store. `state()` is `fail` until a read succeeds. */
  static async start(store: KeyStore, options: KeyMirrorOptions = {}): Promise<KeyMirror> {
    const mirror = new KeyMirror(store, options);
    await mirror.#refresh(START_PATIENCE_MS);
    const known = mirror.#cursor === null ? await options.lastKnown?.() : null;
    // The store may have answered in the meantime.
    if (known && mirror.#cursor === null) await mirror.#apply(known, mirror.#intake());
    store.onChange?.(() => void (mirror.#isClosed || mirror.#nextRefresh()));
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

  find(token: string): FoundKey | null | Promise<FoundKey | null> {
    if (token.length !== TOKEN_LENGTH) return null;
    const lately = this.#lately.get(token);
    if (lately !== undefined) return lately.found;
    const hash = hashToken(token);
    const found = this.#keys.get(hash);
    if (found !== undefined) {
      this.#keep(token, { hash, found });
      return found;
    }
    // The checksum of a known key does not have to be verified. The checksum keeps text that cannot be a key
    // from reaching the store.
    if (!isWellFormedToken(token)) return null;
    return this.#nextRefresh().then(() => this.#known(hash));
  }

  touched(id: string): void {
    this.#used.add(id);
  }

  state(): 'ok' | 'degraded' | 'fail' {
    if (this.#cursor === null) return 'fail';
    return this.#isAiling() || this.#keys.size === 0 ? 'degraded' : 'ok';
  }

  /** If no key is known, reads the first key, which was just created. */
  async expectFirst(): Promise<void> {
    if (this.#keys.size === 0) await this.#nextRefresh();
  }

  /** Writes which keys were used since the last write. If that fails, the next call tries again. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeUsed().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Stops asking the store and writes all pending changes. The store stays open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timers.forEach((timer) => clearInterval(timer));
    await this.#next;
    await this.#waiting;
    await this.#flushing;
    await this.flush();
  }

  /**
   * Remembers a token. This function is called only for tokens of existing keys, so made-up tokens evict
   * nothing.
   */
  #keep(token: string, lately: Lately): void {
    if (this.#lately.size >= TOKENS_KEPT) this.#lately.clear();
    this.#lately.set(token, lately);
  }

  #known(hash: string): FoundKey | null {
    if (this.#cursor === null)
      throw new OperatingError('SERVICE_UNAVAILABLE', 'API keys cannot be checked at the moment');
    return this.#keys.get(hash) ?? null;
  }

  /**
   * Returns a read of the store that begins after this call, so that it sees a key created before the call. A
   * read already in progress may miss that key.
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

  async #refresh(patience_ms = PATIENCE_MS): Promise<void> {
    if (this.#reading === null) {
      this.#reading = this.#readChanges().finally(() => (this.#reading = null));
      this.#waiting = this.#withPatience(this.#reading, patience_ms).finally(() => (this.#waiting = null));
    }
    await this.#waiting;
  }

  async #readChanges(): Promise<void> {
    try {
      const intake = this.#intake();
      const changes = await this.#store.changes(this.#cursor, intake.page);
      await this.#apply(changes, intake);
      this.#note('read', changes.problem ?? null);
    } catch (problem) {
      this.#note('read', problem);
    }
  }

  async #withPatience(reading: Promise<void>, patience_ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#note('read', new Error('the key store is not responding'));
        resolve();
      }, patience_ms).unref();
    });
    await Promise.race([reading, tooLong]);
    clearTimeout(timer);
  }

  #note(what: 'read' | 'write', problem: unknown): void {
    const wasAiling = this.#isAiling();
    this.#problems[what] = problem;
    if (this.#isAiling() !== wasAiling) this.#onProblem(problem);
  }

  #isAiling(): boolean {
    return this.#problems.read !== null || this.#problems.write !== null;
  }

  /**
   * Reads keys in batches. When a whole store is read, its keys are collected separately and replace the
   * known keys at the end.
   */
  #intake(): Intake {
    const intake: Intake = {
      whole: new KnownKeys(),
      changed: new Set(),
      page: (keys, complete) => {
        const known = complete ? intake.whole : this.#keys;
        for (const stored of keys) known.put(stored);
        if (!complete) for (const { key } of keys) intake.changed.add(key.id);
      },
    };
    return intake;
  }

  /**
   * Applies changes. A store never deletes keys. If a store that had keys now has none, it has lost them:
   * someone removed the file and a new one was created, or its volume is not mounted. The cursor is kept, so
   * that the next read starts from the same position.
   * @throws InputError if the store has lost its keys; the known keys are kept
   */
  async #apply(changes: KeyChanges, { whole, changed, page }: Intake): Promise<void> {
    for (const [i, some] of batches(changes.keys, TAKE_BATCH).entries()) {
      if (i > 0) await setImmediate();
      page(some, changes.complete);
    }
    if (changes.complete && whole.size === 0 && this.#keys.size > 0) {
      const known = counted(this.#keys.size, 'key was', 'keys were');
      throw new InputError(
        `the key store is empty, but ${known} in it; restore the key store or a backup of it`,
      );
    }
    if (changes.complete) {
      this.#keys = whole;
      this.#lately.clear();
    }
    for (const project of changes.projects) this.#keys.putProject(project);
    this.#cursor = changes.cursor;
    if (changed.size > 0) this.#renew(changed);
  }

  /** Updates the remembered keys to their new versions, and drops keys that are gone. */
  #renew(changed: ReadonlySet<string>): void {
    for (const [token, lately] of this.#lately) {
      if (!changed.has(lately.found.key.id)) continue;
      const found = this.#keys.get(lately.hash);
      if (found === undefined) this.#lately.delete(token);
      else lately.found = found;
    }
  }

  async #writeUsed(): Promise<void> {
    const ids = [...this.#used];
    this.#used = new Set();
    const at = new Date();
    for (let first = 0; first < ids.length; first += FLUSH_BATCH) {
      try {
        await this.#store.touch(ids.slice(first, first + FLUSH_BATCH), at);
        this.#flushFailures = 0;
        this.#note('write', null);
      } catch (problem) {
        ids.slice(first).forEach((id) => this.#used.add(id));
        if (++this.#flushFailures >= FLUSH_FAILURES) this.#note('write', problem);
        return;
      }
      await setImmediate();
    }
  }
}
