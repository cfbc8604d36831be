import type { Ring } from './simplify-rings.js';

/** Values at the points of a grid, row by row. None of them is 0, and those at its edge are below. */
export interface Heights {
  columns: number;
  rows: number;
  at: (point: number) => number;
}

/**
 * The sides of a square between four grid points: below, right of it, above and left of it. By which of its
 * corners are above 0 (1: left below, 2: right below, 4: right above, 8: left above): from which side to
 * which side the border goes, with what is above 0 on its left. Two corners across are not joined.
 */
const [BELOW, RIGHT, ABOVE, LEFT] = [0, 1, 2, 3];
const BORDERS: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [],
  [[BELOW, LEFT]],
  [[RIGHT, BELOW]],
  [[RIGHT, LEFT]],
  [[ABOVE, RIGHT]],
  [
    [BELOW, LEFT],
    [ABOVE, RIGHT],
  ],
  [[ABOVE, BELOW]],
  [[ABOVE, LEFT]],
  [[LEFT, ABOVE]],
  [[BELOW, ABOVE]],
  [
    [RIGHT, BELOW],
    [LEFT, ABOVE],
  ],
  [[RIGHT, ABOVE]],
  [[LEFT, RIGHT]],
  [[BELOW, RIGHT]],
  [[LEFT, BELOW]],
  [],
];

/** So many squares, or positions of a ring, are looked at in one piece of work: some ten microseconds. */
const PIECE = 2048;

/**
 * Where values on a grid are above 0, as polygons in numbers of columns and rows: marching squares. Works
 * piece by piece, which no library does: the largest grid takes it longer than other requests should wait.
 * @param least smaller rings are left out, in squares
 * @returns rings that neither cross nor touch: by polygon the outer one counter-clockwise, then the holes
 */
export function* contourPolygons(heights: Heights, least: number): Generator<void, Ring[][]> {
  const { outer, holes } = yield* rings(heights, yield* borders(heights), least);
  const polygons = outer.map((ring) => ({ rings: [ring], area: areaOf(ring) }));
  // A hole is in the smallest polygon around it: others may lie around that one.
  polygons.sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    yield;
    polygons.find(({ rings: [ring] }) => isInside(ring, hole[0]))?.rings.push(hole);
  }
  return polygons.map((polygon) => polygon.rings);
}

/**
 * Sides are named by the grid point where they begin: twice its number for the one to the right, and one more
 * for the one upwards.
 * @returns by side that the border crosses: the one that it crosses next
 */
function* borders({ columns, rows, at }: Heights): Generator<void, Map<number, number>> {
  const next = new Map<number, number>();
  for (let row = 0; row + 1 < rows; row++) {
    const first = row * columns;
    let left = Number(at(first) > 0) + 8 * Number(at(first + columns) > 0);
    for (let point = first; point + 1 < first + columns; point++) {
      const right = 2 * Number(at(point + 1) > 0) + 4 * Number(at(point + columns + 1) > 0);
      const crossed = BORDERS[left | right];
      if (crossed.length > 0) {
        const sides = [2 * point, 2 * point + 3, 2 * (point + columns), 2 * point + 1];
        for (const [from, to] of crossed) next.set(sides[from], sides[to]);
      }
      left = ((right & 2) >> 1) | ((right & 4) << 1);
      if (point % PIECE === 0) yield;
    }
  }
  return next;
}

/** Follows the border until it has been everywhere. */
function* rings(
  heights: Heights,
  next: Map<number, number>,
  least: number,
): Generator<void, Record<'outer' | 'holes', Ring[]>> {
  const found: Record<'outer' | 'holes', Ring[]> = { outer: [], holes: [] };
  let looks = 0;
  for (const start of next.keys()) {
    const ring: Ring = [];
    let side = start;
    do {
      ring.push(crossing(heights, side));
      const to = next.get(side)!;
      next.delete(side);
      side = to;
      if (++looks % PIECE === 0) yield;
    } while (side !== start);
    ring.push(ring[0]);
    const area = areaOf(ring);
    if (Math.abs(area) > least) found[area > 0 ? 'outer' : 'holes'].push(ring);
  }
  return found;
}

/** Where a value between two grid points would be 0. */
function crossing({ columns, at }: Heights, side: number): Ring[0] {
  const point = side >> 1;
  const [column, row] = [point % columns, Math.floor(point / columns)];
  const isUpwards = (side & 1) === 1;
  const here = at(point);
  const share = here / (here - at(point + (isUpwards ? columns : 1)));
  return isUpwards ? [column, row + share] : [column + share, row];
}

function areaOf(ring: Ring): number {
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i++)
    twice += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1];
  return twice / 2;
}

function isInside(ring: Ring, [x, y]: Ring[0]): boolean {
  let isIn = false;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}
