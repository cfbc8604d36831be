import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { MemoryWindowCounter } from '../../src/limits/memory-window-counter.js';
import { WINDOW_MS, type WindowCounter, type WindowState } from '../../src/limits/window-counter.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import { Replica, startOfWindow } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';

/** What every way of counting does: in one process, in the workers of one service, in several services. */

interface Deployment {
  /** One for each process that answers requests. */
  counters: readonly Pick<WindowCounter, 'hit' | 'state'>[];
  now_ms(): number;
  /** Goes to the beginning of the next window. */
  nextWindow(): Promise<void>;
  /** End of the window of this moment. */
  end_s(): number;
}

type Start = () => Promise<Deployment>;

/** Windows of a minute on a clock that stands still. */
function onFixedClock(counters: Deployment['counters']): Deployment {
  let now_ms = Date.UTC(2026, 0, 2, 3, 4);
  return {
    counters,
    now_ms: () => now_ms,
    nextWindow: async () => void (now_ms += WINDOW_MS),
    end_s: () => (Math.floor(now_ms / WINDOW_MS) + 1) * 60,
  };
}

const inMemory: Start = async () => onFixedClock([new MemoryWindowCounter()]);

const inWorkers: Start = async () => {
  const ledger = new WindowLedger({
    workers: 3,
    send: (worker, message) => setImmediate(() => counters[worker].receive(message)),
  });
  const counters = Array.from(
    { length: 3 },
    (_, worker) =>
      new LeasedWindowCounter({
        patience_ms: 60_000,
        send: (message) => setImmediate(() => ledger.receive(worker, message)),
      }),
  );
  onTestFinished(() => {
    ledger.close();
    counters.forEach((counter) => counter.close());
  });
  return onFixedClock(counters);
};

let redis: RedisServer;
/** Long enough for a test, so that it stays in one window unless it goes on to the next. */
const REDIS_WINDOW_MS = 4_000;

const inRedis: Start = async () => {
  const prefix = `contract-${Math.random()}:`;
  const own = { port: redis.port, window_ms: REDIS_WINDOW_MS, prefix };
  const replicas = [new Replica(own), new Replica(own)];
  onTestFinished(() => replicas.forEach((replica) => replica.kill()));
  await Promise.all(replicas.map((replica) => replica.ready()));
  await startOfWindow(REDIS_WINDOW_MS);
  return {
    counters: replicas.flatMap(({ counters }) => counters),
    now_ms: () => Date.now(),
    nextWindow: () => startOfWindow(REDIS_WINDOW_MS),
    end_s: () => ((Math.floor(Date.now() / REDIS_WINDOW_MS) + 1) * REDIS_WINDOW_MS) / 1000,
  };
};

const WAYS: [string, Start, boolean][] = [
  ['the memory of one process', inMemory, false],
  ['the workers of one service', inWorkers, false],
  ['several services with one Redis', inRedis, NO_REDIS],
];

