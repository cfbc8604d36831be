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
import type { Steps } from '../src/arrays/steps.js';
import type { Position } from '../src/geo/position.js';
import type { LocalTime } from '../src/local-time.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { RoadConditions } from '../src/routing/current/current-roads.js';
import { LearnedSpeeds } from '../src/routing/current/learned-speeds.js';
import type { PairCosts } from '../src/routing/current/pair-costs.js';
import { parseSpeeds, speedsText } from '../src/routing/current/speeds-text.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { segmentCost_ms } from '../src/routing/frozen/segment-table.js';
import { SpeedCheck, SpeedSums, type CheckedDrive } from '../src/routing/match/speed-sums.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import { collectNetwork } from '../test/collect.js';
import { DriveMaker } from '../test/routing/simulated-drives.js';
import { seededRandom } from '../test/seeded-random.js';
import { BOX, onSomeDay, SLOTS, SpeedFleet, withStand, type Driven } from './speed-fleet.js';

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
const VEHICLES = 30;
const LIMITS = { snapLimit_m: 1000 };
/** A Tuesday, in the peak. */
const PEAK: LocalTime = { year: 2026, month: 12, day: 1, weekday: 1, minute: 480 };

const network = await collectNetwork(positionals[0]);
const { sections } = buildRouting(network, PROFILES.driving);
const data = readRoutingData(sections);
const { segments } = data;
const fleet = new SpeedFleet(data, RoutingIndex.from(sections));

function learnedFrom(sums: SpeedSums): LearnedSpeeds {
  const { rows } = sums.rows();
  return new LearnedSpeeds('bench', SLOTS, parseSpeeds(speedsText({ slots: SLOTS, rows })).rows);
}

/** Median error of times, in percent: of the map, and of what was learned. */
function errorsOf(held: readonly Driven[], learned: LearnedSpeeds): [number, number] {
  const check = new SpeedCheck(data, learned);
  const random = seededRandom(17);
  const checked: CheckedDrive[] = held.map((own) => {
    const whole = { took_s: 0, map_s: 0, learned_s: 0 };
    fleet.eachPiece(own, random, (steps, timeOf) => {
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
const truth = fleet.otherTruth(5, Number(values.peak));
const random = seededRandom(11);
const days = seededRandom(12);
const maker = new DriveMaker(data, BOX, random);
const held = Array.from({ length: Number(values.held) }, () => fleet.drive(maker, random, truth, true));
const sums = new SpeedSums(data);
let [points, taught_s, spent_ms] = [0, 0, 0];
for (let i = 1; i <= Math.max(...counts); i++) {
  const own = onSomeDay(withStand(fleet.drive(maker, random, truth, true), random), days);
  const before = process.cpuUsage();
  points += fleet.eachPiece(own, random, (steps, timeOf) => sums.add(`car ${i % VEHICLES}`, steps, timeOf));
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
      `${rows.length} rows, ${tooFew} with too few vehicles; ` +
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
  const others = Array.from({ length: 100 }, () => fleet.drive(own, chance, right, false));
  const taught = new SpeedSums(data);
  for (let i = 0; i < 100; i++) {
    const one = onSomeDay(withStand(fleet.drive(own, chance, right, false), chance), days);
    fleet.eachPiece(one, chance, (steps, timeOf) => taught.add(`car ${i % VEHICLES}`, steps, timeOf));
  }
  const [map, after] = errorsOf(others, learnedFrom(taught));
  console.log(`the map is right, seed ${seed}: ${map.toFixed(1)} % -> ${after.toFixed(1)} %`);
}
