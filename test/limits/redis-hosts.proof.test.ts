import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openRedisSupply } from '../../src/limits/redis/open-supply.js';
import { pause, Replica, until } from './redis-replicas.js';
import { NO_REDIS, RedisServer } from './redis-server.js';

/** Real Sentinels, a real cluster, and a pair of which one takes over. */

const LIMIT = 100;
const WINDOW_MS = 60_000;

const servers: RedisServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function server(...flags: string[]): Promise<RedisServer> {
  const made = await RedisServer.start(...flags);
  servers.push(made);
  return made;
}

const places = (all: readonly RedisServer[]): string => all.map(({ port }) => `127.0.0.1:${port}`).join(',');
const isShared = ({ supply }: Replica): boolean => !supply.news().isAway;

/** Two services that count at this address, in one window of some length. */
async function pair(address: string): Promise<Replica[]> {
  const all = [0, 1].map(() => new Replica({ port: 0, window_ms: WINDOW_MS, address }));
  onTestFinished(() => all.forEach((replica) => replica.kill()));
  await Promise.all(all.map((replica) => replica.ready()));
  const left_ms = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left_ms < 25_000) await pause(left_ms + 100);
  return all;
}

async function hits(all: readonly Replica[], times: number): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < times; i++) allowed += Number((await all[i % all.length].hit(i, 'a', LIMIT)).allowed);
  return allowed;
}

/** How a start ends: with Redis, alone, or with a refusal. */
async function start(address: string): Promise<string> {
  try {
    const supply = await openRedisSupply(address);
    supply.close();
    return supply.news().isAway ? 'counts alone' : 'counts in Redis';
  } catch (error) {
    return (error as Error).message;
  }
}

async function replicated(primary: RedisServer): Promise<RedisServer> {
  const replica = await server('--replicaof', '127.0.0.1', String(primary.port));
  await until(
    async () => (await replica.askLines('INFO replication')).includes('master_link_status:up'),
    'the copy',
  );
  return replica;
}

async function passedOver(all: readonly Replica[], change: () => Promise<void>): Promise<void> {
  expect(await hits(all, 60)).toBe(60);
  // The copy follows within some milliseconds.
  await pause(200);
  const falls = all.map(({ changes }) => changes.length);
  await change();
  await until(() => all.every(({ changes }, i) => changes.length > falls[i]), 'noticing');
  await until(() => all.every(isShared), 'the other server');
  expect(await hits(all, 200)).toBe(40);
}

describe.skipIf(NO_REDIS)('two services count together', () => {
  it('at the primary that Sentinel names, and at the next one when it is killed', async () => {
    const primary = await server();
    const replica = await replicated(primary);
    const sentinels: RedisServer[] = [];
    for (let i = 0; i < 3; i++) sentinels.push(await RedisServer.startSentinel(primary.port));
    servers.push(...sentinels);
    const knows = async (sentinel: RedisServer): Promise<boolean> => {
      const lines = await sentinel.askLines('SENTINEL CKQUORUM shop');
      return lines[0].startsWith('+OK 3') && (await sentinel.askLines('SENTINEL REPLICAS shop'))[0] === '*1';
    };
    await until(async () => (await Promise.all(sentinels.map(knows))).every(Boolean), 'the Sentinels');
    // The first of the list is down: the others know as well.
    const gone = sentinels.pop()!;
    await gone.kill();
    const all = await pair(`redis-sentinel://${places([gone, ...sentinels])}/0?primary=shop&prefix=test:`);
    await passedOver(all, () => primary.kill());
    expect(await replica.ask('ROLE')).toBe('*3');
    expect((await replica.askLines('ROLE'))[2]).toBe('master');
  });

  it('at the primary that Sentinel names, while the first Sentinel of the list hangs', async () => {
    const primary = await server();
    const sentinels = await Promise.all([0, 1].map(() => RedisServer.startSentinel(primary.port)));
    servers.push(...sentinels);
    sentinels[0].pause();
    const address = `redis-sentinel://${places(sentinels)}/0?primary=shop&prefix=test:`;
    await expect.poll(() => start(address)).toBe('counts in Redis');
  });

  it('at the one of a pair that takes writes', async () => {
    const primary = await server();
    const replica = await replicated(primary);
    const all = await pair(`redis://${places([replica, primary])}/?prefix=test:`);
    await passedOver(all, async () => {
      await replica.ask('REPLICAOF NO ONE');
      await primary.ask(`REPLICAOF 127.0.0.1 ${replica.port}`);
    });
  });

  it('at the server of a cluster that has their keys, and at the one where these move', async () => {
    const nodes = await Promise.all([0, 1, 2].map(() => server('--cluster-enabled', 'yes')));
    const ids: string[] = [];
    for (const [i, node] of nodes.entries()) {
      await node.ask(`CLUSTER ADDSLOTSRANGE ${i * 5_500} ${Math.min((i + 1) * 5_500 - 1, 16_383)}`);
      await node.ask(`CLUSTER SET-CONFIG-EPOCH ${i + 1}`);
      if (i > 0) await node.ask(`CLUSTER MEET 127.0.0.1 ${nodes[0].port}`);
      ids.push((await node.askLines('CLUSTER MYID'))[1]);
    }
    const isOk = async (node: RedisServer): Promise<boolean> =>
      (await node.askLines('CLUSTER INFO')).includes('cluster_state:ok');
    await until(async () => (await Promise.all(nodes.map(isOk))).every(Boolean), 'the cluster');
    const slot = Number((await nodes[0].ask('CLUSTER KEYSLOT {gazarch}')).slice(1));
    const owner = Math.floor(slot / 5_500);
    // One that does not have the keys.
    const asked = nodes[(owner + 1) % 3];
    const address = `redis://${places([asked])}/?prefix={gazarch}:`;
    // A start waits two seconds for Redis, which a busy machine may need.
    await expect.poll(() => start(address)).toBe('counts in Redis');
    await expect.poll(() => start(`redis://${places([asked])}`)).toContain('?prefix={gazarch}:');

    await passedOver(await pair(address), async () => {
      // Without its keys, as in a cluster that lost a server: services tell the next one what is used.
      await nodes[owner].ask('FLUSHALL');
      for (const node of nodes) await node.ask(`CLUSTER SETSLOT ${slot} NODE ${ids[(owner + 2) % 3]}`);
    });
    expect(await nodes[(owner + 2) % 3].ask(`CLUSTER COUNTKEYSINSLOT ${slot}`)).not.toBe(':0');
  });
});
