/**
 * What somebody who has the file of learned speeds finds out of one driver, on a simulated fleet in the
 * middle of Ulaanbaatar: docs/decisions/0040 has the figures.
 *
 *     node data/bench/bench/speed-attacks.js FILE
 */
import { buildRouting } from '../src/routing/build-routing.js';
import { numberAt } from '../src/arrays/packed.js';
import type { SpeedRow } from '../src/routing/current/learned-speeds.js';
import { lat7At, lon7At } from '../src/routing/frozen/positions.js';
import { toDegrees } from '../src/geo/coordinates.js';
import type { Position } from '../src/geo/position.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { SpeedSums, type StepTime } from '../src/routing/match/speed-sums.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import { collectNetwork } from '../test/collect.js';
import { type Box, DriveMaker } from '../test/routing/simulated-drives.js';
import { seededRandom } from '../test/seeded-random.js';
import { BOX, onSomeDay, SpeedFleet, type Driven } from './speed-fleet.js';

const MIDDLE: Box = [106.88, 47.905, 106.94, 47.93];
/** How much slower or faster one driver is than the others: at most so many times. */
const MANNER = 1.5;
/** An estimate is right where it is so near. */
const RIGHT = 0.1;

const { sections } = buildRouting(await collectNetwork(process.argv[2]), PROFILES.driving);
const data = readRoutingData(sections);
const fleet = new SpeedFleet(data, RoutingIndex.from(sections));
const cityWays = new Set(data.cityWays);
const truth = fleet.otherTruth(5, 0.35);

interface Seen {
  vehicle: string;
  steps: Parameters<SpeedSums['add']>[1];
  timeOf: (time_s: number) => StepTime;
}
interface Sum {
  observed_s: number;
  model_s: number;
}

/** @param manner how many times as long as others the driver takes */
function seen(vehicle: string, { line, ...own }: Driven, manner: number, random: () => number): Seen[] {
  const slowed = line.map(([lon, lat, s]): [number, number, number] => [lon, lat, manner * s]);
  const all: Seen[] = [];
  fleet.eachPiece({ ...own, line: slowed }, random, (steps, timeOf) => all.push({ vehicle, steps, timeOf }));
  return all;
}

/** Drives of some vehicles, each driver in a manner of his own. */
function drivesOf(vehicles: readonly string[], each: number, random: () => number, box = MIDDLE): Seen[] {
  const maker = new DriveMaker(data, box, random);
  return vehicles.flatMap((vehicle) => {
    const manner = MANNER ** (2 * random() - 1);
    return Array.from({ length: each }, () =>
      seen(vehicle, onSomeDay(fleet.drive(maker, random, truth, true), random), manner, random),
    ).flat();
  });
}

function published(all: readonly Seen[]): Map<string, SpeedRow> {
  const sums = new SpeedSums(data);
  for (const { vehicle, steps, timeOf } of all) sums.add(vehicle, steps, timeOf);
  return new Map(sums.rows().rows.map((row) => [`${row.key} ${row.slot}`, row]));
}

/** What somebody knows who has these drives: the exact sums of ways. */
function exact(all: readonly Seen[]): Map<string, Sum> {
  const known = new Map<string, Sum>();
  for (const { steps, timeOf } of all)
    for (const { from_s, to_s, stretches } of steps) {
      const driving_s = stretches.reduce((sum, { duration_s }) => sum + duration_s, 0);
      const passing_s = stretches.reduce((sum, { passing_s: own_s }) => sum + own_s, 0);
      if (driving_s < 0.2 || to_s - from_s > 8 * (driving_s + passing_s) + 120) continue;
      for (const { way, duration_s } of stretches) {
        const kind = data.ways.strings.get(numberAt(data.ways.highway, way >> 1));
        const around = cityWays.has(way >> 1) ? 'city' : 'country';
        const own = `way ${data.ways.id[way >> 1]} ${'+-'[way & 1]}`;
        for (const key of [around, `${around} ${kind}`, own]) {
          const at = `${key} ${timeOf(0).slot}`;
          const sum = known.get(at) ?? { observed_s: 0, model_s: 0 };
          sum.observed_s += ((to_s - from_s - passing_s) / driving_s) * duration_s;
          sum.model_s += duration_s;
          known.set(at, sum);
        }
      }
    }
  return known;
}

