import { expect, it, onTestFinished } from 'vitest';
import type { Zone } from '../../src/zones/zone.js';
import { readZones } from '../../src/zones/read-zones.js';
import { ZoneWatch } from '../../src/zones/zone-watch.js';

const RING = [
  [106.9, 47.9],
  [106.91, 47.9],
  [106.91, 47.91],
  [106.9, 47.9],
] as const;

const ZONE: Zone = {
  ...{ id: 1, name: 'middle', area: [[RING]], ways: null, closedFor: ['plate:1'], ends: 'closed' },
  ...{ hours: 'Mo-Fr 08:00-20:00; PH off', source: 'decree', date: null, properties: {}, created_ms: 0 },
};

async function watchOf(zones: readonly Zone[], now: () => number): Promise<ZoneWatch> {
  const watch = new ZoneWatch({
    store: {
      changes: (known) =>
        Promise.resolve(known === null ? { zones: [...zones], vehicles: [], version: '1' } : null),
    },
    timeZone: 'Asia/Ulaanbaatar',
    onProblem: (problem) => expect(problem).toBeNull(),
    now,
  });
  onTestFinished(() => watch.close());
  await watch.start();
  return watch;
}

it('tells which zones hold a point, and whether their rules hold now', async () => {
  // In Ulaanbaatar it is eight hours later.
  let now_ms = 0;
  const asks = { id: 2, area: [[RING]], closedFor: [], hours: null, properties: { price: 1 } };
  const watch = await watchOf(
    [ZONE, { ...ZONE, ...asks }, { ...ZONE, id: 3, area: null, ways: [7] }],
    () => now_ms,
  );
  const isInForce = (...at: [number, number, number, number, number]): boolean | undefined => {
    now_ms = Date.UTC(...at) - 8 * 3_600_000;
    return watch.at([106.905, 47.903])[0].rule?.isInForce;
  };
  expect(isInForce(2026, 10, 30, 7, 59)).toBe(false);
  expect(isInForce(2026, 10, 30, 8, 0)).toBe(true);
  expect(isInForce(2026, 10, 30, 19, 59)).toBe(true);
  expect(isInForce(2026, 10, 30, 20, 0)).toBe(false);
  // Or at another time.
  const ofMonday = (minute: number): boolean | undefined =>
    watch.at([106.905, 47.903], { year: 2026, month: 11, day: 30, weekday: 0, minute })[0].rule?.isInForce;
  expect([479, 480, 1_199, 1_200].map(ofMonday)).toEqual([false, true, true, false]);
  // A Saturday, and Republic Day, a Thursday.
  expect(isInForce(2026, 10, 28, 12, 0)).toBe(false);
  expect(isInForce(2026, 10, 26, 12, 0)).toBe(false);
  expect(
    watch.at([106.905, 47.903]).map(({ id, rule, properties }) => [id, rule !== null, properties]),
  ).toEqual([
    [1, true, {}],
    [2, false, { price: 1 }],
  ]);
  expect(watch.at([106.8, 47.9])).toEqual([]);
});

it('reads each feature of a file as a zone', () => {
  const polygon = { type: 'Polygon', coordinates: [RING] };
  const feature = (properties: object | null): object => ({ type: 'Feature', properties, geometry: polygon });
  const read = (value: unknown): ReturnType<typeof readZones> =>
    readZones(JSON.stringify(value), 'a.geojson');
  expect(read(polygon)).toEqual([{ name: null, area: [[RING]], properties: {} }]);
  expect(read(feature({ name: ' Төв ', price: 5 }))).toEqual([
    { name: 'Төв', area: [[RING]], properties: { name: ' Төв ', price: 5 } },
  ]);
  expect(read({ type: 'FeatureCollection', features: [feature(null), feature({ name: 7 })] })).toMatchObject([
    { name: null, properties: {} },
    { name: null, properties: { name: 7 } },
  ]);
  expect(() => read({ type: 'FeatureCollection', features: [] })).toThrow('a.geojson has no feature');
  expect(() => read({ type: 'FeatureCollection', features: [feature(null), 7] })).toThrow(
    'a.geojson, feature 2,',
  );
  expect(() => read(feature({ text: 'x'.repeat(5_000) }))).toThrow('4000 characters');
  expect(() => readZones('{', 'a.geojson')).toThrow('a.geojson is not JSON');
});
