/**
 * Rings and polygons as lon7, lat7 pairs (see coordinates.ts). An edge is a straight line in longitude and
 * latitude, as on a flat map. Rings are closed: the last position equals the first.
 */

/**
 * Whether a ray from the point toward the east crosses the edge.
 *
 * The rule for points on a border is half-open: a west or south border belongs to the area; an east or north
 * border does not. The edge is always measured from its southern end, so two areas that share an edge get the
 * same rounding, no matter in which direction each area traverses the edge. A point on the common border of
 * two areas is in exactly one of the areas.
 */
export function rayCrosses(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  if (y1 <= y === y2 <= y) return false;
  return y2 > y1 ? isWestOf(x1, y1, x2, y2, x, y) : isWestOf(x2, y2, x1, y1, x, y);
}

/**
 * Whether the ring contains the point, which is the case if an odd number of its edges lie east of the point.
 */
function ringContains(ring: ArrayLike<number>, lon7: number, lat7: number): boolean {
  let inside = false;
  for (let i = 2; i < ring.length; i += 2) {
    if (rayCrosses(ring[i - 2], ring[i - 1], ring[i], ring[i + 1], lon7, lat7)) inside = !inside;
  }
  return inside;
}

/**
 * Whether the polygon (outer ring, then inner rings) contains the point, which is the case if an odd number
 * of its rings contain it.
 */
export function polygonContains(rings: readonly ArrayLike<number>[], lon7: number, lat7: number): boolean {
  let inside = false;
  for (const ring of rings) if (ringContains(ring, lon7, lat7)) inside = !inside;
  return inside;
}

/**
 * Whether any of the polygons contains the point. Longitudes are not normalized; for the antimeridian see
 * unwrap.ts.
 */
export function polygonsContain(
  polygons: readonly (readonly ArrayLike<number>[])[],
  lon7: number,
  lat7: number,
): boolean {
  return polygons.some((rings) => polygonContains(rings, lon7, lat7));
}

/** Whether the point is west of the edge that runs north from a to b. */
function isWestOf(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return (bx - ax) * (y - ay) - (x - ax) * (by - ay) > 0;
}
