import type { Position } from '../../geo/position.js';
import { toDegrees, toUnits } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundRoute, MoreOfRoute, RouteLeg, RouteRequest, SnappedPoint } from '../router.js';
import { isLength, isRecord, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import { jsonOf, type UpstreamAnswer } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { engineSteps } from './engine-steps.js';
import { LineWalk } from './line-walk.js';
import { pointOf } from './engine-steps.js';
import { decodePolyline6 } from './polyline.js';
import { pointsOf } from './route-points.js';
import { OperatingError } from '../../errors.js';

/**
 * Reads responses in OSRM's format, which Valhalla also offers (`format=osrm`). Responses are checked
 * strictly, because an engine may return wrong data, and a proxy may respond in its place.
 */

/**
 * Engines measure distances on a sphere, which differ by up to 0.5 % from distances on the ellipsoid. Engines
 * also round positions to 0.1 m.
 */
const SNAP_TOLERANCE = { part: 0.01, m: 1 };

/**
 * The maximum distance between an end of a line and the corresponding snapped point. Both positions have 6
 * decimals, and OSRM leaves out an end that lies less than a meter before the first maneuver.
 */
const END_TOLERANCE_M = 2;

/**
 * The maximum difference between the length of the line and the distance of the route. Valhalla rounds the
 * lengths of many short edges.
 */
const LENGTH_TOLERANCE = { part: 0.03, m: 30 };

/**
 * A road farther away than this is treated as missing in responses that include the distance to the nearest
 * road.
 */
export const FAR_M = 50_000;

/** The engine's response: the code `Ok` comes with a route, any other code comes with a reason. */
export interface EngineAnswer {
  code: string;
  message: string;
  body: Record<string, unknown>;
}

/** @throws BadAnswer if the response has a different format, or if its status contradicts its code */
export function engineAnswer(answer: UpstreamAnswer): EngineAnswer {
  const body = jsonOf(answer);
  const { code, message } = isRecord(body) ? body : {};
  if (!isRecord(body) || typeof code !== 'string')
    throw new BadAnswer(`status ${answer.status} without a code`);
  if ((answer.status === 200) !== (code === 'Ok'))
    throw new BadAnswer(`status ${answer.status} with the code ${JSON.stringify(code)}`);
  return { code, message: typeof message === 'string' ? message : '', body };
}

/**
 * Reads and checks the route of an answer with the code `Ok`.
 * @param snapLimit_m the maximum distance between a requested point and the point to which it was snapped
 * @throws BadAnswer naming what is impossible
 */
export function foundRoute(
  { routes, waypoints }: Record<string, unknown>,
  request: RouteRequest,
  snapLimit_m: number,
): FoundRoute {
  const [route] = listOf(routes);
  if (!isRecord(route)) throw new BadAnswer('no route');
  const points = pointsOf(request);
  const given = listOf(waypoints);
  if (given.length !== points.length) throw new BadAnswer(`not ${points.length} waypoints`);
  const { distance, duration, geometry } = route;
  if (!isLength(distance)) throw new BadAnswer(`a distance of ${shown(distance)}`);
  if (!isLength(duration)) throw new BadAnswer(`a duration of ${shown(duration)}`);
  if (typeof geometry !== 'string') throw new BadAnswer('a line that is not a string');
  const [origin, ...others] = points.map((point, i) => snapped(given[i], point, snapLimit_m));
  const destination = others.pop()!;
  const coordinates = decodePolyline6(geometry);
  fixEnd(coordinates, 0, origin);
  fixEnd(coordinates, coordinates.length - 2, destination);
  checkLength(coordinates, distance);
  return {
    kind: 'route',
    distance_m: distance,
    duration_s: duration,
    coordinates,
    origin,
    destination,
    ...(request.more === undefined
      ? {}
      : moreOf(route, request.more, { coordinates, via: others, distance })),
  };
}

/** Returns the requested parts of the route other than the line. */
function moreOf(
  { legs }: Record<string, unknown>,
  more: MoreOfRoute,
  { coordinates, via, distance }: { coordinates: Int32Array; via: readonly SnappedPoint[]; distance: number },
): Pick<FoundRoute, 'via' | 'legs'> {
  const walk = new LineWalk(coordinates);
  for (const { longitude, latitude } of via) {
    walk.to(longitude, latitude, 'a waypoint');
    walk.fix(longitude, latitude);
  }
  return {
    ...(via.length > 0 && { via }),
    ...((more.steps || more.legs) && {
      legs: legsOf(listOf(legs), more.steps, { coordinates, via, distance }),
    }),
  };
}

function legsOf(
  given: readonly unknown[],
  steps: boolean,
  { coordinates, via, distance }: { coordinates: Int32Array; via: readonly SnappedPoint[]; distance: number },
): RouteLeg[] {
  if (given.length !== via.length + 1)
    throw new BadAnswer(`${given.length} legs instead of ${via.length + 1}`);
  const walk = new LineWalk(coordinates);
  const read = given.map((leg) => readLeg(recordOf(leg), steps, walk));
  checkSum('legs', read, distance);
  for (const leg of read) if (steps) checkSum('steps', leg.steps, leg.distance_m);
  return read;
}

function readLeg(
  { distance, duration, steps }: Record<string, unknown>,
  wanted: boolean,
  walk: LineWalk,
): RouteLeg {
  if (!isLength(distance) || !isLength(duration))
    throw new BadAnswer(`a leg of ${shown(distance)} m and ${shown(duration)} s`);
  return {
    distance_m: distance,
    duration_s: duration,
    steps: wanted ? engineSteps(listOf(steps), walk) : [],
  };
}

/** Checks that the parts of the route add up to the whole. */
function checkSum(what: string, parts: readonly { distance_m: number }[], whole_m: number): void {
  const sum_m = parts.reduce((sum, { distance_m }) => sum + distance_m, 0);
  if (Math.abs(sum_m - whole_m) > LENGTH_TOLERANCE.m + LENGTH_TOLERANCE.part * whole_m)
    throw new BadAnswer(`${what} of ${Math.round(sum_m)} m for a route of ${Math.round(whole_m)} m`);
}

export function snapped(waypoint: unknown, [lon, lat]: Position, limit_m: number): SnappedPoint {
  const [longitude, latitude] = pointOf(waypoint, 'a waypoint');
  const { name } = recordOf(waypoint);
  if (typeof name !== 'string') throw new BadAnswer(`a road named ${shown(name)}`);
  const distance_m = distanceM(lon, lat, longitude, latitude);
  if (distance_m > limit_m * (1 + SNAP_TOLERANCE.part) + SNAP_TOLERANCE.m)
    throw new BadAnswer(`a waypoint ${Math.round(distance_m)} m from the point that was sent`);
  return { longitude, latitude, distance_m, name: name === '' ? null : name };
}

/** Checks that an end of a line is near the snapped point, and moves the end exactly there. */
function fixEnd(line: Int32Array, at: number, { longitude, latitude }: SnappedPoint): void {
  if (line.length < 4) throw new BadAnswer('a line of fewer than two positions');
  const away_m = distanceM(toDegrees(line[at]), toDegrees(line[at + 1]), longitude, latitude);
  if (away_m > END_TOLERANCE_M)
    throw new BadAnswer(`a line that ends ${away_m.toFixed(1)} m from its waypoint`);
  line[at] = toUnits(longitude);
  line[at + 1] = toUnits(latitude);
}

function checkLength(line: Int32Array, distance_m: number): void {
  let line_m = 0;
  for (let i = 2; i < line.length; i += 2)
    line_m += distanceM(
      toDegrees(line[i - 2]),
      toDegrees(line[i - 1]),
      toDegrees(line[i]),
      toDegrees(line[i + 1]),
    );
  if (Math.abs(line_m - distance_m) > LENGTH_TOLERANCE.m + LENGTH_TOLERANCE.part * distance_m)
    throw new BadAnswer(`a line of ${Math.round(line_m)} m for a route of ${Math.round(distance_m)} m`);
}

/** Used if the engine's own limit is lower than the limit of the deployment. */
export function tooFar(): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    'destination is farther from origin than the data service behind the API allows.',
    { details: { field: 'destination', reason: 'too_far' } },
  );
}
