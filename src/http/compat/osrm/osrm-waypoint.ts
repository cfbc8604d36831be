import type { Position } from '../../../geo/position.js';
import type { SnappedPoint } from '../../../sources/router.js';
import { isLength, isPoint, nonsense } from '../../core/request/impossible-answer.js';
import { osrmError } from './osrm-errors.js';

/**
 * Writes a point on the road network in OSRM's format. The hint is a meaningless string that clients send
 * back.
 * @throws OperatingError UPSTREAM_ERROR if the source's response is not a snapped point
 */
export function waypointOf(snapped: SnappedPoint, hasHints: boolean): object {
  const { longitude, latitude, distance_m, name } = snapped;
  if (!isPoint(longitude, latitude) || !isLength(distance_m))
    throw nonsense('the point has no valid position');
  const location: Position = [sixDecimals(longitude), sixDecimals(latitude)];
  return {
    ...(hasHints && { hint: Buffer.from(location.join()).toString('base64url') }),
    location,
    name: name ?? '',
    distance: tenths(distance_m),
  };
}

/** @throws OperatingError INVALID_REQUEST if a point is farther from its road than is allowed */
export function checkRadiuses(points: readonly SnappedPoint[], radiuses: readonly number[]): void {
  points.forEach(({ distance_m }, i) => {
    if (distance_m > radiuses[i]) throw noSegment(i);
  });
}

/** Returns the error for a point that has no road nearby. @param index the index of the point */
export function noSegment(index: number): Error {
  return osrmError('NoSegment', `Could not find a matching segment for coordinate ${index}`, 'coordinates');
}

export function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
