/**
 * What drives of a simulated fleet teach: the error of times of other drives before and after, by how many
 * drives there were, and how much longer than the best ones routes in the peak really are. Roads differ from
 * the map by class, by way, direction and slot, and by segment; the peak is slower; in a third of the drives
 * the vehicle stands somewhere.
 *
 *     node data/bench/bench/speeds.js [--drives 30,100,300] [--seeds 20] FILE
 *
 * `--seeds` also tries so many fleets where the map is right.
 */
import { parseArgs } from 'node:util';
import { atOnce, type Steps } from '../src/arrays/steps.js';
import { toDegrees } from '../src/geo/coordinates.js';
import { distanceM } from '../src/geo/distance.js';
import type { Position } from '../src/geo/position.js';
import type { LocalTime } from '../src/local-time.js';
import { numberAt } from '../src/arrays/packed.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { RoadConditions } from '../src/routing/current/current-roads.js';
import { LearnedSpeeds } from '../src/routing/current/learned-speeds.js';
import type { PairCosts } from '../src/routing/current/pair-costs.js';
import { parseSpeeds, speedsText } from '../src/routing/current/speeds-text.js';
import { lat7At, lon7At } from '../src/routing/frozen/positions.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { segmentCost_ms, startVertex } from '../src/routing/frozen/segment-table.js';
import { SpeedCheck, SpeedSums, type CheckedDrive, type StepTime } from '../src/routing/match/speed-sums.js';
import { taughtDrives } from '../src/routing/match/taught-drives.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import { collectNetwork } from '../test/collect.js';
import { DriveMaker, gauss, sampled } from '../test/routing/simulated-drives.js';
import { seededRandom } from '../test/seeded-random.js';

const { values, positionals } = parseArgs({
  options: {
    drives: { type: 'string', default: '30,100,300' },
    seeds: { type: 'string', default: '0' },
    held: { type: 'string', default: '300' },
    /** How much slower the peak is: the logarithm. */
    peak: { type: 'string', default: '0.35' },
  },
  allowPositionals: true,
});
const BOX = [106.8, 47.87, 107.02, 47.96] as const;
const VEHICLES = 30;
const LIMITS = { snapLimit_m: 1000 };
const SLOTS = [
  { name: 'peak', hours: 'Mo-Fr 07:30-10:00' },
  { name: 'free', hours: null },
];
/** A Tuesday, in the peak. */
const PEAK: LocalTime = { year: 2026, month: 12, day: 1, weekday: 1, minute: 480 };

const network = await collectNetwork(positionals[0]);
const { sections } = buildRouting(network, PROFILES.driving);
const data = readRoutingData(sections);
const { segments, ways, graph } = data;
const index = RoutingIndex.from(sections);

/** What speeds of the map are multiplied by in truth, by directed segment and slot. */
type Truth = (directed: number, slot: number) => number;

const wayOf = (directed: number): number =>
  numberAt(segments.runWay, numberAt(segments.firstRun, directed >> 1)) ^ (directed & 1);

function otherTruth(seed: number): Truth {
  const random = seededRandom(seed);
  const known = new Map<string, number>();
  const drawn = (key: string, sd: number): number => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = sd * gauss(random)));
    return value;
  };
  return (directed, slot) =>
    Math.exp(
      drawn(`class ${numberAt(ways.highway, wayOf(directed) >> 1)}`, 0.25) +
        drawn(`way ${wayOf(directed)} ${slot}`, 0.3) -
        (slot === 0 ? Number(values.peak) : 0) +
        drawn(`segment ${directed}`, 0.15),
    );
}

interface Driven {
  slot: number;
  line: [number, number, number][];
}

/** What the map says it takes to go on from one segment to the next. */
function passing_ms(directed: number, next: number): number {
  const tail = startVertex(segments, directed);
  for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++)
    if (graph.drivenSegment[graph.arcHead[arc]] === next)
      return Math.max(0, graph.arc_ms[arc] - segmentCost_ms(segments, directed));
  return 0;
}

