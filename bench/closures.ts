/**
 * What closures cost in a service under load: how soon every worker answers with one, with a thousand, and
 * without again; whether a request failed; memory. Linux only.
 *
 *     npx -y tsx bench/closures.ts --dataset DIR --source FILE [--build DIR] [--workers 2] [--seed 22]
 *
 * The dataset is one of Mongolia: the routes are those from Ulaanbaatar to Nalaikh. `--source` is the file
 * that it was made of; random ways of it are closed.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { collectNetwork } from '../test/collect.js';
import { seededRandom } from '../test/seeded-random.js';
import { ask, portOf, stopBuilt, type Answer, type BuiltService } from './built-service.js';

/** From the square in Ulaanbaatar to Nalaikh. */
const ROUTE = '/v1/route?origin=106.9175,47.9181&destination=107.2553,47.7736';
/** What clients ask meanwhile, so many at a time. */
const LOAD = [ROUTE, '/v1/geocode?q=nalaikh', '/v1/geocode?lat=47.9188&lon=106.9176'];
const CLIENTS = 4;
const PAUSE_MS = 5;
/** Connections opened anew for each look, so that every worker is among those that answer. */
const LOOKS = 16;
const LIMIT_MS = 60_000;

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    source: { type: 'string' },
    build: { type: 'string', default: '.' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '22' },
  },
});
if (flags.dataset === undefined || flags.source === undefined)
  throw new Error('--dataset DIR and --source FILE are needed');
const main = join(flags.build, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-closures-'));
const database = join(folder, 'keys.sqlite');
const run = promisify(execFile);

async function closures(...args: string[]): Promise<void> {
  const dataset = args[0] === 'remove' ? [] : ['--dataset', flags.dataset!];
  await run(process.execPath, [main, 'closures', ...args, '--database', database, ...dataset, '--json']);
}

/** The distinct answers of several workers, without the ids of the requests. */
async function answersNow(service: BuiltService): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: LOOKS }, () => askAnew(service)));
  const texts = answers.map(({ status, body }) => `${status} ${body.toString()}`);
  return [...new Set(texts.map((text) => text.replace(/"request_id":"[^"]*"/, '')))];
}

/** Asks on a connection of its own. */
function askAnew({ port, key }: BuiltService): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const options = { host: '127.0.0.1', port, path: ROUTE, headers, agent: false };
    request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
    })
      .on('error', reject)
      .end();
  });
}

/** Does something, and waits until every answer is one that `isWanted`. Prints both times. */
async function timed(
  what: string,
  service: BuiltService,
  act: () => Promise<void>,
  isWanted: (answer: string) => boolean,
): Promise<void> {
  const begun = performance.now();
  await act();
  const done = performance.now();
  let asked = done;
  while (!(await answersNow(service)).every(isWanted)) {
    asked = performance.now();
    if (asked - done > LIMIT_MS) throw new Error(`${what}: not taken over within a minute`);
  }
  const [command_ms, asked_ms, all_ms] = [done - begun, asked - done, performance.now() - done];
  console.log(
    `${what}: the command ${command_ms.toFixed(0)} ms, then right in all workers when asked after ` +
      `${asked_ms.toFixed(0)} ms, answered after ${all_ms.toFixed(0)} ms`,
  );
  console.log(`  ${(await answersNow(service))[0].slice(0, 80)}`);
  console.log(`  ${memoryOf(service.child.pid!)}`);
}

/** Resident memory of the service and of its workers. */
function memoryOf(pid: number): string {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const each = [String(pid), ...children].map((id) => {
    const kB = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    return `${Math.round((Number(kB ?? 0) * 1024) / 1e6)} MB`;
  });
  return `resident: ${each.join(', ')}`;
}

/** A strip across the main road between them. */
const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [107.1, 47.84],
      [107.12, 47.84],
      [107.12, 47.9],
      [107.1, 47.9],
      [107.1, 47.84],
    ],
  ],
};

async function start(): Promise<BuiltService> {
  const create = ['keys', 'create', '--name', 'bench', '--endpoints', 'geocode,route'];
  const made = execFileSync(
    process.execPath,
    [main, ...create, '--rate-limit', '1000000', '--database', database, '--json'],
    { encoding: 'utf8' },
  );
  const { key } = JSON.parse(made) as { key: string };
  const begun = performance.now();
  const args = ['serve', '--workers', flags.workers, '--dataset', flags.dataset!, '--database', database];
  const child = spawn(process.execPath, [main, ...args, '--port', '0', '--no-first-key', '--drain-s', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const port = await portOf(child);
  while ((await ask({ port, key }, '/health/ready').catch(() => ({ status: 0 }))).status !== 200)
    await new Promise((wait) => setTimeout(wait, 5));
  return { child, port, key, ready_ms: performance.now() - begun };
}

const known = (await collectNetwork(flags.source)).ways.map(({ id }) => id);
const service = await start();
let asked = 0;
let failed = 0;
let isOver = false;
const client = async (first: number): Promise<void> => {
  for (let i = first; !isOver; i++) {
    const { status } = await ask(service, LOAD[i % LOAD.length]).catch(() => ({ status: 0 }));
    asked++;
    if (status !== 200 && status !== 404) failed++;
    await new Promise((wait) => setTimeout(wait, PAUSE_MS));
  }
};
const load = Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
try {
  console.log(`ready after ${service.ready_ms.toFixed(0)} ms; ${memoryOf(service.child.pid!)}`);
  const [before] = await answersNow(service);
  console.log(`before: ${before.slice(0, 90)}`);
  const area = join(folder, 'strip.geojson');
  writeFileSync(area, JSON.stringify(STRIP));
  const isOther = (answer: string): boolean => answer !== before;
  const isSame = (answer: string): boolean => answer === before;
  const add = (): Promise<void> => closures('add', '--area', area, '--reason', 'bench');
  await timed('one closure', service, add, isOther);
  await timed('removed', service, () => closures('remove', '1'), isSame);
  const random = seededRandom(Number(flags.seed));
  const ways = Array.from({ length: 999 }, () => String(known[Math.floor(random() * known.length)]));
  const addAll = async (): Promise<void> => {
    await closures('add', '--way', ...ways, '--reason', 'bench');
    await add();
  };
  await timed('a thousand closures', service, addAll, isOther);
  const ids = Array.from({ length: 1_000 }, (_, i) => String(i + 2));
  await timed('a thousand removed', service, () => closures('remove', ...ids), isSame);
  console.log(`requests meanwhile: ${asked}, failed: ${failed}`);
} finally {
  isOver = true;
  await load;
  await stopBuilt(service);
  rmSync(folder, { recursive: true });
}
