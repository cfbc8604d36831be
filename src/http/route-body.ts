import type { FoundRoute, RouteRequest, SnappedPoint } from '../sources/router.js';
import { CoordinateWriter } from './coordinate-writer.js';
import { degreesText, stringOrNullText, tenthsText } from './json-text.js';
import { isLength, isPoint, nonsense } from './nonsense.js';

const writer = new CoordinateWriter();

/**
 * A RouteResponse in bytes. A route has hundreds of positions, so the line is written digit by digit from the whole numbers of the data; text, names
 * and the few other numbers go around it.
 * @throws OperatingError UPSTREAM_ERROR when a number is none or the line is no line
 */
export function routeBody(request: RouteRequest, found: FoundRoute): Buffer {
  const { distance_m, duration_s, coordinates } = found;
  if (!(coordinates instanceof Int32Array) || coordinates.length < 4 || coordinates.length % 2 !== 0) throw nonsense('a route without a line');
  if (!isLength(distance_m) || !isLength(duration_s)) throw nonsense(`a route of ${distance_m} m and ${duration_s} s`);
  const head =
    `{"route":{"distance_meters":${tenthsText(distance_m)},"duration_seconds":${tenthsText(duration_s)},` +
    `"geometry":{"type":"LineString","coordinates":`;
  const tail =
    `}},"mode":"${request.mode}","waypoints":[${waypointText(request.origin, found.origin)},${waypointText(request.destination, found.destination)}]}`;
  return writer.write(head, coordinates, tail);
}

function waypointText(input: readonly [number, number], snapped: SnappedPoint): string {
  if (typeof snapped !== 'object' || snapped === null) throw nonsense('a route without its ends');
  const { longitude, latitude, distance_m, name } = snapped;
  if (!isPoint(longitude, latitude)) throw nonsense(`a route end at ${latitude},${longitude}`);
  if (!isLength(distance_m)) throw nonsense(`a route end ${distance_m} m away`);
  if (name !== null && typeof name !== 'string') throw nonsense('a road name that is no text');
  return (
    `{"input":{"latitude":${input[1]},"longitude":${input[0]}},"location":{"latitude":${degreesText(latitude)},"longitude":${degreesText(longitude)}},` +
    `"snap_distance_meters":${tenthsText(distance_m)},"name":${stringOrNullText(name)}}`
  );
}
