import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pause, Replica, startOfWindow, Tally, type ReplicaOptions } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';

/** How many requests pass when several services count in one Redis. Windows are a second or two long here. */

const WINDOW_MS = 1_000;
const CONCURRENT = 20_000;

describe.skipIf(NO_REDIS)('two services of two workers that count in one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  async function start(...options: Partial<ReplicaOptions>[]): Promise<Replica[]> {
    const all = options.map((own) => new Replica({ port: redis.port, window_ms: WINDOW_MS, ...own }));
    onTestFinished(() => all.forEach((replica) => replica.kill()));
    return Promise.all(all.map((replica) => replica.ready()));
  }

  function burst(all: readonly Replica[], key: string, limit: number, hits: number) {
    return Array.from({ length: hits }, (_, i) => all[i % all.length].hit(i >> 1, key, limit));
  }

  /** Sends bursts over windows and their edges, until so many windows have refused somebody. */
  async function flood(all: readonly Replica[], key: string, limit: number, windows: number): Promise<Tally> {
    const tally = new Tally();
    for (let bursts = 0; tally.full.size < windows && bursts < 100 * windows; bursts++) {
      await tally.add(burst(all, key, limit, CONCURRENT));
      await pause(50);
    }
    expect(tally.full.size).toBeGreaterThanOrEqual(windows);
    return tally;
  }

  it(`let exactly 100 of ${CONCURRENT} and more requests pass in each of ten windows`, async () => {
    const tally = await flood(await start({}, {}), 'a', 100, 10);
    for (const end_s of tally.full) expect(tally.passed.get(end_s), `window ${end_s}`).toBe(100);
  });

  it('number the requests: no two are told the same Remaining', async () => {
    const all = await start({ window_ms: 5_000 }, { window_ms: 5_000 });
    await startOfWindow(5_000);
    const tally = new Tally();
    for (let i = 0; i < 10; i++) await tally.add(burst(all, 'numbered', 100, 10));
    const numbers = tally.states.map(({ remaining }) => remaining).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('agree on the window although their clocks are seconds off', async () => {
    const all = await start({ skew_ms: 3_400 }, { skew_ms: -7_800 });
    const tallies = [new Tally(), new Tally()];
    for (let bursts = 0; bursts < 60; bursts++) {
      await Promise.all(
        all.map((replica, i) => tallies[i].add(burst([replica], 'skewed', 100, CONCURRENT / 2))),
      );
      await pause(50);
    }
    // Seconds of the two clocks to those of Redis: 3.4 s are told as 3 s, 7.8 s as 8 s.
    const passed = new Map<number, number>();
    const full = new Set<number>();
    for (const [i, offset_s] of [-3, 8].entries()) {
      for (const [end_s, count] of tallies[i].passed)
        passed.set(end_s + offset_s, (passed.get(end_s + offset_s) ?? 0) + count);
      for (const end_s of tallies[i].full) full.add(end_s + offset_s);
    }
    expect(full.size).toBeGreaterThanOrEqual(3);
    for (const end_s of full) expect(passed.get(end_s), `window ${end_s}`).toBe(100);
  });

  it('never let more pass when one of them is killed', async () => {
    for (const limit of [100, 5_000]) {
      const all = await start({}, {}, {});
      const tally = new Tally();
      let victim: Replica | undefined;
      for (let bursts = 0; bursts < 40; bursts++) {
        // What it had answered counts; what waits for an answer is lost with it.
        if (bursts % 10 === 7) {
          victim = all.shift()!;
          void tally.add(burst([victim], `killed ${limit}`, limit, 500));
          victim.kill();
          all.push(...(await start({})));
        }
        await tally.add(burst(all, `killed ${limit}`, limit, 300));
        await pause(20);
      }
      for (const [end_s, count] of tally.passed) expect(count, `window ${end_s}`).toBeLessThanOrEqual(limit);
      expect(tally.passed.size).toBeGreaterThan(0);
    }
  });

  it('give leases of a high limit back, so that all of it can be used by one of them', async () => {
    const [limit, window_ms] = [4_000, 5_000];
    const [one, two] = await start({ window_ms }, { window_ms });
    await startOfWindow(window_ms);
    const tally = new Tally();
    // Both have leases that they do not use up.
    for (let i = 0; i < 20; i++) await tally.add(burst([one, two], 'leased', limit, 50));
    // One alone goes on, past the time after which the other returns what it holds.
    for (let i = 0; i < 100; i++) {
      await tally.add(burst([one], 'leased', limit, 100));
      await pause(10);
    }
    const [end_s] = tally.passed.keys();
    expect(tally.passed.get(end_s)).toBe(limit);
  });

  it('follow a limit that changes within the window', async () => {
    const window_ms = 5_000;
    const [one, two] = await start({ window_ms }, { window_ms });
    await startOfWindow(window_ms);
    for (let i = 0; i < 3; i++) await one.hit(0, 'changed', 2);
    expect(await two.hit(0, 'changed', 5_000)).toMatchObject({ allowed: true, limit: 5_000 });
    expect(await one.hit(1, 'changed', 5)).toMatchObject({ allowed: true, limit: 5, remaining: 1 });
    expect(await two.hit(1, 'changed', 5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await one.hit(0, 'changed', 5)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await two.hit(0, 'changed', 6)).toMatchObject({ allowed: true, limit: 6, remaining: 0 });
  });

  it('share nothing with another deployment that has another prefix', async () => {
    const window_ms = 5_000;
    const [one, two] = await start({ window_ms, prefix: 'one:' }, { window_ms, prefix: 'two:' });
    await startOfWindow(window_ms);
    expect(await one.hit(0, 'a', 1)).toMatchObject({ allowed: true });
    expect(await two.hit(0, 'a', 1)).toMatchObject({ allowed: true });
    expect(await one.hit(0, 'a', 1)).toMatchObject({ allowed: false });
  });

  it('leave no key behind when the window is over', async () => {
    const own = await RedisServer.start();
    onTestFinished(() => own.stop());
    const [one] = await start({ port: own.port });
    for (let i = 0; i < 500; i++) await one.hit(i, `key ${i}`, 10);
    expect(await own.ask('DBSIZE')).toMatch(/^:[1-9]/);
    await pause(WINDOW_MS + 200);
    // One key says since when it counts.
    expect(await own.askLines('KEYS *')).toEqual(['*1', '$10', 'test:epoch']);
  });
});
