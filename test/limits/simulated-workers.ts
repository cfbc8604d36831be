import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import type { WindowState } from '../../src/limits/window-counter.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import type { CounterMessage, LedgerMessage } from '../../src/limits/window-messages.js';

interface SimulatedWorker {
  counter: LeasedWindowCounter;
  toLedger: LedgerMessage[];
  toCounter: CounterMessage[];
  /** What runs at the end of the worker's turn. */
  deferred: (() => void)[];
}

/**
 * A ledger and the counters of some workers in one process. Channels join them. A channel
 * keeps the order of its messages and delivers one message when it is told to. Every decision
 * comes back as the state of the hit.
 */
export class SimulatedWorkers {
  readonly #random: () => number;
  readonly #ledger: WindowLedger;
  readonly #workers = new Map<number, SimulatedWorker>();
  #started = 0;
  /** Number of messages that crossed a channel. */
  messages = 0;

  constructor(workers: number, random: () => number) {
    this.#random = random;
    this.#ledger = new WindowLedger({
      workers,
      send: (worker, message) => this.#workers.get(worker)?.toCounter.push(message),
    });
    for (let i = 0; i < workers; i++) this.start();
  }

  get numbers(): number[] {
    return [...this.#workers.keys()];
  }

  start(): void {
    const [toLedger, toCounter, deferred]: [LedgerMessage[], CounterMessage[], (() => void)[]] = [[], [], []];
    const counter = new LeasedWindowCounter({
      send: (message) => toLedger.push(message),
      defer: (run) => deferred.push(run),
    });
    this.#workers.set(++this.#started, { counter, toLedger, toCounter, deferred });
  }

  /** Ends a worker. All that it has not sent yet and all that was on its way to it is lost. */
  kill(worker: number): void {
    const { counter, toLedger } = this.#workers.get(worker)!;
    counter.close();
    // What it sent before its end still arrives.
    for (const message of toLedger) this.#ledger.receive(worker, message);
    this.#workers.delete(worker);
    this.#ledger.drop(worker);
  }

  hit(worker: number, key: string, limit: number, now_ms: number): WindowState | Promise<WindowState> {
    return this.#workers.get(worker)!.counter.hit([{ id: key, limit }], now_ms);
  }

  /**
   * Delivers one message, or ends the turn of one worker.
   * @returns false when there is nothing left to do
   */
  step(): boolean {
    const steps: (() => void)[] = [];
    for (const [number, { counter, toLedger, toCounter, deferred }] of this.#workers) {
      if (toLedger.length > 0) steps.push(() => this.#ledger.receive(number, toLedger.shift()!));
      if (toCounter.length > 0) steps.push(() => counter.receive(toCounter.shift()!));
      if (deferred.length > 0) steps.push(() => deferred.splice(0).forEach((run) => run()));
    }
    if (steps.length === 0) return false;
    this.messages++;
    steps[Math.floor(this.#random() * steps.length)]();
    return true;
  }

  /** Steps until nothing is on its way. */
  settle(): void {
    while (this.step());
  }

  close(): void {
    this.#ledger.close();
    for (const { counter } of this.#workers.values()) counter.close();
  }
}
