/**
 * Minutes of mixed requests while a dataset is swapped in again and again. Does the memory of the service
 * stay flat, and does it end by itself? It runs the built service as in production, with one worker.
 *
 *     npm run soak -- [--minutes 10] [--dataset DIR] [--swap-every-s 20] [--per-second 500] [--json FILE]
 *
 * A copy of the dataset replaces itself by renaming, as an import does. The dataset is that of the last
 * `npm run bench`, else the bundled sample, imported.
 *
 * Memory is what the system counts for the process (resident), sampled each second. After a warm-up of a
 * quarter of the time, the medians of the first and the last fifth are compared.
 *
 * At the end the service gets SIGTERM. A module loaded beside it says what still keeps the process alive
 * when all is closed. That must be nothing. Linux only.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, pointTo, prune } from '../src/dataset/change-folder.js';
import { datasetName, servedPath } from '../src/dataset/dataset-folder.js';
import { withFolderLock } from '../src/dataset/folder-lock.js';
import { temporaryPath } from '../src/dataset/temporary-file.js';
import { seededRandom } from '../test/seeded-random.js';
import { REQUEST_KINDS, SEED, targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import { RequestList, requestBytes } from './request-list.js';
import { median } from './server-process.js';

/** Memory is flat if it changes by less than this share. */
const TOLERANCE = 0.05;
const WARM_UP_PART = 0.25;
const COMPARED_PART = 0.2;
const SAMPLE_MS = 1_000;
/** The service must end by itself. The deadline of its shutdown (10 s) must not be what ends it. */
const END_MS = 5_000;

/**
 * Says at the end what Node still holds. After `beforeExit` that is only what was forgotten. Standard
 * input and output do not count: the caller has given them.
 */
const WATCH = `
  process.once('beforeExit', () => {
    const left = process.getActiveResourcesInfo().filter((kind) => !/^(TTY|Pipe|FSReq)/.test(kind));
    const signals = ['SIGHUP', 'SIGTERM', 'SIGINT'].filter((signal) => process.listenerCount(signal) > 1);
    process.stderr.write('still there: ' + JSON.stringify([...left, ...signals]) + '\\n');
  });
  process.on('warning', (warning) =>
    process.stderr.write('still there: ' + JSON.stringify([warning.message]) + '\\n'));
`;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    dataset: { type: 'string' },
    'swap-every-s': { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    json: { type: 'string' },
  },
});

const main = resolve('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-soak-'));
const dataset = join(folder, 'dataset');
const database = join(folder, 'keys.sqlite');
try {
  makeDataset();
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function makeDataset(): void {
  const results = 'data/bench-results';
  const last = existsSync(results)
    ? readdirSync(results).find((name) => name.startsWith('dataset-'))
    : undefined;
  const source = flags.dataset ?? (last === undefined ? undefined : join(results, last));
  if (source === undefined)
    execFileSync(process.execPath, [main, 'import', 'sample/ulaanbaatar.osm', '--dataset', dataset], {
      stdio: 'ignore',
    });
  else {
    mkdirSync(dataset);
    copyFileSync(servedPath(source), join(dataset, datasetName(1)));
  }
}

async function soak(): Promise<boolean> {
  const args = [
    'keys',
    'create',
    '--name',
    'soak',
    '--endpoints',
    'geocode,route',
    '--rate-limit',
    '1000000',
    '--database',
    database,
    '--json',
  ];
  const { key } = JSON.parse(execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' })) as {
    key: string;
  };
  const { child, port, output } = await startService();
  const generator = new LoadGenerator();
  await generator.keep('mixed', await mixedRequests(key));
  const duration_ms = Number(flags.minutes) * 60_000;
  const samples_MB: number[] = [];
  const sampling = setInterval(() => samples_MB.push(residentOf_MB(child.pid!)), SAMPLE_MS);
  let lastSwap = Promise.resolve();
  const swapping = setInterval(() => void (lastSwap = swap()), Number(flags['swap-every-s']) * 1000);
  // A request that waits behind a swap on a busy machine may be refused. That
  // does not matter here: memory does.
  const load = await generator.open('mixed', {
    port,
    connections: 64,
    perSecond: Number(flags['per-second']),
    duration_ms,
    leadIn_ms: 0,
    seed: SEED,
  });
  await generator.stop();
  clearInterval(sampling);
  clearInterval(swapping);
  // A swap that has just begun would find its folder gone. Wait for it.
  await lastSwap;
  const stopped_ms = performance.now();
  child.kill('SIGTERM');
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
  const ended_ms = performance.now() - stopped_ms;
  const swaps = output.text.split('"dataset swapped"').length - 1;
  const left = /still there: (\[.*\])/.exec(output.text)?.[1] ?? 'nothing was said';
  const memory = flatness(samples_MB);
  const isFlat = Math.abs(memory.change) <= TOLERANCE;
  const isEnded = status === 0 && signal === null && ended_ms < END_MS && left === '[]';
  const result = {
    minutes: Number(flags.minutes),
    ...load,
    swaps,
    ...memory,
    isFlat,
    ended_ms: Math.round(ended_ms),
    status,
    left,
    isEnded,
  };
  console.log(JSON.stringify(result, null, 2));
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify({ ...result, samples_MB }, null, 2));
  return isFlat && isEnded && load.lost === 0 && swaps > 0;
}

