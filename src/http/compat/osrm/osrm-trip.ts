import type { FoundTrip, SnappedPoint, TripRequest } from '../../../sources/router.js';
import { nonsense } from '../../core/request/impossible-answer.js';
import type { HttpSettings } from '../../core/settings.js';
import { tooFarCells } from '../../matrix/matrix-parameters.js';
import { joinedLine } from '../../trip/trip-body.js';
import { MOST_STOPS } from '../../trip/trip-parameters.js';
import type { CompatRequest } from '../compat-endpoint.js';
import { osrmError } from './osrm-errors.js';
import { fitted, optionsOf, readSwitch, readWord, refuseSides } from './osrm-options.js';
import { routeOf } from './osrm-route-body.js';
import { FORM_OPTIONS, partsOf, readForm, type RouteForm } from './osrm-route-request.js';
import { readTarget } from './osrm-target.js';
import { checkRadiuses, noSegment, waypointOf } from './osrm-waypoint.js';

export interface OsrmTripRequest extends RouteForm {
  trip: TripRequest;
}

/** Indices of points; `null` means any point. */
type Ends = Pick<TripRequest['vehicles'][number], 'start' | 'end'>;

/** @throws OperatingError INVALID_REQUEST */
export function readOsrmTrip(
  { rest, query }: CompatRequest,
  { maxRouteDistance_m }: HttpSettings,
): OsrmTripRequest {
  const { mode, points } = readTarget(rest);
  const values = optionsOf(query, [...FORM_OPTIONS, 'roundtrip', 'source', 'destination']);
  const read = readForm(values);
  const isRound = readSwitch(values, 'roundtrip', true);
  const isFirst = readWord(values, 'source', ['any', 'first'], 'any') === 'first';
  const isLast = readWord(values, 'destination', ['any', 'last'], 'any') === 'last';
  if (points.length < 2)
    throw osrmError('InvalidOptions', 'Number of coordinates needs to be at least two.', 'coordinates');
  const general = fitted(read.general, values, points);
  refuseSides(general, 'A trip');
  if (!isRound && !isFirst && !isLast) throw osrmError('NotImplemented', 'This request is not supported');
  if (points.length > MOST_STOPS) throw osrmError('TooBig', 'Too many trip coordinates', 'coordinates');
  const last = points.length - 1;
  const home = isLast && !isFirst ? last : 0;
  const { start, end }: Ends = isRound
    ? { start: home, end: home }
    : { start: isFirst ? 0 : null, end: isLast ? last : null };
  let without = tooFarCells(points, points, maxRouteDistance_m);
  if (isRound && isFirst && isLast) {
    // From the last point, a vehicle can only return to the start.
    without ??= new Uint8Array(points.length ** 2);
    without.fill(1, last * points.length + 1, (last + 1) * points.length);
  }
  const form = { ...read, mode, general };
  const avoid = general.exclude.length > 0 && { avoid: general.exclude };
  return { ...form, trip: { ...tripOf(points, { start, end }), mode, without, ...partsOf(form), ...avoid } };
}

function tripOf(
  stops: TripRequest['stops'],
  { start, end }: Ends,
): Pick<TripRequest, 'stops' | 'orders' | 'vehicles'> {
  const always = { from_ms: 0, to_ms: Infinity };
  // If a vehicle only travels from one point to another, the second point is treated as a visit.
  const own = { start, end: stops.length === 2 && start === 0 && end === 1 ? null : end };
  const places = [...stops.keys()].filter((place) => place !== own.start && place !== own.end);
  return {
    stops,
    orders: places.map((place) => ({
      tasks: [{ place, service_ms: 0, windows: [always], loaded: [], change: [] }],
      ...{ priority: 0, vehicles: null },
    })),
    vehicles: [
      { ...own, shift: always, capacity: [], breaks: [], mostTasks: Infinity, mostTravel_ms: Infinity },
    ],
  };
}

/**
 * Writes a trip in OSRM's format.
 * @throws OperatingError INVALID_REQUEST `NoSegment` or `NoTrips`; UPSTREAM_ERROR if the source's response is
 * not a trip
 */
export function osrmTripBody({ stops, routes, leftOut }: FoundTrip, request: OsrmTripRequest): string {
  const { trip, general } = request;
  if (stops.length !== trip.stops.length || routes.length !== 1) throw nonsense('a trip of the wrong size');
  const lost = stops.indexOf(null);
  if (lost >= 0) throw noSegment(lost);
  const snapped = stops as readonly SnappedPoint[];
  checkRadiuses(snapped, general.radiuses);
  if (leftOut.length > 0) throw osrmError('NoTrips', 'No trip visiting all destinations possible.');
  const [{ visits, legs }] = routes;
  const [{ start, end }] = trip.vehicles;
  const order = [start, ...visits.map(({ task }) => task.place), end].filter((place) => place !== null);
  if (legs.length !== order.length - 1) throw nonsense('the trip has a wrong number of legs');
  const route = {
    distance_m: legs.reduce((sum, leg) => sum + leg.distance_m, 0),
    duration_s: legs.reduce((sum, leg) => sum + leg.duration_s, 0),
    ...{ coordinates: joinedLine(legs), legs },
  };
  const points = order.map((place) => snapped[place]);
  return JSON.stringify({
    code: 'Ok',
    trips: [routeOf(route, points, request)],
    ...(general.hasWaypoints && {
      waypoints: snapped.map((point, place) => ({
        ...waypointOf(point, general.hasHints),
        ...{ trips_index: 0, waypoint_index: order.indexOf(place) },
      })),
    }),
  });
}
