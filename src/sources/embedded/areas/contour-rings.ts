import type { Ring } from './simplify-rings.js';

/** Values at the points of a grid, row by row. No value is 0, and values at the edge are below 0. */
export interface Heights {
  columns: number;
  rows: number;
  at: (point: number) => number;
  /**
   * Per point: 1 if the value is above 0. The search for the border scans all points, but few are near the
   * border.
   */
  isAbove: Uint8Array;
}

/**
 * The sides of a square between four grid points: below, right, above and left. The table is indexed by the
 * sum of the numbers of the corners that are above 0 (1: bottom left, 2: bottom right, 4: top right, 8: top
 * left). Each entry lists the sides through which the border enters and leaves, with the part above 0 on the
 * left of the border. Two opposite corners are not joined.
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

/** The number of squares, or ring positions, per unit of work, which takes about ten microseconds. */
const PIECE = 2048;

/**
 * Returns the areas in which values on a grid are above 0, as polygons in columns and rows (marching
 * squares). Unlike existing libraries, this function works in small steps, because the largest grid takes
 * longer than other requests should wait.
 * @param least the area of the smallest ring to keep, in squares
 * @returns rings that neither cross nor touch each other; each polygon consists of its counterclockwise outer
 * ring followed by its holes
 */
export function* contourPolygons(heights: Heights, least: number): Generator<void, Ring[][]> {
  const { outer, holes } = yield* rings(heights, yield* borders(heights), least);
  const polygons = outer.map((ring) => ({ rings: [ring], area: areaOf(ring), box: boxOf(ring) }));
  // A hole belongs to the smallest polygon around it. That polygon may itself lie within larger polygons.
  polygons.sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    yield;
    // Every hole is in some polygon, so a hole that is in none of the smaller polygons is in the largest one.
    const around = polygons.findIndex(
      ({ rings: [ring], box }, i) =>
        i === polygons.length - 1 || (isInBox(box, hole[0]) && isInside(ring, hole[0])),
    );
    polygons[around].rings.push(hole);
  }
  return polygons.map((polygon) => polygon.rings);
}

/**
 * Finds the border. A side is identified by the grid point where it begins: twice the number of the point for
 * the side to the right, and one more for the upward side.
 * @returns for each side that the border crosses, the next side that it crosses
 */
function* borders({ columns, rows, isAbove }: Heights): Generator<void, Map<number, number>> {
  const next = new Map<number, number>();
  for (let row = 0; row + 1 < rows; row++) {
    const first = row * columns;
    let left = isAbove[first] + 8 * isAbove[first + columns];
    for (let point = first; point + 1 < first + columns; point++) {
      const right = 2 * isAbove[point + 1] + 4 * isAbove[point + columns + 1];
      if ((left | right) !== 0 && (left | right) !== 15) {
        const crossed = BORDERS[left | right];
        const sides = [2 * point, 2 * point + 3, 2 * (point + columns), 2 * point + 1];
        for (const [from, to] of crossed) next.set(sides[from], sides[to]);
      }
      left = ((right & 2) >> 1) | ((right & 4) << 1);
      if (point % PIECE === 0) yield;
    }
  }
  return next;
}

/** Follows the border until every side has been visited. */
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

/** Returns the position between two grid points where the value would be 0. */
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

type Box = readonly [left: number, bottom: number, right: number, top: number];

function boxOf(ring: Ring): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [left, bottom, right, top];
}

function isInBox([left, bottom, right, top]: Box, [x, y]: Ring[0]): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

function isInside(ring: Ring, [x, y]: Ring[0]): boolean {
  let isIn = false;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i], ring[i + 1]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}
