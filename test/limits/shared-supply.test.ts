import { describe, expect, it, onTestFinished } from 'vitest';
import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { WAIT_MS } from '../../src/limits/redis/redis-limits.js';
import { SharedSupply } from '../../src/limits/redis/shared-supply.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import type { WindowState } from '../../src/limits/window-counter.js';
import { seededRandom } from '../seeded-random.js';
import { SimulatedLink, SimulatedRedis, SimulatedTime } from './simulated-redis.js';

/** One service beside a simulated Redis, on a clock that the test moves. */

const START_MS = Date.UTC(2026, 0, 2, 3, 4);

function service({
  trip_ms = 0.3,
  ahead_ms = 0,
  time = new SimulatedTime(START_MS),
  redis = SimulatedRedis.aged(),
} = {}) {
  const network = { trip_ms };
  const link = new SimulatedLink({ redis, time, trip_ms: () => network.trip_ms });
  const run = redis.run.bind(redis);
  if (ahead_ms !== 0) redis.run = (keys, args, now_ms) => run(keys, args, now_ms + ahead_ms);
  const clock = time.clock(() => true);
  const supply = new SharedSupply({ link, clock });
  const counter = new LeasedWindowCounter({
    send: (message) => ledger.receive(1, message),
    defer: (run) => clock.soon(run),
  });
  const ledger = new WindowLedger({ workers: 1, send: (_, message) => counter.receive(message), supply });
  supply.serve(ledger, (news) => counter.receive(news));
  counter.receive(supply.news());
  supply.start();
  onTestFinished(() => {
    supply.close();
    counter.close();
    ledger.close();
  });
  /** Sends a request and waits. @returns its state and how long it waited */
  const hit = async (limit = 100): Promise<WindowState & { waited_ms: number }> => {
    const sentAt_ms = time.now_ms;
    let state: WindowState | null = null;
    let waited_ms = 0;
    void Promise.resolve(counter.hit([{ id: 'a', limit }], Math.floor(sentAt_ms))).then((settled) => {
      state = settled;
      waited_ms = time.now_ms - sentAt_ms;
    });
    while (state === null) await time.advanceTo(time.now_ms + 0.1);
    return { ...(state as WindowState), waited_ms };
  };
  return { time, redis, link, network, supply, counter, hit };
}

/** How many keys a service tells Redis in each turn from now on. `after` runs behind the first of these. */
function toldInTurns(
  time: SimulatedTime,
  link: SimulatedLink,
  after: () => void = () => undefined,
): Map<number, number> {
  let turn = 0;
  const told = new Map<number, number>();
  const at = time.at.bind(time);
  time.at = (at_ms, run) => {
    at(at_ms, () => {
      turn++;
      run();
    });
  };
  const run = link.run.bind(link);
  link.run = (keys, args) => {
    if (keys.length > 0 && told.size === 0) time.at(time.now_ms, after);
    if (keys.length > 0) told.set(turn, (told.get(turn) ?? 0) + keys.length);
    return run(keys, args);
  };
  return told;
}

