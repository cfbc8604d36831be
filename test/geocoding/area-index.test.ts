import { describe, expect, it } from 'vitest';
import { AreaIndex, type AreaInput } from '../../src/geocoding/areas/area-index.js';
import { buildAreas } from '../../src/geocoding/areas/area-build.js';
import { starRing } from '../geo/random-shape.js';
import { seededRandom } from '../seeded-random.js';
import { SlowAreas } from '../oracles/slow-areas.js';

function ring(...positions: [number, number][]): Int32Array {
  return Int32Array.from([...positions, positions[0]].flat());
}

function box(west: number, south: number, east: number, north: number): Int32Array {
  return ring([west, south], [east, south], [east, north], [west, north]);
}

/**
 * Neighbouring areas on a lattice of randomly moved corners, which they share. Each outline has its own
 * direction.
 */
function shakenGrid(random: () => number, cells: number, step: number): AreaInput[] {
  const corner = Array.from({ length: (cells + 1) ** 2 }, (_, i) => {
    const [x, y] = [i % (cells + 1), Math.floor(i / (cells + 1))];
    return [Math.round((x + random() * 0.6) * step), Math.round((y + random() * 0.6) * step)] as [
      number,
      number,
    ];
  });
  const areas: AreaInput[] = [];
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      const at = (dx: number, dy: number): [number, number] => corner[(y + dy) * (cells + 1) + x + dx];
      const outline = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
      if (random() < 0.5) outline.reverse();
      areas.push({ polygons: [[ring(...outline)]] });
    }
  }
  return areas;
}

describe('AreaIndex', () => {
  const country = { polygons: [[box(0, 0, 1000, 1000)]] };
  const province = { polygons: [[box(0, 0, 500, 1000), box(100, 100, 200, 200)], [box(800, 800, 900, 900)]] };
  const district = { polygons: [[box(0, 0, 300, 300)]] };
  const index = AreaIndex.build([country, province, district]);

  it('names the smallest area first', () => {
    expect(index.containing(50, 50)).toEqual([2, 1, 0]);
  });

  it('leaves out an enclave and takes in an exclave', () => {
    expect(index.containing(150, 150)).toEqual([2, 0]);
    expect(index.containing(850, 850)).toEqual([1, 0]);
  });

  it('counts west and south borders as inside, east and north ones as outside', () => {
    expect(index.containing(0, 500)).toEqual([1, 0]);
    expect(index.containing(500, 500)).toEqual([0]);
    expect(index.containing(250, 0)).toEqual([2, 1, 0]);
    expect(index.containing(250, 1000)).toEqual([]);
  });

  it('finds nothing without areas, and none in an area without surface', () => {
    expect(AreaIndex.build([]).containing(0, 0)).toEqual([]);
    const flat = { polygons: [[ring([0, 0], [10, 0], [10, 0])], []] };
    expect(AreaIndex.build([flat, country]).containing(5, 0)).toEqual([1]);
  });

  it('contains a point once when polygons of one area overlap', () => {
    const twice = { polygons: [[box(0, 0, 10, 10)], [box(5, 5, 15, 15)]] };
    expect(AreaIndex.build([twice]).containing(7, 7)).toEqual([0]);
  });

  it('reaches over the antimeridian from either side', () => {
    const chukotka = {
      polygons: [
        [ring([1_790_000_000, 0], [-1_790_000_000, 0], [-1_790_000_000, 1000], [1_790_000_000, 1000])],
      ],
    };
    const over = AreaIndex.build([chukotka]);
    for (const lon of [
      1_799_999_999, 1_800_000_000, -1_800_000_000, -1_799_999_999, -1_795_000_000, 1_795_000_000,
    ]) {
      expect(over.containing(lon, 500), String(lon)).toEqual([0]);
    }
    expect(over.containing(-1_789_999_999, 500)).toEqual([]);
    expect(over.containing(0, 500)).toEqual([]);
  });

  it('puts the antimeridian into the eastern of two halves, whichever way it is written', () => {
    const halves = AreaIndex.build([
      { polygons: [[box(1_790_000_000, 0, 1_800_000_000, 1000)]] },
      { polygons: [[box(-1_800_000_000, 0, -1_790_000_000, 1000)]] },
    ]);
    for (const lon7 of [1_800_000_000, -1_800_000_000]) expect(halves.containing(lon7, 500)).toEqual([1]);
    expect(halves.containing(1_799_999_999, 500)).toEqual([0]);
  });

  it('puts every point of shared borders into exactly one neighbour', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      // With small steps, whole-number positions often hit corners and edges exactly.
      const step = seed % 2 === 0 ? 6 : 40_000_000;
      const areas = shakenGrid(random, 6, step);
      const grid = AreaIndex.build(areas);
      const points: [number, number][] = areas.flatMap((area) => borderPoints(area.polygons[0][0]));
      for (const [x, y] of points) {
        const inner = x > step && x < 5 * step && y > step && y < 5 * step;
        const found = grid.containing(x, y);
        if (inner) expect(found.length, `seed ${seed}: ${x},${y} is in ${found.join(' and ')}`).toBe(1);
      }
    }
  });

  it('agrees with the slow test over all edges on seeded shapes, also after freezing', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seededRandom(seed);
      const span = 10 ** (2 + (seed % 7));
      const areas: AreaInput[] = Array.from({ length: 25 }, () => {
        const at = {
          lon7: Math.round((random() - 0.5) * 2 * span),
          lat7: Math.round((random() - 0.5) * span),
        };
        const outer = starRing(random, {
          ...at,
          radius: span * random(),
          corners: 3 + Math.floor(random() * 60),
        });
        const inner = starRing(random, { ...at, radius: span * 0.1, corners: 5 });
        return { polygons: random() < 0.5 ? [[outer]] : [[outer, inner]] };
      });
      const sections = buildAreas(areas, 'reverse.area.');
      const frozen = AreaIndex.from(sections, 'reverse.area.');
      const isSought = (area: number): boolean => area % 3 !== 1;
      const some = AreaIndex.from(sections, 'reverse.area.', isSought);
      const slow = new SlowAreas(areas);
      for (let i = 0; i < 200; i++) {
        const x = Math.round((random() - 0.5) * 3 * span);
        const y = Math.round((random() - 0.5) * 2 * span);
        const expected = slow.containing(x, y);
        expect(frozen.containing(x, y), `seed ${seed}, point ${x},${y}`).toEqual(expected);
        expect(some.containing(x, y), `seed ${seed}, point ${x},${y}`).toEqual(expected.filter(isSought));
      }
    }
  });
});

/** The corners, and the points half-way between them where those are whole numbers. */
function borderPoints(outline: Int32Array): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i + 3 < outline.length; i += 2) {
    const [ax, ay, bx, by] = outline.subarray(i, i + 4);
    points.push(
      [ax, ay],
      [Math.round((ax + bx) / 2), Math.round((ay + by) / 2)],
      [(ax + bx) / 2, (ay + by) / 2],
    );
  }
  return points;
}
