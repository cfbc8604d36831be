import { metersPerDegreeLat, metersPerDegreeLon } from './distance.js';
import { areaM2, lengthM } from './measure.js';
import { polygonContains } from './ring.js';
import { nearestFraction } from './segment.js';
import { normalLon7, unwrapLine, unwrapPolygon } from './unwrap.js';

/** A cell is searched no further when it cannot beat the best by more than this share of the shape's size. */
const PRECISION = 0.01;
/** A bound on the work for one polygon; the best point so far is good enough then. */
const MOST_CELLS = 2000;
/** The first grid has at most this many cells along a long thin shape. */
const LONGEST_SHAPE = 64;

interface Cell {
  x: number;
  y: number;
  half: number;
  /** Distance to the outline, negative outside. */
  depth: number;
  /** No point of the cell is deeper than this. */
  reach: number;
}

/**
 * A point on the surface of the polygons, as [lon7, lat7]: deep inside the largest one, where a label would stand, and
 * at its centre where that is about as good.
 *
 * The search is the one for the pole of inaccessibility by quartering cells (Garcia-Castellanos and Lombardo, 2007, made
 * exact by bounding each cell). The result lies inside by polygonContains; only a shape too thin for whole units (a
 * sliver under a centimetre) gives a point of its outline instead.
 */
export function pointOnSurface(polygons: readonly (readonly Int32Array[])[]): [lon7: number, lat7: number] {
  const rings = unwrapPolygon(largest(polygons));
  const outer = rings[0];
  // Longitudes are squeezed so that depths are true to shape; units stay those of latitude.
  const squeeze = metersPerDegreeLon(outer[1] / 1e7) / metersPerDegreeLat(outer[1] / 1e7);
  const deepest = deepestPoint(rings, squeeze);
  const lon7 = Math.round(deepest.x / squeeze);
  const lat7 = Math.round(deepest.y);
  if (polygonContains(rings, lon7, lat7)) return [normalLon7(lon7), lat7];
  return [normalLon7(outer[0]), outer[1]];
}

/**
 * A point on the lines, as [lon7, lat7]: half-way along a single line; of several the point nearest to their common
 * centre, so that a street of forty pieces is shown in its middle.
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

function deepestPoint(rings: readonly Int32Array[], squeeze: number): { x: number; y: number } {
  const box = squeezedBox(rings[0], squeeze);
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const size = Math.max(Math.min(width, height), Math.max(width, height) / LONGEST_SHAPE);
  const centre = cellAt(rings, squeeze, { ...centroid(rings[0], squeeze), half: 0 });
  if (width === 0 || height === 0) return centre;
  const half = size / 2;
  const queue: Cell[] = [];
  for (let x = box.minX; x < box.maxX; x += size) {
    for (let y = box.minY; y < box.maxY; y += size) push(queue, cellAt(rings, squeeze, { x: x + half, y: y + half, half }));
  }
  const precision = Math.max(1, size * PRECISION);
  let best = centre;
  for (let cells = queue.length; queue.length > 0 && cells < MOST_CELLS; cells += 4) {
    const cell = pop(queue);
    if (cell.reach - best.depth <= precision && best.depth > 0) break;
    if (cell.depth > best.depth) best = cell;
    const h = cell.half / 2;
    // Quarters below one unit hold no further whole position.
    if (h < 0.5) continue;
    for (const [sx, sy] of [[-h, -h], [h, -h], [-h, h], [h, h]]) {
      push(queue, cellAt(rings, squeeze, { x: cell.x + sx, y: cell.y + sy, half: h }));
    }
  }
  return best;
}

function cellAt(rings: readonly Int32Array[], squeeze: number, at: { x: number; y: number; half: number }): Cell {
  const depth = signedDepth(rings, squeeze, at.x, at.y);
  return { ...at, depth, reach: depth + at.half * Math.SQRT2 };
}

/** Distance from the point to the nearest edge, negative when it is outside. */
function signedDepth(rings: readonly Int32Array[], squeeze: number, x: number, y: number): number {
  let nearest2 = Infinity;
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      const ax = ring[i - 2] * squeeze;
      const ay = ring[i - 1];
      const bx = ring[i] * squeeze;
      const by = ring[i + 1];
      const t = nearestFraction(ax, ay, bx, by, x, y);
      const dx = ax + t * (bx - ax) - x;
      const dy = ay + t * (by - ay) - y;
      nearest2 = Math.min(nearest2, dx * dx + dy * dy);
    }
  }
  return polygonContains(rings, x / squeeze, y) ? Math.sqrt(nearest2) : -Math.sqrt(nearest2);
}

function squeezedBox(ring: Int32Array, squeeze: number): { minX: number; minY: number; maxX: number; maxY: number } {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    minX = Math.min(minX, ring[i] * squeeze);
    maxX = Math.max(maxX, ring[i] * squeeze);
    minY = Math.min(minY, ring[i + 1]);
    maxY = Math.max(maxY, ring[i + 1]);
  }
  return { minX, minY, maxX, maxY };
}

/** The centre of gravity of the ring's surface (shoelace sums relative to its first position). */
function centroid(ring: Int32Array, squeeze: number): { x: number; y: number } {
  const [x0, y0] = [ring[0] * squeeze, ring[1]];
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let i = 2; i < ring.length; i += 2) {
    const ax = ring[i - 2] * squeeze - x0;
    const ay = ring[i - 1] - y0;
    const bx = ring[i] * squeeze - x0;
    const by = ring[i + 1] - y0;
    const cross = ax * by - bx * ay;
    sum += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  }
  return sum === 0 ? { x: x0, y: y0 } : { x: x0 + sumX / (3 * sum), y: y0 + sumY / (3 * sum) };
}

/** A binary heap with the farthest reach on top. */
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

function halfWay(line: Int32Array): [number, number] {
  let left = lengthM([line]) / 2;
  for (let i = 2; i < line.length; i += 2) {
    const step = lengthM([line.subarray(i - 2, i + 2)]);
    if (step > 0 && left <= step) {
      const t = left / step;
      return [Math.round(line[i - 2] + t * (line[i] - line[i - 2])), Math.round(line[i - 1] + t * (line[i + 1] - line[i - 1]))];
    }
    left -= step;
  }
  return [line[0], line[1]];
}

function nearestToCentre(lines: readonly Int32Array[]): [number, number] {
  const squeeze = metersPerDegreeLon(lines[0][1] / 1e7) / metersPerDegreeLat(lines[0][1] / 1e7);
  const centre = centreOfLines(lines, squeeze);
  let best: [number, number] = [lines[0][0], lines[0][1]];
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

/** The centre of gravity of the lines, each piece by its length. */
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
