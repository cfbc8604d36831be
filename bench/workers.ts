/**
 * One worker against several under the same load. It measures the built service: run `npm run build` first.
 *
 *     bench/workers.js --dataset DIR [--workers 1,2] [--connections 32]
 *       [--seconds 4] [--rounds 3] [--json FILE]
 *
 * On a machine with two cores, a load generator on one of them would halve what two workers can show.
 * Wherever it runs beside a worker, it pushes that worker's memory out of the caches. So it must cost all
 * alike. Each worker has a generator of its own and shares its core with it and nothing else (`taskset`).
 * That holds for one worker as well as for several.
 *
 * Two figures are compared:
 * - requests a second
 * - requests for a second of processor time of all processes of the service, times
 *   the cores of that many workers
 *
 * The second holds only as far as the work is spread evenly, so the share of the busiest process is
 * shown too. Rounds alternate between the services, and medians are shown. A ratio compares two
 * services that were measured one right after the other: a machine that others share is not as fast now
 * as it was a minute ago. Linux only.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { collectGarbage } from './collect-garbage.js';
import { REQUEST_KINDS, targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import { RequestList, requestBytes } from './request-list.js';

/** A key may make at most a million requests in a minute, so the load needs several. */
const KEYS = 8;

/**
 * Requests of each kind in the list; all kinds alternate. A round must not reach the end of the list. The
 * generator should cost little beside the requests. The cheaper a request, the more often the workers
 * wait for the generator, and sleeping and waking up count as their time.
 */
const EACH_KIND = 50_000;
/** Distance in the list between the first requests of two generators. */
const APART = 100_000;
/** Largest share of answers other than 200: a place without a road near it, a text of one letter. */
const MOST_FAILED = 0.05;

interface Service {
  workers: number;
  child: ChildProcess;
  port: number;
  /** The first is the leading process. */
  pids: number[];
  rounds: Round[];
  /** Requests sent so far: where the next round begins in the list. */
  asked: number;
}

interface Round {
  perSecond: number;
  /** Processor time of all processes for one request, in microseconds. */
  cpu_us: number;
  /** Share of that time in the busiest process. */
  busiest: number;
  p99_ms: number;
}

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'data/dataset' },
    workers: { type: 'string', default: '1,2' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    main: { type: 'string', default: 'dist/cli/main.js' },
    json: { type: 'string' },
  },
});

const main = resolve(flags.main);
const cores = availableParallelism();
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const folder = mkdtempSync(join(tmpdir(), 'gazarch-workers-'));
const database = join(folder, 'keys.sqlite');
const services: Service[] = [];
const counts = flags.workers.split(',').map(Number);
/** One generator for each core that workers use. */
const generators = Array.from({ length: Math.min(cores, Math.max(...counts)) }, () => new LoadGenerator());
try {
  const requests = await requestsOf(makeKeys());
  for (const [core, generator] of generators.entries()) {
    await generator.keep('all', requests);
    pin(generator.pid, core);
  }
  collectGarbage();
  for (const workers of counts) services.push(await start(workers));
  // The first round warms up.
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const service of services) {
      const measured = await measure(service);
      if (round > 0) service.rounds.push(measured);
    }
  }
  report();
} finally {
  await Promise.all(generators.map((generator) => generator.stop()));
  for (const { child } of services) child.kill('SIGTERM');
  await Promise.all(services.map(async ({ child }) => child.exitCode ?? once(child, 'exit')));
  rmSync(folder, { recursive: true, force: true });
}

function makeKeys(): string[] {
  return Array.from({ length: KEYS }, (_, i) => {
    const args = [
      'keys',
      'create',
      '--name',
      `bench ${i}`,
      '--endpoints',
      'geocode,route',
      '--rate-limit',
      '1000000',
      '--database',
      database,
      '--json',
    ];
    return (
      JSON.parse(execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' })) as { key: string }
    ).key;
  });
}

async function requestsOf(tokens: readonly string[]): Promise<RequestList> {
  const targets = await targetsOf(servedPath(flags.dataset));
  const requests = Array.from({ length: EACH_KIND * REQUEST_KINDS.length }, (_, i) => {
    const ofKind = targets[REQUEST_KINDS[i % REQUEST_KINDS.length]];
    const target = ofKind[Math.floor(i / REQUEST_KINDS.length) % ofKind.length];
    return requestBytes(target, { Authorization: `Bearer ${tokens[i % tokens.length]}` });
  });
  return RequestList.of(requests);
}

async function start(workers: number): Promise<Service> {
  const port = await freePort();
  const args = [
    'serve',
    '--dataset',
    flags.dataset,
    '--database',
    database,
    '--port',
    String(port),
    '--workers',
    String(workers),
    '--no-first-key',
    '--drain-s',
    '0',
  ];
  // The service writes its log, but nobody keeps it.
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady()) || (workers > 1 && childrenOf(child.pid!).length < workers)) {
    if (child.exitCode !== null)
      throw new Error(`serve --workers ${workers} ended with status ${child.exitCode}`);
    await new Promise((wait) => setTimeout(wait, 100));
  }
  // The first worker answers now. Wait until all of them do.
  await new Promise((wait) => setTimeout(wait, 3_000));
  return { workers, child, port, pids: [child.pid!, ...childrenOf(child.pid!)], rounds: [], asked: 0 };
}

