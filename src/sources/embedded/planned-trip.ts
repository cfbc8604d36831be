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

/** The time that plans leave before the end of a window, because drivers are often held up. */
const SPARE_MS = 600_000;

/**
 * The number of tries. Roads change once a minute at most; after these, times may be slightly out of date.
 */
const MOST_TRIES = 3;

/** The source of times and ways, in pieces of work. */
interface Ways {
  matrix(request: MatrixRequest): Generator<void, FoundMatrix>;
  route(request: RouteRequest): Generator<void, FoundRoute | NoRoute>;
}

/** Plans on the matrix of its stops. Each leg is the route between its two stops. */
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
    // Among equal vehicles, those without a task come last.
    if (vehicles.every(({ capacity }) => capacity.join() === vehicles[0].capacity.join()))
      plan.routes.sort((a, b) => Number(a.visits.length === 0) - Number(b.visits.length === 0));
    for (const [vehicle, route] of plan.routes.entries()) {
      const places = placesOf(route, vehicles[vehicle]);
      const legs: TripLeg[] = [];
      for (const [i, place] of places.slice(1).entries()) {
        const leg = yield* ways.route(legRequest(request, stops[places[i]], stops[place]));
        // Otherwise the roads have changed since the matrix was made.
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

/** The places of a vehicle in their order; none if it has nothing to do. */
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
