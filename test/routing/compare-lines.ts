import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';

/** Lines are compared by dots so many metres apart. */
const DOT_M = 5;
/** A dot is on another line when one of its dots is as near, and goes about the same way. */
const NEAR_M = 4;
const CELL_M = 8;

/** East, north, and where it goes. */
type Dot = readonly [number, number, number, number];

interface Agreement {
  /** Dots of the truth, and those of them that are in the answer. */
  truth: number;
  found: number;
  /** Dots of the answer, and those of them that are in the truth. */
  answer: number;
  right: number;
}

/** How much of a known way is in an answer, and the other way round. Lines are lon, lat. */
export function agreement(
  truth: readonly (readonly number[])[],
  answer: readonly (readonly (readonly number[])[])[],
): Agreement {
  const [lon, lat] = truth[0];
  const dotsOf = (line: readonly (readonly number[])[]): Dot[] => dots(line, [lon, lat]);
  const [own, other] = [dotsOf(truth), answer.flatMap(dotsOf)];
  return { truth: own.length, found: near(own, other), answer: other.length, right: near(other, own) };
}

/** What is missing and what is too much, of the length of the truth. */
export function errorOf({ truth, found, answer, right }: Agreement): number {
  return (truth - found + answer - right) / truth;
}

function dots(line: readonly (readonly number[])[], [lon0, lat0]: readonly [number, number]): Dot[] {
  const [perLon, perLat] = [metersPerDegreeLon(lat0), metersPerDegreeLat(lat0)];
  const all: Dot[] = [];
  let rest_m = 0;
  for (let i = 1; i < line.length; i++) {
    const [x, y] = [(line[i - 1][0] - lon0) * perLon, (line[i - 1][1] - lat0) * perLat];
    const [dx, dy] = [(line[i][0] - lon0) * perLon - x, (line[i][1] - lat0) * perLat - y];
    const length_m = Math.hypot(dx, dy);
    if (length_m < 1e-6) continue;
    const [ux, uy] = [dx / length_m, dy / length_m];
    for (; rest_m < length_m; rest_m += DOT_M) all.push([x + ux * rest_m, y + uy * rest_m, ux, uy]);
    rest_m -= length_m;
  }
  return all;
}

function near(some: readonly Dot[], others: readonly Dot[]): number {
  const cells = new Map<number, Dot[]>();
  const key = (x: number, y: number): number => x * 2 ** 24 + y;
  for (const dot of others) {
    const own = key(Math.floor(dot[0] / CELL_M), Math.floor(dot[1] / CELL_M));
    const list = cells.get(own);
    if (list === undefined) cells.set(own, [dot]);
    else list.push(dot);
  }
  const isNear = ([x, y, ux, uy]: Dot): boolean => {
    const [column, row] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
    for (let i = -1; i <= 1; i++)
      for (let k = -1; k <= 1; k++)
        for (const [x2, y2, vx, vy] of cells.get(key(column + i, row + k)) ?? [])
          if ((x2 - x) ** 2 + (y2 - y) ** 2 <= NEAR_M ** 2 && ux * vx + uy * vy > 0.5) return true;
    return false;
  };
  return some.reduce((sum, dot) => sum + (isNear(dot) ? 1 : 0), 0);
}
