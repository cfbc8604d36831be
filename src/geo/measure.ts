import { toDegrees } from './coordinates.js';
import { distanceM } from './distance.js';

/** The equatorial radius of WGS84, as in distance.ts. */
const EQUATOR_M = 6378137;
const FLATTENING = 1 / 298.257223563;
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(ECCENTRICITY_2);
const POLE_M = EQUATOR_M * (1 - FLATTENING);
const RADIANS_PER_UNIT = Math.PI / 180 / 1e7;
const HALF_TURN = 1_800_000_000;

/** Returns the total length in meters of lines of lon7, lat7 pairs. */
export function lengthM(lines: readonly ArrayLike<number>[]): number {
  let sum = 0;
  for (const line of lines) {
    for (let i = 2; i < line.length; i += 2) {
      sum += distanceM(
        toDegrees(line[i - 2]),
        toDegrees(line[i - 1]),
        toDegrees(line[i]),
        toDegrees(line[i + 1]),
      );
    }
  }
  return sum;
}

/**
 * Returns the area of polygons in square meters, on the ellipsoid. Each polygon is an outer ring followed by
 * its inner rings, in either direction.
 */
export function areaM2(polygons: readonly (readonly ArrayLike<number>[])[]): number {
  let sum = 0;
  for (const rings of polygons) {
    let area = 0;
    rings.forEach((ring, i) => (area += i === 0 ? ringAreaM2(ring) : -ringAreaM2(ring)));
    sum += Math.max(0, area);
  }
  return sum;
}

/**
 * Returns the area of one ring in square meters. The function sums the signed area between each edge and the
 * latitude of the first position. Each strip is integrated with Simpson's rule, so edges of several hundred
 * kilometers stay accurate.
 */
function ringAreaM2(ring: ArrayLike<number>): number {
  if (ring.length < 8) return 0;
  let sum = 0;
  // Areas are measured from the first latitude rather than from the equator, because otherwise a small house
  // would be the difference between two huge strips and lose its precision.
  const base = strip(ring[1]);
  let from = 0;
  for (let i = 2; i < ring.length; i += 2) {
    const to = strip(ring[i + 1]) - base;
    let dLon = ring[i] - ring[i - 2];
    if (dLon > HALF_TURN) dLon -= 2 * HALF_TURN;
    else if (dLon < -HALF_TURN) dLon += 2 * HALF_TURN;
    if (dLon !== 0) {
      const middle = strip((ring[i - 1] + ring[i + 1]) / 2) - base;
      sum += (dLon * (from + 4 * middle + to)) / 6;
    }
    from = to;
  }
  return Math.abs(sum * RADIANS_PER_UNIT);
}

/**
 * Returns the average number of the rings' edges that a line of latitude crosses, over all latitudes of the
 * shape. The result is never below 1: it is 2 for a square, about 10 for the most ragged real outlines, and
 * one per side of each tooth for a comb.
 */
export function meanCrossings(rings: readonly ArrayLike<number>[]): number {
  let [south, north, climbed] = [Infinity, -Infinity, 0];
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 2) {
      south = Math.min(south, ring[i]);
      north = Math.max(north, ring[i]);
      if (i > 1) climbed += Math.abs(ring[i] - ring[i - 2]);
    }
  }
  return north > south ? Math.max(1, climbed / (north - south)) : 1;
}

/**
 * Returns the area in square meters, on the ellipsoid, between the equator and a latitude, over one radian of
 * longitude (closed form).
 */
function strip(lat7: number): number {
  const sin = Math.sin(lat7 * RADIANS_PER_UNIT);
  const e = ECCENTRICITY * sin;
  return ((POLE_M * POLE_M) / 2) * (sin / (1 - e * e) + Math.atanh(e) / ECCENTRICITY);
}
