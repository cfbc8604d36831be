/**
 * Minutes of mixed requests while a dataset is swapped in again and again, with its tiles. Does the memory of
 * the service stay flat, and does it end by itself? It runs the built service as in production.
 *
 *     npm run soak -- [--minutes 10] [--workers 1] [--dataset DIR] [--swap-every-s 20] [--per-second 500]
 *                     [--no-tiles] [--json FILE] [--chart FILE.svg]
 *
 * A copy of the dataset replaces itself by renaming, as an import does. The dataset is that of the last
 * `npm run bench`, else the bundled sample, imported. With `--swap-every-s 0` nothing is swapped.
 *
 * Memory is what the system counts for all processes of the service together, shared pages once (PSS). The
 * sample of a minute is its median; the JSON file has each, by kind. After a warm-up of a third of the time,
 * a line through the minutes says how much it grows in ten of them: that of the heaps and buffers, and that
 * of all, of which the dataset is a part. A swap makes the latter smaller, until the new dataset was read.
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
import { tilesPath } from '../src/dataset/tiles-path.js';
import { temporaryPath } from '../src/dataset/temporary-file.js';
import { seededRandom } from '../test/seeded-random.js';
import { SEED, targetsOf } from './http-targets.js';
import { LoadGenerator } from './load-generator.js';
import { RequestList, requestBytes } from './request-list.js';
import { lineChart } from './line-chart.js';
import { KINDS, memoryOf, sharesOfFamily, type ProcessMemory, type Shares } from './process-memory.js';
import { median } from './server-process.js';

/** Memory is flat if its heaps and buffers grow by less than this in ten minutes. */
const TOLERANCE_MB = 1;
const WARM_UP_PART = 1 / 3;
const SAMPLE_MS = 2_000;

/** Of a hundred requests: most searches are remembered, all others are asked for once. */
const SHARES = { forward: 35, 'forward-new': 15, reverse: 20, route: 18, tile: 10, other: 2 };
/** More requests than this begin again. */
const MOST_REQUESTS = 1_500_000;
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

interface Sample extends ProcessMemory {
  kinds: Shares;
}

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '1' },
    chart: { type: 'string' },
    dataset: { type: 'string' },
    'swap-every-s': { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    json: { type: 'string' },
    'no-tiles': { type: 'boolean', default: false },
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
    const tiles = tilesPath({ path: servedPath(source) });
    if (existsSync(tiles)) copyFileSync(tiles, tilesPath({ path: join(dataset, datasetName(1)) }));
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
  const samples: Sample[][] = [];
  const began_ms = performance.now();
  const sampling = setInterval(() => {
    const minute = Math.floor((performance.now() - began_ms) / 60_000);
    (samples[minute] ??= []).push({ ...memoryOf(child.pid!), kinds: sharesOfFamily(child.pid!) });
  }, SAMPLE_MS);
  let lastSwap = Promise.resolve();
  const swapEvery_ms = Number(flags['swap-every-s']) * 1000;
  const swapping = swapEvery_ms === 0 ? undefined : setInterval(() => void (lastSwap = swap()), swapEvery_ms);
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
  const minutes = samples.map((some) => ({
    pss_MB: median(some.map(({ pss_MB }) => pss_MB)),
    anonymous_MB: median(some.map(({ anonymous_MB }) => anonymous_MB)),
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, median(some.map(({ kinds }) => kinds[kind]))])),
  }));
  // Behind the last whole minute nobody asks any more.
  const whole = minutes.slice(0, Math.max(1, Math.floor(Number(flags.minutes))));
  const memory = growth(whole);
  const isFlat = memory.anonymous_MB_in_10_min < TOLERANCE_MB;
  const isEnded = status === 0 && signal === null && ended_ms < END_MS && left === '[]';
  const result = {
    workers: Number(flags.workers),
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
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify({ ...result, minutes }, null, 2));
  if (flags.chart !== undefined)
    writeFileSync(
      flags.chart,
      lineChart(`Memory of the leader and ${flags.workers} workers`, 'MB', [
        { name: 'PSS, with the mapped dataset', values: whole.map(({ pss_MB }) => pss_MB) },
        { name: 'of it heaps and buffers', values: whole.map(({ anonymous_MB }) => anonymous_MB) },
      ]),
    );
  return isFlat && isEnded && load.lost === 0 && (swaps > 0 || swapEvery_ms === 0);
}

