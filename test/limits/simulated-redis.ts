import { LEASE_PART } from '../../src/limits/redis/lease-size.js';
import { HEARING_MS } from '../../src/limits/redis/redis-limits.js';
import type { SupplyClock, WindowLink } from '../../src/limits/redis/window-link.js';

/** What `GRANT_SCRIPT` does, without Redis. A test compares the two. */
export class SimulatedRedis {
  /** One that has counted for long, so that it grants at once. */
  static aged(): SimulatedRedis {
    const redis = new SimulatedRedis();
    redis.#epoch = { birth_ms: 0, beats: 0 };
    return redis;
  }

  readonly #keys = new Map<string, { window: number; used: number }>();
  #epoch: { birth_ms: number; beats: number } | null = null;
  calls = 0;
  asked = 0;

  usedOf(key: string): number | undefined {
    return this.#keys.get(key)?.used;
  }

  /** It comes back empty. */
  forget(): void {
    this.#keys.clear();
    this.#epoch = null;
  }

  /** @returns how to come back with a copy of now */
  copy(): () => void {
    const [keys, epoch] = [[...this.#keys].map(([key, value]) => [key, { ...value }] as const), this.#epoch];
    const kept = epoch === null ? null : { ...epoch };
    return () => {
      this.forget();
      for (const [key, value] of keys) this.#keys.set(key, value);
      this.#epoch = kept;
    };
  }

  run(keys: readonly string[], args: readonly number[], now_ms: number): number[] {
    this.calls++;
    this.asked += keys.length;
    const window = Math.floor(now_ms / args[0]);
    if (this.#epoch === null || this.#epoch.beats < args[2])
      this.#epoch = { birth_ms: Math.floor(now_ms), beats: args[2] + 1 };
    else if (keys.length === 0) this.#epoch.beats++;
    const { birth_ms, beats } = this.#epoch;
    const isSettled = Math.floor(now_ms) - birth_ms >= HEARING_MS || Math.floor(birth_ms / args[0]) < window;
    const time = [Math.floor(now_ms / 1000), Math.floor((now_ms % 1000) * 1000)];
    const reply = [...time, window, birth_ms, beats, Number(isSettled)];
    keys.forEach((key, i) => {
      const [limit, asked, more, untold, floor] = args.slice(3 + 5 * i);
      const [wanted, spare] = isSettled ? [asked, more] : [0, 0];
      const stored = this.#keys.get(key);
      let used = stored?.window === window ? stored.used : 0;
      if (args[1] === window) used = Math.max(used + untold, floor, 0);
      const left = Math.max(limit - used, 0);
      const hits = Math.min(wanted, left);
      const granted = hits + Math.min(spare, Math.floor((left - hits) / LEASE_PART));
      used += granted;
      this.#keys.set(key, { window, used });
      reply.push(granted, used);
    });
    return reply;
  }
}

/** Time that passes only when it is told to, in which things happen in the order of their moments. */
export class SimulatedTime {
  now_ms: number;
  /** A promise was settled that somebody waits for. */
  hasAnswered = false;
  readonly #heap: { at_ms: number; order: number; run: () => void }[] = [];
  #order = 0;

  constructor(start_ms: number) {
    this.now_ms = start_ms;
  }

  at(at_ms: number, run: () => void): void {
    const heap = this.#heap;
    const entry = { at_ms, order: this.#order++, run };
    let i = heap.push(entry) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = entry;
  }

  /** Runs everything up to a moment. Promises settle in between. */
  async advanceTo(end_ms: number): Promise<void> {
    while (this.#heap.length > 0 && this.#heap[0].at_ms <= end_ms) {
      const { at_ms, run } = this.#pop();
      this.now_ms = at_ms;
      run();
      if (!this.hasAnswered) continue;
      // An answer of the link passes some promises. What they do is over before anything else happens.
      this.hasAnswered = false;
      for (let turns = 0; turns < 4; turns++) await Promise.resolve();
    }
    this.now_ms = end_ms;
  }

  clock(isAlive: () => boolean): SupplyClock {
    const after = (delay_ms: number, run: () => void): void =>
      this.at(this.now_ms + delay_ms, () => isAlive() && run());
    return {
      wall_ms: () => this.now_ms,
      now_ms: () => this.now_ms,
      after,
      soon: (run) => after(0, run),
    };
  }

  #pop(): { at_ms: number; run: () => void } {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

function isBefore(a: { at_ms: number; order: number }, b: { at_ms: number; order: number }): boolean {
  return a.at_ms < b.at_ms || (a.at_ms === b.at_ms && a.order < b.order);
}

export interface SimulatedLinkOptions {
  redis: SimulatedRedis;
  time: SimulatedTime;
  /** How long a question or an answer takes. */
  trip_ms: () => number;
}

/** A connection that delays what passes, and keeps its order. */
export class SimulatedLink implements WindowLink {
  isUp = true;
  onDown: (reason: string) => void = () => undefined;
  readonly #options: SimulatedLinkOptions;
  #arrives_ms = 0;
  #returns_ms = 0;

  constructor(options: SimulatedLinkOptions) {
    this.#options = options;
  }

  run(keys: readonly string[], args: readonly number[]): Promise<unknown> {
    const { redis, time, trip_ms } = this.#options;
    return new Promise((resolve) => {
      this.#arrives_ms = Math.max(this.#arrives_ms, time.now_ms + trip_ms());
      time.at(this.#arrives_ms, () => {
        const reply = redis.run(keys, args, time.now_ms);
        this.#returns_ms = Math.max(this.#returns_ms, time.now_ms + trip_ms());
        time.at(this.#returns_ms, () => {
          time.hasAnswered = true;
          resolve(reply);
        });
      });
    });
  }

  close(): void {
    this.isUp = false;
  }
}
