import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WAIT_MS } from '../../src/limits/redis/redis-limits.js';
import { pause, Replica, until } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';
import { StallWatch } from './stall-watch.js';
import { TcpProxy } from './tcp-proxy.js';

/**
 * How long requests wait for Redis, at the default bound. A busy host holds the whole process up at times;
 * that is measured too, and taken off.
 */
describe.skipIf(NO_REDIS)('a request waits for Redis at most 5 ms', () => {
  const TICK_MS = 2;
  const REQUESTS_A_TICK = 4;
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  it.each<[string, (proxy: TcpProxy) => void | Promise<void>, (proxy: TcpProxy) => void | Promise<void>]>([
    ['is well', () => undefined, () => undefined],
    ['hangs', () => redis.pause(), () => redis.resume()],
    ['is stopped', () => redis.kill(), () => redis.run()],
    ['answers 50 ms late', (proxy) => void (proxy.delay_ms = 50), (proxy) => void (proxy.delay_ms = 0)],
    ['answers 4 ms late', (proxy) => void (proxy.delay_ms = 4), (proxy) => void (proxy.delay_ms = 0)],
    ['gets nothing', (proxy) => void (proxy.isDropping = true), (proxy) => void (proxy.isDropping = false)],
    ['is not heard', (proxy) => void (proxy.isDeaf = true), (proxy) => void (proxy.isDeaf = false)],
    ['loses its connections', (proxy) => proxy.cut(), () => undefined],
  ])('when it %s', async (_, harm, mend) => {
    const proxy = await TcpProxy.to(redis.port);
    onTestFinished(() => proxy.stop());
    const replica = new Replica({ port: proxy.port, window_ms: 60_000, wait_ms: WAIT_MS.default });
    onTestFinished(() => replica.kill());
    await replica.ready();
    const watch = new StallWatch();
    onTestFinished(() => watch.close());
    const waits: { waited_ms: number; stalled_ms: number }[] = [];
    let count = 0;
    const load = async (duration_ms: number): Promise<void> => {
      for (const end_ms = performance.now() + duration_ms; performance.now() < end_ms;) {
        for (let i = 0; i < REQUESTS_A_TICK; i++) {
          const sentAt_ms = performance.now();
          const state = replica.hit(i, `key ${count++ % 500}`, 1_000);
          void Promise.resolve(state).then(() => {
            const now_ms = performance.now();
            const stalled_ms = watch.stalled_ms(sentAt_ms, now_ms);
            waits.push({ waited_ms: now_ms - sentAt_ms, stalled_ms });
          });
        }
        await pause(TICK_MS);
      }
    };
    await load(300);
    await harm(proxy);
    await load(500);
    await mend(proxy);
    await until(() => !replica.supply.news().isAway, 'the return of Redis');
    await load(200);
    await until(() => waits.length === count, 'the last answer');
    expect(count).toBeGreaterThan(200);
    const waited_ms = waits.map((wait) => wait.waited_ms - wait.stalled_ms);
    expect(Math.max(...waited_ms), JSON.stringify(longest(waits))).toBeLessThanOrEqual(WAIT_MS.default);
  });
});

function longest<T extends { waited_ms: number; stalled_ms: number }>(waits: readonly T[]): T[] {
  return [...waits].sort((a, b) => b.waited_ms - b.stalled_ms - (a.waited_ms - a.stalled_ms)).slice(0, 3);
}
