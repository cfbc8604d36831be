import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { datasetName, servedPath } from '../../src/dataset/dataset-folder.js';
import { runCli } from '../cli/run-cli.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { inOneWindow, isAlive, makeKey, Service, type Answer } from './workers-service.js';

/**
 * `gazarch serve --workers N` as real processes: what a client sees of several workers, of their deaths,
 * and of the end of the service.
 */

const SEARCH = '/v1/geocode?q=talbai&limit=1';
/** Swaps between two datasets. The full proof is GAZARCH_TEST_SWAPS=20. */
const SWAPS = Number(process.env['GAZARCH_TEST_SWAPS'] ?? 2);
/**
 * Requests of one key, and the connections they are sent on, one client each. The full proof is
 * GAZARCH_TEST_REQUESTS=10000.
 */
const [REQUESTS, CONNECTIONS] = [Number(process.env['GAZARCH_TEST_REQUESTS'] ?? 1_000), 64];

/** Between two requests of a client that asks all the time. */
const PAUSE_MS = 10;

let folder: string;
let dataset: string;
let other: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-workers-'));
  const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
  const changed = join(folder, 'changed.osm');
  writeFileSync(changed, readFileSync(sample, 'utf8').replaceAll('Сүхбаатарын талбай', 'Шинэ нэрийн талбай'));
  [dataset, other] = [join(folder, 'one'), join(folder, 'two')];
  await copySampleDataset(dataset);
  const { status, stderr } = await runCli(['import', changed, '--dataset', other]);
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  service: Service;
  database: string;
  folder: string;
}

/** A service with a dataset folder and a key database of its own. */
async function start(workers: number): Promise<Started> {
  const own = join(folder, `service-${++number}`);
  mkdirSync(own);
  copyFileSync(servedPath(dataset), join(own, datasetName(1)));
  const database = join(own, 'keys.sqlite');
  return { service: await Service.start({ dataset: own, database, workers }), database, folder: own };
}

/** Ends a service in whatever state it is. */
async function end({ service }: Started): Promise<void> {
  const { workers } = service;
  if (service.child.exitCode === null) service.child.kill('SIGKILL');
  await service.ended();
  // The workers end by themselves when the process that leads them is gone.
  await service.until(() => !workers.some(isAlive), 'the end of all workers');
}

/** A service for one test only, which may end it. */
async function startForTest(workers: number): Promise<Started> {
  const started = await start(workers);
  onTestFinished(() => end(started));
  return started;
}

/** Puts another dataset in place, as an import does. */
function swapTo(source: string, folder: string): void {
  copyFileSync(servedPath(source), join(folder, 'new'));
  renameSync(join(folder, 'new'), join(folder, datasetName(1)));
}

async function flood(service: Service, token: string, requests: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers = await Promise.all(
    Array.from({ length: requests }, () => service.ask(SEARCH, token, agent)),
  );
  agent.destroy();
  return answers;
}

function passed(answers: readonly Answer[]): Answer[] {
  const good = answers.filter(({ status }) => status === 200);
  expect(new Set(answers.filter((answer) => !good.includes(answer)).map(({ status }) => status))).toEqual(
    new Set(good.length < answers.length ? [429] : []),
  );
  return good;
}

const remaining = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining']);

/**
 * Floods with a new key. On a busy machine the leading process may be silent for so long that workers count
 * alone. They say so. Or the flood goes on in the next window. Then nothing is proved, and another key is
 * tried.
 */
async function floodCountedTogether(
  { service, database }: Started,
  { limit, requests }: { limit: number; requests: number },
): Promise<Answer[]> {
  const alone = (): number =>
    service.entries('shared request counts are unavailable; this worker counts on its own').length;
  for (;;) {
    const before = alone();
    const token = await makeKey(database, limit);
    await inOneWindow(20_000);
    const answers = await flood(service, token, requests);
    // The log comes by another way than the answers.
    if (passed(answers).length !== limit) await setTimeout(1_000);
    const windows = new Set(answers.map(({ headers }) => headers['x-ratelimit-reset']));
    if (before === alone() && windows.size === 1) return answers;
  }
}

