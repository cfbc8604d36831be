import type {
  FoundMatch,
  FoundMatrix,
  FoundRoute,
  FoundTrip,
  NearestRequest,
  NoRoute,
  SnappedPoint,
} from '../../../sources/router.js';
import { noMatching, noMatrix, noNearest, noTrips } from '../../../sources/not-supported.js';
import { afterSource, type SourceStep } from '../../core/answer.js';
import type { Endpoint } from '../../core/endpoint.js';
import { nonsense } from '../../core/request/impossible-answer.js';
import { POINTS_A_REQUEST } from '../../match/match-endpoint.js';
import { CELLS_A_REQUEST } from '../../matrix/matrix-endpoint.js';
import { STOPS_A_REQUEST } from '../../trip/trip-endpoint.js';
import { compatEndpoint, type CompatRequest } from '../compat-endpoint.js';
import { askWithHint } from '../hint.js';
import { OSRM, osrmError } from './osrm-errors.js';
import { osrmMatchBody, readOsrmMatch, type OsrmMatchRequest } from './osrm-match.js';
import { fitted, invalidOption, optionsOf, readGeneral, type GeneralOptions } from './osrm-options.js';
import { osrmRouteBody } from './osrm-route-body.js';
import { readOsrmRoute, type OsrmRouteRequest } from './osrm-route-request.js';
import { osrmTableBody, readOsrmTable, type OsrmTableRequest } from './osrm-table.js';
import { areOnEarth, readTarget } from './osrm-target.js';
import { osrmTripBody, readOsrmTrip, type OsrmTripRequest } from './osrm-trip.js';
import { checkRadiuses, noSegment, waypointOf } from './osrm-waypoint.js';

const ROUTE: SourceStep<OsrmRouteRequest, FoundRoute | NoRoute> = {
  ask: ({ app: { router }, asker }, { route }, signal) => {
    const { alternatives, ...more } = route.more;
    if (alternatives === undefined) return router.route(route, signal, asker);
    // Many clients always request alternatives. OSRM also returns no alternatives if it finds none.
    return askWithHint('alternatives', (isHinted) =>
      router.route(isHinted ? route : { ...route, more }, signal, asker),
    );
  },
  then: (exchange, found, request) => {
    if (typeof found !== 'object' || found === null) throw nonsense('route returned no object');
    if (found.kind !== 'route') throw absenceOf(found, request);
    checkRadiuses([found.origin, ...(found.via ?? []), found.destination], request.general.radiuses);
    exchange.sendResult(osrmRouteBody(found, request));
  },
};

function absenceOf(found: NoRoute, { route }: OsrmRouteRequest): Error {
  if (found.kind === 'no_path') return osrmError('NoRoute', 'Impossible route between points');
  const leg = found.leg ?? 0;
  const isOrigin = found.kind === 'origin_not_on_network';
  return noSegment(isOrigin ? 0 : found.leg === undefined ? route.more.via.length + 1 : leg + 1);
}

const TABLE: SourceStep<OsrmTableRequest, FoundMatrix> = {
  ask: ({ app: { router }, asker }, { matrix }, signal) => {
    if (router.matrix === undefined) throw noMatrix();
    return router.matrix(matrix, signal, asker);
  },
  then: (exchange, found, request) => exchange.sendResult(osrmTableBody(found, request)),
};

const MATCH: SourceStep<OsrmMatchRequest, FoundMatch> = {
  ask: ({ app: { router }, asker }, { match }, signal) => {
    if (router.match === undefined) throw noMatching();
    return router.match(match, signal, asker);
  },
  then: (exchange, found, request) => exchange.sendResult(osrmMatchBody(found, request)),
};

const TRIP: SourceStep<OsrmTripRequest, FoundTrip> = {
  ask: ({ app: { router }, asker }, { trip }, signal) => {
    if (router.trip === undefined) throw noTrips();
    return router.trip(trip, signal, asker);
  },
  then: (exchange, found, request) => exchange.sendResult(osrmTripBody(found, request)),
};

interface OsrmNearestRequest {
  nearest: NearestRequest;
  general: GeneralOptions;
}

