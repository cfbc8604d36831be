import { orientation } from '../../geo/orientation.js';
import { polygonsContain } from '../../geo/ring.js';

/** Polygons as rings of lon7, lat7 pairs: outer rings with their inner ones. */
export type AreaPolygons = readonly (readonly ArrayLike<number>[])[];

/** An area in which roads are closed or slower. */
export class ClosedArea {
  readonly #polygons: AreaPolygons;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;

  constructor(polygons: AreaPolygons) {
    this.#polygons = polygons;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [outer] of polygons) {
      for (let i = 0; i < outer.length; i += 2) {
        west = Math.min(west, outer[i]);
        east = Math.max(east, outer[i]);
        south = Math.min(south, outer[i + 1]);
        north = Math.max(north, outer[i + 1]);
      }
    }
    [this.west, this.south, this.east, this.north] = [west, south, east, north];
  }

  /** Whether any part of the straight line between two positions lies in the area or on its border. */
  meets(lon1: number, lat1: number, lon2: number, lat2: number): boolean {
    if (Math.max(lon1, lon2) < this.west || Math.min(lon1, lon2) > this.east) return false;
    if (Math.max(lat1, lat2) < this.south || Math.min(lat1, lat2) > this.north) return false;
    if (polygonsContain(this.#polygons, lon1, lat1)) return true;
    return this.#polygons.some((rings) => rings.some((ring) => crosses(ring, lon1, lat1, lon2, lat2)));
  }
}

/** Whether a line meets an edge of a ring. */
function crosses(ring: ArrayLike<number>, lon1: number, lat1: number, lon2: number, lat2: number): boolean {
  for (let i = 2; i < ring.length; i += 2)
    if (meet(ring[i - 2], ring[i - 1], ring[i], ring[i + 1], lon1, lat1, lon2, lat2)) return true;
  return false;
}

/** Whether two lines have a position in common. */
function meet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const apart =
    Math.max(ax, bx) < Math.min(cx, dx) ||
    Math.max(cx, dx) < Math.min(ax, bx) ||
    Math.max(ay, by) < Math.min(cy, dy) ||
    Math.max(cy, dy) < Math.min(ay, by);
  if (apart) return false;
  const [c, d] = [orientation(ax, ay, bx, by, cx, cy), orientation(ax, ay, bx, by, dx, dy)];
  const [a, b] = [orientation(cx, cy, dx, dy, ax, ay), orientation(cx, cy, dx, dy, bx, by)];
  return c * d <= 0 && a * b <= 0;
}