describe('a service that counts in Redis', () => {
  it('is shared only when Redis has answered in time some times in a row', async () => {
    const { time, supply, counter } = service();
    expect(counter.state()).toBe('degraded');
    await time.advanceTo(START_MS + 90);
    expect(supply.news().isAway).toBe(true);
    await time.advanceTo(START_MS + 200);
    expect(supply.news().isAway).toBe(false);
    expect(counter.state()).toBe('ok');
  });

  it.each([0.5, 2, 10, 60, 10_000])(
    'never lets a request wait longer, if the way takes %f ms',
    async (trip_ms) => {
      const { time, network, hit } = service();
      await time.advanceTo(START_MS + 500);
      network.trip_ms = trip_ms;
      for (let i = 0; i < 50; i++) {
        const { waited_ms, allowed } = await hit();
        expect(waited_ms).toBeLessThanOrEqual(WAIT_MS.default);
        expect(allowed).toBe(true);
        await time.advanceTo(time.now_ms + 37);
      }
    },
  );

  it('does not believe a Redis that is in time only now and then', async () => {
    const { time, network, supply, hit } = service();
    await time.advanceTo(START_MS + 500);
    let falls = 0;
    supply.onChange = (isAway) => (falls += isAway ? 1 : 0);
    for (let i = 0; i < 500; i++) {
      network.trip_ms = i % 20 === 0 ? WAIT_MS.default : 0.3;
      await hit(1_000);
      await time.advanceTo(time.now_ms + 50);
    }
    // 25 seconds with a slow moment every second.
    expect(falls).toBeGreaterThan(0);
    expect(falls).toBeLessThan(8);
  });

  it.each([-3_700, -400, 400, 3_700, 7_200_000])(
    'takes the window from Redis and its end to the own clock, %i ms apart',
    async (ahead_ms) => {
      const { time, supply, hit } = service({ ahead_ms });
      await time.advanceTo(START_MS + 500);
      expect(Math.abs(supply.news().ahead_ms - ahead_ms)).toBeLessThan(2);
      const { resetAt_s } = await hit();
      const end_ms = (Math.floor((time.now_ms + ahead_ms) / 60_000) + 1) * 60_000 - ahead_ms;
      expect(Math.abs(resetAt_s - end_ms / 1000)).toBeLessThanOrEqual(0.5);
      // Used up until Redis turns, whatever the own clock says of the minute.
      for (let i = 0; i < 99; i++) await hit();
      await time.advanceTo(end_ms - 3);
      expect((await hit()).allowed).toBe(false);
      await time.advanceTo(end_ms + 3);
      expect(await hit()).toMatchObject({ allowed: true, remaining: 99 });
    },
  );

  it('asks seldom for a busy key that is leased, and never for one that is used up', async () => {
    const { time, redis, hit } = service();
    await time.advanceTo(START_MS + 500);
    const asked = redis.asked;
    for (let i = 0; i < 5_000; i++) {
      await hit(1_000_000);
      await time.advanceTo(time.now_ms + 0.5);
    }
    const seconds = (time.now_ms - START_MS - 500) / 1000;
    expect((redis.asked - asked) / seconds).toBeLessThan(25);
    for (let i = 0; i < 101; i++) await hit(100);
    const before = redis.asked;
    for (let i = 0; i < 1_000; i++) expect((await hit(100)).allowed).toBe(false);
    expect(redis.asked).toBe(before);
  });

  it('tells a Redis that is back little by little what it let through alone', async () => {
    const { time, redis, network, supply, counter } = service();
    await time.advanceTo(START_MS + 500);
    network.trip_ms = 1_000;
    for (let i = 0; i < 5_000; i++)
      void counter.hit([{ id: `key ${i}`, limit: 100 }], Math.floor(time.now_ms));
    await time.advanceTo(START_MS + 3_000);
    expect(supply.news().isAway).toBe(true);
    network.trip_ms = 0.3;
    let before = 0;
    supply.onChange = () => (before = redis.asked);
    while (supply.news().isAway) await time.advanceTo(time.now_ms + 1);
    await time.advanceTo(time.now_ms + 20);
    expect(redis.asked - before).toBeGreaterThan(0);
    expect(redis.asked - before).toBeLessThan(500);
    // In the end it knows of all of them: one request each.
    await time.advanceTo(time.now_ms + 2_000);
    expect(redis.asked - before).toBeGreaterThanOrEqual(5_000);
    expect(redis.usedOf('key 4999')).toBe(1);
  });

  it('tells a Redis that lost its counts in short turns', async () => {
    const { time, redis, link, counter } = service();
    await time.advanceTo(START_MS + 500);
    for (let i = 0; i < 5_000; i++)
      void counter.hit([{ id: `key ${i}`, limit: 100 }], Math.floor(time.now_ms));
    await time.advanceTo(START_MS + 600);
    const told = toldInTurns(time, link);
    redis.forget();
    await time.advanceTo(START_MS + 3_000);
    expect(Math.max(...told.values())).toBe(1_000);
    expect(redis.usedOf('key 0')).toBe(1);
    expect(redis.usedOf('key 4999')).toBe(1);
  });

  it('tells nothing of a window that has ended meanwhile', async () => {
    const { time, redis, link, supply, counter } = service();
    await time.advanceTo(START_MS + 500);
    for (let i = 0; i < 5_000; i++)
      void counter.hit([{ id: `key ${i}`, limit: 100 }], Math.floor(time.now_ms));
    await time.advanceTo(START_MS + 600);
    const window = supply.windowAt(START_MS);
    const told = toldInTurns(time, link, () => supply.turnTo(window + 1));
    redis.forget();
    await time.advanceTo(START_MS + 3_000);
    expect([...told.values()]).toEqual([1_000]);
  });

  it('gives leases back to the window that they are of, and to no later one', async () => {
    const time = new SimulatedTime(START_MS);
    const windows: number[][] = [];
    const redis = SimulatedRedis.aged();
    const run = redis.run.bind(redis);
    redis.run = (keys, args, now_ms) => {
      // The window of the question and what is given back.
      if (keys.length > 0) windows.push([args[1], args[6]]);
      return run(keys, args, now_ms);
    };
    const link = new SimulatedLink({ redis, time, trip_ms: () => 0.3 });
    const supply = new SharedSupply({ link, clock: time.clock(() => true) });
    onTestFinished(() => supply.close());
    supply.start();
    await time.advanceTo(START_MS + 500);
    const window = supply.windowAt(START_MS);
    supply.turnTo(window);
    supply.stockOf('a', 5_000);
    supply.demand('a', { limit: 5_000, missing: 10, given: 0 });
    await time.advanceTo(START_MS + 510);
    supply.giveBack('a', 4);
    // The window ends before the end of this turn, when questions are sent.
    supply.turnTo(window + 1);
    supply.stockOf('a', 5_000);
    await time.advanceTo(START_MS + 520);
    expect(windows).toEqual([
      [window, 0],
      [window, -6],
    ]);
  });
});