async function expectExactly100(started: Started): Promise<void> {
  const answers = await floodCountedTogether(started, { limit: 100, requests: REQUESTS });
  const good = passed(answers);
  expect(good.length).toBe(100);
  expect(good.map(remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
}

describe('several workers', () => {
  let started: Started;
  beforeAll(async () => {
    started = await start(3);
  });
  afterAll(() => end(started));

  it(`let exactly 100 of ${REQUESTS} concurrent requests of one key through, and number them`, () =>
    expectExactly100(started));

  it('count one key down together, whichever connection a request comes on', async () => {
    const { service, database } = started;
    const token = await makeKey(database, 100);
    await inOneWindow(15_000);
    for (let left = 99; left >= 80; left--) expect(remaining(await service.ask(SEARCH, token))).toBe(left);
    // The same over connections that are kept alive.
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (let left = 79; left >= 40; left--)
      expect(remaining(await service.ask(SEARCH, token, agents[left % 8]))).toBe(left);
    agents.forEach((agent) => agent.destroy());
  });

  it('let exactly the limit through where it is high enough to be leased', async () => {
    const answers = await floodCountedTogether(started, { limit: 2_000, requests: 2_500 });
    expect(passed(answers).length).toBe(2_000);
  });

  it('stop a revoked key in every process within seconds', async () => {
    const { service, database } = started;
    const token = await makeKey(database, 100_001);
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const statuses = async (): Promise<Set<number>> =>
      new Set(
        (await Promise.all(agents.map((agent) => service.ask(SEARCH, token, agent)))).map(
          ({ status }) => status,
        ),
      );
    expect(await statuses()).toEqual(new Set([200]));
    const { stdout } = await runCli(['keys', 'list', '--database', database, '--json']);
    const { id } = (JSON.parse(stdout) as { id: string; rate_limit: number }[]).find(
      ({ rate_limit }) => rate_limit === 100_001,
    )!;
    await runCli(['keys', 'revoke', id, '--database', database]);
    await service.until(async () => !(await statuses()).has(200), 'a revocation in all workers');
    expect(await statuses()).toEqual(new Set([403]));
    agents.forEach((agent) => agent.destroy());
  });

  it('all take a new dataset at SIGHUP', async () => {
    const { service, database, folder: own } = started;
    const token = await makeKey(database, 100_000);
    swapTo(other, own);
    service.child.kill('SIGHUP');
    await service.until(() => service.entries('dataset swapped').length === 3, 'a swap in each worker');
    expect(new Set(service.entries('dataset swapped').map(({ worker }) => worker)).size).toBe(3);
    for (let i = 0; i < 12; i++)
      expect((await service.ask('/v1/geocode?q=shine%20neriin', token)).text).toContain('Шинэ нэрийн талбай');
  });

  it('have a line in the log for each request, and each line is whole, whoever wrote beside it', async () => {
    const { service } = started;
    expect(await service.stop()).toBe(0);
    expect(service.broken).toEqual([]);
    expect(service.entries('request').length).toBe(service.asked);
    expect(service.stderr).toBe('');
  });
});

describe('a worker that dies', () => {
  let started: Started;
  beforeAll(async () => {
    started = await start(3);
  });
  afterAll(() => end(started));

  it('is replaced, and no health check fails but those it was answering', async () => {
    const { service } = started;
    const failures: string[] = [];
    let checks = 0;
    let isOver = false;
    const pollers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await service.ask('/health').then(
          ({ status }) => expect(status).toBe(200),
          (error: NodeJS.ErrnoException) => failures.push(error.code ?? error.message),
        );
        checks++;
        // Without a pause the clients take what the new workers need to start.
        await setTimeout(PAUSE_MS);
      }
    });
    for (let kills = 1; kills <= 2; kills++) {
      const [victim] = service.workers;
      process.kill(victim, 'SIGKILL');
      await service.until(
        () => service.workers.length === 3 && !service.workers.includes(victim),
        'a new worker',
      );
      // A connection that the dead worker had not begun to read goes to another one; the others are lost.
      expect(failures.length).toBeLessThanOrEqual(kills * pollers.length);
      expect(new Set(failures)).toEqual(new Set(failures.length > 0 ? ['ECONNRESET'] : []));
    }
    isOver = true;
    await Promise.all(pollers);
    expect(checks).toBeGreaterThan(50);
    expect(service.entries('worker ended, another takes its place').map(({ reason }) => reason)).toEqual(
      Array(2).fill('signal SIGKILL'),
    );
  });

  it('takes no connection with it that it had not begun to read', async () => {
    const { service } = started;
    const [victim] = service.workers;
    process.kill(victim, 'SIGSTOP');
    const answers = Promise.all(Array.from({ length: 12 }, () => service.ask('/health')));
    // The other workers answer. Some connections were sent to the one that is stopped.
    await setTimeout(200);
    process.kill(victim, 'SIGKILL');
    expect((await answers).map(({ status }) => status)).toEqual(Array(12).fill(200));
    await service.until(
      () => service.workers.length === 3 && !service.workers.includes(victim),
      'a new worker',
    );
  });

  it('and cannot be replaced, as its dataset is broken, leaves the others serving until it can', async () => {
    const { service, folder: own } = started;
    const good = readFileSync(join(own, datasetName(1)));
    writeFileSync(join(own, 'new'), good.subarray(0, good.length - 100));
    renameSync(join(own, 'new'), join(own, datasetName(1)));
    process.kill(service.workers[0], 'SIGKILL');
    await service.until(() => service.entries('new worker cannot start serving').length >= 2, 'a refusal');
    expect(service.entries('new worker cannot start serving')[0].reason).toMatch(/is not a usable dataset/);
    for (let i = 0; i < 20; i++) expect((await service.ask('/health')).status).toBe(200);
    swapTo(dataset, own);
    await service.until(() => service.workers.length === 3, 'a new worker');
  });

  it('is the last, and with it the service, when nobody can take its place', async () => {
    const { service, folder: own } = started;
    rmSync(join(own, datasetName(1)));
    service.workers.forEach((pid) => process.kill(pid, 'SIGKILL'));
    expect(await service.ended()).toBe(1);
    expect(service.stderr).toMatch(/^gazarch: \d+ worker processes in a row ended .*, and none is left\n$/);
  });
});

