import type { Position } from '../../geo/position.js';
import { compass } from '../../geo/bearing.js';
import { toDegrees } from '../../geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import { isOpen, type SegmentTable } from '../frozen/segment-table.js';

/** The directions in which a route may leave a stop and arrive at it; see docs/routing-requests.md, 14. */
export interface Approach {
  /**
   * The bearing in degrees clockwise from north, and the number of degrees by which the road may deviate from
   * it.
   */
  bearing?: { degrees: number; range: number };
  /** Whether the point must be on the right, which is the side that traffic drives on. */
  isAtCurb?: boolean;
}

const ALONG = 1;
const AGAINST = 2;
/** Both directions of a segment, encoded in the form that candidates use. */
export const ANY_DIRECTION = ALONG | AGAINST;

/** A point closer to the road than this counts as being on both sides of it. */
const ON_ROAD_M = 1;

/** Whether a route may pass a candidate in the given direction of its segment. */
export function mayPass({ directions }: { directions: number }, directed: number): boolean {
  return (directions & (1 << (directed & 1))) !== 0;
}

/**
 * Returns the directions in which a route may pass a place on a pair of positions; 0 for none.
 * @param pair the segment and the pair's first position
 * @param point the requested point, in degrees
 */
export function directionsAt(
  segments: SegmentTable,
  pair: { segment: number; position: number },
  { bearing, isAtCurb = false }: Approach,
  point: Position,
): number {
  const from = degreesAt(segments, pair.position);
  const to = degreesAt(segments, pair.position + 1);
  let directions = 0;
  if (isOpen(segments, 2 * pair.segment)) directions |= ALONG;
  if (isOpen(segments, 2 * pair.segment + 1)) directions |= AGAINST;
  const isPlace = from[0] === to[0] && from[1] === to[1];
  if (isPlace) return directions;
  if (isAtCurb && directions === ANY_DIRECTION) directions = curbSide(from, to, point);
  if (bearing === undefined) return directions;
  const along = compass(from, to);
  const isOff = (own: number): boolean => degreesBetween(own, bearing.degrees) > bearing.range;
  if (isOff(along)) directions &= ~ALONG;
  if (isOff(along + 180)) directions &= ~AGAINST;
  return directions;
}

/** Returns the direction of travel in which the point is on the right. */
function curbSide(from: Position, to: Position, [lon, lat]: Position): number {
  const [perLon, perLat] = [metersPerDegreeLon(lat), metersPerDegreeLat(lat)];
  const [x, y] = [(to[0] - from[0]) * perLon, (to[1] - from[1]) * perLat];
  const [pointX, pointY] = [(lon - from[0]) * perLon, (lat - from[1]) * perLat];
  // How far, in meters, the point lies to the left of the line through both positions.
  const left_m = (x * pointY - y * pointX) / Math.hypot(x, y);
  if (Math.abs(left_m) < ON_ROAD_M) return ANY_DIRECTION;
  return left_m < 0 ? ALONG : AGAINST;
}

function degreesBetween(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180);
}

function degreesAt({ positions }: SegmentTable, position: number): Position {
  return [toDegrees(lon7At(positions, position)), toDegrees(lat7At(positions, position))];
}
