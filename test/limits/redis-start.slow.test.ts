import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openRedisSupply } from '../../src/limits/redis/open-supply.js';
import { NO_REDIS, RedisServer } from './redis-server.js';

/** What a start says of a Redis that tells the time, but would not count: 2 s. */

const servers: RedisServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function server(...flags: string[]): Promise<RedisServer> {
  const made = await RedisServer.start(...flags);
  servers.push(made);
  return made;
}

/** The message of the refusal, or null: it counts. */
async function refusal(address: string): Promise<string | null> {
  try {
    const supply = await openRedisSupply(address);
    expect(supply.news().isAway).toBe(false);
    supply.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(NO_REDIS)('a start', () => {
  it('is refused where the user has no right to the keys, and says which', async () => {
    const redis = await server();
    const rights = '+evalsha +eval +get +set +time +select';
    await redis.ask(`ACL SETUSER shop on >word ~shop:* ${rights}`);
    await redis.ask('ACL SETUSER reader on >word ~gazarch:* +evalsha +eval +get +time +select');
    const at = (user: string, more = ''): string => `redis://${user}:word@127.0.0.1:${redis.port}/0${more}`;
    const message = await refusal(at('shop'));
    expect(message).toContain(`redis://***@127.0.0.1:${redis.port}/0 refuses: `);
    expect(message).toContain('give the user ~gazarch:* and +evalsha');
    expect(message).not.toContain('word');
    expect(await refusal(at('reader'))).toContain('+set');
    expect(await refusal(at('shop', '?prefix=shop:'))).toBeNull();
  });

  it('works on a cluster whose keys lie on one server, and else says how', async () => {
    const redis = await server('--cluster-enabled', 'yes');
    await redis.ask('CLUSTER ADDSLOTSRANGE 0 16383');
    while (!(await refusal(`redis://127.0.0.1:${redis.port}`))?.includes('CROSSSLOT')) await setTimeout(20);
    expect(await refusal(`redis://127.0.0.1:${redis.port}`)).toContain('with ?prefix={gazarch}: in --limits');
    expect(await refusal(`redis://127.0.0.1:${redis.port}/?prefix={gazarch}:`)).toBeNull();
  });
});
