/**
 * Routes by OSRM (contraction hierarchy, one thread) and by gazarch (one worker): the same map, the same
 * pairs of points, alternating in one run. It compares processor time for each answer: whole lines, no line,
 * encoded lines, steps.
 *
 *     npm run compile-bench &&
 *       node data/bench/bench/peers/route-rates.js --dataset DIR --osrm MAP.osrm --bin DIR [--rounds 5]
 *
 * It needs OSRM's programs (docs/sources.md), a map that osrm-extract and osrm-contract have made ready, and
 * a dataset of gazarch from the same map. Both answer over HTTP; gazarch also checks a key, counts, and
 * writes a log.
 */
import { parseArgs } from 'node:util';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { targetsOf } from '../http-targets.js';
import { LoadGenerator } from '../load-generator.js';
import { answeredTargets, cpuOf_us, median, requestsOf, startServer, stopServer } from '../server-process.js';
import { EngineProcess } from './osrm-process.js';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    osrm: { type: 'string' },
    bin: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
if (flags.dataset === undefined || flags.osrm === undefined || flags.bin === undefined)
  throw new Error('usage: bench/peers/route-rates.js --dataset DIR --osrm MAP.osrm --bin DIR');

/** What is asked for: in the words of gazarch, and of OSRM. */
const KINDS: Readonly<Record<string, readonly [ours: string, osrm: string]>> = {
  'whole line': ['', 'overview=full&geometries=geojson'],
  ends: ['&geometry=ends', 'overview=false'],
  polyline6: ['&geometry=polyline6', 'overview=full&geometries=polyline6'],
  steps: ['&steps=true', 'overview=full&geometries=geojson&steps=true'],
};
const CONNECTIONS = 16;
const PAIRS = 1_000;

const server = await startServer('gazarch', { dataset: flags.dataset });
const osrm = await EngineProcess.osrm(flags.bin, flags.osrm);
const generator = new LoadGenerator();
try {
  const { answered } = await answeredTargets((await targetsOf(servedPath(flags.dataset))).route, server);
  const pairs = answered.slice(-PAIRS);
  for (const [kind, [ours, theirs]] of Object.entries(KINDS)) {
    await generator.keep(
      `gazarch ${kind}`,
      requestsOf(
        pairs.map((pair) => pair + ours),
        server,
      ),
    );
    const targets = pairs.map((pair) => osrmTarget(pair, theirs));
    await generator.keep(`osrm ${kind}`, requestsOf(targets, { port: osrm.port, tokens: ['none'] }));
  }
  const spent: Record<string, { ours_us: number[]; osrm_us: number[] }> = {};
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const kind of Object.keys(KINDS)) {
      const ours_us = await perAnswer_us(`gazarch ${kind}`, server.port, () => cpuOf_us(server));
      const osrm_us = await perAnswer_us(`osrm ${kind}`, osrm.port, () => Promise.resolve(osrm.cpu_us()));
      // In the first round everything is new.
      if (round === 0) continue;
      spent[kind] ??= { ours_us: [], osrm_us: [] };
      spent[kind].ours_us.push(ours_us);
      spent[kind].osrm_us.push(osrm_us);
    }
  }
  console.log(`${pairs.length} pairs, processor time of an answer, medians of ${flags.rounds} rounds:`);
  for (const [kind, { ours_us, osrm_us }] of Object.entries(spent)) {
    const ratios = ours_us.map((us, i) => osrm_us[i] / us);
    const [least, most] = [Math.min(...ratios).toFixed(2), Math.max(...ratios).toFixed(2)];
    console.log(
      `${kind.padEnd(10)} gazarch ${median(ours_us).toFixed(1)} µs, OSRM ${median(osrm_us).toFixed(1)} µs: ` +
        `${median(ratios).toFixed(2)} times (${least} to ${most})`,
    );
  }
} finally {
  await generator.stop();
  await osrm.stop();
  await stopServer(server);
}

async function perAnswer_us(name: string, port: number, cpu_us: () => Promise<number>): Promise<number> {
  const before_us = await cpu_us();
  const load = { port, connections: CONNECTIONS, duration_ms: 1_000 * Number(flags.seconds) };
  const { done } = await generator.closed(name, load);
  return ((await cpu_us()) - before_us) / done;
}

function osrmTarget(target: string, options: string): string {
  const [from, to] = [...target.matchAll(/=([-\d.]+,[-\d.]+)/g)].map(([, point]) => point);
  return `/route/v1/driving/${from};${to}?${options}&generate_hints=false`;
}
