/**
 * One worker against several under the same load, on the built service as it is run: `npm run build` first.
 *
 *     bench/workers.js --dataset DIR [--workers 1,2] [--connections 32] [--seconds 4] [--rounds 3] [--json FILE]
 *
 * On a machine with two cores a load generator on one of them would halve what two workers can show, and wherever it runs beside a worker it pushes that one's memory out of the caches. So it is
 * discounted by costing all alike: each worker has a generator of its own, and shares its core with it and nothing else (`taskset`), one worker as well as several. What is compared is
 * requests a second; and, beside it, requests for a second of processor time of the service's processes, all of them, times the cores that so many workers have. That holds as far as the work
 * is spread evenly, so the share of the busiest process is shown too. Rounds alternate between the services, medians are shown, and of the ratios those of services asked one right after the other, as a machine that
 * others share is not as fast now as it was a minute ago. Linux only.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATASET_FILE } from '../src/dataset/format.js';
import { collectGarbage } from './collect-garbage.js';
import { REQUEST_KINDS, targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import { RequestList, requestBytes } from './request-list.js';

/** A key may make a million requests in a minute at most. */
const KEYS = 8;

/** Requests of all kinds in turn, so many of each that a round does not come to their end. The generator is to cost little beside them: the cheaper a request, the more the workers wait for it, and sleeping and waking up is charged to them. */
const EACH_KIND = 50_000;
/** So far from each other in the list generators begin. */
const APART = 100_000;
/** A place without a road near it, a text of one letter. */
const MOST_FAILED = 0.05;

interface Service {
  workers: number;
  child: ChildProcess;
  port: number;
  /** The first is the one that leads. */
  pids: number[];
  rounds: Round[];
  asked: number;
}

interface Round {
  perSecond: number;
  /** Processor time of all processes for one request, microseconds. */
  cpu_us: number;
  /** The part of it in the busiest one. */
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
/** One for each core that workers use. */
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
  const targets = await targetsOf(join(flags.dataset, DATASET_FILE));
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
  ];
  // The log is written, and nobody keeps it.
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
  // All of them, not only the first.
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

/** All threads of a process to one core. */
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
      `${row.workers} worker(s): ${row.perSecond.toFixed(0)} requests/s (${medianAndRange(row.ratios.perSecond)} times), p99 ${row.p99_ms.toFixed(1)} ms; ${row.cpu_us.toFixed(1)} us of processor each, ` +
        `${(100 * row.busiest).toFixed(0)} % of it in the busiest process (${medianAndRange(row.ratios.capacity)} times as many in the same time of it); ` +
        `memory ${row.pss_MB.reduce((a, b) => a + b, 0).toFixed(0)} MB${leader}`,
    );
  }
  if (flags.json !== undefined)
    writeFileSync(flags.json, JSON.stringify({ node: process.version, cores, flags, rows }, null, 2));
}

/** Requests a second by processor time. */
function capacityOf({ cpu_us }: Round, workers: number): number {
  return (Math.min(workers, cores) * 1e6) / cpu_us;
}

function medianAndRange(values: readonly number[]): string {
  return `${median(values).toFixed(2)}, ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
}

/** User and system time of a process and all its threads. */
function cpuOf_us(pid: number): number {
  // The name in parentheses may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticks;
}

/** Memory of a process, with its part of what it shares with others: program text, not data. */
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
