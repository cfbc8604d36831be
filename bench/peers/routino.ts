/**
 * Routes by Routino and by gazarch: the same map, the same pairs of points, one run. It compares
 * processor time for each route.
 *
 *     npm run compile-bench &&
 *       node data/bench/bench/peers/routino.js --dataset DIR [--routes 300] MAP.osm.pbf
 *
 * It needs `planetsplitter` and `routino-router` (Debian package `routino`), and a dataset of gazarch
 * from the same map. It installs nothing.
 *
 * Routino is called on its command line: one process for each route, which prints every point of the line
 * as text. The cost of a process that goes nowhere is measured and subtracted. gazarch answers over HTTP,
 * with key, limit, log and JSON. Routino's routes come from its own model, with other speeds than ours. A
 * pair without a Routino route is left out for both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { targetsOf } from '../http-targets.js';
import { LoadGenerator } from '../load-generator.js';
import { answeredTargets, cpuOf_us, requestsOf, startServer, stopServer } from '../server-process.js';
import { childCpu_ms, needs, type Spent } from './processes.js';

/** Processes that go nowhere. Their mean time is subtracted. */
const STARTS = 20;

const { values: flags, positionals } = parseArgs({
  options: { dataset: { type: 'string' }, routes: { type: 'string', default: '300' } },
  allowPositionals: true,
});
const [map] = positionals;
if (map === undefined || flags.dataset === undefined)
  throw new Error('usage: bench/peers/routino.js --dataset DIR MAP');
needs(['planetsplitter', 'routino-router'], 'the package "routino"');

const folder = mkdtempSync(join(tmpdir(), 'gazarch-routino-'));
try {
  await compare();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const version = childCpu_ms('routino-router', ['--version']).output.trim();
  const split = childCpu_ms('planetsplitter', [
    `--dir=${folder}`,
    '--prefix=map',
    '--tagging=/usr/share/routino/tagging.xml',
    map,
  ]);
  const server = await startServer('gazarch', { dataset: flags.dataset! });
  const { answered } = await answeredTargets((await targetsOf(servedPath(flags.dataset!))).route, server);
  const [somewhere] = pointsOf(answered[0]);
  const start_ms = mean(Array.from({ length: STARTS }, () => ask([somewhere, somewhere]).cpu_ms));
  const kept: string[] = [];
  const spent_ms: number[] = [];
  for (const target of answered) {
    if (kept.length === Number(flags.routes)) break;
    const { status, cpu_ms } = ask(pointsOf(target));
    if (status !== 0) continue;
    kept.push(target);
    spent_ms.push(cpu_ms - start_ms);
  }
  if (kept.length === 0) throw new Error('Routino found no route');
  const generator = new LoadGenerator();
  await generator.keep('routes', requestsOf(kept, server));
  const load = { port: server.port, connections: 1, duration_ms: 3_000 };
  await generator.closed('routes', load);
  const before_us = await cpuOf_us(server);
  const { done } = await generator.closed('routes', load);
  const gazarch_us = ((await cpuOf_us(server)) - before_us) / done;
  await generator.stop();
  await stopServer(server);
  const routino_us = mean(spent_ms) * 1000;
  console.log(
    `${version}\nmap made ready in ${Math.round(split.cpu_ms / 1000)} s of processor time; ` +
      `a process that goes nowhere ${start_ms.toFixed(1)} ms, taken off`,
  );
  console.log(
    `${kept.length} routes: Routino ${routino_us.toFixed(0)} µs of processor each, ` +
      `gazarch over HTTP ${gazarch_us.toFixed(0)} µs: ${(routino_us / gazarch_us).toFixed(0)} times as much`,
  );
}

function ask(points: readonly string[][]): Spent {
  const at = points.flatMap(([lon, lat], i) => [`--lon${i + 1}=${lon}`, `--lat${i + 1}=${lat}`]);
  const files = [
    '--profiles=/usr/share/routino/profiles.xml',
    '--translations=/usr/share/routino/translations.xml',
  ];
  return childCpu_ms('routino-router', [
    `--dir=${folder}`,
    '--prefix=map',
    ...files,
    '--transport=motorcar',
    '--quickest',
    '--quiet',
    '--output-text-all',
    '--output-stdout',
    ...at,
  ]);
}

function pointsOf(target: string): string[][] {
  return [...target.matchAll(/=([-\d.]+),([-\d.]+)/g)].map(([, lon, lat]) => [lon, lat]);
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
