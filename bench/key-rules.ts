/**
 * What a key costs a request: without rules, compared with a build before there were any, and with web
 * origins, addresses, or both.
 *
 *     bench/key-rules.js [--base FOLDER] [--rounds 300] [--requests 3000]
 *
 * `--base` is a folder that `npm run compile-bench` wrote of another version. Both run in this process: whole
 * requests, read from a connection that is made up and answered by sources that answer at once. Rounds go
 * through all cases in turns, each round in another order. Shown is the processor time of a request and the
 * difference to a key without rules: the median over the rounds, with its 95 % interval (bootstrap).
 */
import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { createApp } from '../src/http/app.js';
import type { KeyMirror } from '../src/keys/key-mirror.js';
import type { makeKey, KeyRequest } from '../src/keys/create-key.js';
import { FakeGeocoder, FakeRouter } from '../test/e2e/fakes.js';
import { seededRandom } from '../test/seeded-random.js';
import { collectGarbage } from './collect-garbage.js';

const { values: flags } = parseArgs({
  options: {
    base: { type: 'string' },
    rounds: { type: 'string', default: '300' },
    requests: { type: 'string', default: '3000' },
  },
});
const ROUNDS = Number(flags.rounds);
const REQUESTS = Number(flags.requests);
/** In turns, too, and of each as many: a build that is asked less is compiled later. */
const WARM_UPS = 20;
const WARM_UP_REQUESTS = 10_000;
const SAMPLES = 2_000;

/** Ten of each, as a customer with several sites and offices has. The last one is the one that matches. */
const ORIGINS = Array.from({ length: 10 }, (_, i) => `https://shop${i}.example.mn`);
const STARRED = [...ORIGINS.slice(1), 'https://*.example.mn'];
const ADDRESSES = [...Array.from({ length: 9 }, (_, i) => `203.0.${i}.0/24`), '127.0.0.0/8'];

/** A connection from 127.0.0.1 that swallows what is written. */
class MadeUpSocket extends EventEmitter {
  readonly writable = true;
  readonly writableLength = 0;
  readonly writableNeedDrain = false;
  readonly remoteAddress = '127.0.0.1';
  bytesRead = 1;
  written = '';
  isTold = false;

  write(bytes: string | Buffer): boolean {
    if (this.isTold) this.written = bytes.toString();
    return true;
  }

  setTimeout(): this {
    return this;
  }

  isPaused(): boolean {
    return false;
  }
}

interface Case {
  name: string;
  request: Buffer;
  socket: MadeUpSocket;
  /** Of a request in each round, in microseconds. */
  costs_us: number[];
}

const own = resolve(import.meta.dirname, '..');
const plain = await openCase('no rules', own, {}, []);
const cases = [
  plain,
  ...(flags.base === undefined ? [] : [await openCase('no rules, base', resolve(flags.base), {}, [])]),
  await openCase('no rules, with Origin', own, {}, [`Origin: ${ORIGINS[9]}`]),
  await openCase('10 origins', own, { allowedOrigins: ORIGINS }, [`Origin: ${ORIGINS[9]}`]),
  await openCase('10 origins, *.', own, { allowedOrigins: STARRED }, ['Origin: https://a.b.example.mn']),
  await openCase('10 origins, no Origin', own, { allowedOrigins: ORIGINS }, []),
  await openCase('10 addresses', own, { allowedAddresses: ADDRESSES }, []),
  await openCase(
    'both, behind a proxy',
    own,
    { allowedOrigins: ORIGINS, allowedAddresses: [...ADDRESSES.slice(0, 9), '198.51.100.0/24'] },
    [`Origin: ${ORIGINS[9]}`, 'X-Forwarded-For: 192.0.2.7, 198.51.100.4, 127.0.0.1'],
  ),
];

for (let i = 0; i < WARM_UPS; i++) for (const each of cases) ask(each, WARM_UP_REQUESTS);
collectGarbage();
for (let round = 0; round < ROUNDS; round++) {
  // Every case stands behind every other one as often.
  const order = cases.map(
    (_, i) => cases[(i * (round % 2 === 0 ? 1 : cases.length - 1) + round) % cases.length],
  );
  for (const each of order) {
    const before = process.cpuUsage();
    ask(each, REQUESTS);
    const { user, system } = process.cpuUsage(before);
    each.costs_us.push((user + system) / REQUESTS);
  }
}
console.log(`${ROUNDS} rounds of ${REQUESTS} requests in turns, microseconds of processor time`);
const random = seededRandom(20_261_123);
for (const { name, costs_us } of cases) {
  const differences = costs_us.map((cost, round) => cost - plain.costs_us[round]);
  const samples = Array.from({ length: SAMPLES }, () =>
    median(differences.map(() => differences[Math.floor(random() * differences.length)])),
  ).sort((a, b) => a - b);
  const [low, high] = [samples[Math.floor(SAMPLES * 0.025)], samples[Math.floor(SAMPLES * 0.975)]];
  console.log(
    `${name.padEnd(24)} ${median(costs_us).toFixed(2).padStart(6)}   ` +
      `${signed(median(differences))} [${signed(low)} to ${signed(high)}]`,
  );
}
process.exit(0);

/** A server of a build, with one key, and one connection to it. */
async function openCase(
  name: string,
  build: string,
  rules: Partial<KeyRequest>,
  headers: readonly string[],
): Promise<Case> {
  const load = async <T>(path: string): Promise<T> =>
    (await import(pathToFileURL(resolve(build, path)).href)) as T;
  const { createApp: create } = await load<{ createApp: typeof createApp }>('src/http/app.js');
  const { KeyMirror: Mirror } = await load<{ KeyMirror: typeof KeyMirror }>('src/keys/key-mirror.js');
  const { makeKey: make } = await load<{ makeKey: typeof makeKey }>('src/keys/create-key.js');
  const { token, ...stored } = make({
    name,
    endpoints: ['geocode'],
    rateLimit: 1_000_000,
    expiresAt: null,
    ...rules,
  });
  const changes = { keys: [stored], projects: [], cursor: '1', complete: true };
  const store = { changes: async () => changes, touch: async () => undefined };
  const keys = await Mirror.start(store as unknown as Parameters<typeof KeyMirror.start>[0]);
  const window = { allowed: true, place: 0, limit: 1_000_000, remaining: 1, resetAt_s: 1 };
  const app = create({
    geocoder: new FakeGeocoder(),
    router: new FakeRouter(),
    keys,
    counter: {
      hit: () => window,
      state: () => 'ok',
    },
    settings: { maxWait_ms: 0, trustProxy: name.includes('proxy') ? '127.0.0.0/8' : 'none' },
    logger: { error: () => undefined, warn: () => undefined },
  });
  const socket = new MadeUpSocket();
  app.server.emit('connection', socket);
  const lines = ['GET /v1/geocode?q=talbai HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`];
  const request = Buffer.from([...lines, 'Accept: */*', ...headers, '', ''].join('\r\n'));
  socket.isTold = true;
  socket.emit('data', request);
  socket.isTold = false;
  if (!socket.written.startsWith('HTTP/1.1 200 ')) throw new Error(`${name}: ${socket.written}`);
  return { name, request, socket, costs_us: [] };
}

function ask({ socket, request }: Case, requests: number): void {
  for (let i = 0; i < requests; i++) socket.emit('data', request);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}
