import { describe, expect, it } from 'vitest';
import { normalLon7, unwrapLine, unwrapPolygon } from '../../src/geo/unwrap.js';

const degrees = (...values: number[]): Int32Array => Int32Array.from(values, (value) => value * 1e7);

describe('unwrapLine', () => {
  it('leaves a line alone that does not jump', () => {
    const line = degrees(106, 47, 107, 48);
    expect(unwrapLine(line)).toBe(line);
  });

  it('goes on past 180 degrees, in either direction', () => {
    expect(unwrapLine(degrees(179, 0, -179, 1, -178, 2))).toEqual(degrees(179, 0, 181, 1, 182, 2));
    expect(unwrapLine(degrees(-179, 0, 179, 1, -179, 2))).toEqual(degrees(-179, 0, -181, 1, -179, 2));
  });

  it('starts on the other side when only that fits into 32 bits', () => {
    expect(unwrapLine(degrees(175, 0, -178, 0, -140, 0))).toEqual(degrees(-185, 0, -178, 0, -140, 0));
  });

  it('leaves a ring around a pole as it is drawn', () => {
    const antarctica = degrees(-180, -70, 0, -65, 179, -70, -180, -70);
    expect(unwrapLine(antarctica)).toEqual(antarctica);
  });
});

describe('unwrapPolygon', () => {
  it('moves a lake to the side on which its island was unwrapped', () => {
    const island = degrees(179, 0, -179, 0, -179, 2, 179, 2, 179, 0);
    const west = degrees(179.2, 1, 179.4, 1, 179.4, 1.5, 179.2, 1);
    const east = degrees(-179.4, 1, -179.2, 1, -179.2, 1.5, -179.4, 1);
    expect(unwrapPolygon([island, west, east])).toEqual([
      degrees(179, 0, 181, 0, 181, 2, 179, 2, 179, 0),
      west,
      degrees(180.6, 1, 180.8, 1, 180.8, 1.5, 180.6, 1),
    ]);
  });
});

describe('normalLon7', () => {
  it('comes back to -180 to 180 degrees', () => {
    expect([1.81e9, -1.81e9, 1.8e9, 5].map(normalLon7)).toEqual([-1.79e9, 1.79e9, 1.8e9, 5]);
  });
});