function share(list: readonly boolean[]): string {
  const right = list.filter(Boolean).length;
  return `${right} of ${list.length} (${Math.round((100 * right) / Math.max(1, list.length))} %)`;
}

/** All but one vehicle subtract theirs. */
function collusion(count: number, each: number, seeds: number): void {
  const [bySums, byKnownLength, byGuess]: boolean[][] = [[], [], []];
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(100 * count + seed);
    const all = drivesOf(
      Array.from({ length: count }, (_, i) => `car ${i}`),
      each,
      random,
    );
    const others = exact(all.filter(({ vehicle }) => vehicle !== 'car 0'));
    const target = exact(all.filter(({ vehicle }) => vehicle === 'car 0'));
    for (const [at, row] of published(all)) {
      const [own, known] = [target.get(at), others.get(at)];
      if (!row.key.startsWith('way') || own === undefined || known === undefined || own.model_s < 5) continue;
      if (own.observed_s <= 0) continue;
      const isRight = (estimate: number): boolean =>
        Math.abs(estimate / (own.observed_s / own.model_s) - 1) < RIGHT;
      const factor = row.observed_s / row.model_s;
      bySums.push(isRight((row.observed_s - known.observed_s) / (row.model_s - known.model_s)));
      byKnownLength.push(isRight((factor * (known.model_s + own.model_s) - known.observed_s) / own.model_s));
      byGuess.push(isRight(known.observed_s / known.model_s));
    }
  }
  console.log(
    `${count} vehicles, all but one subtract theirs: the speed of that one on a way is right by 10 % in ` +
      `${share(bySums)}; if they know how often it drove ${share(byKnownLength)}; ` +
      `if they guess it drives as they do ${share(byGuess)}`,
  );
}

/** Of many vehicles one drives nearly all: how much its manner changes rows. */
function dominance(): void {
  const drives = (manner: number): Seen[] => {
    const random = seededRandom(7);
    const others = drivesOf(
      Array.from({ length: 9 }, (_, i) => `car ${i}`),
      12,
      random,
      BOX,
    );
    const maker = new DriveMaker(data, BOX, random);
    for (let i = 0; i < 1000; i++)
      others.push(
        ...seen('taxi', onSomeDay(fleet.drive(maker, random, truth, true), random), manner, random),
      );
    return others;
  };
  const [before, after] = [published(drives(1)), published(drives(2))];
  const changes = [...before].flatMap(([at, row]) => {
    const other = after.get(at);
    if (other === undefined) return [];
    return [{ at, change: other.observed_s / other.model_s / (row.observed_s / row.model_s) - 1 }];
  });
  const most = (rows: typeof changes): string =>
    rows.length === 0 ? '-' : `${Math.round(100 * Math.max(...rows.map(({ change }) => change)))} %`;
  const [ways, classes] = [true, false].map((isWay) =>
    most(changes.filter(({ at }) => at.startsWith('way') === isWay)),
  );
  console.log(
    `one of 10 vehicles makes 1,000 of 1,108 drives: where its driver takes twice as long, rows of ways ` +
      `change by up to ${ways}, of classes ${classes}`,
  );
}

/** One driver has many ids: how many ways of the way to work are written. */
function falseIds(): void {
  const random = seededRandom(3);
  const maker = new DriveMaker(data, BOX, random);
  const toWork = fleet.drive(maker, random, truth, true);
  const days = Array.from({ length: 21 }, (_, i) => Date.UTC(2026, 11, 1 + i + 2 * Math.floor(i / 5), 0, 10));
  const count = (name: string, idOf: (day: number, i: number) => string): void => {
    const drives = days.map((begin_ms, i) => seen(idOf(begin_ms, i), { ...toWork, begin_ms }, 1, random));
    const rows = [...published(drives.flat()).keys()].filter((at) => at.startsWith('way'));
    console.log(`the way to work of one driver, an id for each ${name}: ${rows.length} ways are written`);
  };
  count('drive', (_, i) => `drive ${i}`);
  count('week', (day) => `week ${Math.floor((day - days[0]) / 604_800_000)}`);
  count('day of the week', (day) => `day ${new Date(day).getUTCDay()}`);
}

