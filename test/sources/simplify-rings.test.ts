import { expect, it } from 'vitest';
import { simplifyRings, type Ring } from '../../src/sources/embedded/areas/simplify-rings.js';

const TOLERANCE = 0.2;

/** A square whose lower edge is bent by less than the tolerance, and a hole so far above it. */
function simplified(above: number, clear: number): Ring[] {
  const outer: Ring = [...square(0, 0, 10), [5, -0.15], [0, 0]];
  const hole: Ring = [
    [5, above],
    [6, 4],
    [5, 6],
    [4, 4],
    [5, above],
  ];
  const work = simplifyRings([[outer, hole]], TOLERANCE, clear);
  let next = work.next();
  while (next.done !== true) next = work.next();
  return next.value[0];
}

/** From its lower left corner, clockwise, back to the lower right one. */
function square(x: number, y: number, size: number): Ring {
  return [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
  ];
}

it('leaves out what is nearer than the tolerance', () => {
  expect(simplified(1, 0.001)[0]).toEqual([...square(0, 0, 10), [0, 0]]);
});

it.each([
  ['cross', -0.05, 0],
  ['come so near that rounding may let them cross', 0.0004, 0.001],
])('leaves a ring as it is that would %s', (_, above, clear) => {
  const [outer] = simplified(above, clear);
  expect(outer).toContainEqual([5, -0.15]);
});

it('needs the distance for that', () => {
  expect(simplified(0.0004, 0.0001)[0]).not.toContainEqual([5, -0.15]);
});
