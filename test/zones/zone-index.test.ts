import { expect, it } from 'vitest';
import type { Area } from '../../src/closures/closure.js';
import type { Position } from '../../src/geo/position.js';
import { ZoneIndex } from '../../src/zones/zone-index.js';
import { casesOf, seedOf } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';

/** Whole numbers of 1e-7 degrees east and north of a place: products of them are exact. */
type Corner = readonly [x: number, y: number];
const BASE: Corner = [1_069_000_000, 479_000_000];

/**
 * The slow and obvious way: a point lies in a polygon when an odd number of edges of its rings lie to the
 * east of it, exactly. An edge has its southern end, and not its northern one.
 */
function holds(polygons: readonly (readonly (readonly Corner[])[])[], [x, y]: Corner): boolean {
  return polygons.some((rings) => {
    let crossings = 0;
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const isNorthward = ring[i - 1][1] < ring[i][1];
        const [ax, ay] = ring[isNorthward ? i - 1 : i];
        const [bx, by] = ring[isNorthward ? i : i - 1];
        if (y < ay || y >= by) continue;
        if ((bx - ax) * (y - ay) > (x - ax) * (by - ay)) crossings++;
      }
    return crossings % 2 === 1;
  });
}

const degrees = ([x, y]: Corner): Position => [(BASE[0] + x) / 1e7, (BASE[1] + y) / 1e7];

it('finds the zones of a point as a look at each of them does: holes, parts, borders, corners', () => {
  const random = seededRandom(seedOf(62));
  const below = (n: number): number => Math.floor(random() * n);
  // Small whole numbers: many points lie on borders and corners.
  const star = ([cx, cy]: Corner, radius: number, corners: number): Corner[] => {
    const ring = Array.from({ length: corners }, (_, i): Corner => {
      const angle = (2 * Math.PI * i) / corners;
      const own = radius * (0.6 + 0.4 * random());
      return [cx + Math.round(own * Math.cos(angle)), cy + Math.round(own * Math.sin(angle))];
    });
    return [...ring, ring[0]];
  };
  const zones = Array.from({ length: 2_000 }, () => {
    const parts = below(10) === 0 ? 2 : 1;
    return Array.from({ length: parts }, () => {
      const centre: Corner = [below(4_000), below(4_000)];
      const radius = 20 + below(300);
      const hole = below(3) === 0 ? [star(centre, radius / 3, 8)] : [];
      return [star(centre, radius, below(4) === 0 ? 4 : 40), ...hole];
    });
  });
  const index = new ZoneIndex(
    zones.map((polygons): Area => polygons.map((rings) => rings.map((ring) => ring.map(degrees)))),
  );
  // Four numbers for each zone, in one row: all of them are looked at for each point.
  const boxes = zones.flatMap((polygons) => {
    const all = polygons.flat(2);
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  const corners = zones.flat(3);
  let found = 0;
  for (let asked = 0; asked < casesOf(100_000); asked++) {
    const point: Corner =
      below(4) === 0 ? corners[below(corners.length)] : [below(4_600) - 300, below(4_600) - 300];
    const [x, y] = point;
    const wanted: number[] = [];
    for (let number = 0; number < zones.length; number++) {
      const at = 4 * number;
      const isOutside = x < boxes[at] || y < boxes[at + 1] || x > boxes[at + 2] || y > boxes[at + 3];
      if (!isOutside && holds(zones[number], point)) wanted.push(number);
    }
    const answer = index.at(...degrees(point));
    expect(
      [...answer].sort((a, b) => a - b),
      String(point),
    ).toEqual(wanted);
    found += wanted.length;
  }
  expect(found).toBeGreaterThan(casesOf(100_000));
});

const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

it('has the smallest first, and each point of a common border in one zone', () => {
  const index = new ZoneIndex([
    [[square(106, 47, 2)]],
    [[square(106.5, 47.5, 0.5)]],
    [[square(107, 47.5, 0.5)]],
    [[square(106.4, 47.4, 1), square(106.6, 47.6, 0.1)]],
  ]);
  expect(index.at(106.55, 47.55)).toEqual([1, 3, 0]);
  expect(index.at(107, 47.75)).toEqual([2, 3, 0]);
  expect(index.at(106.65, 47.65)).toEqual([1, 0]);
  expect(index.at(105, 47.5)).toEqual([]);
  expect(new ZoneIndex([]).at(106, 47)).toEqual([]);
});