describe('the process that leads', () => {
  /** A connection with half a request on it, which therefore is not idle. */
  async function halfARequest(service: Service): Promise<{ finish: () => void; received: Promise<string> }> {
    const socket = connect({ host: '127.0.0.1', port: service.port });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    const received = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
    await new Promise((resolve) => socket.on('connect', resolve));
    socket.write('GET /health/ready HTTP/1.1\r\n');
    // Long enough for a worker to receive and read it.
    await service.ask('/health');
    await setTimeout(300);
    return { finish: () => socket.write('Host: x\r\n\r\n'), received };
  }

  it('lets requests in flight finish at SIGTERM, writes last uses, leaves no process behind', async () => {
    const { service, database } = await startForTest(2);
    const { workers } = service;
    expect(new Set(workers).size).toBe(2);
    const tokens = await Promise.all(Array.from({ length: 8 }, () => makeKey(database, 1_000)));
    const used = await Promise.all(tokens.map((token) => service.ask(SEARCH, token)));
    expect(used.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const idle = new Agent({ keepAlive: true });
    await service.ask('/health', null, idle);
    const half = await halfARequest(service);
    service.child.kill('SIGTERM');
    await service.until(() => service.entries('stopping: finishing requests in flight').length === 1);
    await expect(service.ask('/health')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    half.finish();
    expect(await half.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*"status":"unavailable"/);
    expect(await service.ended()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(service.stderr).toBe('');
    const { stdout } = await runCli(['keys', 'list', '--database', database, '--json']);
    expect(
      (JSON.parse(stdout) as { last_used_at: string | null }[]).filter(
        ({ last_used_at }) => last_used_at === null,
      ),
    ).toEqual([]);
    idle.destroy();
  });

  it('ends at once at a second signal', async () => {
    const { service } = await startForTest(2);
    const { workers } = service;
    const half = await halfARequest(service);
    service.child.kill('SIGINT');
    await service.until(() => service.entries('stopping: finishing requests in flight').length === 1);
    expect(workers.some(isAlive)).toBe(true);
    service.child.kill('SIGINT');
    expect(await service.ended()).toBe(1);
    expect(await half.received).toBe('');
    await service.until(() => !workers.some(isAlive), 'the end of the workers');
  });

  it('takes its workers with it when it is killed', async () => {
    const { service } = await startForTest(2);
    const { workers } = service;
    service.child.kill('SIGKILL');
    await service.until(() => !workers.some(isAlive), 'the end of the workers');
  });
});

describe('a new dataset', () => {
  let started: Started;
  beforeAll(async () => {
    started = await start(2);
  });
  afterAll(() => end(started));

  it(`comes ${SWAPS} times without a failed or mixed answer, while clients ask and ask`, async () => {
    const { service, database, folder: own } = started;
    const token = await makeKey(database, 1_000_000);
    const bodies = new Set<string>();
    const query = `/v1/geocode?q=${encodeURIComponent('Энхтайваны өргөн чөлөө 7')}&limit=3`;
    let isOver = false;
    const clients = Array.from({ length: 4 }, async (_, i) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver) {
        const { status, text } = await service.ask(i % 2 === 0 ? query : SEARCH, token, agent);
        bodies.add(`${i % 2} ${status} ${text}`);
        await setTimeout(PAUSE_MS);
      }
      agent.destroy();
    });
    for (let swap = 1; swap <= SWAPS; swap++) {
      swapTo(swap % 2 === 1 ? other : dataset, own);
      await service.until(() => service.entries('dataset swapped').length === 2 * swap, `swap ${swap}`);
    }
    isOver = true;
    await Promise.all(clients);
    const answers = [...bodies];
    expect(answers.filter((answer) => !/^\d 200 /.test(answer))).toEqual([]);
    // The first query has the same answer in both datasets; the second has one answer in each.
    expect(answers.filter((answer) => answer.startsWith('0')).length).toBe(1);
    expect(answers.filter((answer) => answer.startsWith('1')).length).toBe(2);
  });

  it('lets a signal to the whole group, as a terminal sends it, end all in order', async () => {
    const { service } = started;
    for (const pid of [...service.workers, service.pid]) process.kill(pid, 'SIGINT');
    expect(await service.ended()).toBe(0);
    expect(service.entries('worker ended, another takes its place')).toEqual([]);
  });
});
