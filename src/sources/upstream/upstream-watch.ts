import type { SourceState } from '../geocoder.js';

/** How often an engine that answers is asked whether it does, and one that does not. */
const WAIT_MS = { ok: 1_000, away: 250 };

/**
 * How long an engine may take to say so. With the wait before it, an engine that has moved without a word is
 * noticed, and asked at its new place, within 2 s.
 */
const PROBE_TIMEOUT_MS = 700;

export interface WatchOptions {
  /** Asks the engine. @throws Error when it is not ready, with the reason */
  probe: (signal: AbortSignal) => Promise<void>;
  /** When a request was last answered, by `performance.now()`. */
  answeredAt_ms: () => number;
  /** The engine answers. Told each time. */
  onAnswer: () => void;
  /** The engine answers now and did not before, or the other way round. */
  onChange?: (reason: string | null) => void;
}

/** Asks an engine in the background whether it is ready, so that nobody who asks for readiness waits. */
export class UpstreamWatch {
  readonly #options: WatchOptions;
  /** Undefined before the first answer; null: it is ready; else why not. */
  #reason: string | null | undefined = undefined;
  #timer: NodeJS.Timeout | null = null;
  #asking: Promise<void> | null = null;
  readonly #end = new AbortController();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  state(): SourceState {
    return this.#reason === undefined ? 'loading' : this.#reason === null ? 'ok' : 'fail';
  }

  /** Asks now, and from now on again and again. Resolves with the first answer. */
  start(): Promise<void> {
    return this.ask();
  }

  /** Asks now. Who asks while a question is open waits for that one. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  close(): void {
    this.#end.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { probe, answeredAt_ms, onAnswer } = this.#options;
    const from_ms = performance.now();
    try {
      await probe(AbortSignal.any([AbortSignal.timeout(PROBE_TIMEOUT_MS), this.#end.signal]));
      onAnswer();
      this.#note(null);
    } catch (error) {
      // A busy engine may let the probe wait, but it answers requests.
      const isLate = (error as Error).name === 'TimeoutError';
      const isBusy = isLate && answeredAt_ms() > from_ms;
      if (!this.#end.signal.aborted && !isBusy)
        this.#note(isLate ? 'no answer in time' : (error as Error).message);
    }
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => void this.ask(), this.#reason === null ? WAIT_MS.ok : WAIT_MS.away);
    this.#timer.unref();
  }

  #note(reason: string | null): void {
    const isNew = this.#reason === undefined || (this.#reason === null) !== (reason === null);
    this.#reason = reason;
    if (isNew) this.#options.onChange?.(reason);
  }
}
