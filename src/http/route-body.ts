import type { FoundRoute, RouteRequest, SnappedPoint } from '../sources/router.js';
import { LONGEST_POSITION, writeCoordinates } from './coordinate-writer.js';
import { degreesText, stringOrNullText, tenthsText } from './json-text.js';
import { isLength, isPoint, nonsense } from './nonsense.js';
import type { Slab, SlabBody } from './slab.js';

/**
 * A RouteResponse in bytes: text before and after, and the line between them straight from the whole numbers of the data.
 * @throws OperatingError UPSTREAM_ERROR when a number is none or the line is no line
 */
export function routeBody(request: RouteRequest, found: FoundRoute, slab: Slab): SlabBody {
  const { distance_m, duration_s, coordinates } = found;
  if (!(coordinates instanceof Int32Array) || coordinates.length < 4 || coordinates.length % 2 !== 0) throw nonsense('a route without a line');
  if (!isLength(distance_m) || !isLength(duration_s)) throw nonsense(`a route of ${distance_m} m and ${duration_s} s`);
  const head =
    `{"route":{"distance_meters":${tenthsText(distance_m)},"duration_seconds":${tenthsText(duration_s)},` +
    `"geometry":{"type":"LineString","coordinates":`;
  const tail =
    `}},"mode":"${request.mode}","waypoints":[${waypointText(request.origin, found.origin)},${waypointText(request.destination, found.destination)}]}`;
  const bytes = slab.reserve(head.length + tail.length * 3 + (coordinates.length / 2) * LONGEST_POSITION + 2);
  // Only names, which are in the tail, may have more than ASCII.
  let at = slab.start + bytes.write(head, slab.start, 'latin1');
  at = writeCoordinates(coordinates, bytes, at);
  return slab.take(at + bytes.write(tail, at, 'utf8'));
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
