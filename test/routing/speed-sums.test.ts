import { expect, it } from 'vitest';
import { atOnce } from '../../src/arrays/steps.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { Position } from '../../src/geo/position.js';
import type { SpeedSums, StepTime } from '../../src/routing/match/speed-sums.js';
import { safeSum, type DrivenSum } from '../../src/routing/match/safe-sum.js';
import { taughtDrives, type TaughtDrive } from '../../src/routing/match/taught-drives.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap } from './ascii/ascii-map.js';

// A road of 4 km in two ways, and a street of 2 km behind it.
const { network, positions } = asciiMap({
  picture: `A${'-'.repeat(39)}B${'-'.repeat(39)}C${'-'.repeat(39)}D`,
  ways: {
    ...{ AB: 'highway=primary, maxspeed=60', BC: 'highway=tertiary, maxspeed=60' },
    CD: 'highway=residential, maxspeed=60',
  },
  column_m: 50,
});
const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
const [WEST, EAST] = [positions.get('A')!, positions.get('C')!];
const ids = network.ways.map(({ id }) => id);

/** From one share of the line to another in some seconds, a point each 5 s. */
function drive(from: number, to: number, seconds: number): TaughtDrive {
  const times_s = Array.from({ length: Math.ceil(seconds / 5) + 1 }, (_, i) => Math.min(seconds, 5 * i));
  const at = (time_s: number): Position => {
    const share = from + ((to - from) * time_s) / seconds;
    return [WEST[0] + share * (EAST[0] - WEST[0]), WEST[1] + share * (EAST[1] - WEST[1])];
  };
  return { points: times_s.map(at), times_s };
}

const WEEK_S = 7 * 24 * 3600;

/** Twice: on the first of November, and more than a week later, all vehicles at the same time. */
function add(sums: SpeedSums, vehicle: string, own: TaughtDrive, starts_s = [0, WEEK_S + 3600]): void {
  for (const start_s of starts_s)
    for (const one of taughtDrives(own)) {
      const trace = { ...one, accuracy_m: one.points.map(() => 5), hasSteps: true };
      const timeOf = (time_s: number): StepTime => ({
        ...{ month: '2026-11', slot: 0, time_ms: Date.UTC(2026, 10, 1) + 1000 * (start_s + time_s) },
      });
      for (const { steps } of atOnce(index.match(trace, 'driving')).pieces) sums.add(vehicle, steps, timeOf);
    }
}

/** What is learned where each of some vehicles drives so. */
function learned(count: number, own: TaughtDrive): SpeedSums {
  const sums = index.speedSums();
  for (let i = 0; i < count; i++) add(sums, `car ${i}`, own);
  return sums;
}

const keysOf = (sums: SpeedSums): string[] => sums.rows().rows.map(({ key }) => key);

it('learns how long a way takes, in its direction, and not at the ends of drives', () => {
  const { rows } = learned(5, drive(0, 1, 400)).rows();
  expect(rows.map(({ key }) => key).sort()).toEqual([
    ...['country', 'country primary', 'country tertiary'],
    ...[`way ${ids[0]} +`, `way ${ids[1]} +`].sort(),
  ]);
  const [whole] = rows.filter(({ key }) => key === 'country');
  // 10 x 400 s less 600 of 4,000 m, in steps of a tenth; about so long as the map says.
  expect(whole).toMatchObject({ model_s: 2048, month: '2026-11', slot: 0 });

  const primary = rows.find(({ key }) => key === 'country primary')!;
  const slower = learned(5, drive(0, 1, 800))
    .rows()
    .rows.find(({ key }) => key === 'country primary')!;
  expect(slower.model_s).toBe(primary.model_s);
  // In steps of a tenth.
  expect(slower.observed_s / primary.observed_s).toBeCloseTo(1.1 ** 7, 1);
});

it('cuts stands: they are no jam, and around them nothing is learned', () => {
  const [there, on] = [drive(0, 0.5, 200), drive(0.5, 1, 200)];
  const stand = Array.from({ length: 60 }, (_, i) => 200 + 10 * (i + 1));
  const stood: TaughtDrive = {
    points: [...there.points, ...stand.map(() => there.points.at(-1)!), ...on.points],
    times_s: [...there.times_s, ...stand, ...on.times_s.map((time_s) => 810 + time_s)],
  };
  const drives = taughtDrives(stood);
  expect(drives).toHaveLength(2);
  expect(drives[0].times_s.at(-1)).toBeLessThan(200 - 25);
  expect(drives[1].times_s[0]).toBeGreaterThan(810 + 25);
  const whole = learned(5, stood)
    .rows()
    .rows.find(({ key }) => key === 'country')!;
  expect(whole.observed_s / 10).toBeLessThan(350);
});

