/**
 * What a matrix costs while roads have changed, as a share of what it costs on the roads of the import: one
 * road, one way in a hundred, all ways, and one way that is faster than the map says. In process, without
 * HTTP; all states in turn in each round, and their processor time compared within the round.
 *
 *     bench/matrix-now.js --source FILE [--box 106.80,47.87,107.02,47.96] [--points 100] [--rounds 21]
 */
import { parseArgs } from 'node:util';
import { buildRouting } from '../src/routing/build-routing.js';
import { RoadConditions, type RoadChange, type RoadState } from '../src/routing/current/current-roads.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import { collectNetwork } from '../test/collect.js';
import { wholeMatrix } from '../test/routing/matrix-cells.js';
import { seededRandom } from '../test/seeded-random.js';
import { median } from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    source: { type: 'string' },
    box: { type: 'string', default: '106.80,47.87,107.02,47.96' },
    points: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '21' },
    seed: { type: 'string', default: '3' },
  },
});
if (flags.source === undefined) throw new Error('usage: bench/matrix-now.js --source FILE');
const LIMITS = { snapLimit_m: 500, snapDetour_m: 0 };
const SLOWER = 0.5;
/** V8 compiles for some matrices of each state. */
const WARM_UP_ROUNDS = 10;

const network = await collectNetwork(flags.source);
const { sections } = buildRouting(network, PROFILES.driving);
const index = RoutingIndex.from(sections);
const conditions = new RoadConditions(readRoutingData(sections));
const random = seededRandom(Number(flags.seed));
const [west, south, east, north] = flags.box.split(',').map(Number);
const point = (): [number, number] => [west + random() * (east - west), south + random() * (north - south)];
/** Without those that have no road near them, which are searched alone in every state. */
const points: [number, number][] = [];
while (points.length < Number(flags.points)) {
  const one = point();
  if (index.route({ origin: one, destination: points[0] ?? point() }, LIMITS).kind === 'route')
    points.push(one);
}
const ids = [...new Set(network.ways.map(({ id }) => id))];
const slower = (way: number): RoadChange => ({ way, factor: SLOWER });
const main = network.ways.find(
  ({ tags, nodes }) => tags['highway'] === 'primary' && isInside(nodes[0]) && isInside(nodes.at(-1)!),
);
const changes: Readonly<Record<string, RoadChange[]>> = {
  'as imported': [],
  'one road slower': [slower((main ?? network.ways[0]).id)],
  '1 % of the ways slower': ids.filter(() => random() < 0.01).map(slower),
  'all ways slower': ids.map(slower),
  'one way twice as fast': [{ way: (main ?? network.ways[0]).id, factor: 2 }],
};
const states = Object.entries(changes).map(([name, own]): [string, RoadState] => {
  const { roads } = conditions.at(own);
  return [name, roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes: own }];
});

const spent_ms = new Map<string, number[]>(states.map(([name]) => [name, []]));
for (let round = 1 - WARM_UP_ROUNDS; round <= Number(flags.rounds); round++) {
  for (const [name, state] of states) {
    index.use(state);
    const before = process.cpuUsage();
    const { durations_s } = wholeMatrix(
      index,
      { origins: points, destinations: points, distances: false },
      LIMITS,
    );
    const { user, system } = process.cpuUsage(before);
    if (round > 0) spent_ms.get(name)!.push((user + system) / 1000);
    if (round === 1) console.log(`${name}: ${durations_s.filter(Number.isFinite).length} cells with a route`);
  }
}
const imported_ms = spent_ms.get('as imported')!;
console.log(`${points.length} x ${points.length}, processor time, medians of ${flags.rounds} rounds:`);
for (const [name, own] of spent_ms) {
  const ratios = own.map((ms, round) => ms / imported_ms[round]);
  console.log(
    `${name.padEnd(23)} ${median(own).toFixed(1)} ms, ${median(ratios).toFixed(2)} of the imported one ` +
      `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

function isInside(node: number): boolean {
  const [lon, lat] = [network.nodeLon7[node] / 1e7, network.nodeLat7[node] / 1e7];
  return lon > west && lon < east && lat > south && lat < north;
}
