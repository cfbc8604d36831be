import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, usePostgres } from '../postgres.js';
import { Load } from './load.js';
import { counted, expectCounted, requestLines, requestsCounted, secondWrite, tally } from './usage-lines.js';
import { createdKey, isAlive, makeKey, Service, withKeys } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** Usage of the built service, compared with the lines of its log. */

const GEOCODE = '/v1/geocode?q=talbai&limit=1';
const ROUTE = '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065';

const postgres = usePostgres();
let folder: string;
let dataset: string;
let number = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-usage-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A key database of its own for each test, and so usage of its own. */
const DATABASES = {
  SQLite: async (): Promise<string> => join(folder, `keys-${++number}.sqlite`),
  PostgreSQL: async (): Promise<string> => postgres.url(await postgres.makeDatabase()),
};

/** Starts a service for each number of workers, all on one database. */
async function start(
  database: string,
  crews: readonly number[],
  flags: readonly string[] = [],
): Promise<Service[]> {
  return Promise.all(
    crews.map(async (workers) => {
      const service = await Service.start({ dataset, database, workers, flags });
      const { workers: pids } = service;
      onTestFinished(async () => {
        if (service.child.exitCode === null) service.child.kill('SIGKILL');
        await service.ended();
        await service.until(() => !pids.some(isAlive), 'the end of all workers');
      });
      return service;
    }),
  );
}

type Tokens = Record<'busy' | 'limited' | 'revoked', string>;

async function makeTokens(database: string): Promise<Tokens> {
  const { key, token: revoked } = await createdKey(database, 1_000);
  await withKeys(database, (store) => store.revoke(key.id, new Date()));
  return {
    busy: await makeKey(database, 1_000_000),
    limited: await makeKey(database, 3),
    revoked,
  };
}

/** Requests of every outcome that a client can bring about. */
async function askAll(service: Service, { busy, limited, revoked }: Tokens, agent: Agent): Promise<void> {
  for (let i = 0; i < 20; i++)
    await Promise.all([
      service.ask(GEOCODE, busy, agent),
      service.ask(GEOCODE, busy),
      service.ask(ROUTE, busy, agent),
      service.ask('/v1/geocode?q=', busy, agent),
      service.ask('/v1/%67eocode?q=talbai', busy),
      service.ask('/v1/route?origin=10,10&destination=10.1,10', busy),
      service.ask('/v1/geocode?q=talbai', limited),
      service.ask(GEOCODE, revoked, agent),
      service.ask(ROUTE, null, agent),
      service.ask(GEOCODE, 'geo_nobody'),
      service.ask('/nothing/here', null, agent),
      service.ask('/health', null, agent),
      service.ask('/openapi.json'),
      garbage(service.port),
    ]);
}

/** A request that cannot be read has its line, too. */
function garbage(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('NO HTTP AT ALL\r\n\r\n'));
    socket.on('data', () => undefined).on('error', fail);
    socket.on('close', () => done());
  });
}

/** The database, and the workers of each service that writes to it. */
type Case = ['SQLite' | 'PostgreSQL', number[]];
const ON_POSTGRES: Case[] = hasPostgres ? [['PostgreSQL', [2, 2]]] : [];
/** `usage-whole` runs all cases, and kills services. */
const isWhole = process.env['GAZARCH_TEST_USAGE'] === 'whole';
const OTHERS: Case[] = isWhole ? [['SQLite', [1]], ...ON_POSTGRES] : [];
const CASES: Case[] = [['SQLite', [2, 2]], ...OTHERS];

