import { toUnits } from '../geo/coordinates.js';
import { rayCrosses } from '../geo/ring.js';
import type { Area, Ring } from '../closures/closure.js';

/**
 * The maximum number of cells along each side of the grid. More cells than this, or more entries in total,
 * would not make lookups faster.
 */
const MOST_SIDE = 256;
const MOST_ENTRIES = 2_000_000;

/** A range of columns or rows of cells. */
interface Cells {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Finds the areas that contain a point. A grid covers all areas, and each grid cell lists the areas whose
 * bounding boxes overlap the cell. A point on a boundary belongs to the area to the east or north of the
 * boundary, as in `geo/ring.ts`.
 */
export class ZoneIndex {
  /** Per area, smallest first: its index in the list from which the zone index was built. */
  readonly #numbers: Uint32Array;
  /** Per area: the west, south, east and north edges of its bounding box, in units of 1e-7 degrees. */
  readonly #boxes: Float64Array;
  /** Where each area's polygons and each polygon's edges begin. */
  readonly #firstPolygon: Uint32Array;
  readonly #firstEdge: Uint32Array;
  /** Per edge: longitude and latitude of its two ends. */
  readonly #edges: Int32Array;
  readonly #bounds: Cells;
  #side: number;
  /** Per cell: where its list of areas begins in `#inCell`. */
  readonly #firstInCell: Uint32Array;
  readonly #inCell: Uint32Array;

  constructor(areas: readonly Area[]) {
    const sizes = areas.map(sizeOf);
    const order = areas.map((_, number) => number).sort((a, b) => sizes[a] - sizes[b] || a - b);
    this.#numbers = Uint32Array.from(order);
    this.#boxes = new Float64Array(4 * areas.length);
    const [firstPolygon, firstEdge, edges]: [number[], number[], number[]] = [[], [], []];
    for (const [place, number] of order.entries()) {
      firstPolygon.push(firstEdge.length);
      const box = this.#boxes
        .subarray(4 * place, 4 * place + 4)
        .fill(Infinity, 0, 2)
        .fill(-Infinity, 2);
      for (const rings of areas[number]) {
        firstEdge.push(edges.length / 4);
        for (const ring of rings) takeRing(ring, edges, box);
      }
    }
    this.#firstPolygon = Uint32Array.from([...firstPolygon, firstEdge.length]);
    this.#firstEdge = Uint32Array.from([...firstEdge, edges.length / 4]);
    this.#edges = Int32Array.from(edges);
    const bound = (side: number, further: (a: number, b: number) => number): number =>
      this.#boxes.reduce((far, at, i) => (i % 4 === side ? further(far, at) : far), this.#boxes[side] ?? 0);
    this.#bounds = {
      ...{ west: bound(0, Math.min), south: bound(1, Math.min) },
      ...{ east: bound(2, Math.max), north: bound(3, Math.max) },
    };
    this.#side = Math.min(MOST_SIDE, Math.ceil(2 * Math.sqrt(areas.length)) + 1);
    while (this.#side > 1 && this.#entries() > MOST_ENTRIES) this.#side >>= 1;
    this.#firstInCell = new Uint32Array(this.#side ** 2 + 1);
    this.#eachEntry((cell) => this.#firstInCell[cell + 1]++);
    for (let cell = 0; cell < this.#side ** 2; cell++) this.#firstInCell[cell + 1] += this.#firstInCell[cell];
    this.#inCell = new Uint32Array(this.#firstInCell[this.#side ** 2]);
    const next = this.#firstInCell.slice();
    this.#eachEntry((cell, area) => (this.#inCell[next[cell]++] = area));
  }

  /** Returns the indexes of the areas that contain a point, smallest area first. */
  at(lon: number, lat: number): number[] {
    const [x, y] = [toUnits(lon), toUnits(lat)];
    const { west, south, east, north } = this.#bounds;
    const found: number[] = [];
    if (!(x >= west && x <= east && y >= south && y <= north)) return found;
    const cell = this.#row(y) * this.#side + this.#column(x);
    const boxes = this.#boxes;
    for (let i = this.#firstInCell[cell]; i < this.#firstInCell[cell + 1]; i++) {
      const area = this.#inCell[i];
      const box = 4 * area;
      if (x < boxes[box] || y < boxes[box + 1] || x > boxes[box + 2] || y > boxes[box + 3]) continue;
      if (this.#holds(area, x, y)) found.push(this.#numbers[area]);
    }
    return found;
  }

  #holds(area: number, x: number, y: number): boolean {
    const edges = this.#edges;
    for (let polygon = this.#firstPolygon[area]; polygon < this.#firstPolygon[area + 1]; polygon++) {
      let isInside = false;
      const end = 4 * this.#firstEdge[polygon + 1];
      for (let i = 4 * this.#firstEdge[polygon]; i < end; i += 4) {
        const [y1, y2] = [edges[i + 1], edges[i + 3]];
        // Most edges are entirely south or entirely north of the point.
        if (y1 <= y !== y2 <= y && rayCrosses(edges[i], y1, edges[i + 2], y2, x, y)) isInside = !isInside;
      }
      if (isInside) return true;
    }
    return false;
  }

  #column(x: number): number {
    return place(x, this.#bounds.west, this.#bounds.east, this.#side);
  }

  #row(y: number): number {
    return place(y, this.#bounds.south, this.#bounds.north, this.#side);
  }

  #cellsOf(area: number): Cells {
    const [west, south, east, north] = this.#boxes.subarray(4 * area, 4 * area + 4);
    return {
      ...{ west: this.#column(west), south: this.#row(south) },
      ...{ east: this.#column(east), north: this.#row(north) },
    };
  }

  #entries(): number {
    let sum = 0;
    for (let area = 0; area < this.#numbers.length; area++) {
      const { west, south, east, north } = this.#cellsOf(area);
      sum += (east - west + 1) * (north - south + 1);
    }
    return sum;
  }

  #eachEntry(take: (cell: number, area: number) => void): void {
    for (let area = 0; area < this.#numbers.length; area++) {
      const { west, south, east, north } = this.#cellsOf(area);
      for (let row = south; row <= north; row++)
        for (let column = west; column <= east; column++) take(row * this.#side + column, area);
    }
  }
}

function place(at: number, least: number, most: number, side: number): number {
  return Math.min(side - 1, Math.floor(((at - least) / Math.max(1, most - least)) * side));
}

/** Appends a ring's edges, and extends the box to include them. */
function takeRing(ring: Ring, edges: number[], box: Float64Array): void {
  let [x, y] = ring[0].map(toUnits);
  for (const [lon, lat] of ring) {
    const [nextX, nextY] = [toUnits(lon), toUnits(lat)];
    // The first corner makes an edge of length 0, which the ray cannot cross.
    edges.push(x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
}

/** Returns the size of the area in square degrees, scaled by its latitude, so that sizes can be compared. */
function sizeOf(area: Area): number {
  let sum = 0;
  for (const rings of area)
    for (const [i, ring] of rings.entries()) {
      let twice = 0;
      for (let k = 1; k < ring.length; k++)
        twice += ring[k - 1][0] * ring[k][1] - ring[k][0] * ring[k - 1][1];
      sum += (i === 0 ? 1 : -1) * Math.abs(twice);
    }
  return sum * Math.cos((area[0][0][0][1] * Math.PI) / 180);
}