describe('three services whose Redis loses its counts', () => {
  it.each(['all of them', 'the latest ones'])('give nobody a second limit: %s', async (lost) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      const time = new SimulatedTime(START_MS);
      const redis = SimulatedRedis.aged();
      const services = [0, 1, 2].map(() => service({ time, redis }));
      await time.advanceTo(START_MS + 500);
      const limit = [100, 1_000, 5_000][Math.floor(random() * 3)];
      let passed = 0;
      /** Some have the key more often than others, and some never. */
      const load = async (hits: number): Promise<void> => {
        const skew = 4 * random();
        for (let i = 0; i < hits; i++) {
          const { allowed } = await services[Math.floor(3 * random() ** skew)].hit(limit);
          passed += Number(allowed);
        }
      };
      const restore = redis.copy();
      await load(Math.floor(limit * random()));
      // What is held in advance has gone back by then.
      await time.advanceTo(time.now_ms + 2_500);
      const before = passed;
      if (lost === 'all of them') redis.forget();
      else restore();
      await time.advanceTo(time.now_ms + 1_100);
      expect(services.every(({ supply }) => supply.news().isAway)).toBe(true);
      while (services.some(({ supply }) => supply.news().isAway)) await time.advanceTo(time.now_ms + 10);
      await load(limit + 10);
      expect(passed, `seed ${seed}, limit ${limit}, ${before} before`).toBeLessThanOrEqual(limit);
      if (limit <= 1_000) expect(passed, `seed ${seed}, limit ${limit}, ${before} before`).toBe(limit);
      expect(Math.floor(time.now_ms / 60_000)).toBe(START_MS / 60_000);
    }
  });
});
