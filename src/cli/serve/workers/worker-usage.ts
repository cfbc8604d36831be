import type { UsageCounter } from '../../../usage/usage-counter.js';
import type { CountedUsage, FromWorker } from './worker-messages.js';

/**
 * How often a worker sends its counts to its leader. A worker that is killed loses at most the counts of this
 * interval.
 */
const HAND_OVER_MS = 1_000;

/** How long the last counts may take to reach the process that writes them. */
const PATIENCE_MS = 1_000;

/** Passes a worker's counts to the process that writes them. */
export class WorkerUsage {
  readonly #counter: UsageCounter | null;
  readonly #tell: (message: FromWorker) => void;
  readonly #timer: NodeJS.Timeout;
  #onTaken: () => void = () => undefined;

  /** @param counter `null` if usage is not counted */
  constructor(counter: UsageCounter | null, tell: (message: FromWorker) => void) {
    this.#counter = counter;
    this.#tell = tell;
    this.#timer = setInterval(() => this.#handOver(), HAND_OVER_MS).unref();
  }

  /** Records that the last counts have arrived. */
  taken(): void {
    this.#onTaken();
  }

  /**
   * Sends the last counts to the process that writes them. Resolves when the counts have arrived, because the
   * process might otherwise exit first.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#counter === null || !process.connected) return;
    const counted = this.#take(this.#counter);
    await new Promise<void>((resolve) => {
      this.#onTaken = resolve;
      setTimeout(resolve, PATIENCE_MS);
      this.#tell({ kind: 'usage', ...counted, isLast: true });
    });
  }

  #handOver(): void {
    if (this.#counter === null) return;
    const counted = this.#take(this.#counter);
    if (Object.values(counted).some(({ length }) => length > 0))
      this.#tell({ kind: 'usage', ...counted, isLast: false });
  }

  #take(counter: UsageCounter): CountedUsage {
    return {
      ...{ minutes: counter.take(), errors: counter.errors.take() },
      unfound: counter.unfound?.take() ?? [],
    };
  }
}
