import type { ResultEndpoint } from './core/endpoint.js';
import { geocodeEndpoint } from './geocode/geocode-endpoint.js';
import { isochroneEndpoint } from './isochrone/isochrone-endpoint.js';
import { matchEndpoint } from './match/match-endpoint.js';
import { matrixEndpoint } from './matrix/matrix-endpoint.js';
import { placesEndpoint } from './places/places-endpoint.js';
import { routeEndpoint } from './route/route-endpoint.js';
import { tripEndpoint } from './trip/trip-endpoint.js';

/** The endpoints that need only data to answer, whether inside a service or without one (`offline`). */
export const RESULT_ENDPOINTS: readonly ResultEndpoint[] = [
  geocodeEndpoint,
  routeEndpoint,
  matrixEndpoint,
  isochroneEndpoint,
  matchEndpoint,
  tripEndpoint,
  placesEndpoint,
];
