import { expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { LineList } from '../../src/arrays/line-list.js';
import { reachPolygons } from '../../src/sources/embedded/areas/reach-polygons.js';
import { seededRandom } from '../seeded-random.js';

const AROUND_M = 250;
const [LON, LAT] = [106.9, 47.9];
const [X_M, Y_M] = [metersPerDegreeLon(LAT), metersPerDegreeLat(LAT)];
/** Points so near to the border may be on either side. */
const NEAR_M = 25;

type Position = readonly [number, number];
/** Degrees. */
type MultiPolygon = Position[][][];

/** Roads of random length and direction, some far from the others. */
function randomLines(random: () => number): Int32Array[] {
  const size_m = 1_000 + 20_000 * random();
  return Array.from({ length: 3 + Math.floor(40 * random()) }, () => {
    let [x, y] = [size_m * random(), size_m * random()];
    const line: number[] = [];
    for (let i = 0; i < 2 + Math.floor(4 * random()); i++) {
      line.push(Math.round((LON + x / X_M) * 1e7), Math.round((LAT + y / Y_M) * 1e7));
      [x, y] = [x + 800 * (random() - 0.5), y + 800 * (random() - 0.5)];
    }
    return Int32Array.from(line);
  });
}

function listOf(lines: readonly Int32Array[]): LineList {
  const list = new LineList();
  for (const line of lines) {
    line.forEach((value) => list.push(value));
    list.endLine();
  }
  return list;
}

function areaOfAll(lines: Int32Array[]): MultiPolygon {
  const half = lines.length >> 1;
  const work = reachPolygons(
    [
      { limit: 1, lines: listOf(lines.slice(0, half)) },
      { limit: 2, lines: listOf(lines.slice(half)) },
    ],
    AROUND_M,
  );
  let next = work.next();
  while (next.done !== true) next = work.next();
  return next.value[1].area.map((rings) => rings.map(inDegrees));
}

function inDegrees(ring: Int32Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [
    toDegrees(ring[2 * i]),
    toDegrees(ring[2 * i + 1]),
  ]);
}

function isInside(area: MultiPolygon, [x, y]: Position): boolean {
  let crossings = 0;
  for (const ring of area.flat())
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings++;
    }
  return crossings % 2 === 1;
}

function distance_m(lines: readonly Int32Array[], [lon, lat]: Position): number {
  let least_m = Infinity;
  for (const line of lines)
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [ax, ay] = [(toDegrees(line[i]) - lon) * X_M, (toDegrees(line[i + 1]) - lat) * Y_M];
      const [bx, by] = [(toDegrees(line[i + 2]) - lon) * X_M, (toDegrees(line[i + 3]) - lat) * Y_M];
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
      const share = length2 === 0 ? 0 : -(ax * (bx - ax) + ay * (by - ay)) / length2;
      const part = Math.max(0, Math.min(1, share));
      least_m = Math.min(least_m, Math.hypot(ax + part * (bx - ax), ay + part * (by - ay)));
    }
  return least_m;
}

/** All pairs of edges, which is slow and obvious. */
function countCrossings(area: MultiPolygon): number {
  const side = (a: Position, b: Position, c: Position): number =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const edges = area
    .flat()
    .flatMap((ring, r) => ring.slice(1).map((to, i) => ({ r, i, from: ring[i], to, of: ring.length - 1 })));
  let count = 0;
  for (const [k, one] of edges.entries())
    for (const other of edges.slice(k + 1)) {
      const apart = other.i - one.i;
      if (one.r === other.r && (apart === 1 || apart === one.of - 1)) continue;
      const { from: a, to: b } = one;
      const { from: c, to: d } = other;
      if (side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0) count++;
    }
  return count;
}

it('areas around random roads do not cross themselves, and are where the roads are', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = seededRandom(seed + 4_300_000);
    const lines = randomLines(random);
    const area = areaOfAll(lines);
    expect(countCrossings(area), `seed ${seed}`).toBe(0);
    for (const polygon of area)
      polygon.forEach((ring, i) => {
        const twice = ring
          .slice(1)
          .reduce(
            (sum, [x, y], k) => sum + (ring[k][0] - LON) * (y - LAT) - (x - LON) * (ring[k][1] - LAT),
            0,
          );
        expect(twice > 0, `seed ${seed}: which way round`).toBe(i === 0);
      });
    for (let i = 0; i < 300; i++) {
      const point: Position = [LON - 0.01 + 0.3 * random(), LAT - 0.01 + 0.2 * random()];
      const away_m = distance_m(lines, point);
      if (Math.abs(away_m - AROUND_M) > NEAR_M)
        expect(isInside(area, point), `seed ${seed}, ${point.join()}: ${away_m} m`).toBe(away_m < AROUND_M);
    }
  }
});
