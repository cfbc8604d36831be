import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WAIT_MS } from '../../src/limits/redis/redis-limits.js';
import { pause, Replica, until } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';
import { TcpProxy } from './tcp-proxy.js';

/**
 * Whatever becomes of Redis: each request is answered while it is so, not when it is mended. How long one
 * waits at most is proved in `shared-supply.test.ts`, on a clock of its own.
 */
describe.skipIf(NO_REDIS)('no request waits for a Redis that does not answer', () => {
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
    let [asked, answered, allowed] = [0, 0, 0];
    /** Asks in ticks, and waits for the last answer. */
    const load = async (ticks: number): Promise<void> => {
      for (let tick = 0; tick < ticks; tick++) {
        for (let i = 0; i < REQUESTS_A_TICK; i++) {
          const state = replica.hit(i, `key ${asked++ % 500}`, 1_000);
          void Promise.resolve(state).then((settled) => {
            answered++;
            allowed += Number(settled.allowed);
          });
        }
        await pause(TICK_MS);
      }
      await until(() => answered === asked, 'the last answer');
    };
    await load(100);
    await harm(proxy);
    await load(200);
    await mend(proxy);
    await until(() => !replica.supply.news().isAway, 'the return of Redis');
    await load(100);
    expect([answered, allowed]).toEqual([asked, asked]);
  });
});
