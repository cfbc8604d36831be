import { deltaLon, metersPerDegreeLat, metersPerDegreeLon } from './distance.js';

/**
 * The turn in degrees that a path makes at a position: 0 straight on, positive to the right, negative to the left, 180
 * for turning back; in (-180, 180]. The three positions are in degrees; the plane is the flat one at the middle position.
 * A leg without length has no direction, so there is no turn: 0.
 */
export function turnAngle(
  before: readonly [number, number],
  at: readonly [number, number],
  after: readonly [number, number],
): number {
  const perLon = metersPerDegreeLon(at[1]);
  const perLat = metersPerDegreeLat(at[1]);
  const inX = deltaLon(before[0], at[0]) * perLon;
  const inY = (at[1] - before[1]) * perLat;
  const outX = deltaLon(at[0], after[0]) * perLon;
  const outY = (after[1] - at[1]) * perLat;
  if ((inX === 0 && inY === 0) || (outX === 0 && outY === 0)) return 0;
  // Cross and dot product of the two legs; clockwise is positive because bearings grow clockwise.
  const angle = (Math.atan2(inY * outX - inX * outY, inX * outX + inY * outY) * 180) / Math.PI;
  return angle <= -180 ? 180 : angle;
}
