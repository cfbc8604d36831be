import { expect, it } from 'vitest';
import type { Position } from '../../src/geo/position.js';
import { readZones } from '../../src/zones/read-zones.js';
import { selfCrossing } from '../../src/zones/self-crossing.js';
import { seededRandom } from '../seeded-random.js';

function polygon(ring: readonly Position[]): string {
  return JSON.stringify({
    type: 'Feature',
    properties: { name: ' a ' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
}

const SQUARE: Position[] = [
  [106.9, 47.9],
  [106.91, 47.9],
  [106.91, 47.91],
  [106.9, 47.91],
  [106.9, 47.9],
];

it('reads a zone, and refuses one whose border crosses itself in one line', () => {
  expect(readZones(polygon(SQUARE), 'a.geojson')).toMatchObject([{ name: 'a', area: [[SQUARE]] }]);
  const [a, b, c, d] = SQUARE;
  expect(() => readZones(polygon([a, c, b, d, a]), 'a.geojson')).toThrow(
    /^a\.geojson cannot be a zone: its border crosses itself near 106\.9\d*,47\.9\d*$/,
  );
});

/** Each pair of edges, on whole numbers: whether both have the ends of the other on their two sides. */
function crossesSlowly(ring: readonly Position[]): boolean {
  const edges = ring.slice(1).map((to, i) => [ring[i], to] as const);
  const side = ([a, b]: (typeof edges)[number], [x, y]: Position): number =>
    Math.sign((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));
  const apart = (a: (typeof edges)[number], b: (typeof edges)[number]): boolean =>
    side(a, b[0]) * side(a, b[1]) === -1;
  return edges.some((a) => edges.some((b) => apart(a, b) && apart(b, a)));
}

it('finds every ring that crosses itself, and none that only touches itself', () => {
  const random = seededRandom(62);
  const counts = { crossing: 0, other: 0 };
  for (let town = 0; town < 2_000; town++) {
    const corners = Array.from({ length: 3 + Math.floor(3 * random()) }, (): Position => [
      Math.floor(5 * random()),
      Math.floor(5 * random()),
    ]);
    const ring = [...corners, corners[0]];
    const isCrossing = crossesSlowly(ring);
    expect(selfCrossing([[ring]]) !== null, JSON.stringify(ring)).toBe(isCrossing);
    counts[isCrossing ? 'crossing' : 'other']++;
  }
  expect(Math.min(counts.crossing, counts.other)).toBeGreaterThan(200);
});