async function measure(service: Service): Promise<Round> {
  const { port, pids, workers } = service;
  pids.slice(-workers).forEach((pid, i) => pin(pid, i % cores));
  const before = pids.map(cpuOf_us);
  const own = generators.slice(0, Math.min(cores, workers));
  const load = {
    port,
    connections: Math.ceil(Number(flags.connections) / own.length),
    duration_ms: Number(flags.seconds) * 1000,
    maySleep: true,
  };
  const results = await Promise.all(
    own.map((generator, i) => generator.closed('all', { ...load, first: service.asked + i * APART })),
  );
  const spent_us = pids.map((pid, i) => cpuOf_us(pid) - before[i]);
  const sum_us = spent_us.reduce((a, b) => a + b, 0);
  const done = results.reduce((sum, result) => sum + result.done, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  service.asked += Math.max(...results.map((result) => result.done));
  if (failed > MOST_FAILED * done) throw new Error(`${failed} of ${done} requests failed`);
  return {
    perSecond: results.reduce((sum, result) => sum + (result.done * 1000) / result.elapsed_ms, 0),
    cpu_us: sum_us / done,
    busiest: Math.max(...spent_us) / sum_us,
    p99_ms: Math.max(...results.map(({ latencies }) => latencies.p99_ms)),
  };
}

/** Ties all threads of a process to one core. */
function pin(pid: number, core: number): void {
  const { error, status } = spawnSync(
    'taskset',
    ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)],
    { stdio: 'ignore' },
  );
  if (error !== undefined || status !== 0)
    throw new Error(
      `taskset (of util-linux) is needed to keep process ${pid} on core ${core}, and did not do it`,
      { cause: error },
    );
}

function report(): void {
  const rows = services.map(({ workers, pids, rounds }) => {
    const [cpu_us, busiest] = [
      median(rounds.map((round) => round.cpu_us)),
      median(rounds.map((round) => round.busiest)),
    ];
    const perSecond = median(rounds.map((round) => round.perSecond));
    const toFirst = (value: (round: Round, workers: number) => number): number[] =>
      rounds.map((round, i) => value(round, workers) / value(services[0].rounds[i], services[0].workers));
    const ratios = { perSecond: toFirst((round) => round.perSecond), capacity: toFirst(capacityOf) };
    return {
      workers,
      perSecond,
      cpu_us,
      busiest,
      ratios,
      p99_ms: median(rounds.map((round) => round.p99_ms)),
      pss_MB: pids.map(memoryOf_MB),
    };
  });
  for (const row of rows) {
    const leader = row.workers > 1 ? `, of which the leading process ${row.pss_MB[0].toFixed(0)}` : '';
    console.log(
      `${row.workers} worker(s): ${row.perSecond.toFixed(0)} requests/s ` +
        `(${medianAndRange(row.ratios.perSecond)} times), p99 ${row.p99_ms.toFixed(1)} ms; ` +
        `${row.cpu_us.toFixed(1)} us of processor each, ` +
        `${(100 * row.busiest).toFixed(0)} % of it in the busiest process ` +
        `(${medianAndRange(row.ratios.capacity)} times as many in the same time of it); ` +
        `memory ${row.pss_MB.reduce((a, b) => a + b, 0).toFixed(0)} MB${leader}`,
    );
  }
  if (flags.json !== undefined)
    writeFileSync(flags.json, JSON.stringify({ node: process.version, cores, flags, rows }, null, 2));
}

/** Requests a second that the processor time allows. */
function capacityOf({ cpu_us }: Round, workers: number): number {
  return (Math.min(workers, cores) * 1e6) / cpu_us;
}

function medianAndRange(values: readonly number[]): string {
  return (
    `${median(values).toFixed(2)}, ` +
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
  );
}

/** User and system time of a process with all its threads, in microseconds. */
function cpuOf_us(pid: number): number {
  // The name in parentheses may contain blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticks;
}

/**
 * Memory of a process, in MB. It includes the process's part of memory shared with others,
 * which is program text, not data.
 */
function memoryOf_MB(pid: number): number {
  const [, kB] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!;
  return (Number(kB) * 1024) / 1e6;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
