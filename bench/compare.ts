/**
 * What a change is worth: builds of gazarch over real HTTP, asked in turn with the same requests.
 *
 *     bench/compare.js --dataset DIR[,DIR...] --builds BASE,OTHER[,OTHER...]
 *                      [--rounds 8] [--requests 20000] [--only route,reverse] [--answered-by-all]
 *
 * Each build may have a dataset of its own, because it may not read that of another. The requests are about
 * the last one, which this program must be able to read. With `--answered-by-all` they are only those that
 * all builds answer with 200: a build that finds more routes has more to do.
 *
 * A build is the folder that `npm run compile-bench` writes. Shown is the processor time of a whole request
 * of each build, and its ratio to that of the first build: the median over the rounds, the ratio of the
 * lowest quarters, and the range. Rounds alternate, because a machine that others share is not as fast now as
 * it was a minute ago. Linux only (`taskset`).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ASKED_BEFORE, REQUEST_KINDS, SEED, type RequestKind } from './http-targets.js';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import {
  cpuOf_us,
  isAnswered,
  median,
  requestsOf,
  startServer,
  stopServer,
  type ServerProcess,
} from './server-process.js';

const CONNECTIONS = 32;
/** V8 compiles for some thousands of requests. */
const WARM_UP_MS = 3_000;

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'data/dataset' },
    builds: { type: 'string', default: '' },
    rounds: { type: 'string', default: '8' },
    requests: { type: 'string', default: '20000' },
    only: { type: 'string', default: REQUEST_KINDS.join() },
    'answered-by-all': { type: 'boolean', default: false },
  },
});

const builds = flags.builds.split(',').map((build) => resolve(build));
const [base, ...others] = builds;
const datasets = flags.dataset.split(',');
const kinds = flags.only.split(',') as RequestKind[];
/** Folders of keys. */
const keys = mkdtempSync(join(tmpdir(), 'gazarch-compare-'));
/** Where each server is in the list of each kind. All begin anew, as remembered answers depend on it. */
const asked = new Map<ServerProcess, Map<RequestKind, number>>();
const generator = new LoadGenerator();
pin(generator.pid, 1);
try {
  await keepTargets();
  console.log(
    `seed ${SEED}, ${flags.rounds} rounds of ${flags.requests} requests, ${CONNECTIONS} connections`,
  );
  for (const build of others) await compare(await start(base), build);
} finally {
  await generator.stop();
  rmSync(keys, { recursive: true, force: true });
}

async function keepTargets(): Promise<void> {
  const targets = await targetsOf(servedPath(datasets[datasets.length - 1]));
  for (const [place, build] of builds.entries()) {
    const server = await start(build);
    for (const kind of kinds) {
      if (flags['answered-by-all']) targets[kind] = await answered(targets[kind], server);
      if (place + 1 === builds.length) await generator.keep(kind, requestsOf(targets[kind], server));
    }
    await stopServer(server);
  }
}

async function answered(targets: readonly string[], server: ServerProcess): Promise<string[]> {
  const kept: string[] = [];
  for (const target of targets) if (await isAnswered(target, server)) kept.push(target);
  console.log(`${kept.length} of ${targets.length} are answered`);
  return kept;
}

async function compare(first: ServerProcess, build: string): Promise<void> {
  const other = await start(build);
  for (const kind of kinds) {
    for (const server of [first, other]) await warmUp(server, kind);
    const rounds: [number, number][] = [];
    for (let round = 0; round < Number(flags.rounds); round++) {
      rounds.push(
        round % 2 === 0
          ? [await cost_us(first, kind), await cost_us(other, kind)]
          : ([await cost_us(other, kind), await cost_us(first, kind)].reverse() as [number, number]),
      );
    }
    report(build, kind, rounds);
  }
  await stopServer(first);
  await stopServer(other);
}

/** @param rounds processor time of a request of the first and of the other build, in microseconds */
function report(build: string, kind: RequestKind, rounds: readonly [number, number][]): void {
  const [own, other] = [rounds.map(([a]) => a), rounds.map(([, b]) => b)];
  const ratios = rounds.map(([a, b]) => b / a);
  const lowQuarters = lowQuarter(other) / lowQuarter(own);
  const costs = `${median(own).toFixed(1)} µs, ${median(other).toFixed(1)} µs`;
  const range = `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`;
  console.log(`${basename(build)} ${kind}: ${costs}, ratio ${median(ratios).toFixed(3)}`);
  console.log(`    of the lowest quarters ${lowQuarters.toFixed(3)}, from ${range}`);
}

function lowQuarter(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2];
}

async function start(build: string): Promise<ServerProcess> {
  const place = builds.indexOf(build);
  const dataset = datasets[place] ?? datasets[0];
  const server = await startServer('gazarch', { dataset, build, keys: keysFolder(place) });
  pin(server.child.pid!, 0);
  return server;
}

/**
 * All builds take the same keys, each from a copy of its own: an older one does not read the tables of a
 * newer one.
 */
function keysFolder(place: number): string {
  const folder = join(keys, `${place}`);
  if (place === 0) mkdirSync(folder, { recursive: true });
  else if (!existsSync(folder)) cpSync(keysFolder(0), folder, { recursive: true });
  return folder;
}

async function warmUp(server: ServerProcess, kind: RequestKind): Promise<void> {
  const most = ASKED_BEFORE[kind];
  await load(
    server,
    kind,
    most === undefined ? { duration_ms: WARM_UP_MS } : { duration_ms: Infinity, most },
  );
}

async function cost_us(server: ServerProcess, kind: RequestKind): Promise<number> {
  const before_us = await cpuOf_us(server);
  const done = await load(server, kind, { duration_ms: Infinity, most: Number(flags.requests) });
  return ((await cpuOf_us(server)) - before_us) / done;
}

async function load(
  server: ServerProcess,
  kind: RequestKind,
  how: { duration_ms: number; most?: number },
): Promise<number> {
  const places = asked.get(server) ?? new Map<RequestKind, number>();
  const begin = places.get(kind) ?? 0;
  const { done, failed } = await generator.closed(kind, {
    port: server.port,
    first: begin,
    connections: CONNECTIONS,
    ...how,
  });
  asked.set(server, places.set(kind, begin + done));
  // A place without a road near it.
  if (failed > 0.05 * done) throw new Error(`${failed} of ${done} answers were not 200`);
  return done;
}

function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-a', '-cp', String(core), String(pid)]);
}