describe.each(WAYS)('a window counted in %s', (_, start, isSkipped) => {
  describe.skipIf(isSkipped)('with what it needs', () => {
    beforeAll(async () => {
      if (start === inRedis) redis = await RedisServer.start();
    });
    afterAll(async () => {
      if (start === inRedis) await redis.stop();
    });

    const burst = (all: Deployment, key: string, limit: number, hits: number): Promise<WindowState[]> =>
      Promise.all(
        Array.from({ length: hits }, async (_, i) =>
          all.counters[i % all.counters.length].hit([{ id: key, limit }], all.now_ms()),
        ),
      );
    const passed = (states: readonly WindowState[]): number => states.filter(({ allowed }) => allowed).length;

    it('allows exactly its limit, numbers the requests and names its end', async () => {
      for (const limit of [1, 7, 100, 1_000]) {
        const all = await start();
        const states = await burst(all, 'a', limit, limit + 500);
        const good = states.filter(({ allowed }) => allowed);
        expect(good.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
          Array.from({ length: limit }, (_, i) => i),
        );
        for (const state of states) expect(state).toMatchObject({ limit, resetAt_s: all.end_s() });
        expect(states.filter(({ allowed, remaining }) => !allowed && remaining !== 0)).toEqual([]);
      }
    });

    it('begins anew at its end, also after it was used up', async () => {
      const all = await start();
      expect(passed(await burst(all, 'a', 10, 30))).toBe(10);
      await all.nextWindow();
      const states = await burst(all, 'a', 10, 30);
      expect(passed(states)).toBe(10);
      expect(new Set(states.map(({ resetAt_s }) => resetAt_s))).toEqual(new Set([all.end_s()]));
    });

    it("is each key's own, whatever its name", async () => {
      const all = await start();
      for (const key of ['a', 'b', '__proto__', 'constructor', 'key with ü and\r\n', ''])
        expect(passed(await burst(all, key, 3, 9)), key).toBe(3);
    });

    it('does not count what it refused', async () => {
      const all = await start();
      await burst(all, 'a', 5, 50);
      expect(passed(await burst(all, 'a', 8, 50))).toBe(3);
      expect(passed(await burst(all, 'a', 2, 50))).toBe(0);
    });

    it('counts what counts as several whole or not at all', async () => {
      const all = await start();
      const counter = (i: number): Deployment['counters'][number] => all.counters[i % all.counters.length];
      const hit = async (i: number, amount: number, limit = 100): Promise<WindowState> =>
        counter(i).hit([{ id: 'a', limit }], all.now_ms(), amount);
      expect(await hit(0, 60)).toMatchObject({ allowed: true, limit: 100, remaining: 40 });
      expect(await hit(1, 41)).toMatchObject({ allowed: false, limit: 100, remaining: 40 });
      expect(await hit(2, 40)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await hit(0, 1)).toMatchObject({ allowed: false, remaining: 0 });
      await all.nextWindow();
      const states = await Promise.all([7, 1, 30, 1, 90, 1, 3].map((amount, i) => hit(i, amount)));
      const used = [7, 1, 30, 1, 90, 1, 3].reduce((sum, own, i) => sum + (states[i].allowed ? own : 0), 0);
      expect(used).toBeLessThanOrEqual(100);
      expect(passed(await burst(all, 'a', 100, 200))).toBe(100 - used);
    });

    it('counts it so in several windows, too', async () => {
      const all = await start();
      const windows = [
        { id: 'key', limit: 100 },
        { id: 'project', limit: 70 },
      ];
      const hit = async (i: number, amount: number): Promise<WindowState> =>
        all.counters[i % all.counters.length].hit(windows, all.now_ms(), amount);
      expect(await hit(0, 50)).toMatchObject({ allowed: true, limit: 70, remaining: 20 });
      expect(await hit(1, 21)).toMatchObject({ allowed: false, limit: 70, remaining: 20 });
      expect(await hit(2, 20)).toMatchObject({ allowed: true, limit: 70, remaining: 0 });
      expect(await hit(0, 1)).toMatchObject({ allowed: false, limit: 70, remaining: 0 });
    });

    it('of a limit that is leased never lets more through, and all of it in one long burst', async () => {
      const all = await start();
      let count = 0;
      for (let i = 0; i < 20; i++) count += passed(await burst(all, 'a', 3_000, 400));
      expect(count).toBeLessThanOrEqual(3_000);
      // Leases that other services hold may be missing.
      expect(count).toBeGreaterThan(2_500);
    });

    it('refuses a limit that is none, and says that it is well', async () => {
      const [counter] = (await start()).counters;
      for (const limit of [0, -1, 1.5, Number.NaN])
        expect(() => counter.hit([{ id: 'a', limit }], Date.now())).toThrow(/rate limit/);
      expect(counter.state()).toBe('ok');
    });
  });
});
