import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { IoredisLink } from '../../src/limits/redis/ioredis-link.js';
import { parseRedisAddress } from '../../src/limits/redis/redis-address.js';
import { SharedSupply } from '../../src/limits/redis/shared-supply.js';
import { PROCESS_CLOCK } from '../../src/limits/redis/window-link.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import type { LimitedWindow, WindowState } from '../../src/limits/window-counter.js';
import { PATIENCE_MS } from '../patience.js';

export interface ReplicaOptions {
  port: number;
  workers?: number;
  window_ms: number;
  /** Long by default: a busy machine must not decide whether a count is exact. */
  wait_ms?: number;
  /** How far its clock is ahead of the others. */
  skew_ms?: number;
  prefix?: string;
  /** Instead of one Redis at `port`. */
  address?: string;
}

/**
 * One service with its workers, as `gazarch serve` has it, on a real connection to a real Redis. Queues
 * instead of channels join its processes.
 */
export class Replica {
  readonly supply: SharedSupply;
  readonly counters: LeasedWindowCounter[];
  readonly #ledger: WindowLedger;
  readonly #skew_ms: number;
  #isDead = false;
  /** Goes away: true, comes back: false. */
  readonly changes: boolean[] = [];

  constructor({
    port,
    workers = 2,
    window_ms,
    wait_ms = 1_000,
    skew_ms = 0,
    prefix = 'test:',
    address: text = `redis://127.0.0.1:${port}/?prefix=${prefix}`,
  }: ReplicaOptions) {
    const address = parseRedisAddress(text)!;
    this.#skew_ms = skew_ms;
    const clock = { ...PROCESS_CLOCK, wall_ms: () => Date.now() + skew_ms };
    this.supply = new SharedSupply({ link: new IoredisLink(address), wait_ms, window_ms, clock });
    this.supply.onChange = (isAway) => this.changes.push(isAway);
    this.#ledger = new WindowLedger({
      workers,
      send: (worker, message) => this.#later(() => this.counters[worker].receive(message)),
      supply: this.supply,
    });
    this.counters = Array.from(
      { length: workers },
      (_, worker) =>
        new LeasedWindowCounter({
          window_ms,
          patience_ms: 60_000,
          send: (message) => this.#later(() => this.#ledger.receive(worker, message)),
        }),
    );
    const tell = (): void => this.counters.forEach((counter) => counter.receive(this.supply.news()));
    this.supply.serve(this.#ledger, tell);
    tell();
    this.supply.start();
  }

  /** Resolves when Redis is there. */
  async ready(): Promise<this> {
    await until(() => !this.supply.news().isAway, 'Redis');
    return this;
  }

  hit(worker: number, key: string, limit: number): WindowState | Promise<WindowState> {
    return this.counters[worker % this.counters.length].hit([{ id: key, limit }], Date.now() + this.#skew_ms);
  }

  hitAll(worker: number, windows: readonly LimitedWindow[]): WindowState | Promise<WindowState> {
    const counter = this.counters[worker % this.counters.length];
    return counter.hit(windows, Date.now() + this.#skew_ms);
  }

  /** It is gone at once, with all that it held and all that was on its way. */
  kill(): void {
    this.#isDead = true;
    this.supply.close();
    this.#ledger.close();
    for (const counter of this.counters) counter.close();
  }

  #later(run: () => void): void {
    setImmediate(() => {
      if (!this.#isDead) run();
    });
  }
}

/** Polls until something holds. The time limit only ends a test that has failed. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !(await holds());) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about`);
    await pause(5);
  }
}

export function pause(delay_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay_ms));
}

/** Waits for the beginning of a window. */
export async function startOfWindow(window_ms: number): Promise<void> {
  await pause(window_ms - (Date.now() % window_ms) + 5);
}

/** Requests that passed, by the window that their answers name, and the windows in which any was refused. */
export class Tally {
  readonly passed = new Map<number, number>();
  readonly full = new Set<number>();
  readonly states: WindowState[] = [];

  async add(hits: readonly (WindowState | Promise<WindowState>)[]): Promise<void> {
    for (const state of await Promise.all(hits.map(async (hit) => hit))) {
      this.states.push(state);
      if (state.allowed) this.passed.set(state.resetAt_s, (this.passed.get(state.resetAt_s) ?? 0) + 1);
      else this.full.add(state.resetAt_s);
    }
  }
}
