/**
 * The whole service over real HTTP, beside a bare Fastify route and a bare node:http server in the same
 * run. The bare servers send a fixed body of the same size.
 *
 *     bench/http.js [--dataset DIR] [--connections 1,32,256] [--seconds 2] [--rounds 5]
 *       [--only forward,forward-new,reverse,route] [--json FILE]
 *
 * Without a dataset the answers are canned. Then the table shows what HTTP, keys, limits, log and JSON
 * cost. Rounds alternate between the servers, and medians are shown. `cpu` is the server's own processor
 * time for each request: a busy machine disturbs it least.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Load, LoadResult } from './http-load.js';
import type { ServerKind } from './http-servers.js';
import { ASKED_BEFORE, SEED, type RequestKind } from './http-targets.js';
import { keepTargets } from './keep-targets.js';
import { LoadGenerator } from './load-generator.js';
import { cpuOf_us, median, startServer, stopServer, type ServerProcess } from './server-process.js';

/** V8 needs thousands of requests until it has compiled everything. */
const WARM_UP_MS = 3_000;

interface Measured {
  perSecond: number[];
  cpu_us: number[];
  p50_ms: number[];
  p99_ms: number[];
}

interface Row {
  request: RequestKind;
  connections: number;
  server: ServerKind;
  body_bytes: number;
  per_second: number;
  of_fastify: number;
  cpu_us: number;
  cpu_of_fastify: number;
  p50_ms: number;
  p99_ms: number;
}

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    connections: { type: 'string', default: '1,32,256' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'forward,forward-new,reverse,route' },
    json: { type: 'string' },
  },
});

const dataset = flags.dataset ?? null;
const kinds = flags.only.split(',') as RequestKind[];
const asked = new Map<ServerProcess, number>();
const gazarch = await startServer('gazarch', { dataset });
const generator = new LoadGenerator();
const sizes = await keepTargets(generator, kinds, gazarch, dataset);
const rows: Row[] = [];
for (const kind of kinds) rows.push(...(await compareKind(kind, sizes.get(kind)!)));
await generator.stop();
await stopServer(gazarch);
console.table(rows);
if (flags.json !== undefined)
  writeFileSync(flags.json, JSON.stringify({ seed: SEED, node: process.version, flags, rows }, null, 2));

async function compareKind(kind: RequestKind, size: number): Promise<Row[]> {
  const servers: [ServerKind, ServerProcess][] = [
    ['fastify', await startServer('fastify', { size })],
    ['gazarch', gazarch],
    ['node', await startServer('node', { size })],
  ];
  const before = dataset === null ? undefined : ASKED_BEFORE[kind];
  for (const [, server] of servers) {
    if (server === gazarch && before !== undefined)
      await loadOnce(server, kind, { connections: 32, duration_ms: Infinity, most: before });
    else await loadOnce(server, kind, { connections: 32, duration_ms: WARM_UP_MS });
  }
  const found: Row[] = [];
  for (const connections of flags.connections.split(',').map(Number)) {
    const measured = new Map<ServerKind, Measured>(
      servers.map(([name]) => [name, { perSecond: [], cpu_us: [], p50_ms: [], p99_ms: [] }]),
    );
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const [name, server] of servers) {
        const [result, cpu_us] = await loadOnce(server, kind, {
          connections,
          duration_ms: Number(flags.seconds) * 1000,
        });
        note(measured.get(name)!, result, cpu_us);
      }
    }
    found.push(
      ...servers.map(([server]) => ({
        request: kind,
        connections,
        server,
        body_bytes: size,
        ...ratios(measured.get(server)!, measured.get('fastify')!),
      })),
    );
  }
  for (const [name, server] of servers) if (name !== 'gazarch') await stopServer(server);
  return found;
}

async function loadOnce(
  server: ServerProcess,
  kind: RequestKind,
  load: Pick<Load, 'connections' | 'duration_ms' | 'most'>,
): Promise<[LoadResult, number]> {
  const before_us = await cpuOf_us(server);
  // Each round continues where the last one ended. A new start would repeat what was just asked.
  const first = asked.get(server) ?? 0;
  const result = await generator.closed(kind, { port: server.port, first, ...load });
  asked.set(server, first + result.done);
  const cpu_us = ((await cpuOf_us(server)) - before_us) / result.done;
  if (result.failed > 0) console.error(`${result.failed} of ${result.done} answers were not 200`);
  return [result, cpu_us];
}

function note(measured: Measured, result: LoadResult, cpu_us: number): void {
  measured.perSecond.push(result.done / (result.elapsed_ms / 1000));
  measured.cpu_us.push(cpu_us);
  measured.p50_ms.push(result.latencies.p50_ms);
  measured.p99_ms.push(result.latencies.p99_ms);
}

function ratios(
  own: Measured,
  base: Measured,
): Omit<Row, 'request' | 'connections' | 'server' | 'body_bytes'> {
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  return {
    per_second: round(median(own.perSecond), 0),
    of_fastify: round(median(own.perSecond) / median(base.perSecond), 2),
    cpu_us: round(median(own.cpu_us), 1),
    cpu_of_fastify: round(median(base.cpu_us) / median(own.cpu_us), 2),
    p50_ms: round(median(own.p50_ms), 2),
    p99_ms: round(median(own.p99_ms), 2),
  };
}