/** @param lights whether some lights are red for longer than the map says */
function drive(maker: DriveMaker, random: () => number, truth: Truth, lights: boolean): Driven {
  const slot = random() < 0.5 ? 0 : 1;
  const { driven } = maker.drive({ via: random() < 0.3 ? 1 : 0, turnsBack: false, least_km: 2, most_km: 9 });
  const line: Driven['line'] = [];
  let [time_s, mood] = [0, 1];
  for (const [i, directed] of driven.entries()) {
    const [first, end] = [segments.firstPosition[directed >> 1], segments.firstPosition[(directed >> 1) + 1]];
    const positions = Array.from({ length: end - first }, (_, at): Position => {
      const place = (directed & 1) === 0 ? first + at : end - 1 - at;
      return [toDegrees(lon7At(segments.positions, place)), toDegrees(lat7At(segments.positions, place))];
    });
    mood += 0.3 * (1 - mood) + 0.1 * gauss(random);
    const took_s = segmentCost_ms(segments, directed) / 1000 / truth(directed, slot) / Math.max(0.5, mood);
    const length_m = segments.length_m[directed >> 1];
    for (const [lon, lat] of positions) {
      const last = line.at(-1);
      const own_m = last === undefined ? 0 : distanceM(last[0], last[1], lon, lat);
      if (last !== undefined && own_m === 0) continue;
      time_s += length_m > 0 ? (took_s * own_m) / length_m : 0;
      line.push([lon, lat, time_s]);
    }
    const [lon, lat] = line[line.length - 1];
    const red_s = lights && random() < 0.08 ? 5 + 55 * random() : 0;
    if (i + 1 < driven.length)
      line.push([lon, lat, (time_s += red_s + passing_ms(directed, driven[i + 1]) / 1000)]);
  }
  return { slot, line };
}

/** In a third of the drives the vehicle stands for 3 to 18 minutes. */
function withStand({ slot, line }: Driven, random: () => number): Driven {
  if (random() > 0.33) return { slot, line };
  const [at, more_s] = [Math.floor(line.length / 2), 180 + 900 * random()];
  const later = line.slice(at).map(([lon, lat, s]): [number, number, number] => [lon, lat, s + more_s]);
  return { slot, line: [...line.slice(0, at + 1), ...later] };
}

/** Matched as `gazarch speeds` does it, each piece for itself. */
function eachPiece(
  { slot, line }: Driven,
  random: () => number,
  visit: (steps: Parameters<SpeedSums['add']>[1], timeOf: () => StepTime) => void,
): number {
  const seen = sampled(
    { driven: [], distance_m: 0, line },
    { every_s: 15, noise_m: 10, correlated_s: 20 },
    random,
  );
  const points = seen.map(([lon, lat]): Position => [lon, lat]);
  for (const one of taughtDrives({ points, times_s: seen.map(([, , s]) => s) })) {
    const accuracy_m = one.points.map(() => 10);
    const { pieces } = atOnce(index.match({ ...one, accuracy_m, hasSteps: true }, 'driving'));
    for (const { steps } of pieces) visit(steps, () => ({ month: '2026-12', slot }));
  }
  return points.length;
}

function learnedFrom(sums: SpeedSums): LearnedSpeeds {
  const { rows } = sums.rows();
  return new LearnedSpeeds('bench', SLOTS, atOnce(parseSpeeds(speedsText({ slots: SLOTS, rows }))).rows);
}

/** Median error of times, in percent: of the map, and of what was learned. */
function errorsOf(held: readonly Driven[], learned: LearnedSpeeds): [number, number] {
  const check = new SpeedCheck(data, learned);
  const random = seededRandom(17);
  const checked: CheckedDrive[] = held.map((own) => {
    const whole = { took_s: 0, map_s: 0, learned_s: 0 };
    eachPiece(own, random, (steps, timeOf) => {
      const { took_s, map_s, learned_s } = check.check(steps, timeOf);
      whole.took_s += took_s;
      whole.map_s += map_s;
      whole.learned_s += learned_s;
    });
    return whole;
  });
  const median = (of: (one: CheckedDrive) => number): number =>
    100 *
    checked
      .filter(({ took_s }) => took_s > 0)
      .map((one) => Math.abs(of(one) / one.took_s - 1))
      .sort((a, b) => a - b)[Math.floor(checked.length / 2)];
  return [median(({ map_s }) => map_s), median(({ learned_s }) => learned_s)];
}

