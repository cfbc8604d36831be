import { describe, expect, it } from 'vitest';
import { turnAngle } from '../../src/geo/bearing.js';

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
