/**
 * How near a matrix comes to its floor: the bytes that it has to read, and how fast this machine reads. In
 * process, without HTTP, by the roads of the import.
 *
 *     bench/matrix-floor.js --source FILE [--box 106.80,47.87,107.02,47.96] [--points 100] [--rounds 21]
 *
 * Counted are all steps of the climbs and what they write; of the joins the lowest cost of each block of
 * both points, and of each cell the one block whose sum is the lowest. Points, cells searched alone and the
 * answer come on top, so the floor lies lower than any program can come. Reading is measured with the same
 * loop over numbers, once over what fits the caches of a core, once over what does not.
 */
import { parseArgs } from 'node:util';
import type { Position } from '../src/geo/position.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { Snapper, type Candidate } from '../src/routing/ends/snap.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import { BLOCK, type KeptClimb, type PointClimbs } from '../src/routing/search/point-climbs.js';
import { RoadSearch } from '../src/routing/search/road-search.js';
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
if (flags.source === undefined) throw new Error('usage: bench/matrix-floor.js --source FILE');
const LIMITS = { snapLimit_m: 500, snapDetour_m: 0 };
const WARM_UP_ROUNDS = 10;
/** A step is two numbers, a cost one. */
const [STEP_BYTES, COST_BYTES] = [8, 4];
const CACHED_BYTES = 2 ** 18;
const UNCACHED_BYTES = 2 ** 28;
const READ_BYTES = 2 ** 30;

const { sections } = buildRouting(await collectNetwork(flags.source), PROFILES.driving);
const data = readRoutingData(sections);
const index = RoutingIndex.from(sections);
const search = new RoadSearch(data);
const snapper = new Snapper(data.segments, data.tree);
const points = pointsOnRoads();

const snapped = (): Candidate[][] => points.map((point) => snapper.nearest(point, LIMITS.snapLimit_m));
const candidates = snapped();
const bothClimbs = (): PointClimbs[][] =>
  (['out', 'in'] as const).map((direction) => candidates.map((own) => search.climbsOf(own, direction)));
const parts: Readonly<Record<string, () => void>> = {
  'whole matrix': () =>
    wholeMatrix(index, { origins: points, destinations: points, distances: false }, LIMITS),
  'roads near points': snapped,
  climbs: bothClimbs,
};
const spent_ms = new Map<string, number[]>(Object.keys(parts).map((name) => [name, []]));
for (let round = 1 - WARM_UP_ROUNDS; round <= Number(flags.rounds); round++)
  for (const [name, work] of Object.entries(parts)) {
    const took_ms = processorTime_ms(work);
    if (round > 0) spent_ms.get(name)!.push(took_ms);
  }
const [out, into] = bothClimbs();
const climbs = [...out, ...into].flatMap((point) => point.climbs);
const climbed = sum(climbs.map(bytesOfClimb));
const joined = sum(out.flatMap((from) => into.map((to) => bytesOfJoin(from, to))));
const cached = gigabytesASecond(CACHED_BYTES);
const uncached = gigabytesASecond(UNCACHED_BYTES);
const floor_ms = (bytes: number, speed: number): number => bytes / (speed * 1e6);
for (const [name, own] of spent_ms)
  console.log(`${name}: ${median(own).toFixed(2)} ms, the least ${Math.min(...own).toFixed(2)}`);
const took_ms = Math.min(...spent_ms.get('whole matrix')!);
console.log(
  `reads ${(climbed / 1e6).toFixed(1)} MB of steps in ${climbs.length} climbs, ` +
    `${(joined / 1e6).toFixed(1)} MB of costs in joins`,
);
console.log(`reads ${cached.toFixed(1)} GB/s from caches, ${uncached.toFixed(1)} GB/s from memory`);
const floors = [cached, uncached].map((speed) => floor_ms(climbed + joined, speed));
console.log(
  `so at least ${floors[0].toFixed(2)} ms with all in caches, ${floors[1].toFixed(2)} with none: ` +
    `${(took_ms / floors[0]).toFixed(1)} and ${(took_ms / floors[1]).toFixed(1)} times as long`,
);

/** Without those that have no road near them. */
function pointsOnRoads(): Position[] {
  const random = seededRandom(Number(flags.seed));
  const [west, south, east, north] = flags.box.split(',').map(Number);
  const found: Position[] = [];
  while (found.length < Number(flags.points)) {
    const one: Position = [west + random() * (east - west), south + random() * (north - south)];
    const destination = found.at(0) ?? one;
    if (index.route({ origin: one, destination }, LIMITS).kind === 'route') found.push(one);
  }
  return found;
}

function bytesOfClimb({ climb }: KeptClimb): number {
  return STEP_BYTES * (climb.endStep - climb.firstStep) + COST_BYTES * climb.place_ms.length;
}

function bytesOfJoin(from: PointClimbs, to: PointClimbs): number {
  const blocks = sum(from.climbs.flatMap((one) => to.climbs.map((other) => commonBlocks(one, other))));
  return 2 * COST_BYTES * (blocks + BLOCK);
}

/** Blocks of the high vertices that are above both. */
function commonBlocks(one: KeptClimb, other: KeptClimb): number {
  let level = 0;
  while (level < one.branches.length && one.branches[level] === other.branches[level]) level++;
  return Math.ceil(data.hierarchy.cells.branchDepth[one.branches[level - 1]] / BLOCK);
}

/** How fast numbers are read, the best of some. */
function gigabytesASecond(bytes: number): number {
  const numbers = new Int32Array(bytes / 4).fill(1);
  let least_ms = Infinity;
  let all = 0;
  for (let round = 0; round < 8; round++) {
    const spent_ms = processorTime_ms(() => {
      for (let again = 0; again < READ_BYTES / bytes; again++) all = (all + added(numbers)) | 0;
    });
    if (round > 1) least_ms = Math.min(least_ms, spent_ms);
  }
  if (all === 0) throw new Error('nothing was read');
  return READ_BYTES / (least_ms * 1e6);
}

/** Four sums, so that no addition waits for the one before. */
function added(numbers: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < numbers.length; i += 4) {
    a = (a + numbers[i]) | 0;
    b = (b + numbers[i + 1]) | 0;
    c = (c + numbers[i + 2]) | 0;
    d = (d + numbers[i + 3]) | 0;
  }
  return (a + b + c + d) | 0;
}

function processorTime_ms(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
