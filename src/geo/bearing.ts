import type { Position } from './position.js';
import { deltaLon, metersPerDegreeLat, metersPerDegreeLon } from './distance.js';

/**
 * Returns the angle in degrees by which a path turns at a position, in (-180, 180]: 0 is straight ahead,
 * positive is to the right, negative is to the left, and 180 is a U-turn. The three positions are given as
 * lon, lat in degrees. The angle is measured in a flat plane around the middle position. A leg of length 0
 * has no direction, so the angle is 0.
 */
export function turnAngle(before: Position, at: Position, after: Position): number {
  const perLon = metersPerDegreeLon(at[1]);
  const perLat = metersPerDegreeLat(at[1]);
  const inX = deltaLon(before[0], at[0]) * perLon;
  const inY = (at[1] - before[1]) * perLat;
  const outX = deltaLon(at[0], after[0]) * perLon;
  const outY = (after[1] - at[1]) * perLat;
  if ((inX === 0 && inY === 0) || (outX === 0 && outY === 0)) return 0;
  // The cross and dot products of the two legs. Clockwise turns are positive because bearings increase
  // clockwise.
  const angle = (Math.atan2(inY * outX - inX * outY, inX * outX + inY * outY) * 180) / Math.PI;
  return angle <= -180 ? 180 : angle;
}

/**
 * Returns the initial direction from one position to another, in degrees clockwise from north. Positions are
 * given as lon, lat in degrees. The result is the direction of the straight line in the plane of the middle
 * latitude, minus half of the meridians' convergence. Up to 100 km, the error is less than a hundredth of a
 * degree.
 */
export function azimuth([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const middle = (lat1 + lat2) / 2;
  const dLon = deltaLon(lon1, lon2);
  const x = dLon * metersPerDegreeLon(middle);
  const y = (lat2 - lat1) * metersPerDegreeLat(middle);
  const turned = (dLon * Math.sin((middle * Math.PI) / 180)) / 2;
  return ((Math.atan2(x, y) * 180) / Math.PI - turned + 360) % 360;
}

/**
 * Returns the position at a given distance, in meters, and direction, in degrees clockwise from north. The
 * calculation uses a sphere with the ellipsoid's local curvature: up to 300 km, the error is below 0.05 % of
 * the distance, even across the poles and the antimeridian.
 *
 * @returns degrees, with the longitude from -180 to 180
 */
export function destination([lon, lat]: Position, bearing: number, distance_m: number): Position {
  const radians = Math.PI / 180;
  const [sinBearing, cosBearing] = [Math.sin(bearing * radians), Math.cos(bearing * radians)];
  const [sinLat, cosLat] = [Math.sin(lat * radians), Math.cos(lat * radians)];
  // Returns the radii of curvature along the meridian and perpendicular to it.
  const along_m = metersPerDegreeLat(lat) / radians;
  const across_m = metersPerDegreeLon(lat) / radians / cosLat;
  const radius_m = 1 / (cosBearing ** 2 / along_m + sinBearing ** 2 / across_m);
  const [sinWay, cosWay] = [Math.sin(distance_m / radius_m), Math.cos(distance_m / radius_m)];
  const sinNorth = Math.max(-1, Math.min(1, sinLat * cosWay + cosLat * sinWay * cosBearing));
  const east = Math.atan2(sinBearing * sinWay * cosLat, cosWay - sinLat * sinNorth) / radians;
  const turned = lon + east;
  return [turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned, Math.asin(sinNorth) / radians];
}

/**
 * Returns the direction of a short line between two positions (lon, lat in degrees), in whole degrees
 * clockwise from north.
 */
export function compass([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const x = (lon2 - lon1) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return (Math.round((Math.atan2(x, lat2 - lat1) * 180) / Math.PI) + 360) % 360;
}

/** The names of the eight compass points in responses, clockwise from north. */
export const WINDS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;
export type Wind = (typeof WINDS)[number];

/**
 * Returns the compass point nearest to a bearing of 0 to 360 degrees, which differs from it by at most 22.5
 * degrees.
 */
export function windOf(bearing: number): Wind {
  return WINDS[Math.round(bearing / 45) % 8];
}

/** Returns a compass point's bearing in degrees. */
export function bearingOf(wind: Wind): number {
  return 45 * WINDS.indexOf(wind);
}

/** Returns the angle between two bearings, from 0 to 180 degrees. */
export function between(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return apart > 180 ? 360 - apart : apart;
}
