import { expect, it } from 'vitest';
import { atOnce } from '../../src/arrays/steps.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { Position } from '../../src/geo/position.js';
import type { SpeedSums } from '../../src/routing/match/speed-sums.js';
import { mergedRows } from '../../src/routing/match/speed-sums.js';
import { taughtDrives, type TaughtDrive } from '../../src/routing/match/taught-drives.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { asciiMap } from './ascii/ascii-map.js';

// A road of 4 km in two ways.
const { network, positions } = asciiMap({
  picture: `A${'-'.repeat(39)}B${'-'.repeat(39)}C`,
  ways: { AB: 'highway=primary, maxspeed=60', BC: 'highway=residential, maxspeed=60' },
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

function add(sums: SpeedSums, vehicle: string, own: TaughtDrive): void {
  for (const one of taughtDrives(own)) {
    const trace = { ...one, accuracy_m: one.points.map(() => 5), hasSteps: true };
    for (const { steps } of atOnce(index.match(trace, 'driving')).pieces)
      sums.add(vehicle, steps, () => ({ month: '2026-11', slot: 0 }));
  }
}

it('learns how long a way takes, in its direction, and not at the ends of drives', () => {
  const sums = index.speedSums();
  for (let i = 0; i < 6; i++) add(sums, `car ${i % 3}`, drive(0, 1, 400));
  const { rows } = sums.rows();
  expect(rows.map(({ key }) => key).sort()).toEqual([
    ...['country', 'country primary', 'country residential'],
    ...ids.map((id) => `way ${id} +`).sort(),
  ]);
  const [whole] = rows.filter(({ key }) => key === 'country');
  // 4,000 m in 400 s less 600 m at the ends; the map says 60 km/h and a share of that.
  expect(whole).toMatchObject({ drives: 6, month: '2026-11', slot: 0 });
  expect(whole.observed_s / 6).toBeGreaterThan(330);
  expect(whole.observed_s / 6).toBeLessThan(345);
  const primary = rows.find(({ key }) => key === 'country primary')!;
  const twice = index.speedSums();
  for (let i = 0; i < 6; i++) add(twice, `car ${i % 3}`, drive(0, 1, 800));
  const slower = twice.rows().rows.find(({ key }) => key === 'country primary')!;
  expect(slower.model_s).toBeCloseTo(primary.model_s, -1);
  expect(slower.observed_s / primary.observed_s).toBeCloseTo(2, 1);
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
  const sums = index.speedSums();
  for (let i = 0; i < 6; i++) add(sums, `car ${i % 3}`, stood);
  const whole = sums.rows().rows.find(({ key }) => key === 'country')!;
  expect(whole.drives).toBe(12);
  expect(whole.observed_s / 6).toBeLessThan(300);
});

it('shows nothing of one vehicle, however often it drives, nor of two', () => {
  const alone = index.speedSums();
  for (let i = 0; i < 1000; i++) add(alone, 'one', drive(0, 1, 400));
  expect(alone.rows()).toMatchObject({ rows: [] });
  for (let i = 0; i < 10; i++) add(alone, 'two', drive(0, 1, 400));
  expect(alone.rows()).toMatchObject({ rows: [] });
});

it('lets no vehicle outweigh the others on a way', () => {
  const sums = index.speedSums();
  for (let i = 0; i < 100; i++) add(sums, 'one', drive(0, 1, 800));
  for (const other of ['two', 'three']) add(sums, other, drive(0, 1, 400));
  const [way] = sums.rows().rows.filter(({ key }) => key.startsWith('way'));
  expect(way.drives).toBe(7);
});

it('shows no street that only one vehicle drives, among others that many drive', () => {
  const sums = index.speedSums();
  for (let i = 0; i < 9; i++) add(sums, `car ${i % 3}`, drive(0, 0.49, 200));
  for (let i = 0; i < 50; i++) add(sums, 'one', drive(0.3, 1, 300));
  const keys = sums.rows().rows.map(({ key }) => key);
  expect(keys).toContain(`way ${ids[0]} +`);
  expect(keys.filter((key) => key.includes(String(ids[1])) || key.includes('residential'))).toEqual([]);
});

it('adds a run to what was known', () => {
  const row = { key: 'city', month: '2026-11', slot: 1, drives: 5, observed_s: 10, model_s: 5 };
  expect(mergedRows([row], [row, { ...row, slot: 2 }])).toEqual([
    { ...row, drives: 10, observed_s: 20, model_s: 10 },
    { ...row, slot: 2 },
  ]);
});
