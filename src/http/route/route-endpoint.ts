import { OperatingError } from '../../errors.js';
import type { FoundRoute, NoRoute, RouteRequest } from '../../sources/router.js';
import { afterSource, type SourceStep } from '../answer.js';
import type { Exchange } from '../exchange.js';
import { nonsense } from '../nonsense.js';
import { readRouteRequest } from '../parameters.js';
import { routeBody } from './route-body.js';

const ABSENCES: Readonly<Record<NoRoute['kind'], string>> = {
  origin_not_on_network: 'No usable road is close enough to origin.',
  destination_not_on_network: 'No usable road is close enough to destination.',
  no_path: 'No route connects origin and destination.',
};

/** GET /v1/route behind its gates. */
export function answerRoute(exchange: Exchange): void {
  afterSource(exchange, readRouteRequest(exchange.query, exchange.app.settings.maxRouteDistance_m), ROUTE);
}

const ROUTE: SourceStep<RouteRequest, FoundRoute | NoRoute> = {
  ask: ({ app }, request, signal) => app.router.route(request, signal),
  then: sendRoute,
};

function sendRoute(exchange: Exchange, found: FoundRoute | NoRoute, request: RouteRequest): void {
  if (typeof found !== 'object' || found === null) throw nonsense('route gave no object');
  if (found.kind === 'route') {
    exchange.sendJson(200, routeBody(request, found, exchange.app.slab), exchange.app.resultCaching);
  } else if (Object.hasOwn(ABSENCES, found.kind)) {
    exchange.fail(new OperatingError('NOT_FOUND', ABSENCES[found.kind], { details: { reason: found.kind } }));
  } else {
    throw nonsense(`route gave the kind ${String(found.kind)}`);
  }
}
