import type { Position } from '../../geo/position.js';
import { planTrip } from '../../routing/trip/plan-trip.js';
import type { PlannedRoute } from '../../routing/trip/trip-problem.js';
import type {
  FoundMatrix,
  FoundRoute,
  FoundTrip,
  MatrixRequest,
  NoRoute,
  RoadsAsked,
  RouteRequest,
  TripLeg,
  TripRequest,
} from '../router.js';

/** The time that plans leave free before the end of a time window, because drivers are often delayed. */
const SPARE_MS = 600_000;

/**
 * The maximum number of attempts. Roads change at most once a minute; after the last attempt, travel times
 * may be slightly out of date.
 */
const MOST_TRIES = 3;

/** Computes travel times and routes, in small steps. */
interface Ways {
  matrix(request: MatrixRequest): Generator<void, FoundMatrix>;
  route(request: RouteRequest): Generator<void, FoundRoute | NoRoute>;
}

/** Plans the trip using a matrix of the stops. Each leg is the route between two consecutive stops. */
export function* plannedTrip(request: TripRequest, ways: Ways): Generator<void, FoundTrip> {
  const { stops, vehicles, orders, without, mode, waitingPrice = 0 } = request;
  const asked = { places: stops.length, orders, vehicles, waitingPrice, spare_ms: SPARE_MS };
  const roads = roadsAsked(request);
  for (let tries = 1; ; tries++) {
    const matrix = yield* ways.matrix({
      ...{ origins: stops, destinations: stops, mode, durations: true, distances: false, without, ...roads },
    });
    const travel_ms = matrix.durations_s.map(milliseconds);
    const plan = yield* planTrip({ ...asked, travel_ms });
    const routes: FoundTrip['routes'][number][] = [];
    // Among identical vehicles, the vehicles without tasks come last.
    if (vehicles.every(({ capacity }) => capacity.join() === vehicles[0].capacity.join()))
      plan.routes.sort((a, b) => Number(a.visits.length === 0) - Number(b.visits.length === 0));
    for (const [vehicle, route] of plan.routes.entries()) {
      const places = placesOf(route, vehicles[vehicle]);
      const legs: TripLeg[] = [];
      for (const [i, place] of places.slice(1).entries()) {
        const leg = yield* ways.route(legRequest(request, stops[places[i]], stops[place]));
        // If there is no route, the roads have changed since the matrix was computed.
        if (leg.kind !== 'route') break;
        const isAsPlanned = milliseconds(leg.duration_s) === travel_ms[places[i] * stops.length + place];
        if (!isAsPlanned && tries < MOST_TRIES) break;
        const { distance_m, duration_s, coordinates, legs: own = [] } = leg;
        legs.push({ distance_m, duration_s, coordinates: coordinates.slice(), steps: own[0]?.steps ?? [] });
        yield;
      }
      if (legs.length === Math.max(0, places.length - 1)) routes.push({ ...route, legs });
    }
    if (routes.length < plan.routes.length) continue;
    const { origins, zones } = matrix;
    const own = { stops: origins, routes, leftOut: plan.leftOut };
    return zones === undefined ? own : { ...own, zones: zones.origins };
  }
}

/** Returns the places that a vehicle visits, in order, or an empty list if the vehicle has no tasks. */
function placesOf(
  { visits }: Pick<PlannedRoute, 'visits'>,
  { start, end }: { start: number | null; end: number | null },
): number[] {
  if (visits.length === 0) return [];
  const all = [start, ...visits.map(({ task }) => task.place), end];
  return all.filter((place) => place !== null);
}

function milliseconds(seconds: number): number {
  return Math.round(1000 * seconds);
}

function legRequest(request: TripRequest, origin: Position, destination: Position): RouteRequest {
  const { mode, steps, geometry, language } = request;
  const more = { via: [], notes: false, steps, legs: true, geometry, language, ...roadsAsked(request) };
  return { origin, destination, mode, more };
}

function roadsAsked({ avoid, departAt, vehicle }: RoadsAsked): RoadsAsked {
  return {
    ...(avoid !== undefined && { avoid }),
    ...(departAt !== undefined && { departAt }),
    ...(vehicle !== undefined && { vehicle }),
  };
}