it('shows nothing of one vehicle, however often it drives, nor of four', () => {
  const sums = index.speedSums();
  for (let i = 0; i < 250; i++) add(sums, 'one', drive(0, 1, 400));
  for (const other of ['two', 'three', 'four']) add(sums, other, drive(0, 1, 400));
  expect(sums.rows()).toMatchObject({ rows: [], unlike: 0 });
  add(sums, 'five', drive(0, 1, 400));
  expect(keysOf(sums)).toHaveLength(5);
});

it('shows no street that only one vehicle drives, among others that many drive', () => {
  const sums = learned(5, drive(0, 0.49, 200));
  for (let i = 0; i < 50; i++) add(sums, 'car 0', drive(0.3, 1, 300));
  const keys = keysOf(sums);
  expect(keys).toContain(`way ${ids[0]} +`);
  expect(keys.filter((key) => key.includes(String(ids[1])) || key.includes('tertiary'))).toEqual([]);
});

it('shows no street in which people live, however many bring somebody home: it counts in its class', () => {
  const keys = keysOf(learned(20, drive(0, 1.5, 600)));
  expect(keys).toContain('country residential');
  expect(keys.filter((key) => key.startsWith('way')).sort()).toEqual(
    [`way ${ids[0]} +`, `way ${ids[1]} +`].sort(),
  );
});

it('takes ids for no vehicles that are drives, days, weeks, or never two at once', () => {
  const day_s = 24 * 3600;
  const idOf = {
    drive: (day: number) => `drive ${day}`,
    week: (day: number) => `week ${Math.floor(day / 7)}`,
    'day of the week': (day: number) => `day ${day % 7}`,
  };
  for (const [name, of] of Object.entries(idOf)) {
    const sums = index.speedSums();
    for (let day = 0; day < 30; day++) add(sums, of(day), drive(0, 1, 400), [day * day_s]);
    const ids = new Set(Array.from({ length: 30 }, (_, day) => of(day)));
    expect(sums.rows(), name).toMatchObject({ rows: [], unlike: ids.size });
  }
  // Of a fleet those do not count that drove on one day.
  const sums = learned(5, drive(0, 1, 400));
  const [before] = sums.rows().rows;
  add(sums, 'guest', drive(0, 1, 4000), [0, day_s]);
  expect(sums.rows()).toMatchObject({ unlike: 1 });
  expect(sums.rows().rows[0]).toEqual(before);
});

it('writes sums of which no vehicle has more than a quarter, and that tell no single time', () => {
  const random = seededRandom(61);
  let bounded = 0;
  for (let n = 0; n < 400; n++) {
    const sums = Array.from({ length: 1 + Math.floor(9 * random()) }, (): DrivenSum => {
      const model_s = 10 ** (4 * random());
      return { model_s, observed_s: model_s * 3 ** (2 * random() - 1) };
    });
    const safe = safeSum(sums);
    if (sums.length < 5) {
      expect(safe).toBeNull();
      continue;
    }
    expect(Math.log2(safe!.model_s) % 1).toBe(0);
    // The slow way: lower what the greatest have until nobody has more than a quarter.
    const greatest_s = Math.max(...sums.map(({ observed_s }) => observed_s));
    let most_s = greatest_s;
    const own = (): number[] => sums.map(({ observed_s }) => Math.min(most_s, observed_s));
    const total = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0);
    while (most_s > 0.2501 * total(own())) most_s *= 0.999;
    const model_s = total(sums.map((sum, i) => (sum.model_s * own()[i]) / sum.observed_s));
    expect(Math.abs(Math.log2(safe!.model_s / model_s))).toBeLessThan(0.51);
    const longer = safe!.observed_s / safe!.model_s;
    const off = Math.log(longer / (total(own()) / model_s)) / Math.log(1.1);
    // Whole seconds are coarser than steps where there are few.
    expect(Math.abs(off)).toBeLessThan(0.53 + 8 / safe!.observed_s);
    // Twice as long a time of the one who has most moves the row by its share, and a step.
    const slower = sums.toSorted((a, b) => b.observed_s - a.observed_s);
    slower[0] = { ...slower[0], observed_s: 2 * slower[0].observed_s };
    const moved = safeSum(slower)!;
    expect(moved.observed_s / moved.model_s / longer).toBeLessThan(1.5 + 8 / safe!.observed_s);
    if (most_s < greatest_s) bounded++;
  }
  expect(bounded).toBeGreaterThan(100);
});