const counts = values.drives.split(',').map(Number);
const truth = otherTruth(5);
const random = seededRandom(11);
const maker = new DriveMaker(data, BOX, random);
const held = Array.from({ length: Number(values.held) }, () => drive(maker, random, truth, true));
const sums = new SpeedSums(data);
let [points, taught_s, spent_ms] = [0, 0, 0];
for (let i = 1; i <= Math.max(...counts); i++) {
  const own = withStand(drive(maker, random, truth, true), random);
  const before = process.cpuUsage();
  points += eachPiece(own, random, (steps, timeOf) => sums.add(`car ${i % VEHICLES}`, steps, timeOf));
  const { user, system } = process.cpuUsage(before);
  spent_ms += (user + system) / 1000;
  taught_s += own.line[own.line.length - 1][2];
  if (!counts.includes(i)) continue;
  const learned = learnedFrom(sums);
  const [map, after] = errorsOf(held, learned);
  const { rows, tooFew } = sums.rows();
  console.log(
    `${i} drives, ${(taught_s / 3600).toFixed(0)} hours: ` +
      `median error ${map.toFixed(1)} % -> ${after.toFixed(1)} %; ` +
      `${rows.length} rows, ${tooFew} with too few drives; ` +
      `${((1000 * spent_ms) / points).toFixed(0)} us a point, ` +
      `${(spent_ms / 1000).toFixed(0)} s in all, ` +
      `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident`,
  );
  peakRoutes(learned);
}

/** How much longer than the best routes those are that one takes by the map, and by what was learned. */
function peakRoutes(learned: LearnedSpeeds): void {
  const nothing = new LearnedSpeeds('nothing', SLOTS, []);
  const apply = function* (_: LocalTime, costs: PairCosts): Steps<void> {
    yield;
    for (let segment = 0; segment < segments.count; segment++) {
      const [from, end] = [segments.firstPosition[segment], segments.firstPosition[segment + 1]];
      costs.multiply(segment, { from, to: end - 1 }, [truth(2 * segment, 0), truth(2 * segment + 1, 0)]);
    }
  };
  const trueConditions = new RoadConditions(data);
  Object.assign(trueConditions.week, { apply });
  const states = [trueConditions, new RoadConditions(data, learned), new RoadConditions(data, nothing)];
  const [best, own, map] = states.map((conditions) => {
    const { roads } = conditions.at([], PEAK);
    const routes = RoutingIndex.from(sections);
    routes.useSpeeds(nothing);
    routes.use(roads === null ? { kind: 'imported', now: PEAK } : { kind: 'current', roads, now: PEAK });
    return { routes, table: roads === null ? segments : { ...segments, ...roads.segments } };
  });
  const { table: trueTable } = best;
  const trueTime_s = ({ routes, table }: typeof best, ends: [Position, Position]): number | null => {
    const found = routes.route({ origin: ends[0], destination: ends[1] }, LIMITS);
    if (found.kind !== 'route' || found.driven.length < 5) return null;
    let sum_s = found.duration_s;
    for (const [i, directed] of found.driven.entries()) {
      const isEnd = i === 0 || i === found.driven.length - 1;
      const more_ms = segmentCost_ms(trueTable, directed) - segmentCost_ms(table, directed);
      sum_s += ((isEnd ? 0.5 : 1) * more_ms) / 1000;
    }
    return sum_s;
  };
  const [west, south, east, north] = BOX;
  const chance = seededRandom(99);
  const point = (): Position => [west + chance() * (east - west), south + chance() * (north - south)];
  const all = [0, 0, 0];
  for (let n = 0; n < 500;) {
    const ends: [Position, Position] = [point(), point()];
    const found = [best, own, map].map((state) => trueTime_s(state, ends));
    if (found.includes(null)) continue;
    found.forEach((time_s, i) => (all[i] += time_s!));
    n++;
  }
  const longer = (i: number): string => (100 * (all[i] / all[0] - 1)).toFixed(1);
  console.log(
    `  500 routes in the peak, beyond the best: by the map ${longer(2)} %, ` +
      `by what was learned ${longer(1)} %`,
  );
}

for (let seed = 1; seed <= Number(values.seeds); seed++) {
  const chance = seededRandom(1000 + seed);
  const own = new DriveMaker(data, BOX, chance);
  const right = (): number => 1;
  const others = Array.from({ length: 100 }, () => drive(own, chance, right, false));
  const fleet = new SpeedSums(data);
  for (let i = 0; i < 100; i++) {
    const one = withStand(drive(own, chance, right, false), chance);
    eachPiece(one, chance, (steps, timeOf) => fleet.add(`car ${i % VEHICLES}`, steps, timeOf));
  }
  const [map, after] = errorsOf(others, learnedFrom(fleet));
  console.log(`the map is right, seed ${seed}: ${map.toFixed(1)} % -> ${after.toFixed(1)} %`);
}