/** Two files of a month: the second has drives of a vehicle that came later. */
function differences(): void {
  const [right, guessed]: boolean[][] = [[], []];
  let found = 0;
  for (let seed = 1; seed <= 3; seed++) {
    const random = seededRandom(900 + seed);
    const vehicles = Array.from({ length: 6 }, (_, i) => `car ${i}`);
    const fleetDrives = drivesOf(vehicles, 25, random);
    const late = drivesOf(['late'], 25, random);
    const [one, both] = [published(fleetDrives), published([...fleetDrives, ...late])];
    for (const [at, own] of exact(late)) {
      const [before, after] = [one.get(at), both.get(at)];
      if (!at.startsWith('way') || before === undefined || after === undefined || own.model_s < 5) continue;
      if (before.model_s === after.model_s && before.observed_s === after.observed_s) {
        right.push(false);
      } else {
        found++;
        const estimate = (after.observed_s - before.observed_s) / (after.model_s - before.model_s);
        right.push(Math.abs(estimate / (own.observed_s / own.model_s) - 1) < RIGHT);
      }
      guessed.push(Math.abs(before.observed_s / before.model_s / (own.observed_s / own.model_s) - 1) < RIGHT);
    }
  }
  console.log(
    `two files, a seventh vehicle is in the second: ${found} of ${right.length} rows of ways that it drove ` +
      `differ, and the difference has its speed by 10 % in ${share(right)}; ` +
      `the first alone ${share(guessed)}`,
  );
}

/** Passengers whom many taxis bring home, to the end of a road: of how many that road has a row. */
function passengers(): void {
  const random = seededRandom(5);
  const ends = deadEnds();
  const cars = Array.from({ length: 10 }, (_, i) => `car ${i}`);
  const fleetDrives = drivesOf(cars, 25, random);
  const kinds = new Map<string, { homes: number; seen: number; before: number }>();
  const rowsBefore = published(fleetDrives);
  const homes: { way: number; rides: Seen[] }[] = [];
  while (homes.length < 40) {
    const { way, point } = ends[Math.floor(random() * ends.length)];
    const rides: Seen[] = [];
    for (let i = 0; i < 20; i++) {
      const ride = fleet.ride(point, random, truth);
      if (ride === null) break;
      const day = Date.UTC(2026, 11, 1 + i, 12 + random());
      rides.push(...seen(cars[i % cars.length], { ...ride, begin_ms: day }, 1, random));
    }
    if (rides.length > 0) homes.push({ way, rides });
  }
  const rows = published([...fleetDrives, ...homes.flatMap(({ rides }) => rides)]);
  for (const { way } of homes) {
    const kind = data.ways.strings.get(numberAt(data.ways.highway, way));
    const count = kinds.get(kind) ?? { homes: 0, seen: 0, before: 0 };
    kinds.set(kind, count);
    const has = (list: Map<string, SpeedRow>): boolean =>
      ['+', '-'].some((side) => list.has(`way ${data.ways.id[way]} ${side} 0`));
    count.homes++;
    if (has(rows)) count.seen++;
    if (has(rowsBefore)) count.before++;
  }
  for (const [kind, { homes: all, seen: found, before }] of kinds)
    console.log(
      `passengers whom taxis bring home 20 times, to the end of a way of class ${kind}: ` +
        `${found} of ${all} such ways are written, ${before} without these rides`,
    );
}

/** Roads that end where no other begins. */
function deadEnds(): { way: number; point: Position }[] {
  const { segments } = data;
  const at = (place: number): Position => [
    toDegrees(lon7At(segments.positions, place)),
    toDegrees(lat7At(segments.positions, place)),
  ];
  const count = new Map<string, number>();
  const endsOf = (segment: number): Position[] =>
    [segments.firstPosition[segment], segments.firstPosition[segment + 1] - 1].map(at);
  for (let segment = 0; segment < segments.count; segment++)
    for (const end of endsOf(segment)) count.set(end.join(), (count.get(end.join()) ?? 0) + 1);
  const found: { way: number; point: Position }[] = [];
  const [west, south, east, north] = MIDDLE;
  for (let segment = 0; segment < segments.count; segment++)
    for (const end of endsOf(segment)) {
      const isIn = end[0] > west && end[0] < east && end[1] > south && end[1] < north;
      if (!isIn || count.get(end.join()) !== 1 || segments.length_m[segment] < 60) continue;
      found.push({ way: numberAt(segments.runWay, numberAt(segments.firstRun, segment)) >> 1, point: end });
    }
  return found;
}

collusion(3, 25, 4);
collusion(5, 25, 4);
collusion(8, 25, 2);
dominance();
falseIds();
differences();
passengers();
