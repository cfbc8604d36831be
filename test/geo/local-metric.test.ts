import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import { distanceM } from '../../src/geo/distance.js';
import { LocalMetric, reachOf } from '../../src/geo/local-metric.js';
import { seededRandom } from '../seeded-random.js';

function inverseM(lon1: number, lat1: number, lon2: number, lat2: number): number {
  return geodesic.Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2).s12!;
}

/**
 * Metres to the nearest position of a segment, by the geodesic library: it tries positions closer and
 * closer together.
 */
function slowDistanceM(
  lon: number,
  lat: number,
  a: readonly [number, number],
  b: readonly [number, number],
): number {
  const at = (t: number): number =>
    inverseM(lon, lat, (a[0] + t * (b[0] - a[0])) / 1e7, (a[1] + t * (b[1] - a[1])) / 1e7);
  let [low, high] = [0, 1];
  for (let i = 0; i < 80; i++) {
    const [m1, m2] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(m1) < at(m2)) high = m2;
    else low = m1;
  }
  return Math.min(at(low), at(0), at(1));
}

describe('LocalMetric', () => {
  it.each([
    ['a block', 100, 85],
    ['the nearest of all', 1000, 85],
    ['a settlement', 20_000, 85],
    ['a settlement as far as can be set', 100_000, 60],
  ])(
    'measures to one part in a thousand: %s, %i m, at every latitude to %i degrees',
    (_, reach_m, most_lat) => {
      for (let seed = 1; seed <= 300; seed++) {
        const random = seededRandom(seed);
        const lat = (random() * 2 - 1) * most_lat;
        const lon = random() * 358 - 179;
        const reach = reachOf(lat * 1e7, reach_m);
        const end = (): [number, number] => [
          Math.round(lon * 1e7 + (random() - 0.5) * 2 * reach.lon7),
          Math.round(lat * 1e7 + (random() - 0.5) * 2 * reach.lat7),
        ];
        const [a, b] = [end(), end()];
        const metric = new LocalMetric(lon * 1e7, lat * 1e7);
        const expected = slowDistanceM(lon, lat, a, b);
        metric.measureLine([...a, ...b], 0, 2);
        const found = Math.sqrt(metric.nearestSquared);
        expect(Math.abs(found - expected), `seed ${seed}: ${found} m, not ${expected} m`).toBeLessThanOrEqual(
          1e-3 * expected + 1e-6,
        );
        const reported = distanceM(lon, lat, metric.nearestX / 1e7, metric.nearestY / 1e7);
        expect(
          Math.abs(reported - expected),
          `seed ${seed}: ${reported} m, not ${expected} m`,
        ).toBeLessThanOrEqual(1e-3 * expected + 1e-6);
      }
    },
  );

  it('gives the same bits whichever way round a segment is walked', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seededRandom(seed);
      const metric = new LocalMetric(1_069_000_000 + random() * 1e5, 479_000_000 + random() * 1e5);
      const [ax, ay, bx, by] = Array.from(
        { length: 4 },
        (_, i) => (i % 2 === 0 ? 1_069_000_000 : 479_000_000) + Math.round(random() * 1e5),
      );
      expect(squaredToLine(metric, [ax, ay, bx, by]), `seed ${seed}`).toBe(
        squaredToLine(metric, [bx, by, ax, ay]),
      );
    }
  });

  it('measures to the position itself beyond the ends, and where the segment has no length', () => {
    const metric = new LocalMetric(0, 0);
    expect(squaredToLine(metric, [100, 100, 200, 300])).toBe(metric.squaredTo(100, 100));
    expect(squaredToLine(metric, [100, 100, 100, 100])).toBe(metric.squaredTo(100, 100));
  });

  it('takes the nearest of the segments of a line, between the two elements that it is told', () => {
    const metric = new LocalMetric(0, 0);
    const line = [-1, 0, 1, 0, 500, 500, 300, 100, 600, 100, 1, 1];
    metric.measureLine(line, 2, 4);
    expect([metric.nearestX, metric.nearestY]).toEqual([1, 0]);
    metric.measureLine(line, 4, 8);
    expect([metric.nearestX, metric.nearestY, metric.nearestSquared]).toEqual([
      300,
      100,
      metric.squaredTo(300, 100),
    ]);
  });

  it('measures from where it was moved to as one made there, and reaches as far', () => {
    const random = seededRandom(5);
    const moved = new LocalMetric(0, 0);
    for (let i = 0; i < 1_000; i++) {
      const [lon7, lat7] = [(random() - 0.5) * 3.6e9, (random() - 0.5) * 1.799e9];
      const fresh = new LocalMetric(lon7, lat7);
      moved.moveTo(lon7 + 7, i % 3 === 0 ? lat7 : 3);
      moved.moveTo(lon7, lat7);
      const line = [
        lon7 + random() * 1e5,
        lat7 + random() * 1e5,
        lon7 - random() * 1e5,
        lat7 + random() * 1e5,
      ];
      expect(squaredToLine(moved, line)).toBe(squaredToLine(fresh, line));
      const radius_m = 10 ** (random() * 5);
      moved.reach(radius_m);
      const least = reachOf(lat7, radius_m);
      expect(moved.reachX).toBeGreaterThanOrEqual(least.lon7);
      expect(moved.reachX).toBeLessThanOrEqual(1.03 * least.lon7);
      expect(moved.reachY).toBeCloseTo(least.lat7, 3);
    }
  });
});

function squaredToLine(metric: LocalMetric, line: number[]): number {
  metric.measureLine(line, 0, line.length - 2);
  return metric.nearestSquared;
}

describe('reachOf', () => {
  it('holds every point of the circle', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seededRandom(seed);
      const lat = random() * 178 - 89;
      const radius_m = 10 ** (random() * 4.3);
      const reach = reachOf(lat * 1e7, radius_m);
      const rim = geodesic.Geodesic.WGS84.Direct(lat, 0, random() * 360, radius_m);
      expect(Math.abs(rim.lat2! - lat) * 1e7, `seed ${seed}`).toBeLessThanOrEqual(reach.lat7);
      expect(Math.abs(rim.lon2!) * 1e7, `seed ${seed}`).toBeLessThanOrEqual(reach.lon7);
    }
  });

  it('takes in every longitude at a pole', () => {
    expect(reachOf(899_999_000, 100).lon7).toBe(3_600_000_000);
  });
});
