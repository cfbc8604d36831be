import { TimeLimit } from './time-limit.js';
import type { SourceState } from '../geocoder.js';

/** How often the watch probes an engine that answers, and an engine that does not. */
const WAIT_MS = { ok: 1_000, away: 250 };

/**
 * After this time without an answer, the watch sends another probe on another connection, because the first
 * probe may be lost and the engine may have recovered or moved.
 */
const AGAIN_MS = 1_000;

/** The maximum number of open probes. If this number is exceeded, the watch drops the oldest probe. */
export const OPEN_MAX = 8;

export interface WatchOptions {
  /** Probes the engine. @throws Error with the reason if the engine is not ready */
  probe: (signal: AbortSignal) => Promise<void>;
  /** The time limit for the engine's answer to a probe, which is the same as for a request. */
  timeout_ms: number;
  /** Returns the time, by `performance.now()`, at which a request was last answered. */
  answeredAt_ms: () => number;
  /** Called each time the engine answers a probe. */
  onAnswer: () => void;
  /**
   * Called when a later probe is answered before an earlier one, which suggests that the pooled connections
   * are dead.
   */
  onOvertaken?: () => void;
  /** Called when the engine starts or stops answering probes. */
  onChange?: (reason: string | null) => void;
}

interface OpenQuestion {
  from_ms: number;
  giveUp: AbortController;
}

/** Probes an engine in the background, so that readiness requests do not have to wait. */
export class UpstreamWatch {
  readonly #options: WatchOptions;
  /**
   * Undefined before the first probe is answered or fails, null if the engine is ready, and otherwise the
   * reason why it is not.
   */
  #reason: string | null | undefined = undefined;
  /** Whether the engine hangs, so that requests would wait without getting an answer. */
  #isHanging = false;
  #timer: NodeJS.Timeout | null = null;
  /** Open probes, oldest first. */
  readonly #open = new Set<OpenQuestion>();
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  state(): SourceState {
    return this.#reason === undefined ? 'loading' : this.#reason === null ? 'ok' : 'fail';
  }

  /** Whether the engine accepted the latest probes but did not answer them. */
  get isHanging(): boolean {
    return this.#isHanging;
  }

  /**
   * Whether the engine may be about to hang, because a probe has been open for a long time and no request has
   * been answered since. A caller that can use another engine should do so.
   */
  get isSilent(): boolean {
    const [oldest] = this.#open;
    if (oldest === undefined) return false;
    const { from_ms } = oldest;
    return performance.now() - from_ms > AGAIN_MS && this.#options.answeredAt_ms() < from_ms;
  }

  /**
   * Probes the engine immediately and then at intervals. Resolves when the result of the first probe is
   * known.
   */
  start(): Promise<void> {
    return this.#ask();
  }

  /** Probes the engine immediately, unless a recent probe is still open. */
  ask(): void {
    const newest_ms = Math.max(...[...this.#open].map(({ from_ms }) => from_ms));
    if (performance.now() - newest_ms > WAIT_MS.away) void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    for (const { giveUp } of this.#open) giveUp.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    if (this.#open.size === OPEN_MAX) this.#giveUp([...this.#open][0]);
    const question = { from_ms: performance.now(), giveUp: new AbortController() };
    this.#open.add(question);
    this.#askIn(AGAIN_MS);
    const { probe, timeout_ms } = this.#options;
    const limit = new TimeLimit(timeout_ms, question.giveUp.signal);
    try {
      await probe(limit.signal);
      if (this.#open.delete(question)) this.#answered(question);
    } catch (error) {
      if (this.#open.delete(question)) this.#failed(question, error as Error);
    } finally {
      limit.end();
    }
    if (this.#open.size === 0) this.#askIn(this.#reason === null ? WAIT_MS.ok : WAIT_MS.away);
  }

  #answered({ from_ms }: OpenQuestion): void {
    const overtaken = [...this.#open].filter((one) => one.from_ms < from_ms);
    for (const one of overtaken) this.#giveUp(one);
    this.#options.onAnswer();
    if (overtaken.length > 0 && this.#reason === null) this.#options.onOvertaken?.();
    this.#note(null);
  }

  #failed({ from_ms }: OpenQuestion, error: Error): void {
    if (this.#isClosed) return;
    const isLate = error.name === 'TimeoutError';
    // A busy engine may leave a probe waiting while it answers requests.
    if (isLate && this.#options.answeredAt_ms() > from_ms) return;
    this.#note(isLate ? 'no answer in time' : error.message, isLate);
  }

  #giveUp(question: OpenQuestion): void {
    this.#open.delete(question);
    question.giveUp.abort();
  }

  #askIn(wait_ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#ask(), wait_ms);
    this.#timer.unref();
  }

  #note(reason: string | null, isHanging = false): void {
    const isNew = this.#reason === undefined || (this.#reason === null) !== (reason === null);
    this.#reason = reason;
    this.#isHanging = isHanging;
    if (isNew) this.#options.onChange?.(reason);
  }
}