const NEAREST: SourceStep<OsrmNearestRequest, readonly SnappedPoint[]> = {
  ask: ({ app: { router } }, { nearest }, signal) => {
    if (router.nearest === undefined) throw noNearest();
    return router.nearest(nearest, signal);
  },
  then: (exchange, found, { general }) => {
    if (!(found instanceof Array)) throw nonsense('nearest returned no list');
    if (found.length === 0) throw noSegment(0);
    checkRadiuses([found[0]], general.radiuses);
    const waypoints = found
      .filter(({ distance_m }) => distance_m <= general.radiuses[0])
      .map((point) => waypointOf(point, general.hasHints));
    exchange.sendResult(JSON.stringify({ code: 'Ok', waypoints }));
  },
};

/** More than this many roads around a point are of no use, and each road takes time to find. */
const MOST_NEAREST = 100;

function readOsrmNearest({ rest, query }: CompatRequest): OsrmNearestRequest {
  const { mode, points } = readTarget(rest);
  const values = optionsOf(query, ['number']);
  const read = readGeneral(values);
  const number = values.get('number') ?? '1';
  if (!/^\d{1,9}$/.test(number)) throw invalidOption('number', '1 or more');
  if (Number(number) < 1) throw osrmError('InvalidOptions', 'number must be 1 or more.', 'number');
  // OSRM's other services report InvalidValue in this case.
  if (!areOnEarth(points)) throw osrmError('InvalidOptions', 'Coordinates are invalid', 'coordinates');
  const general = fitted(read, values, points);
  if (points.length !== 1)
    throw osrmError('InvalidOptions', 'Only one input coordinate is supported', 'coordinates');
  if (Number(number) > MOST_NEAREST)
    throw osrmError('TooBig', `Number of results ${number} is higher than current maximum (${MOST_NEAREST})`);
  const [bearing] = general.bearings;
  return {
    nearest: { point: points[0], mode, number: Number(number), ...(bearing !== null && { bearing }) },
    general,
  };
}

/** The OSRM endpoints: https://project-osrm.org/docs. */
export function osrmEndpoints(): Endpoint[] {
  const isBeginning = true;
  return [
    compatEndpoint({
      ...{ path: '/compat/osrm/route/', isBeginning, scope: 'route', dialect: OSRM, read: readOsrmRoute },
      answer: (exchange, request) => afterSource(exchange, request, ROUTE),
    }),
    compatEndpoint({
      ...{ path: '/compat/osrm/table/', isBeginning, scope: 'matrix', dialect: OSRM, read: readOsrmTable },
      cost: ({ sources, destinations }) => ({
        requests: Math.ceil((sources.length * destinations.length) / CELLS_A_REQUEST),
        field: 'coordinates',
      }),
      answer: (exchange, request) => afterSource(exchange, request, TABLE),
    }),
    compatEndpoint({
      ...{ path: '/compat/osrm/match/', isBeginning, scope: 'match', dialect: OSRM, read: readOsrmMatch },
      cost: ({ match }) => ({
        requests: Math.ceil(match.points.length / POINTS_A_REQUEST),
        field: 'coordinates',
      }),
      answer: (exchange, request) => afterSource(exchange, request, MATCH),
    }),
    compatEndpoint({
      ...{ path: '/compat/osrm/trip/', isBeginning, scope: 'trip', dialect: OSRM, read: readOsrmTrip },
      cost: ({ trip }) => ({
        requests: Math.ceil(trip.stops.length / STOPS_A_REQUEST),
        field: 'coordinates',
      }),
      answer: (exchange, request) => afterSource(exchange, request, TRIP),
    }),
    compatEndpoint({
      ...{ path: '/compat/osrm/nearest/', isBeginning, scope: 'route', dialect: OSRM, read: readOsrmNearest },
      answer: (exchange, request) => afterSource(exchange, request, NEAREST),
    }),
    compatEndpoint({
      ...{ path: '/compat/osrm/', isBeginning, scope: null, dialect: OSRM },
      read: ({ rest }) => rest.split('/', 1)[0],
      answer: (exchange, service) =>
        exchange.fail(
          osrmError('InvalidService', `Service ${/^[a-z]{1,20}$/.exec(service)?.[0] ?? ''} not found!`),
        ),
    }),
  ];
}
