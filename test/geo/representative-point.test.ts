import { describe, expect, it } from 'vitest';
import { distanceM } from '../../src/geo/distance.js';
import { pointOnLines, pointOnSurface } from '../../src/geo/representative-point.js';
import { polygonsContain } from '../../src/geo/ring.js';
import { starRing } from './random-shape.js';
import { seededRandom } from '../seeded-random.js';

function ring(...positions: [number, number][]): Int32Array {
  return Int32Array.from([...positions, positions[0]].flat());
}

const square = ring([0, 0], [1000, 0], [1000, 1000], [0, 1000]);

describe('pointOnSurface', () => {
  it('is the centre of a simple house', () => {
    const [lon7, lat7] = pointOnSurface([[square]]);
    expect(Math.abs(lon7 - 500)).toBeLessThanOrEqual(10);
    expect(Math.abs(lat7 - 500)).toBeLessThanOrEqual(10);
  });

  it('keeps out of a courtyard', () => {
    const court = ring([200, 200], [800, 200], [800, 800], [200, 800]);
    const [lon7, lat7] = pointOnSurface([[square, court]]);
    expect(polygonsContain([[square, court]], lon7, lat7)).toBe(true);
  });

  it('stays inside a thin letter U, whose centre is outside', () => {
    const u = ring([0, 0], [1000, 0], [1000, 1000], [980, 1000], [980, 20], [20, 20], [20, 1000], [0, 1000]);
    const [lon7, lat7] = pointOnSurface([[u]]);
    expect(polygonsContain([[u]], lon7, lat7)).toBe(true);
  });

  it('lies in the largest of several polygons', () => {
    const island = ring([5000, 5000], [9000, 5000], [9000, 9000], [5000, 9000]);
    const [lon7] = pointOnSurface([[square], [island]]);
    expect(lon7).toBeGreaterThan(5000);
  });

  it('lies inside every one of 2,000 seeded shapes', () => {
    const random = seededRandom(1);
    for (let run = 0; run < 2000; run++) {
      const at = {
        lon7: Math.round((random() * 358 - 179) * 1e7),
        lat7: Math.round((random() * 160 - 80) * 1e7),
      };
      const shape = starRing(random, {
        ...at,
        radius: 10 ** (2 + 4 * random()),
        corners: 3 + Math.floor(random() * 20),
      });
      const [lon7, lat7] = pointOnSurface([[shape]]);
      expect(polygonsContain([[shape]], lon7, lat7), `seed 1, run ${run}: ${shape.join(',')}`).toBe(true);
    }
  });

  it('gives a position of the outline where there is no surface', () => {
    expect(pointOnSurface([[ring([7, 7], [7, 7], [7, 7])]])).toEqual([7, 7]);
  });

  it('finds the middle of an island on the antimeridian', () => {
    const taveuni = ring(
      [1_799_000_000, -168_000_000],
      [-1_798_000_000, -168_000_000],
      [-1_798_000_000, -167_000_000],
      [1_799_000_000, -167_000_000],
    );
    const [lon7, lat7] = pointOnSurface([[taveuni]]);
    expect(Math.abs(lon7)).toBeGreaterThan(1_798_000_000);
    expect(lat7).toBeLessThan(-167_000_000);
    expect(lat7).toBeGreaterThan(-168_000_000);
  });
});

describe('pointOnLines', () => {
  it('is half-way along a single line, by length and not by positions', () => {
    expect(pointOnLines([Int32Array.of(0, 0, 10, 0, 20, 0, 1000, 0)])).toEqual([500, 0]);
  });

  it('lies on the middle piece of a street of many pieces', () => {
    const pieces = [0, 1, 2, 3, 4].map((i) =>
      Int32Array.of(1_069_000_000 + i * 10_000, 479_000_000, 1_069_010_000 + i * 10_000, 479_000_000),
    );
    const [lon7, lat7] = pointOnLines([pieces[3], pieces[0], pieces[4], pieces[1], pieces[2]]);
    expect(distanceM(lon7 / 1e7, lat7 / 1e7, 106.9025, 47.9)).toBeLessThan(0.1);
  });

  it('takes the short way over the antimeridian', () => {
    expect(pointOnLines([Int32Array.of(1_799_999_000, 0, -1_799_997_000, 0)])).toEqual([-1_799_999_000, 0]);
  });
});
