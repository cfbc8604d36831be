import { deltaLon, metersPerDegreeLat, metersPerDegreeLon } from './distance.js';

/**
 * The turn that a path makes at a position, in degrees, in (-180, 180]: 0 is straight on, positive is to
 * the right, negative is to the left, 180 is turning back.
 * The three positions are lon, lat in degrees. The angle is measured in the flat plane at the middle
 * position.
 * A leg of length 0 has no direction, so the turn is 0.
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
  // Cross and dot product of the two legs. Clockwise is positive because bearings grow clockwise.
  const angle = (Math.atan2(inY * outX - inX * outY, inX * outX + inY * outY) * 180) / Math.PI;
  return angle <= -180 ? 180 : angle;
}

/**
 * Degrees clockwise from north in which one sets out from a position to reach another one, lon, lat in
 * degrees: the direction of the straight line in the plane of the middle latitude, less half of what the
 * meridians converge. Up to 100 km it is right to a hundredth of a degree.
 */
export function azimuth(
  [lon1, lat1]: readonly [number, number],
  [lon2, lat2]: readonly [number, number],
): number {
  const middle = (lat1 + lat2) / 2;
  const dLon = deltaLon(lon1, lon2);
  const x = dLon * metersPerDegreeLon(middle);
  const y = (lat2 - lat1) * metersPerDegreeLat(middle);
  const turned = (dLon * Math.sin((middle * Math.PI) / 180)) / 2;
  return ((Math.atan2(x, y) * 180) / Math.PI - turned + 360) % 360;
}

/** Whole degrees clockwise from north of a short line between two positions, lon, lat in degrees. */
export function compass(
  [lon1, lat1]: readonly [number, number],
  [lon2, lat2]: readonly [number, number],
): number {
  const x = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return (Math.round((Math.atan2(x, lat2 - lat1) * 180) / Math.PI) + 360) % 360;
}
