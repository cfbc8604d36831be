/**
 * Matrices by OSRM (`/table`, contraction hierarchy, one thread) and by gazarch (one process): the same map,
 * the same points of a city, alternating in one run. It compares processor time for each answer, over HTTP,
 * with snapping and JSON. Then routes are asked with matrices beside them, and without.
 *
 *     npm run compile-bench &&
 *       node data/bench/bench/peers/matrix-rates.js --dataset DIR --osrm MAP.osrm --bin DIR [--rounds 5]
 *
 * It needs what route-rates.ts needs. `--box` is where points lie: by default the middle of Ulaanbaatar.
 */
import { parseArgs } from 'node:util';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { seededRandom } from '../../test/seeded-random.js';
import { targetsOf } from '../http-targets.js';
import type { Latencies } from '../latencies.js';
import { LoadGenerator } from '../load-generator.js';
import { answeredTargets, cpuOf_us, median, requestsOf, startServer, stopServer } from '../server-process.js';
import { EngineProcess } from './osrm-process.js';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    osrm: { type: 'string' },
    bin: { type: 'string' },
    box: { type: 'string', default: '106.80,47.88,107.02,47.96' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '41' },
    'routes-per-second': { type: 'string', default: '300' },
  },
});
if (flags.dataset === undefined)
  throw new Error('usage: bench/peers/matrix-rates.js --dataset DIR [--osrm MAP.osrm --bin DIR]');

/** Origins, destinations, and whether distances are asked for. */
const KINDS: Readonly<Record<string, readonly [origins: number, destinations: number, distances: boolean]>> =
  {
    '100 x 100': [100, 100, false],
    '100 x 100, distances': [100, 100, true],
    '1000 x 10': [1000, 10, false],
  };
/** Of each kind, so many different ones. */
const MATRICES = 40;
const CONNECTIONS = 2;

const [west, south, east, north] = flags.box.split(',').map(Number);
const random = seededRandom(Number(flags.seed));
const points = (count: number): string[] =>
  Array.from({ length: count }, () =>
    [west + random() * (east - west), south + random() * (north - south)]
      .map((own) => own.toFixed(6))
      .join(','),
  );

const server = await startServer('gazarch', { dataset: flags.dataset });
const osrm =
  flags.osrm === undefined
    ? null
    : await EngineProcess.osrm(flags.bin ?? '', flags.osrm, ['--max-table-size', '2000']);
const generator = new LoadGenerator();
try {
  for (const [kind, [rows, columns, hasDistances]] of Object.entries(KINDS)) {
    const sets = Array.from({ length: MATRICES }, () => [points(rows), points(columns)]);
    const ours = sets.map(
      ([origins, destinations]) =>
        `/v1/matrix?origins=${packed(origins)}&destinations=${packed(destinations)}` +
        (hasDistances ? '&annotations=duration,distance' : ''),
    );
    await generator.keep(`gazarch ${kind}`, requestsOf(ours, server));
    const theirs = sets.map(([origins, destinations]) => {
      const places = (first: number, count: number): string =>
        Array.from({ length: count }, (_, i) => first + i).join(';');
      return (
        `/table/v1/driving/${[...origins, ...destinations].join(';')}?sources=${places(0, rows)}` +
        `&destinations=${places(rows, columns)}&generate_hints=false` +
        `&annotations=${hasDistances ? 'duration,distance' : 'duration'}`
      );
    });
    if (osrm !== null)
      await generator.keep(`osrm ${kind}`, requestsOf(theirs, { port: osrm.port, tokens: ['none'] }));
  }
  const spent: Record<string, { ours_us: number[]; osrm_us: number[] }> = {};
  for (let round = 0; round <= Number(flags.rounds); round++)
    for (const kind of Object.keys(KINDS)) {
      const ours_us = await perAnswer_us(`gazarch ${kind}`, server.port, () => cpuOf_us(server));
      const osrm_us =
        osrm === null
          ? NaN
          : await perAnswer_us(`osrm ${kind}`, osrm.port, () => Promise.resolve(osrm.cpu_us()));
      // In the first round everything is new.
      if (round === 0) continue;
      spent[kind] ??= { ours_us: [], osrm_us: [] };
      spent[kind].ours_us.push(ours_us);
      spent[kind].osrm_us.push(osrm_us);
    }
  console.log(`processor time of a matrix, medians of ${flags.rounds} rounds:`);
  for (const [kind, { ours_us, osrm_us }] of Object.entries(spent)) {
    const shares = ours_us.map((us, i) => us / osrm_us[i]);
    const [least, most] = [Math.min(...shares).toFixed(3), Math.max(...shares).toFixed(3)];
    console.log(
      `${kind.padEnd(21)} gazarch ${median(ours_us).toFixed(0)} µs, OSRM ${median(osrm_us).toFixed(0)} µs: ` +
        `${median(shares).toFixed(3)} of OSRM (${least} to ${most})`,
    );
  }
  await routesBeside();
} finally {
  await generator.stop();
  await osrm?.stop();
  await stopServer(server);
}