async function startService(): Promise<{ child: ChildProcess; port: number; output: { text: string } }> {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const args = [
    '--import',
    watch,
    main,
    'serve',
    '--workers',
    flags.workers,
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

/** Requests of all kinds in the shares of `SHARES`, in random order. */
async function mixedRequests(key: string): Promise<RequestList> {
  const targets: Record<keyof typeof SHARES, string[]> = {
    ...(await targetsOf(servedPath(dataset))),
    tile: tileTargets(),
    other: ['/health', '/health/ready', '/nothing', '/v1/geocode', '/map/tiles.json', '/openapi.json'],
  };
  const random = seededRandom(SEED);
  const kinds = Object.keys(SHARES) as (keyof typeof SHARES)[];
  const asked = kinds.filter((kind) => kind !== 'tile' || !flags['no-tiles']);
  const wheel = asked.flatMap((kind) => Array<typeof kind>(SHARES[kind]).fill(kind));
  const next = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const wanted = Math.min(Number(flags.minutes) * 60 * Number(flags['per-second']) * 1.1, MOST_REQUESTS);
  const headers = { Authorization: `Bearer ${key}` };
  const requests: Buffer[] = [];
  while (requests.length < wanted) {
    const kind = wheel[Math.floor(random() * wheel.length)];
    requests.push(requestBytes(targets[kind][next[kind]++ % targets[kind].length], headers));
  }
  return RequestList.of(requests);
}

/** What people look at: Ulaanbaatar and the country around it, at all zooms. */
function tileTargets(): string[] {
  const random = seededRandom(SEED);
  const targets: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    const z = 4 + Math.floor(random() * 10);
    const lon = 106.9 + (random() - 0.5) * (random() < 0.5 ? 0.5 : 20);
    const lat = 47.9 + (random() - 0.5) * (random() < 0.5 ? 0.3 : 8);
    const sin = Math.sin((lat * Math.PI) / 180);
    const x = Math.floor(((lon + 180) / 360) * 2 ** z);
    const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** z);
    targets.push(`/map/tiles/${z}/${x}/${y}`);
  }
  return targets;
}

/** Adds a new file with the same data and points to it, as an import does. */
async function swap(): Promise<void> {
  await withFolderLock(dataset, 'soak', async (lock) => {
    const beside = temporaryPath(dataset, 'dataset');
    const before = servedPath(dataset);
    await copyFile(before, beside);
    const number = install(lock, beside);
    const tiles = tilesPath({ path: before });
    if (existsSync(tiles)) await copyFile(tiles, tilesPath({ path: join(dataset, datasetName(number)) }));
    pointTo(lock, number);
    prune(lock, 2);
  });
}

/** After the warm-up, by the method of least squares. */
function growth(minutes: readonly ProcessMemory[]): {
  pss_MB_in_10_min: number;
  anonymous_MB_in_10_min: number;
  dataset_MB: number;
} {
  const settled = minutes.slice(Math.floor(minutes.length * WARM_UP_PART));
  return {
    pss_MB_in_10_min: 10 * slope(settled.map(({ pss_MB }) => pss_MB)),
    anonymous_MB_in_10_min: 10 * slope(settled.map(({ anonymous_MB }) => anonymous_MB)),
    dataset_MB: Math.round(statSync(servedPath(dataset)).size / 1e6),
  };
}

/** Of the straight line through values at equal distances; 0 for fewer than two. */
function slope(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  return above / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
}
