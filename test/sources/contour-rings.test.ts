import { expect, it } from 'vitest';
import { contourPolygons } from '../../src/sources/embedded/areas/contour-rings.js';
import type { Ring } from '../../src/sources/embedded/areas/simplify-rings.js';
import { seededRandom } from '../seeded-random.js';

const SIZE = 40;

/** Hills and hollows; islands in lakes on islands where they overlap. */
function randomHeights(random: () => number): Float64Array {
  const heights = new Float64Array(SIZE * SIZE).fill(-1);
  const hills = Array.from({ length: 40 }, () => ({
    x: SIZE * random(),
    y: SIZE * random(),
    radius: 2 + 5 * random(),
    height: 4 * random() - 2,
  }));
  for (let row = 1; row + 1 < SIZE; row++)
    for (let column = 1; column + 1 < SIZE; column++) {
      const at = row * SIZE + column;
      for (const { x, y, radius, height } of hills)
        heights[at] += height * Math.cos(Math.min(Math.PI / 2, Math.hypot(column - x, row - y) / radius));
      heights[at] += 1.1 + 0.4 * (random() - 0.5);
      if (heights[at] === 0) heights[at] = 0.001;
    }
  return heights;
}

/** @returns the polygons, and how many heights were looked at in the longest piece of work */
function polygonsOf(heights: Float64Array): { polygons: Ring[][]; mostLooks: number } {
  let looks = 0;
  let mostLooks = 0;
  const at = (point: number): number => {
    looks++;
    return heights[point];
  };
  const columns = SIZE;
  const isAbove = new Proxy(
    Uint8Array.from(heights, (height) => Number(height > 0)),
    {
      get: (array, point) => {
        looks++;
        return Reflect.get(array, point) as unknown;
      },
    },
  );
  const work = contourPolygons({ columns, rows: heights.length / columns, at, isAbove }, 0);
  for (;;) {
    const next = work.next();
    mostLooks = Math.max(mostLooks, looks);
    looks = 0;
    if (next.done === true) return { polygons: next.value, mostLooks };
  }
}

function isIn(ring: Ring, x: number, y: number): boolean {
  let crossings = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings++;
  }
  return crossings % 2 === 1;
}

it('each grid point above 0 lies in one polygon, and no other does', () => {
  const wrong: string[] = [];
  let inHole = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const heights = randomHeights(seededRandom(seed + 4_400_000));
    const { polygons } = polygonsOf(heights);
    for (let row = 0; row < SIZE; row++)
      for (let column = 0; column < SIZE; column++) {
        const around = polygons.filter(([outer, ...holes]) => {
          const inHoles = holes.filter((hole) => isIn(hole, column, row));
          if (inHoles.length > 0) inHole++;
          return isIn(outer, column, row) && inHoles.length === 0;
        });
        if (around.length !== Number(heights[row * SIZE + column] > 0))
          wrong.push(`${seed}: ${column}, ${row}`);
      }
    for (const ring of polygons.flat()) expect(ring[0]).toEqual(ring.at(-1));
  }
  expect(wrong).toEqual([]);
  expect(inHole).toBeGreaterThan(500);
});

it('an island in a lake is a polygon of its own, and its lake is a hole in it', () => {
  const heights = new Float64Array(SIZE * SIZE).fill(-1);
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      const away = Math.max(Math.abs(column - 20), Math.abs(row - 20));
      if (away <= 15) heights[row * SIZE + column] = Math.floor(away / 3) % 2 === 0 ? 1 : -1;
    }
  const { polygons } = polygonsOf(heights);
  // From the middle: land to 2, water to 5, land to 8, water to 11, land to 14.
  const width = (ring: Ring): number => Math.round(Math.max(...ring.map(([x]) => x)) - 20);
  expect(polygons.map((rings) => rings.map(width))).toEqual([[3], [9, 6], [15, 12]]);
});

it('works in pieces: however large the grid is, little is looked at in one', () => {
  const heights = new Float64Array(SIZE * 4_000).fill(-1);
  for (let i = SIZE; i < heights.length - SIZE; i++)
    if (i % SIZE !== 0 && i % SIZE !== SIZE - 1 && i % 3 === 0) heights[i] = 1;
  expect(polygonsOf(heights).mostLooks).toBeLessThan(10_000);
});