/** Encoded lines with 6 decimals: 1,000 points do not fit into the head of a request otherwise. */
function packed(list: readonly string[]): string {
  let [lastLon, lastLat] = [0, 0];
  const number = (value: number): string => {
    let rest = value < 0 ? ~(value << 1) : value << 1;
    let text = '';
    for (; rest >= 0x20; rest >>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    return text + String.fromCharCode(rest + 63);
  };
  const line = list.map((point) => {
    const [lon, lat] = point.split(',').map((own) => Math.round(Number(own) * 1e6));
    const text = number(lat - lastLat) + number(lon - lastLon);
    [lastLon, lastLat] = [lon, lat];
    return text;
  });
  return encodeURIComponent(`polyline6:${line.join('')}`);
}

async function perAnswer_us(name: string, port: number, cpu_us: () => Promise<number>): Promise<number> {
  const before_us = await cpu_us();
  const load = { port, connections: CONNECTIONS, duration_ms: 1_000 * Number(flags.seconds) };
  const { done } = await generator.closed(name, load);
  return ((await cpu_us()) - before_us) / done;
}

/** How long routes take while one matrix after the other is asked for. */
async function routesBeside(): Promise<void> {
  const { answered } = await answeredTargets((await targetsOf(servedPath(flags.dataset!))).route, server);
  const beside = new LoadGenerator();
  try {
    await generator.keep('routes', requestsOf(answered, server));
    const sets = Array.from({ length: MATRICES }, () => points(100));
    await beside.keep(
      'matrices',
      requestsOf(
        sets.map((own) => `/v1/matrix?origins=${packed(own)}`),
        server,
      ),
    );
    const ratios: number[] = [];
    // It sleeps: on two cores the server would otherwise wait for a core, and routes for that.
    const oneByOne = { port: server.port, connections: 1, maySleep: true };
    for (let round = 0; round <= Number(flags.rounds); round++) {
      const alone = await routesAsked(round);
      let isOver = false;
      const matrices = (async () => {
        let count = 0;
        while (!isOver) count += (await beside.closed('matrices', { ...oneByOne, duration_ms: 500 })).done;
        return count;
      })();
      const among = await routesAsked(round);
      isOver = true;
      const count = await matrices;
      if (round === 0) continue;
      ratios.push(among.p99_ms / alone.p99_ms);
      const text = ({ p50_ms, p99_ms }: Latencies): string => `${p50_ms.toFixed(2)}, ${p99_ms.toFixed(2)} ms`;
      console.log(`routes, p50 and p99: ${text(alone)} alone, ${text(among)} beside ${count} matrices`);
    }
    console.log(`p99 of routes beside matrices: ${median(ratios).toFixed(2)} times`);
  } finally {
    await beside.stop();
  }
}

async function routesAsked(round: number): Promise<Latencies> {
  const { answered } = await generator.open('routes', {
    ...{ port: server.port, connections: 16, perSecond: Number(flags['routes-per-second']) },
    ...{ duration_ms: 3_000 * Number(flags.seconds), leadIn_ms: 500, seed: 7 + round, first: 1_000 * round },
  });
  return answered;
}
