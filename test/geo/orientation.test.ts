import { describe, expect, it } from 'vitest';
import { orientation } from '../../src/geo/orientation.js';
import { seededRandom } from '../seeded-random.js';

function exact(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const cross =
    (BigInt(bx) - BigInt(ax)) * (BigInt(cy) - BigInt(ay)) -
    (BigInt(by) - BigInt(ay)) * (BigInt(cx) - BigInt(ax));
  return cross > 0n ? 1 : cross < 0n ? -1 : 0;
}

describe('orientation', () => {
  it('is left, right or exactly on the line', () => {
    expect([
      orientation(0, 0, 10, 0, 5, 1),
      orientation(0, 0, 10, 0, 5, -1),
      orientation(0, 0, 10, 10, 7, 7),
      orientation(3, 3, 3, 3, 1, 2),
    ]).toEqual([1, -1, 0, 0]);
  });

  it('is as exact as big integers for points on and a hair off lines across the whole world', () => {
    const random = seededRandom(7);
    const whole = (limit: number): number => Math.round((random() * 2 - 1) * limit);
    for (let i = 0; i < 20_000; i++) {
      const [ax, ay, bx, by] = [whole(1.8e9), whole(9e8), whole(1.8e9), whole(9e8)];
      const share = random();
      const [cx, cy] = [
        Math.round(ax + (bx - ax) * share) + whole(1),
        Math.round(ay + (by - ay) * share) + whole(1),
      ];
      const expected = exact(ax, ay, bx, by, cx, cy);
      expect(orientation(ax, ay, bx, by, cx, cy), `${[ax, ay, bx, by, cx, cy].join()}`).toBe(expected);
      // A line n times as long ends on the same straight line.
      const [dx, dy, n] = [whole(1e4), whole(1e4), 1 + Math.floor(random() * 1e5)];
      expect(orientation(ax, ay, ax + dx, ay + dy, ax + dx * n, ay + dy * n)).toBe(0);
      expect(orientation(ax, ay, ax + dx * n, ay + dy * n, ax + dx * (n - 1) + 1, ay + dy * (n - 1))).toBe(
        exact(ax, ay, ax + dx * n, ay + dy * n, ax + dx * (n - 1) + 1, ay + dy * (n - 1)),
      );
    }
  });

  it('decides where doubles cannot', () => {
    const random = seededRandom(11);
    let wrong = 0;
    for (let i = 0; i < 20_000; i++) {
      // b and c are far away and in almost the same direction from a: the cross product is only ±gcd.
      const [q, p] = [3_000_000_000 + Math.floor(random() * 5e8), 1_000_000_000 + Math.floor(random() * 7e8)];
      const [x, y] = neighbourOf(p, q);
      const [ax, ay] = [-1_750_000_000, -880_000_000];
      const expected = exact(ax, ay, ax + q, ay + p, ax + x, ay + y);
      expect(orientation(ax, ay, ax + q, ay + p, ax + x, ay + y)).toBe(expected);
      if (Math.sign(q * y - p * x) !== expected) wrong++;
    }
    expect(wrong).toBeGreaterThan(100);
  });
});

/** x and y below q and p with q*y - p*x = ±gcd: the closest direction there is (extended Euclid). */
function neighbourOf(p: number, q: number): [number, number] {
  let [r0, r1] = [q, p];
  let [x0, x1, y0, y1] = [0, 1, 1, 0];
  while (r1 !== 0) {
    const quotient = Math.floor(r0 / r1);
    [r0, r1] = [r1, r0 - quotient * r1];
    [x0, x1] = [x1, x0 - quotient * x1];
    [y0, y1] = [y1, y0 - quotient * y1];
  }
  return [Math.abs(x0), Math.abs(y0)];
}
