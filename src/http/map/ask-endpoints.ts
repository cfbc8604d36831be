import type { Endpoint } from '../core/endpoint.js';
import { withAddress } from '../core/gates.js';
import type { HttpSettings } from '../core/settings.js';
import { geocodeEndpoint } from '../geocode/geocode-endpoint.js';
import { isochroneEndpoint } from '../isochrone/isochrone-endpoint.js';
import { matrixEndpoint } from '../matrix/matrix-endpoint.js';
import { placesEndpoint } from '../places/places-endpoint.js';
import { routeEndpoint } from '../route/route-endpoint.js';

/**
 * What our map page asks where it needs no key: the same parameters and answers as under `/v1`, for our page
 * only, so many a minute for each address and for all together. What counts as several under `/v1` counts so
 * here. Nothing where the setting allows none.
 */
export function askEndpoints({ mapAskLimit, mapAskTotal }: HttpSettings): Endpoint[] {
  if (mapAskLimit === 0) return [];
  return [geocodeEndpoint, placesEndpoint, routeEndpoint, matrixEndpoint, isochroneEndpoint].map(
    (endpoint) => ({
      ...endpoint,
      ...{ path: endpoint.path.replace('/v1/', '/map/ask/'), scope: null, operation: null, schemas: {} },
      handle: withAddress({ limit: mapAskLimit, total: mapAskTotal }, endpoint.work),
    }),
  );
}
