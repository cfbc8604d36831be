import { orientation } from '../../geo/orientation.js';
import { polygonsContain } from '../../geo/ring.js';

/** Polygons as rings of lon7, lat7 pairs: outer rings with their inner rings. */
export type AreaPolygons = readonly (readonly ArrayLike<number>[])[];

/** An area in which roads are closed or slowed down. */
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

  /** Whether any part of the straight line between two positions is in the area or on its border. */
  meets(lon1: number, lat1: number, lon2: number, lat2: number): boolean {
    if (Math.max(lon1, lon2) < this.west || Math.min(lon1, lon2) > this.east) return false;
    if (Math.max(lat1, lat2) < this.south || Math.min(lat1, lat2) > this.north) return false;
    if (polygonsContain(this.#polygons, lon1, lat1)) return true;
    const line: Line = { lon1, lat1, lon2, lat2 };
    return this.#polygons.some((rings) => rings.some((ring) => crosses(ring, line)));
  }
}

interface Line {
  lon1: number;
  lat1: number;
  lon2: number;
  lat2: number;
}

/** Whether a line touches or crosses an edge of a ring. */
function crosses(ring: ArrayLike<number>, { lon1, lat1, lon2, lat2 }: Line): boolean {
  for (let i = 2; i < ring.length; i += 2) {
    const [ax, ay, bx, by] = [ring[i - 2], ring[i - 1], ring[i], ring[i + 1]];
    const apart =
      Math.max(ax, bx) < Math.min(lon1, lon2) ||
      Math.max(lon1, lon2) < Math.min(ax, bx) ||
      Math.max(ay, by) < Math.min(lat1, lat2) ||
      Math.max(lat1, lat2) < Math.min(ay, by);
    if (apart) continue;
    const [c, d] = [orientation(ax, ay, bx, by, lon1, lat1), orientation(ax, ay, bx, by, lon2, lat2)];
    const [a, b] = [orientation(lon1, lat1, lon2, lat2, ax, ay), orientation(lon1, lat1, lon2, lat2, bx, by)];
    if (c * d <= 0 && a * b <= 0) return true;
  }
  return false;
}