/** Kills the first service while all are asked, and compares. */
async function killAndCompare([kind, crews]: Case): Promise<void> {
  const database = await DATABASES[kind]();
  const services = await start(database, crews);
  // A key for each service, so that their counts can be told apart.
  const keys = await Promise.all(crews.map(() => createdKey(database, 1_000_000)));
  const loads = services.map(
    ({ port }, i) => new Load({ port, token: keys[i].token, targets: [GEOCODE], pause_ms: 60 }),
  );
  const [victim, ...others] = services;
  const [{ key }] = keys;
  const sure_ms = await secondWrite(victim, database, key.id);
  await new Promise((wait) => setTimeout(wait, 3_000 * Math.random()));
  await victim.crash();
  await Promise.all(loads.map((load) => load.stop()));
  expect(await Promise.all(others.map((service) => service.stop()))).toEqual(others.map(() => 0));

  const name = `${kind}, ${crews.join(' and ')} worker(s)`;
  await expectCounted(name, { database, victim, keyId: key.id, sure_ms, asked: loads[0].asked });
  for (const [i, service] of others.entries())
    expect(await requestsCounted(database, keys[i + 1].key.id)).toBe(requestLines(service).length);
}

describe('usage', () => {
  it.each(CASES)(
    'in %s equals the logs after a graceful stop of services with %j worker(s)',
    async (kind, crews) => {
      const database = await DATABASES[kind]();
      const tokens = await makeTokens(database);
      const services = await start(database, crews);
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      onTestFinished(() => agent.destroy());
      await Promise.all(services.map((service) => askAll(service, tokens, agent)));
      // Some are still being answered when the stop comes.
      const last = services.flatMap((service) =>
        Array.from({ length: 60 }, () => service.ask(ROUTE, tokens.busy, agent).catch(() => null)),
      );
      expect(await Promise.all(services.map((service) => service.stop()))).toEqual(crews.map(() => 0));
      await Promise.all(last);
      const logged = tally(services.flatMap(requestLines));
      expect(new Set(logged.map((line) => line.split(' ')[2]))).toEqual(
        new Set(['ok', 'not_found', 'bad_request', 'unauthorized', 'forbidden', 'limited']),
      );
      for (const span of ['minute', 'hour', 'day'] as const)
        expect(await counted(database, span), span).toEqual(logged);
    },
  );

  if (isWhole)
    it('lacks no more than what came since the last write before a kill, and has nothing twice', async () => {
      // At the same time, as they mostly wait for the next write.
      await Promise.all(CASES.map(killAndCompare));
    });

  it('of a worker that is killed lacks no more than its last second', async () => {
    const database = await DATABASES.SQLite();
    const token = await makeKey(database, 1_000);
    const [service] = await start(database, [2]);
    const [victim] = service.workers;
    for (let i = 0; i < 40; i++) await service.ask(GEOCODE, token);
    await new Promise((after) => setTimeout(after, 2_500));
    process.kill(victim, 'SIGKILL');
    await service.until(() => service.entries('worker ended, another takes its place').length === 1);
    for (let i = 0; i < 10; i++) await service.ask(GEOCODE, token);
    expect(await service.stop()).toBe(0);
    expect(await requestsCounted(database)).toBe(50);
  });

  it('is neither counted nor written when it is off', async () => {
    const database = await DATABASES.SQLite();
    const token = await makeKey(database, 1_000);
    const [service] = await start(database, [2], ['--usage', 'off']);
    await service.ask(GEOCODE, token);
    expect(await service.stop()).toBe(0);
    await expect(counted(database, 'day')).rejects.toThrow('there is no usage database');
  });

  it('that cannot be written stops nothing: the log tells, and how much was lost', async () => {
    const broken = join(folder, 'broken.sqlite');
    const token = await makeKey(broken, 1_000);
    writeFileSync(`${broken}-usage`, 'x'.repeat(5_000));
    const serving = await Service.start({ dataset, database: broken, workers: 1 });
    onTestFinished(() => void serving.child.kill('SIGKILL'));
    for (let i = 0; i < 7; i++) expect((await serving.ask(GEOCODE, token)).status).toBe(200);
    expect(await serving.stop()).toBe(0);
    expect(serving.entries('usage cannot be written and is kept in memory')).toHaveLength(1);
    expect(serving.entries('usage lost: it could not be written before the service stopped')).toMatchObject([
      { requests: 7 },
    ]);
  });
});
