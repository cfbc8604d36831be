import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SqliteUsageDatabase } from '../../src/database/sqlite/sqlite-usage-database.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import type { UsageSpan } from '../../src/usage/usage-store.js';
import { OUTCOMES, outcomeOf } from '../../src/usage/usage-tables.js';
import { runCli } from '../cli/run-cli.js';
import { isAlive, makeKey, Service, type LogLine } from './workers-service.js';

/** Usage of the built service, compared with the lines of its log. */

interface RequestLine extends LogLine {
  key_id: string | null;
  path: string;
  status: number;
}

const GEOCODE = '/v1/geocode?q=talbai&limit=1';
const ROUTE = '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065';

let folder: string;
let dataset: string;
let database: string;
let tokens: Record<'busy' | 'limited' | 'revoked', string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-usage-'));
  dataset = join(folder, 'dataset');
  database = join(folder, 'keys.sqlite');
  const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
  const { status, stderr } = await runCli(['import', sample, '--out', dataset]);
  expect(status, stderr).toBe(0);
  tokens = {
    busy: await makeKey(database, 1_000_000),
    limited: await makeKey(database, 3),
    revoked: await makeKey(database, 1_000),
  };
  const listed = await runCli(['keys', 'list', '--database', database, '--json']);
  const keys = JSON.parse(listed.stdout) as { id: string; name: string }[];
  const { id } = keys.find(({ name }) => name === 'limit 1000')!;
  expect((await runCli(['keys', 'revoke', id, '--database', database])).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(workers: number, flags: readonly string[] = []): Promise<Service> {
  rmSync(`${database}-usage`, { force: true });
  rmSync(`${database}-usage-wal`, { force: true });
  rmSync(`${database}-usage-shm`, { force: true });
  const service = await Service.start({ dataset, database, workers, flags });
  const { workers: pids } = service;
  onTestFinished(async () => {
    if (service.child.exitCode === null) service.child.kill('SIGKILL');
    await service.ended();
    await service.until(() => !pids.some(isAlive), 'the end of all workers');
  });
  return service;
}

const lines = (service: Service): RequestLine[] => service.entries('request') as RequestLine[];

/** A line of the log for each key, endpoint and outcome, with the number of requests. */
function tally(requests: readonly RequestLine[]): string[] {
  const counts = new Map<string, number>();
  for (const { key_id, path, status } of requests) {
    const endpoint =
      /^\/v1\/(geocode|route)$/.exec(decodeURI(path))?.[1] ??
      (path.startsWith('/health') ? 'health' : 'other');
    const place = `${key_id ?? ''} ${endpoint} ${OUTCOMES[outcomeOf(status)]}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].map(([place, n]) => `${place} ${n}`).sort();
}

async function counted(span: UsageSpan): Promise<string[]> {
  const usage = new SqliteUsageDatabase(`${database}-usage`, { mustExist: true });
  const store = new SqlUsageStore(usage, new Calendar('UTC'));
  try {
    const sums = await store.read({ span, from_s: 0, until_s: 1e11, by: ['key', 'endpoint', 'outcome'] });
    return sums
      .map(({ keyId, endpoint, outcome, requests }) => `${keyId} ${endpoint} ${outcome} ${requests}`)
      .sort();
  } finally {
    await store.close();
  }
}

async function requestsCounted(): Promise<number> {
  const sums = await counted('minute').catch(() => []);
  return sums.reduce((sum, line) => sum + Number(line.split(' ')[3]), 0);
}

/** Requests of every outcome that a client can bring about. */
async function askAll(service: Service, agent: Agent): Promise<void> {
  const { busy, limited, revoked } = tokens;
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

describe.each([1, 2])('usage with %i worker(s)', (workers) => {
  it('equals the lines of the log after a graceful stop', async () => {
    const service = await start(workers);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(() => agent.destroy());
    await askAll(service, agent);
    // Some are still being answered when the stop comes.
    const last = Array.from({ length: 60 }, () => service.ask(ROUTE, tokens.busy, agent).catch(() => null));
    expect(await service.stop()).toBe(0);
    await Promise.all(last);
    const logged = tally(lines(service));
    expect(new Set(logged.map((line) => line.split(' ')[2]))).toEqual(
      new Set(['ok', 'not_found', 'bad_request', 'unauthorized', 'forbidden', 'limited']),
    );
    for (const span of ['minute', 'hour', 'day'] as const) expect(await counted(span), span).toEqual(logged);
  });

  it('lacks no more than the last seconds after a kill, and has nothing twice', async () => {
    const service = await start(workers);
    const { workers: pids } = service;
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(() => agent.destroy());
    for (let i = 0; i < 50; i++) await service.ask(GEOCODE, tokens.busy, agent);
    await service.until(async () => (await requestsCounted()) === 50, 'usage of 50 requests');
    for (let i = 0; i < 30; i++) await service.ask(ROUTE, tokens.busy, agent);
    service.child.kill('SIGKILL');
    await service.ended();
    await service.until(() => !pids.some(isAlive), 'the end of all workers');
    const [after, ...more] = [await requestsCounted(), await requestsCounted()];
    expect(more).toEqual([after]);
    expect(after).toBeGreaterThanOrEqual(50);
    expect(after).toBeLessThanOrEqual(80);
  });
});

describe('usage', () => {
  it('of a worker that is killed lacks no more than its last second', async () => {
    const service = await start(2);
    const [victim] = service.workers;
    for (let i = 0; i < 40; i++) await service.ask(GEOCODE, tokens.busy);
    await new Promise((after) => setTimeout(after, 2_500));
    process.kill(victim, 'SIGKILL');
    await service.until(() => service.entries('worker ended, another takes its place').length === 1);
    for (let i = 0; i < 10; i++) await service.ask(GEOCODE, tokens.busy);
    expect(await service.stop()).toBe(0);
    expect(await requestsCounted()).toBe(50);
  });

  it('is neither counted nor written when it is off', async () => {
    const service = await start(2, ['--usage', 'off']);
    await service.ask(GEOCODE, tokens.busy);
    expect(await service.stop()).toBe(0);
    await expect(counted('day')).rejects.toThrow('there is no usage database');
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
    expect(serving.entries('usage lost: it could not be written before the end')).toMatchObject([
      { requests: 7 },
    ]);
  });
});
