import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { pause, Replica, Tally, until, type ReplicaOptions } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';
import { TcpProxy } from './tcp-proxy.js';

/** Redis that stops, hangs, is slow, forgets, or whose network fails. Windows are a second long here. */

const WINDOW_MS = 1_000;
const LIMIT = 100;

describe.skipIf(NO_REDIS)('two services whose Redis fails', () => {
  let redis: RedisServer;
  let proxy: TcpProxy;
  let keys = 0;
  let key: string;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    proxy = await TcpProxy.to(redis.port);
    key = `key ${++keys}`;
  });
  afterEach(() => proxy.stop());

  async function start(...options: Partial<ReplicaOptions>[]): Promise<Replica[]> {
    const own = { port: proxy.port, window_ms: WINDOW_MS, wait_ms: 100 };
    const all = options.map((others) => new Replica({ ...own, ...others }));
    onTestFinished(() => all.forEach((replica) => replica.kill()));
    return Promise.all(all.map((replica) => replica.ready()));
  }

  async function burst(all: readonly Replica[], tally: Tally): Promise<void> {
    await tally.add(Array.from({ length: 500 }, (_, i) => all[i % all.length].hit(i >> 1, key, LIMIT)));
  }

  /** Floods while Redis fails and for some windows afterwards. */
  async function through(all: readonly Replica[], failure: () => Promise<void>): Promise<void> {
    const tally = new Tally();
    let isOver = false;
    const load = (async (): Promise<void> => {
      while (!isOver) {
        await burst(all, tally);
        await pause(10);
      }
    })();
    await pause(1_500);
    try {
      await failure();
      await until(() => all.every(isShared), 'the return of Redis');
    } finally {
      isOver = true;
      await load;
    }
    expect(all.map(({ changes }) => changes.includes(true))).toEqual(all.map(() => true));
    for (const [end_s, count] of tally.passed)
      expect(count, `window ${end_s}`).toBeLessThanOrEqual(LIMIT * all.length);
    // Nothing was lost meanwhile: the windows without Redis were used, too.
    expect(Math.min(...[...tally.full].map((end_s) => tally.passed.get(end_s) ?? 0))).toBeGreaterThan(0);
    await expectExact(all);
  }

  /** Two windows later every window is exact again. */
  async function expectExact(all: readonly Replica[]): Promise<void> {
    await pause(WINDOW_MS + 50);
    const changes = all.map((replica) => replica.changes.length);
    const tally = new Tally();
    while (tally.full.size < 3) {
      await burst(all, tally);
      await pause(20);
    }
    const [first, ...others] = tally.full;
    expect(first).toBeGreaterThan(0);
    expect(all.map((replica) => replica.changes.length)).toEqual(changes);
    for (const end_s of others) expect(tally.passed.get(end_s), `window ${end_s}`).toBe(LIMIT);
  }

  const isShared = ({ supply, counters }: Replica): boolean =>
    !supply.news().isAway && counters.every((counter) => counter.state() === 'ok');
  const isAlone = ({ supply, counters }: Replica): boolean =>
    supply.news().isAway && counters.every((counter) => counter.state() === 'degraded');

  it('count alone while it is stopped, at most twice the limit, and exactly when it is back', async () => {
    const all = await start({}, {});
    await through(all, async () => {
      await redis.kill();
      await until(() => all.every(isAlone), 'counting alone');
      await pause(1_500);
      await redis.run();
    });
  });

  it('count alone while it hangs with its connections open', async () => {
    const all = await start({}, {});
    await through(all, async () => {
      redis.pause();
      await until(() => all.every(isAlone), 'counting alone');
      await pause(1_500);
      redis.resume();
    });
  });

  it('count alone while its answers are slow', async () => {
    const all = await start({}, {});
    await through(all, async () => {
      proxy.delay_ms = 300;
      await until(() => all.every(isAlone), 'counting alone');
      await pause(1_500);
      // Not once in between did a late answer count as a return.
      expect(all.map(({ changes }) => changes)).toEqual([
        [false, true],
        [false, true],
      ]);
      proxy.delay_ms = 0;
    });
  });

  it.each(['isDropping', 'isDeaf'] as const)('count alone while the network fails: %s', async (fault) => {
    const all = await start({}, {});
    await through(all, async () => {
      proxy[fault] = true;
      await until(() => all.every(isAlone), 'counting alone');
      await pause(1_500);
      proxy[fault] = false;
    });
  });

  it('go on when connections are cut again and again', async () => {
    const all = await start({}, {});
    await through(all, async () => {
      for (let cuts = 0; cuts < 10; cuts++) {
        proxy.cut();
        await pause(150);
      }
    });
  });

  it('notice without any request that it hangs, and that it is back', async () => {
    const all = await start({}, {});
    redis.pause();
    await until(() => all.every(isAlone), 'counting alone');
    redis.resume();
    await until(() => all.every(isShared), 'the return of Redis');
  });

  it('tell Redis what they let through alone, so that others do not let it through again', async () => {
    const window_ms = 10_000;
    const [cutOff, other] = await start({ window_ms }, { window_ms, port: redis.port });
    await pause(window_ms - (Date.now() % window_ms) + 5);
    proxy.isDropping = true;
    await cutOff.hit(0, key, LIMIT);
    for (let i = 0; i < 59; i++) await cutOff.hit(i, key, LIMIT);
    proxy.isDropping = false;
    await until(() => isShared(cutOff), 'the return of Redis');
    await pause(50);
    expect(await other.hit(0, key, LIMIT)).toMatchObject({ allowed: true, remaining: LIMIT - 61 });
  });

  it('remember their own count when Redis starts anew and has forgotten it', async () => {
    const window_ms = 10_000;
    const [one] = await start({ window_ms });
    await pause(window_ms - (Date.now() % window_ms) + 5);
    for (let i = 0; i < 60; i++) await one.hit(i, key, LIMIT);
    await redis.kill();
    await redis.run();
    await until(() => one.changes.length === 3, 'the return of Redis');
    const tally = new Tally();
    await burst([one], tally);
    expect([...tally.passed.values()]).toEqual([LIMIT - 60]);
  });

  it.each(['restarted', 'emptied'])('give nobody a second limit when Redis is %s', async (fault) => {
    const window_ms = 30_000;
    const [one, two] = await start({ window_ms }, { window_ms });
    await pause(window_ms - (Date.now() % window_ms) + 5);
    const project = { id: `project of ${key}`, limit: LIMIT };
    const joint = async (replica: Replica): Promise<boolean> =>
      (await replica.hitAll(0, [{ id: `joint ${key}`, limit: 10 * LIMIT }, project])).allowed;
    let jointly = 0;
    for (let i = 0; i < 60; i++) {
      await one.hit(i, key, LIMIT);
      jointly += Number(await joint(one));
    }
    expect(jointly).toBe(60);
    for (let round = 0; round < 5; round++) {
      const falls = [one, two].map(({ changes }) => changes.length);
      if (fault === 'restarted') {
        await redis.kill();
        await redis.run();
      } else expect(await redis.ask('FLUSHALL')).toBe('+OK');
      await until(() => [one, two].every(({ changes }, i) => changes.length > falls[i]), 'noticing');
      await until(() => [one, two].every(isShared), 'the return of Redis');
      // A few of each that is left, from the service that has not had any.
      for (let i = 0; i < 5; i++) {
        expect(await two.hit(0, key, LIMIT)).toMatchObject({ allowed: true, remaining: 39 - 5 * round - i });
        jointly += Number(await joint(two));
      }
    }
    const tally = new Tally();
    await burst([one, two], tally);
    expect([...tally.passed.values()]).toEqual([15]);
    for (let i = 0; i < 50; i++) jointly += Number(await joint([one, two][i % 2]));
    expect(jointly).toBe(LIMIT);
  });

  it('begin alone when there is no Redis yet', async () => {
    await redis.kill();
    const one = new Replica({ port: redis.port, window_ms: 10_000 });
    onTestFinished(() => one.kill());
    await until(() => isAlone(one), 'counting alone');
    const tally = new Tally();
    await burst([one], tally);
    expect([...tally.passed.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2 * LIMIT);
    expect(tally.full.size).toBeGreaterThan(0);
    await redis.run();
    await until(() => isShared(one), 'Redis');
  });
});