async function startService(): Promise<{ child: ChildProcess; port: number; output: { text: string } }> {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const args = [
    '--import',
    watch,
    main,
    'serve',
    '--workers',
    '1',
    '--dataset',
    dataset,
    '--database',
    database,
    '--port',
    '0',
    '--no-first-key',
    '--drain-s',
    '0',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  // Keep only the rare lines of the log, not one for each request.
  const keep = (chunk: Buffer): void =>
    void (output.text += chunk
      .toString()
      .split('\n')
      .filter((line) => !line.includes('"msg":"request"'))
      .join('\n'));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  for (;;) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output.text)?.[1];
    if (port !== undefined) return { child, port: Number(port), output };
    if (child.exitCode !== null) throw new Error(`serve ended with status ${child.exitCode}: ${output.text}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** Requests of all kinds, shuffled, with some wrong ones among them. */
async function mixedRequests(key: string): Promise<RequestList> {
  const targets = await targetsOf(servedPath(dataset));
  const random = seededRandom(SEED);
  const mixed = REQUEST_KINDS.flatMap((kind) => targets[kind].slice(0, 500));
  mixed.push(
    '/health',
    '/health/ready',
    '/nothing',
    '/v1/geocode',
    '/v1/route?origin=1,1&destination=2,2',
    '/openapi.json',
  );
  const shuffled = mixed.map((target) => ({ target, order: random() })).sort((a, b) => a.order - b.order);
  return RequestList.of(
    shuffled.map(({ target }) => requestBytes(target, { Authorization: `Bearer ${key}` })),
  );
}

/** Adds a new file with the same data and points to it, as an import does. */
async function swap(): Promise<void> {
  await withFolderLock(dataset, 'soak', async (lock) => {
    const beside = temporaryPath(dataset, 'dataset');
    await copyFile(servedPath(dataset), beside);
    pointTo(lock, install(lock, beside));
    prune(lock, 2);
  });
}

function residentOf_MB(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;
}

/** Compares memory at the start and at the end, after the warm-up. `change` is a share: 0.05 is 5 % more. */
function flatness(samples_MB: readonly number[]): {
  first_MB: number;
  last_MB: number;
  highest_MB: number;
  change: number;
  dataset_MB: number;
} {
  const settled = samples_MB.slice(Math.floor(samples_MB.length * WARM_UP_PART));
  const part = Math.max(1, Math.floor(settled.length * COMPARED_PART));
  const [first, last] = [median(settled.slice(0, part)), median(settled.slice(-part))];
  const round = (value: number): number => Math.round(value);
  const bytes = statSync(servedPath(dataset)).size;
  return {
    first_MB: round(first),
    last_MB: round(last),
    highest_MB: round(Math.max(...samples_MB)),
    change: Number((last / first - 1).toFixed(3)),
    dataset_MB: round(bytes / 1e6),
  };
}
