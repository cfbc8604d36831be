import { randomBytes } from 'node:crypto';
import { ERRORS_KEPT, type RequestError } from './request-errors.js';
import type { UnfoundSearch } from './unfound-searches.js';
import { UsageCells, type UsageMinute } from './usage-cells.js';
import type { UsageBatch, UsageStore } from './usage-store.js';

/**
 * The interval at which counts are written. If a process is killed, at most the counts from one such interval
 * are lost, plus one second of its workers' counts.
 */
const FLUSH_MS = 5_000;

/** The interval at which old counts are removed. */
const THIN_MS = 3_600_000;

/**
 * The maximum number of cells (key, endpoint, outcome, minute) that wait while the store is down, which take
 * up about 40 MB. With 100 busy keys, this limit is reached in half a day, and with 10,000 keys in ten
 * minutes.
 */
const WAITING_MAX_CELLS = 200_000;

/**
 * The maximum number of errors that may wait to be stored. Beyond this number, the oldest errors are dropped.
 */
const WAITING_MAX_ERRORS = 5_000;

/**
 * The maximum number of searches that may wait to be stored. Beyond this number, new searches are dropped.
 */
const WAITING_MAX_UNFOUND = 5_000;

/**
 * The approximate number of cells in one transaction. The cells of one minute are never split between
 * transactions.
 */
const BATCH_CELLS = 5_000;

export interface UsageWriterOptions {
  store: UsageStore;
  /** Returns this process's counts; called before each write. */
  take?: () => UsageMinute[];
  /** Returns this process's errors; called before each write. */
  takeErrors?: () => RequestError[];
  /** Returns this process's searches without results; called before each write. */
  takeUnfound?: () => UnfoundSearch[];
  /** Called after each write, successful or not. It must not throw. */
  onWritten?: () => Promise<void>;
  flush_ms?: number;
  waitingMax_cells?: number;
  /** Called with the problem when writing starts to fail, and with null when it works again. */
  onProblem?: (problem: unknown) => void;
  /** Called with the number of requests whose counts were lost because the store was down for too long. */
  onDropped?: (requests: number) => void;
}

/**
 * Collects the counts of all processes of a service and writes them every few seconds, independently of
 * requests. While the store is down, the counts wait in memory, up to a limit. Nothing is counted twice,
 * because a batch keeps its number and content until the store has confirmed it.
 */
export class UsageWriter {
  readonly #options: UsageWriterOptions;
  readonly #waitingMax_cells: number;
  readonly #writer = randomBytes(12).toString('base64url');
  readonly #waiting = new Map<number, UsageCells>();
  readonly #timer: NodeJS.Timeout;
  /** The batch that is being written, or that may have been written. */
  #batch: UsageBatch | null = null;
  #sequence = 0;
  #flushing: Promise<void> | null = null;
  /** Errors by key, oldest first. */
  readonly #errors = new Map<string, RequestError[]>();
  #waitingErrors = 0;
  #unfound: UnfoundSearch[] = [];
  #isAiling = false;
  /** The Unix time at which all counts were last written, or null. */
  writtenAt_ms: number | null = null;
  #dropped = 0;
  #thinned_ms = Number.NEGATIVE_INFINITY;

  constructor(options: UsageWriterOptions) {
    this.#options = options;
    this.#waitingMax_cells = options.waitingMax_cells ?? WAITING_MAX_CELLS;
    this.#timer = setInterval(() => void this.flush(), options.flush_ms ?? FLUSH_MS).unref();
  }

  add(
    minutes: readonly UsageMinute[],
    errors: readonly RequestError[] = [],
    unfound: readonly UnfoundSearch[] = [],
  ): void {
    this.#addErrors(errors);
    this.#unfound.push(...unfound.slice(0, WAITING_MAX_UNFOUND - this.#unfound.length));
    for (const minute of minutes) {
      let cells = this.#waiting.get(minute.minute);
      if (cells === undefined) this.#waiting.set(minute.minute, (cells = new UsageCells(minute.minute)));
      cells.addAll(minute);
    }
    this.#dropOldest();
  }

  /**
   * Writes all waiting counts. If a write fails, the next call resumes with the same batch. It never throws.
   */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => (this.#flushing = null));
    return this.#flushing;
  }

  /**
   * Writes the counts that are still waiting and closes the store.
   * @returns the number of requests whose counts could not be written
   */
  async close(): Promise<number> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush();
    const unwritten = this.#batch?.counts.flatMap(({ buckets }) => buckets) ?? [];
    await this.#options.store.close().catch(() => undefined);
    return [...this.#waiting.values()].reduce((sum, { requests }) => sum + requests, sumOf(unwritten));
  }

  async #write(): Promise<void> {
    const { take, takeErrors, takeUnfound, store, onProblem, onDropped, onWritten } = this.#options;
    this.add(take?.() ?? [], takeErrors?.() ?? [], takeUnfound?.() ?? []);
    try {
      for (this.#batch ??= this.#nextBatch(); this.#batch !== null; this.#batch = this.#nextBatch())
        await store.add(this.#batch);
      const now_ms = Date.now();
      if (Math.abs(now_ms - this.#thinned_ms) >= THIN_MS) {
        await store.thin(now_ms);
        this.#thinned_ms = now_ms;
      }
      this.writtenAt_ms = now_ms;
      if (this.#isAiling) onProblem?.(null);
      this.#isAiling = false;
    } catch (problem) {
      if (!this.#isAiling) onProblem?.(problem);
      this.#isAiling = true;
    }
    if (this.#dropped > 0) onDropped?.(this.#dropped);
    this.#dropped = 0;
    await onWritten?.();
  }

  #addErrors(errors: readonly RequestError[]): void {
    for (const error of errors) {
      let own = this.#errors.get(error.keyId);
      if (own === undefined) this.#errors.set(error.keyId, (own = []));
      if (own.length < ERRORS_KEPT && this.#waitingErrors >= WAITING_MAX_ERRORS) continue;
      own.push(error);
      if (own.length > ERRORS_KEPT) own.shift();
      else this.#waitingErrors++;
    }
  }

  #takeErrors(): RequestError[] {
    const errors = [...this.#errors.values()].flat();
    this.#errors.clear();
    this.#waitingErrors = 0;
    return errors;
  }

  #nextBatch(): UsageBatch | null {
    if (this.#waiting.size === 0 && this.#waitingErrors === 0 && this.#unfound.length === 0) return null;
    const counts = [];
    for (const minute of this.#minutes()) {
      counts.push(...this.#waiting.get(minute)!.toCounts());
      this.#waiting.delete(minute);
      if (counts.length >= BATCH_CELLS) break;
    }
    const errors = this.#takeErrors();
    const unfound = this.#unfound.splice(0);
    return { writer: this.#writer, sequence: ++this.#sequence, counts, errors, unfound };
  }

  #dropOldest(): void {
    let cells = 0;
    for (const { size } of this.#waiting.values()) cells += size;
    for (const minute of this.#minutes()) {
      if (cells <= this.#waitingMax_cells) return;
      const oldest = this.#waiting.get(minute)!;
      this.#waiting.delete(minute);
      this.#dropped += oldest.requests;
      cells -= oldest.size;
    }
  }

  /** The minutes whose counts are waiting to be written, oldest first. */
  #minutes(): number[] {
    return [...this.#waiting.keys()].sort((a, b) => a - b);
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
