import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { areaM2, lengthM } from '../../src/geo/measure.js';
import { seededRandom } from '../seeded-random.js';
import { starRing } from './random-shape.js';

const WGS84 = geodesic.Geodesic.WGS84;

/**
 * Square metres by the geodesic library. Its edges are geodesics, which makes no difference for edges of
 * some kilometres.
 */
function geodesicArea(rings: readonly Int32Array[]): number {
  const areas = rings.map((ring) => {
    const polygon = WGS84.Polygon(false);
    for (let i = 0; i + 2 < ring.length; i += 2) polygon.AddPoint(ring[i + 1] / 1e7, ring[i] / 1e7);
    return Math.abs(polygon.Compute(false, true).area!);
  });
  return areas[0] - areas.slice(1).reduce((sum, area) => sum + area, 0);
}

describe('areaM2', () => {
  it('agrees with the geodesic library from a shed to a province, everywhere on the globe', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seededRandom(seed);
      const at = {
        lon7: Math.round((random() * 356 - 178) * 1e7),
        lat7: Math.round((random() * 170 - 85) * 1e7),
      };
      const shape = [starRing(random, { ...at, radius: 10 ** (3 + (seed % 5)), corners: 4 + (seed % 40) })];
      if (seed % 3 === 0) shape.push(starRing(random, { ...at, radius: 10 ** (2 + (seed % 5)), corners: 5 }));
      const expected = geodesicArea(shape);
      // As geodesics, edges of a degree bulge towards the pole; straight on the map they do not.
      const share = seed % 5 === 4 ? 0.01 : 0.001;
      expect(Math.abs(areaM2([shape]) - expected), `seed ${seed}`).toBeLessThanOrEqual(
        share * expected + 0.01,
      );
    }
  });

  it('does not ask which way round a ring goes', () => {
    const ring = Int32Array.of(0, 0, 100_000, 0, 100_000, 100_000, 0, 100_000, 0, 0);
    const back = Int32Array.of(0, 0, 0, 100_000, 100_000, 100_000, 100_000, 0, 0, 0);
    expect(areaM2([[ring]])).toBeCloseTo(areaM2([[back]]), 3);
  });

  it('adds up polygons, and takes the short way over the antimeridian', () => {
    const plain = Int32Array.of(0, 0, 200_000, 0, 200_000, 100_000, 0, 100_000, 0, 0);
    const over = Int32Array.of(
      1_799_900_000,
      0,
      -1_799_900_000,
      0,
      -1_799_900_000,
      100_000,
      1_799_900_000,
      100_000,
      1_799_900_000,
      0,
    );
    expect(areaM2([[over]])).toBeCloseTo(areaM2([[plain]]), 3);
    expect(areaM2([[plain], [over]])).toBeCloseTo(2 * areaM2([[plain]]), 3);
  });

  it('is nothing for a ring without surface', () => {
    expect(areaM2([])).toBe(0);
    expect(areaM2([[Int32Array.of(1, 1, 2, 2, 1, 1)]])).toBe(0);
  });
});

describe('lengthM', () => {
  it('agrees with the geodesic library', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed);
      const at = {
        lon7: Math.round((random() * 356 - 178) * 1e7),
        lat7: Math.round((random() * 170 - 85) * 1e7),
      };
      const line = starRing(random, { ...at, radius: 10 ** (3 + (seed % 4)), corners: 9 });
      let expected = 0;
      for (let i = 2; i < line.length; i += 2)
        expected += WGS84.Inverse(
          line[i - 1] / 1e7,
          line[i - 2] / 1e7,
          line[i + 1] / 1e7,
          line[i] / 1e7,
        ).s12!;
      expect(Math.abs(lengthM([line]) - expected), `seed ${seed}`).toBeLessThanOrEqual(1e-4 * expected);
    }
  });
});
