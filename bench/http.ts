/**
 * The whole service over real HTTP, side by side in one run with a bare Fastify route and a bare node:http server that send a fixed body of the same size.
 *
 *     bench/http.js [--dataset DIR] [--connections 32] [--seconds 2] [--rounds 5] [--only forward,reverse,route] [--json FILE]
 *
 * Without a dataset the sources are canned: then the table shows what HTTP, keys, limits, log and JSON cost. Rounds alternate between the servers, medians are shown.
 * `cpu` is the server's own processor time per request, which a busy machine disturbs least.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/seeded-random.js';
import { requestBytes, runLoad, type LoadResult } from './http-load.js';
import { startBare, startGazarch, type Listening, type ServerKind } from './http-servers.js';

const SEED = 2026;
const PROBES = 300;

const NAMES = [
  'улаанбаатар', 'сүхбаатар', 'сухбаатар', 'энхтайваны өргөн чөлөө', 'peace avenue', 'ulaanbaatar', 'sukhbaatar square', 'гандан', 'gandan', 'дархан', 'darkhan', 'эрдэнэт',
  'сургууль', 'эмнэлэг', 'school', 'hospital', 'hotel', 'зочид буудал', 'номын сан', 'museum', 'музей', 'зах', 'nara', 'бага тойруу', 'их тойруу', '1-р хороолол', '3-р эмнэлэг', 'theatre', 'ховд', 'khovd',
];

interface Measured {
  rps: number[];
  cpu_us: number[];
  p50: number[];
  p99: number[];
}

/** A server in a process of its own. */
interface Running extends Listening {
  child: ChildProcess;
}

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'forward,reverse,route' },
    json: { type: 'string' },
    serve: { type: 'string' },
    size: { type: 'string', default: '0' },
  },
});

if (flags.serve !== undefined) await serve(flags.serve as ServerKind);
else await compare();

async function serve(kind: ServerKind): Promise<void> {
  const listening = kind === 'gazarch' ? await startGazarch(flags.dataset ?? null) : await startBare(kind, Number(flags.size));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.on('disconnect', () => process.exit(0));
  process.send!(listening);
}

async function compare(): Promise<void> {
  const gazarch = await start('gazarch', 0);
  const rows: object[] = [];
  for (const kind of flags.only.split(',')) rows.push(...(await compareKind(kind, gazarch)));
  gazarch.child.disconnect();
  console.table(rows);
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify({ seed: SEED, node: process.version, flags, rows }, null, 2));
}

async function compareKind(kind: string, gazarch: Running): Promise<object[]> {
  const targets = targetsOf(kind);
  const size = await meanSize(targets, gazarch);
  const servers: [ServerKind, Running][] = [['fastify', await start('fastify', size)], ['gazarch', gazarch], ['node', await start('node', size)]];
  const measured = new Map<ServerKind, Measured>(servers.map(([name]) => [name, { rps: [], cpu_us: [], p50: [], p99: [] }]));
  // The first round warms up.
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const [name, server] of servers) {
      const [result, cpu_us] = await loadOnce(server, targets);
      if (round > 0) note(measured.get(name)!, result, cpu_us);
    }
  }
  for (const [name, server] of servers) if (name !== 'gazarch') server.child.disconnect();
  const base = measured.get('fastify')!;
  return servers.map(([name]) => {
    const own = measured.get(name)!;
    return {
      request: kind,
      server: name,
      body: size,
      'req/s': Math.round(median(own.rps)),
      'of fastify': (median(own.rps) / median(base.rps)).toFixed(2),
      'cpu µs': median(own.cpu_us).toFixed(1),
      'fastify/cpu': (median(base.cpu_us) / median(own.cpu_us)).toFixed(2),
      'p50 ms': median(own.p50).toFixed(2),
      'p99 ms': median(own.p99).toFixed(2),
    };
  });
}

async function start(kind: ServerKind, size: number): Promise<Running> {
  const args = ['--serve', kind, '--size', String(size), ...(flags.dataset === undefined ? [] : ['--dataset', flags.dataset])];
  const child = fork(fileURLToPath(import.meta.url), args);
  const [listening] = (await once(child, 'message')) as [Listening];
  return { ...listening, child };
}

async function loadOnce(server: Running, targets: string[]): Promise<[LoadResult, number]> {
  const requests = targets.map((target, i) => requestBytes(target, { Authorization: `Bearer ${server.tokens[i % server.tokens.length]}` }));
  const before = await cpuOf(server);
  const result = await runLoad({ port: server.port, requests, connections: Number(flags.connections), duration_ms: Number(flags.seconds) * 1000 });
  const cpu_us = ((await cpuOf(server)) - before) / result.done;
  if (result.failed > 0) console.error(`${result.failed} of ${result.done} answers were not 200`);
  return [result, cpu_us];
}

async function cpuOf(server: Running): Promise<number> {
  const answer = once(server.child, 'message');
  server.child.send('cpu');
  return ((await answer) as [number])[0];
}

function note(measured: Measured, result: LoadResult, cpu_us: number): void {
  measured.rps.push(result.done / (result.elapsed_ms / 1000));
  measured.cpu_us.push(cpu_us);
  measured.p50.push(result.p50);
  measured.p99.push(result.p99);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Bytes of an answer on average: what the bare servers are to send. */
async function meanSize(targets: string[], server: Running): Promise<number> {
  let bytes = 0;
  let found = 0;
  for (const target of targets.slice(0, PROBES)) {
    const response = await fetch(`http://127.0.0.1:${server.port}${target}`, { headers: { authorization: `Bearer ${server.tokens[0]}` } });
    const body = await response.arrayBuffer();
    if (response.status !== 200) continue;
    bytes += body.byteLength;
    found++;
  }
  return Math.round(bytes / found);
}

function targetsOf(kind: string): string[] {
  const random = seededRandom(SEED);
  const lon = (): number => 106.8 + random() * 0.2;
  const lat = (): number => 47.88 + random() * 0.06;
  const point = (): string => `${lon().toFixed(6)},${lat().toFixed(6)}`;
  return Array.from({ length: 1000 }, (_, i) => {
    if (kind === 'forward') return `/v1/geocode?q=${encodeURIComponent(NAMES[i % NAMES.length])}&limit=5`;
    if (kind === 'reverse') return `/v1/geocode?lat=${lat().toFixed(6)}&lon=${lon().toFixed(6)}`;
    return `/v1/route?origin=${point()}&destination=${point()}`;
  });
}
