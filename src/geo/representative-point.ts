import { metersPerDegreeLat, metersPerDegreeLon } from './distance.js';
import { areaM2, lengthM } from './measure.js';
import { polygonContains, rayCrosses } from './ring.js';
import { nearestFraction } from './segment.js';
import { normalLon7, unwrapLine, unwrapPolygon } from './unwrap.js';

/** The search ends when no cell can improve the best depth by more than this fraction of the shape's size. */
const PRECISION = 0.01;
/** The maximum number of cells per polygon. After that many cells, the best point found is good enough. */
const MOST_CELLS = 2000;
/**
 * Evaluating a cell visits every edge, so outlines with more than 100,000 edges get fewer cells than
 * MOST_CELLS.
 */
const MOST_EDGE_VISITS = 200_000_000;
/** The maximum number of cells that the initial grid has along a long, thin shape. */
const LONGEST_SHAPE = 64;

interface Cell {
  x: number;
  y: number;
  half: number;
  /** The distance to the outline, which is negative outside the polygon. */
  depth: number;
  /** An upper bound for the depth of any point in the cell. */
  reach: number;
}

/**
 * Returns a point inside the polygons, as [lon7, lat7]. The point lies deep inside the largest polygon, where
 * a label would be placed, or at the polygon's centroid if that is about as good.
 *
 * The search finds the pole of inaccessibility by dividing cells into quarters (Garcia-Castellanos and
 * Lombardo, 2007). An upper bound for each cell makes the search exact. The resulting point is inside the
 * polygon according to `polygonContains`. Only a shape that is too thin for integer coordinates (a sliver
 * under a centimeter) gets a point on its outline instead.
 */
export function pointOnSurface(polygons: readonly (readonly Int32Array[])[]): [lon7: number, lat7: number] {
  const rings = unwrapPolygon(largest(polygons));
  const outer = rings[0];
  // Longitudes are scaled down so that depths are not distorted. The unit remains that of latitude.
  const squeeze = metersPerDegreeLon(outer[1] / 1e7) / metersPerDegreeLat(outer[1] / 1e7);
  const deepest = deepestPoint(rings.map((ring) => squeezed(ring, squeeze)));
  const lon7 = Math.round(deepest.x / squeeze);
  const lat7 = Math.round(deepest.y);
  if (polygonContains(rings, lon7, lat7)) return [normalLon7(lon7), lat7];
  return [normalLon7(outer[0]), outer[1]];
}

/**
 * Returns a point on the lines, as [lon7, lat7]. For a single line, the point is the midpoint along the line.
 * For several lines, the point is the one nearest to their common center of gravity, so that a street of
 * forty pieces is shown at its middle.
 */
export function pointOnLines(lines: readonly Int32Array[]): [lon7: number, lat7: number] {
  const whole = lines.map(unwrapLine);
  const [lon7, lat7] = whole.length === 1 ? halfWay(whole[0]) : nearestToCentre(whole);
  return [normalLon7(lon7), lat7];
}

function largest(polygons: readonly (readonly Int32Array[])[]): readonly Int32Array[] {
  if (polygons.length === 1) return polygons[0];
  let best = polygons[0];
  let bestArea = -1;
  for (const rings of polygons) {
    const area = areaM2([rings]);
    if (area > bestArea) [best, bestArea] = [rings, area];
  }
  return best;
}

/** Scales longitudes to match the length of latitudes, so that distances in the plane are correct. */
function squeezed(ring: Int32Array, squeeze: number): Float64Array {
  return Float64Array.from(ring, (value, i) => (i % 2 === 0 ? value * squeeze : value));
}

function deepestPoint(rings: readonly Float64Array[]): { x: number; y: number } {
  const [minX, minY, maxX, maxY] = boxOf(rings[0]);
  const size = Math.max(
    Math.min(maxX - minX, maxY - minY),
    Math.max(maxX - minX, maxY - minY) / LONGEST_SHAPE,
  );
  const { x, y, enough } = centre(rings[0]);
  let best = cellAt(rings, x, y, 0);
  if (minX === maxX || minY === maxY || (best.depth > 0 && best.depth >= enough)) return best;
  const queue: Cell[] = [];
  for (let x = minX; x < maxX; x += size) {
    for (let y = minY; y < maxY; y += size) push(queue, cellAt(rings, x + size / 2, y + size / 2, size / 2));
  }
  const precision = Math.max(1, size * PRECISION);
  const edges = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const most = Math.min(MOST_CELLS, MOST_EDGE_VISITS / edges);
  for (let cells = queue.length; queue.length > 0 && cells < most; cells += 4) {
    const cell = pop(queue);
    if (best.depth > 0 && cell.reach - best.depth <= precision) break;
    if (cell.depth > best.depth) best = cell;
    const h = cell.half / 2;
    // Quarters smaller than one unit contain no new integer positions.
    if (h < 0.5) continue;
    push(queue, cellAt(rings, cell.x - h, cell.y - h, h));
    push(queue, cellAt(rings, cell.x + h, cell.y - h, h));
    push(queue, cellAt(rings, cell.x - h, cell.y + h, h));
    push(queue, cellAt(rings, cell.x + h, cell.y + h, h));
  }
  return best;
}

