import { OperatingError } from '../../errors.js';
import type { FoundRoute, NoRoute, RouteRequest } from '../../sources/router.js';
import { TRAVEL_MODE_DESCRIPTIONS, TRAVEL_MODES } from '../../travel-mode.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { nonsense } from '../core/request/impossible-answer.js';
import { resultResponse } from '../core/errors/response-description.js';
import { closureBody, toldZoneBody } from './more-body.js';
import { routeBody } from './route-body.js';
import { BAD_ROUTE_REQUEST, NO_ROUTE, ROUTE } from './route-examples.js';
import { readRouteRequest, ROUTE_PARAMETERS } from './route-parameters.js';
import { ROUTE_SCHEMAS } from './route-response-schemas.js';

const ABSENCES: Readonly<Record<NoRoute['kind'], string>> = {
  origin_not_on_network: 'No usable road is close enough to origin.',
  destination_not_on_network: 'No usable road is close enough to destination.',
  no_path: 'No route connects origin and destination.',
};

const FIND: SourceStep<RouteRequest, FoundRoute | NoRoute, ResultExchange> = {
  ask: ({ app, asker }, request, signal) => app.router.route(request, signal, asker),
  then: sendRoute,
};

export const routeEndpoint = resultEndpoint({
  path: '/v1/route',
  scope: 'route',
  parameters: ROUTE_PARAMETERS,
  schemas: ROUTE_SCHEMAS,
  read: readRouteRequest,
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'route',
    tag: 'routing',
    summary: 'Fastest route between two points',
    description: ({
      maxRouteDistance_m,
    }) => `Origin and destination are moved to the nearest road that the mode can use;
\`waypoints\` has the snapped points. If no path connects the nearest roads, the route uses roads farther
away, and \`snap_distance_meters\` says how far.

The two points may be at most ${maxRouteDistance_m} m apart (great-circle distance); otherwise the answer is a
400 for \`destination\`. With \`via\`, this limit applies to each leg, and \`details.leg\` (from 0) says which
leg a 400 or 404 refers to.

${TRAVEL_MODES.map((mode) => `\`${mode}\` ${TRAVEL_MODE_DESCRIPTIONS[mode]}`).join('\n')}`,
    responses: {
      200: resultResponse('The route.', 'RouteResponse', { route: ROUTE }),
      400: BAD_ROUTE_REQUEST,
      404: NO_ROUTE,
    },
  },
});

export function absence(found: NoRoute): Record<string, unknown> {
  const leg = found.leg === undefined ? {} : { leg: found.leg };
  if (found.kind === 'no_path')
    return {
      reason: found.kind,
      ...leg,
      ...(found.closures !== undefined && { closures: found.closures.map(closureBody) }),
      ...(found.zones !== undefined && { zones: found.zones.map(toldZoneBody) }),
    };
  const { kind, nearestRoad_m, limit_m } = found;
  return {
    reason: kind,
    ...leg,
    nearest_road_meters: nearestRoad_m === null ? null : Math.round(10 * nearestRoad_m) / 10,
    limit_meters: limit_m,
  };
}

/** Returns a sentence about the first zone that may be the reason why there is no route. */
function inTheWay({ zones: [zone] = [] }: NoRoute & { kind: 'no_path' }, { more }: RouteRequest): string {
  if (zone === undefined) return '';
  const last = (more?.via.length ?? 0) + 1;
  const points = (zone.stops ?? []).map((stop) =>
    stop === 0 ? 'origin' : stop === last ? 'destination' : `point ${stop}`,
  );
  const where = points.length === 0 ? 'is in the way' : `contains ${points.join(' and ')}`;
  return ` The zone ${JSON.stringify(zone.name)} is closed for ${zone.closedFor.join(', ')}, and ${where}.`;
}

function sendRoute(exchange: ResultExchange, found: FoundRoute | NoRoute, request: RouteRequest): void {
  if (typeof found !== 'object' || found === null) throw nonsense('route returned no object');
  if (found.kind === 'route') {
    exchange.sendResult(routeBody(exchange.app.json, request, found));
  } else if (Object.hasOwn(ABSENCES, found.kind)) {
    const message = ABSENCES[found.kind] + (found.kind === 'no_path' ? inTheWay(found, request) : '');
    exchange.fail(new OperatingError('NOT_FOUND', message, { details: absence(found) }));
  } else {
    throw nonsense(`route returned the kind ${String(found.kind)}`);
  }
}
