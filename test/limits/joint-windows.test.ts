import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { MemoryWindowCounter } from '../../src/limits/memory-window-counter.js';
import type { LimitedWindow, WindowState } from '../../src/limits/window-counter.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import { pause, Replica, startOfWindow, Tally, until, type ReplicaOptions } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';

/** Requests that count in the windows of their key, their project and their organisation at once. */

const NOW_MS = 1_800_000_000_000;
const key = (id: string, limit: number): LimitedWindow => ({ id, limit });

describe('a counter in memory', () => {
  it('counts in all windows or in none, and tells the one that is nearest to its end', () => {
    const counter = new MemoryWindowCounter();
    const hit = (id: string): WindowState => counter.hit([key(id, 3), key('p', 4), key('o', 9)], NOW_MS);
    expect(hit('a')).toMatchObject({ allowed: true, place: 0, limit: 3, remaining: 2 });
    // A tie shows the window of the key.
    expect([hit('b'), hit('b')]).toMatchObject([
      { place: 0, remaining: 2 },
      { place: 0, remaining: 1 },
    ]);
    expect(hit('c')).toMatchObject({ allowed: true, place: 1, limit: 4, remaining: 0 });
    // Refused by the project, so it is not counted by the key either.
    for (let i = 0; i < 5; i++) expect(hit('a')).toMatchObject({ allowed: false, place: 1, remaining: 0 });
    const raised = counter.hit([key('a', 3), key('p', 6)], NOW_MS);
    expect(raised).toMatchObject({ allowed: true, place: 0, limit: 3, remaining: 1 });
    expect(counter.hit([key('a', 3), key('p', 4)], NOW_MS + 60_000)).toMatchObject({ remaining: 2 });
  });

  it('is exact for two workers of one service, without a shared store', async () => {
    const ledger = new WindowLedger({
      workers: 2,
      send: (worker, message) => setImmediate(() => counters[worker].receive(message)),
    });
    const counters = [0, 1].map(
      (worker) =>
        new LeasedWindowCounter({
          send: (message) => void setImmediate(() => ledger.receive(worker, message)),
        }),
    );
    const hits = Array.from({ length: 400 }, async (_, i) =>
      counters[i % 2].hit([key(`key ${i % 10}`, 60), key('p', 100)], NOW_MS),
    );
    const states = await Promise.all(hits);
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(new Set(states.filter(({ allowed }) => !allowed).map(({ place }) => place))).toEqual(new Set([1]));
  });
});

describe.skipIf(NO_REDIS)('two services of two workers that count in one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  async function start(...options: Partial<ReplicaOptions>[]): Promise<Replica[]> {
    const all = options.map((own) => new Replica({ port: redis.port, window_ms: 1_000, ...own }));
    onTestFinished(() => all.forEach((replica) => replica.kill()));
    return Promise.all(all.map((replica) => replica.ready()));
  }

  /** Requests of ten keys of a project, over all workers of all services. */
  function burst(all: readonly Replica[], windows: readonly LimitedWindow[], hits: number) {
    return Array.from({ length: hits }, (_, i) =>
      all[i % all.length].hitAll(i >> 1, [key(`${windows[0].id} key ${(i >> 2) % 10}`, 60), ...windows]),
    );
  }

  it('let exactly 100 requests of ten keys pass in each of five windows', async () => {
    const all = await start({}, {});
    const tally = new Tally();
    for (let bursts = 0; tally.full.size < 6 && bursts < 600; bursts++) {
      await tally.add(burst(all, [key('prj_a', 100)], 1_000));
      await pause(20);
    }
    expect(tally.full.size).toBeGreaterThanOrEqual(6);
    // The last may still be open.
    for (const end_s of [...tally.full].slice(0, 5))
      expect(tally.passed.get(end_s), `window ${end_s}`).toBe(100);
  });

  it('count what a full window refuses in no other window', async () => {
    const window_ms = 5_000;
    const all = await start({ window_ms }, { window_ms });
    await startOfWindow(window_ms);
    const states = await Promise.all(
      burst(all, [key('prj_full', 50), key('org_full', 1_000)], 400).map(async (hit) => hit),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(50);
    const other = await all[0].hitAll(0, [key('fresh', 60), key('org_full', 1_000)]);
    // 50 and this one, and not 400.
    const organisation = await all[1].hitAll(1, [key('fresh 2', 2_000), key('org_full', 52)]);
    expect(other.allowed).toBe(true);
    expect(organisation).toMatchObject({ allowed: true, place: 1, limit: 52, remaining: 0 });
  });

  it('count alone while Redis hangs, and tell it afterwards', async () => {
    const own = await RedisServer.start();
    onTestFinished(() => own.stop());
    const window_ms = 20_000;
    const all = await start({ port: own.port, window_ms, wait_ms: 50 }, { port: own.port, window_ms });
    await startOfWindow(window_ms);
    const windows = [key('prj_away', 100)];
    const before = await Promise.all(burst([all[0]], windows, 30).map(async (hit) => hit));
    expect(before.every(({ allowed }) => allowed)).toBe(true);
    own.pause();
    const alone = await Promise.all(burst([all[0]], windows, 200).map(async (hit) => hit));
    own.resume();
    expect(alone.filter(({ allowed }) => allowed)).toHaveLength(70);
    await until(() => all.every(({ supply }) => !supply.news().isAway), 'Redis');
    await pause(200);
    const after = await Promise.all(burst([all[1]], windows, 20).map(async (hit) => hit));
    expect(after.filter(({ allowed }) => allowed)).toEqual([]);
  });
});
