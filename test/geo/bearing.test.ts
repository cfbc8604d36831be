import { describe, expect, it } from 'vitest';
import { bearingOf, destination, turnAngle, windOf, WINDS } from '../../src/geo/bearing.js';
import { slowGeodesic } from '../oracles/slow-geodesic.js';
import { seededRandom } from '../seeded-random.js';

describe('turnAngle', () => {
  const at = [106.9, 47.9] as const;
  const from = {
    south: [106.9, 47.89],
    north: [106.9, 47.91],
    west: [106.88, 47.9],
    east: [106.92, 47.9],
  } as const;

  it('is 0 straight on, 90 to the right, -90 to the left, 180 back', () => {
    expect(turnAngle(from.south, at, from.north)).toBeCloseTo(0, 9);
    expect(turnAngle(from.south, at, from.east)).toBeCloseTo(90, 9);
    expect(turnAngle(from.south, at, from.west)).toBeCloseTo(-90, 9);
    expect(turnAngle(from.east, at, from.north)).toBeCloseTo(90, 9);
    for (const before of Object.values(from)) expect(turnAngle(before, at, before)).toBe(180);
  });

  it('counts metres, not degrees: north-east by degrees is steeper on the ground', () => {
    expect(turnAngle(from.south, at, [106.91, 47.91])).toBeCloseTo(
      (Math.atan2(74843, 111190) * 180) / Math.PI,
      0,
    );
  });

  it('is 0 where a leg has no length, and goes over the antimeridian', () => {
    expect(turnAngle(at, at, from.east)).toBe(0);
    expect(turnAngle(from.east, at, at)).toBe(0);
    expect(turnAngle([179.99, 0], [-180, 0], [-179.99, 0])).toBeCloseTo(0, 9);
    expect(turnAngle([179.99, 0], [-180, 0], [-180, 0.01])).toBeCloseTo(-90, 3);
  });
});

describe('destination', () => {
  const SEED = 90;

  it('lies so far away in that direction, over the antimeridian and near the poles, too', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 2_000; i++) {
      const from = [random() * 360 - 180, Math.asin(2 * random() - 1) * (180 / Math.PI)] as const;
      const [bearing, distance_m] = [random() * 360, 10 ** (1 + 4.4 * random())];
      const to = destination(from, bearing, distance_m);
      const repeat = `seed ${SEED}, ${from.join()}, ${bearing} degrees, ${distance_m} m: ${to.join()}`;
      const true_ = slowGeodesic(from, to);
      expect(Math.abs(to[0]), repeat).toBeLessThanOrEqual(180);
      expect(Math.abs(to[1]), repeat).toBeLessThanOrEqual(90);
      expect(Math.abs(true_.distance_m - distance_m), repeat).toBeLessThan(0.01 + distance_m / 2_000);
      const off = Math.abs(((true_.azimuth - bearing + 540) % 360) - 180);
      if (Math.abs(from[1]) < 89.9) expect(off, repeat).toBeLessThan(0.25);
    }
  });

  it('goes over a pole and over the antimeridian', () => {
    expect(destination([100, 89.9], 0, 22_338)[0]).toBeCloseTo(-80, 6);
    expect(destination([100, 89.9], 0, 22_338)[1]).toBeCloseTo(89.9, 3);
    expect(destination([179.99, 0], 90, 2_226.4)[0]).toBeCloseTo(-179.99, 4);
    expect(destination([-179.99, 0], 270, 2_226.4)[0]).toBeCloseTo(179.99, 4);
  });
});

describe('the eight winds', () => {
  it('are 45 degrees apart, and each has what is nearest to it', () => {
    expect(WINDS.map(bearingOf)).toEqual([0, 45, 90, 135, 180, 225, 270, 315]);
    for (const wind of WINDS)
      for (const off of [-22, 0, 22]) expect(windOf((bearingOf(wind) + off + 360) % 360)).toBe(wind);
  });
});