function cellAt(rings: readonly Float64Array[], x: number, y: number, half: number): Cell {
  const depth = signedDepth(rings, x, y);
  return { x, y, half, depth, reach: depth + half * Math.SQRT2 };
}

/** Returns the distance from the point to the nearest edge, which is negative outside the polygon. */
function signedDepth(rings: readonly Float64Array[], x: number, y: number): number {
  let nearest2 = Infinity;
  let inside = false;
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      const ax = ring[i - 2];
      const ay = ring[i - 1];
      const bx = ring[i];
      const by = ring[i + 1];
      const t = nearestFraction(ax, ay, bx, by, x, y);
      const dx = ax + t * (bx - ax) - x;
      const dy = ay + t * (by - ay) - y;
      nearest2 = Math.min(nearest2, dx * dx + dy * dy);
      if (rayCrosses(ax, ay, bx, by, x, y)) inside = !inside;
    }
  }
  return inside ? Math.sqrt(nearest2) : -Math.sqrt(nearest2);
}

function boxOf(ring: Float64Array): [minX: number, minY: number, maxX: number, maxY: number] {
  const box: [minX: number, minY: number, maxX: number, maxY: number] = [
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
  ];
  for (let i = 0; i < ring.length; i += 2) {
    box[0] = Math.min(box[0], ring[i]);
    box[1] = Math.min(box[1], ring[i + 1]);
    box[2] = Math.max(box[2], ring[i]);
    box[3] = Math.max(box[3], ring[i + 1]);
  }
  return box;
}

/**
 * Returns the centroid of the ring's area, computed by the shoelace formula relative to its first position.
 * `enough` is the depth from which the centroid is accepted without a search: area divided by perimeter (for
 * a square, a quarter of its side). A compact house reaches this depth; an L-shaped one does not.
 */
function centre(ring: Float64Array): { x: number; y: number; enough: number } {
  const [x0, y0] = ring;
  let [sum, sumX, sumY, outline] = [0, 0, 0, 0];
  for (let i = 2; i < ring.length; i += 2) {
    const ax = ring[i - 2] - x0;
    const ay = ring[i - 1] - y0;
    const bx = ring[i] - x0;
    const by = ring[i + 1] - y0;
    const cross = ax * by - bx * ay;
    sum += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
    outline += Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  }
  if (sum === 0) return { x: x0, y: y0, enough: Infinity };
  return { x: x0 + sumX / (3 * sum), y: y0 + sumY / (3 * sum), enough: Math.abs(sum) / 2 / outline };
}

/** Pushes a cell onto a binary heap with the largest `reach` on top. */
function push(heap: Cell[], cell: Cell): void {
  let i = heap.push(cell) - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (heap[parent].reach >= cell.reach) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = cell;
}

function pop(heap: Cell[]): Cell {
  const top = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1].reach > heap[child].reach) child++;
    if (heap[child].reach <= last.reach) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return top;
}

function halfWay(line: Int32Array): [lon7: number, lat7: number] {
  let left = lengthM([line]) / 2;
  for (let i = 2; i < line.length; i += 2) {
    const step = lengthM([line.subarray(i - 2, i + 2)]);
    if (step > 0 && left <= step) {
      const t = left / step;
      return [
        Math.round(line[i - 2] + t * (line[i] - line[i - 2])),
        Math.round(line[i - 1] + t * (line[i + 1] - line[i - 1])),
      ];
    }
    left -= step;
  }
  return [line[0], line[1]];
}

function nearestToCentre(lines: readonly Int32Array[]): [lon7: number, lat7: number] {
  const squeeze = metersPerDegreeLon(lines[0][1] / 1e7) / metersPerDegreeLat(lines[0][1] / 1e7);
  const centre = centreOfLines(lines, squeeze);
  let best: [lon7: number, lat7: number] = [lines[0][0], lines[0][1]];
  let best2 = Infinity;
  for (const line of lines) {
    for (let i = 2; i < line.length; i += 2) {
      const [ax, ay, bx, by] = [line[i - 2] * squeeze, line[i - 1], line[i] * squeeze, line[i + 1]];
      const t = nearestFraction(ax, ay, bx, by, centre.x, centre.y);
      const x = ax + t * (bx - ax);
      const y = ay + t * (by - ay);
      const d2 = (x - centre.x) ** 2 + (y - centre.y) ** 2;
      if (d2 < best2) [best, best2] = [[Math.round(x / squeeze), Math.round(y)], d2];
    }
  }
  return best;
}

/** Returns the center of gravity of the lines, with each piece weighted by its length. */
function centreOfLines(lines: readonly Int32Array[], squeeze: number): { x: number; y: number } {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (const line of lines) {
    for (let i = 2; i < line.length; i += 2) {
      const [ax, ay, bx, by] = [line[i - 2] * squeeze, line[i - 1], line[i] * squeeze, line[i + 1]];
      const length = Math.hypot(bx - ax, by - ay);
      sum += length;
      sumX += (length * (ax + bx)) / 2;
      sumY += (length * (ay + by)) / 2;
    }
  }
  return sum === 0 ? { x: lines[0][0] * squeeze, y: lines[0][1] } : { x: sumX / sum, y: sumY / sum };
}
