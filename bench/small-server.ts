/**
 * A small server: the memory of all processes together is limited. It imports a map, serves it with one
 * worker, and imports it again in the middle of minutes of mixed requests. Nothing may be killed, and every
 * request is to be answered. The generator of requests is outside of the limit. Linux and root only, for the
 * control group.
 *
 *     bench/small-server.js [--memory-MB 1000] [--minutes 30] [--per-second 100] [--tiles on] FILE...
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { seededRandom } from '../test/seeded-random.js';
import { portOf } from './built-service.js';
import { REQUEST_KINDS, SEED, targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import { RequestList, requestBytes } from './request-list.js';

const { values: flags, positionals: sources } = parseArgs({
  options: {
    'memory-MB': { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '30' },
    'per-second': { type: 'string', default: '100' },
    tiles: { type: 'string', default: 'on' },
  },
  allowPositionals: true,
});
if (sources.length === 0) throw new Error('give the files to import');

/** Of each kind, so many different requests. */
const REQUESTS_OF_A_KIND = 5_000;
const main = resolve('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-small-'));
const dataset = join(folder, 'dataset');
const database = join(folder, 'keys.sqlite');
const isV2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
const group = join(isV2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory', `gazarch-small-${process.pid}`);
const files = isV2
  ? { limit: 'memory.max', peak: 'memory.peak' }
  : { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' };

mkdirSync(group);
try {
  writeFileSync(join(group, files.limit), String(Number(flags['memory-MB']) * 1e6));
  // What does not fit is to be killed, and not swapped.
  if (!isV2) writeFileSync(join(group, 'memory.swappiness'), '0');
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmdirSync(group);
}

async function run(): Promise<boolean> {
  const first = await imported();
  const key = await newKey();
  const service = start(['serve', '--workers', '1', '--no-first-key', '--drain-s', '0', '--port', '0']);
  const port = await portOf(service);
  const generator = new LoadGenerator();
  await generator.keep('mixed', await mixedRequests(key));
  const minutes = Number(flags.minutes);
  const loading = generator.open('mixed', {
    ...{ port, connections: 16, perSecond: Number(flags['per-second']) },
    ...{ duration_ms: minutes * 60_000, leadIn_ms: 0, seed: SEED },
  });
  const highest = { resident_MB: 0 };
  const sampling = setInterval(() => {
    highest.resident_MB = Math.max(highest.resident_MB, resident_MB(service.pid!));
  }, 1_000);
  await new Promise((wait) => setTimeout(wait, minutes * 20_000));
  const before_MB = resident_MB(service.pid!);
  const second = await imported('--force');
  const load = await loading;
  clearInterval(sampling);
  await generator.stop();
  const after_MB = resident_MB(service.pid!);
  service.kill('SIGTERM');
  const [status] = (await once(service, 'exit')) as [number | null];
  const group_MB = Number(readFileSync(join(group, files.peak), 'utf8')) / 1e6;
  const served = { before_MB, highest_MB: highest.resident_MB, after_MB };
  console.log(JSON.stringify({ minutes, first, second, served, group_MB, load, status }, null, 2));
  return first.status === 0 && second.status === 0 && status === 0 && load.lost + load.refused.count === 0;
}

/** An import as a user does it, with the files of the command line. */
async function imported(
  ...more: string[]
): Promise<{ status: number | null; seconds: number; said: string }> {
  const began = performance.now();
  const child = start(['import', ...sources, '--tiles', flags.tiles, ...more]);
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  const seconds = Math.round((performance.now() - began) / 1000);
  const said = text.split('\n').filter((line) => / took |memory|pmtiles/.test(line));
  return {
    status,
    seconds,
    said: signal === null ? said.join('; ') : `ended by ${signal}: ${text.slice(-300)}`,
  };
}

async function newKey(): Promise<string> {
  const more = ['--endpoints', 'geocode,route', '--rate-limit', '1000000', '--json'];
  const child = start(['keys', 'create', '--name', 'small', ...more]);
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  return (JSON.parse(text) as { key: string }).key;
}

/** A command of the built program within the limit. */
function start(args: readonly string[]): ChildProcess {
  const within = `echo $$ > ${join(group, 'cgroup.procs')}; exec "$@"`;
  return spawn('sh', ['-c', within, 'sh', process.execPath, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GAZARCH_DATASET: dataset, GAZARCH_DATABASE: database, GAZARCH_LOG_LEVEL: 'warn' },
  });
}

/** Requests of all kinds, shuffled. */
async function mixedRequests(key: string): Promise<RequestList> {
  const targets = await targetsOf(servedPath(dataset));
  const random = seededRandom(SEED);
  const shuffled = REQUEST_KINDS.flatMap((kind) => targets[kind].slice(0, REQUESTS_OF_A_KIND))
    .map((target) => ({ target, order: random() }))
    .sort((a, b) => a.order - b.order);
  return RequestList.of(
    shuffled.map(({ target }) => requestBytes(target, { Authorization: `Bearer ${key}` })),
  );
}

function resident_MB(pid: number): number {
  return Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6);
}
