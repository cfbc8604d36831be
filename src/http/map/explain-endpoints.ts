import type { SearchRequest } from '../../sources/geocoder.js';
import type { MapPage } from '../../sources/map-page.js';
import type { RouteRequest } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import { afterSource, type SourceStep } from '../core/answer.js';
import { endpoint, type Endpoint } from '../core/endpoint.js';
import { NO_STORE } from '../core/exchange.js';
import { invalid } from '../core/request/parameter.js';
import type { HttpSettings } from '../core/settings.js';
import { GEOCODE_PARAMETERS, readGeocodeRequest } from '../geocode/geocode-parameters.js';
import { readRouteRequest, ROUTE_PARAMETERS } from '../route/route-parameters.js';
import {
  routeReasons,
  searchReasons,
  type RouteExplanation,
  type SearchExplanation,
} from './explain-body.js';

const BASE = { isProbe: false, schemas: {}, operation: null } as const;

/**
 * Explains answers on the map page. These endpoints take the same parameters as `/v1`, need a key with the
 * same scope, and count as the same number of requests.
 */
export function explainEndpoints(page: MapPage): Endpoint[] {
  const findReasons: SourceStep<SearchRequest, SearchExplanation> = {
    ask: ({ asker }, request, signal) => page.explainSearch(request, signal, asker),
    then: (exchange, found) => exchange.sendJson(200, JSON.stringify(searchReasons(found)), NO_STORE),
  };
  const wayReasons: SourceStep<RouteRequest, RouteExplanation> = {
    ask: ({ asker }, request, signal) => page.explainRoute(request, signal, asker),
    then: (exchange, found) => exchange.sendJson(200, JSON.stringify(routeReasons(found)), NO_STORE),
  };
  const search = endpoint({
    ...{ ...BASE, path: '/map/explain/search', scope: 'geocode', parameters: GEOCODE_PARAMETERS },
    read: readSearch,
    answer: (exchange, request) => afterSource(exchange, request, findReasons),
  });
  const route = endpoint({
    ...{ ...BASE, path: '/map/explain/route', scope: 'route', parameters: ROUTE_PARAMETERS },
    read: readRoute,
    answer: (exchange, request) => afterSource(exchange, request, wayReasons),
  });
  return [search, route];
}

function readSearch(query: Query): SearchRequest {
  const asked = readGeocodeRequest(query);
  if (asked.kind === 'search') return asked.request;
  if (asked.kind === 'typed_point')
    throw invalid(
      'q',
      'not_supported',
      'q is a point. A point is answered as a reverse lookup, so there is no ranking to explain.',
    );
  throw invalid('q', 'missing', 'Only searches are explained: send q.');
}

function readRoute(query: Query, settings: HttpSettings): RouteRequest {
  const request = readRouteRequest(query, settings);
  if ((request.more?.via.length ?? 0) === 0) return request;
  throw invalid('via', 'not_supported', 'Routes are explained for one leg at a time: leave via out.');
}
