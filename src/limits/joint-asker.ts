import { JointWindows, type JointAnswer, type JointAsk, type JointCount } from './joint-windows.js';
import type { LimitedWindow } from './window-counter.js';

interface Asked extends JointAsk {
  settle: (count: JointCount) => void;
}

export interface JointAskerOptions {
  send: (asks: JointAsk[]) => void;
  patience_ms: number;
  window_ms: number;
  /** Runs a callback at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
}

/**
 * Asks the process that owns the counts whether requests that belong to several windows may pass, once per
 * turn of the event loop. If the owner does not answer, this process counts on its own until the owner does.
 */
export class JointAsker {
  readonly #options: JointAskerOptions;
  readonly #alone: JointWindows;
  #drafts: Asked[] = [];
  readonly #asked = new Map<number, Asked>();
  #lastAsk = 0;
  #isAlone = false;

  constructor(options: JointAskerOptions) {
    this.#options = options;
    this.#alone = new JointWindows(options.window_ms);
  }

  /** @param isAlone whether the owner is known not to be answering */
  count(
    windows: readonly LimitedWindow[],
    now_ms: number,
    amount: number,
    isAlone: boolean,
  ): JointCount | Promise<JointCount> {
    if (isAlone || this.#isAlone) return this.#alone.count(windows, now_ms, amount);
    return new Promise((settle) => {
      if (this.#drafts.length === 0) this.#options.defer(() => this.#flush());
      this.#drafts.push({ ask: ++this.#lastAsk, windows: [...windows], amount, now_ms, settle });
    });
  }

  receive(answers: readonly JointAnswer[]): void {
    this.#isAlone = false;
    for (const { ask, ...count } of answers) {
      this.#asked.get(ask)?.settle(count);
      this.#asked.delete(ask);
    }
  }

  #flush(): void {
    const drafts = this.#drafts;
    this.#drafts = [];
    for (const draft of drafts) this.#asked.set(draft.ask, draft);
    this.#options.send(drafts.map(({ ask, windows, amount, now_ms }) => ({ ask, windows, amount, now_ms })));
    // This process itself may have been stalled, and the answer may already have arrived. The answer is then
    // read in one more turn of the event loop.
    setTimeout(() => setImmediate(() => this.#giveUp(drafts)), this.#options.patience_ms).unref();
  }

  #giveUp(drafts: readonly Asked[]): void {
    for (const { ask, windows, amount, now_ms, settle } of drafts) {
      if (!this.#asked.delete(ask)) continue;
      this.#isAlone = true;
      settle(this.#alone.count(windows, now_ms, amount));
    }
  }
}
