import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantArguments, readGrantReply } from '../../src/limits/redis/grant-script.js';
import { IoredisLink } from '../../src/limits/redis/ioredis-link.js';
import { parseRedisAddress } from '../../src/limits/redis/redis-address.js';
import { seededRandom } from '../seeded-random.js';
import { until } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';
import { SimulatedRedis } from './simulated-redis.js';

/** The script in a real Redis, beside what the simulation takes it for. */

describe.skipIf(NO_REDIS)('the script', () => {
  let redis: RedisServer;
  let link: IoredisLink;
  beforeAll(async () => {
    redis = await RedisServer.start();
    link = new IoredisLink(parseRedisAddress(`redis://127.0.0.1:${redis.port}`)!);
    await until(() => link.isUp, 'a connection');
  });
  afterAll(async () => {
    link.close();
    await redis.stop();
  });

  it('answers as the simulated one does, whatever it is asked', async () => {
    const seed = 20260722;
    const random = seededRandom(seed);
    const simulated = new SimulatedRedis();
    const upTo = (most: number): number => Math.floor(random() * (most + 1));
    let beats = 0;
    for (let call = 0; call < 2_000; call++) {
      const window_ms = 200;
      const keys = Array.from({ length: upTo(4) }, (_, i) => `key ${i + upTo(2) * 5}`);
      const questions = keys.map((key) => ({
        key,
        limit: [1, 100, 5_000, 1_000_000][upTo(3)],
        wanted: upTo(1) * upTo(60),
        spare: upTo(1) * upTo(300),
        untold: upTo(3) === 0 ? upTo(60) - 30 : 0,
        floor: upTo(5) === 0 ? upTo(150) : 0,
      }));
      const window = Math.floor(Date.now() / window_ms) - (upTo(9) === 0 ? 1 : 0);
      const args = grantArguments(
        { window_ms, window, beats: upTo(200) === 0 ? beats + 1 : beats },
        questions,
      );
      const reply = readGrantReply(await link.run(keys, args), keys.length);
      ({ beats } = reply.epoch);
      const expected = readGrantReply(simulated.run(keys, args, reply.time_ms), keys.length);
      expect({ ...reply, time_ms: 0 }, `seed ${seed}, call ${call}`).toEqual({ ...expected, time_ms: 0 });
    }
  });

  it('is sent again when Redis has forgotten it', async () => {
    expect(await redis.ask('SCRIPT FLUSH')).toBe('+OK');
    expect(await link.run([], grantArguments({ window_ms: 60_000, window: 0, beats: 0 }, []))).toHaveLength(
      6,
    );
  });

  it('reads no reply that is not its own', () => {
    for (const reply of [null, 'OK', [], [1, 2], [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 'x']])
      expect(() => readGrantReply(reply, 0)).toThrow('does not come from our script');
  });
});
