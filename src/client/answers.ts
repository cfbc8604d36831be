import type { Static } from '@sinclair/typebox';
import type { ERROR_SCHEMAS } from '../http/core/errors/error-schemas.js';
import type { GEOCODE_SCHEMAS } from '../http/geocode/geocode-response-schemas.js';
import type { HEALTH_SCHEMAS, READINESS_SCHEMAS } from '../http/health/health-response-schemas.js';
import type { ISOCHRONE_SCHEMAS } from '../http/isochrone/isochrone-response-schemas.js';
import type { MATCH_SCHEMAS } from '../http/match/match-response-schemas.js';
import type { MATRIX_SCHEMAS } from '../http/matrix/matrix-response-schemas.js';
import type { PLACES_SCHEMAS } from '../http/places/places-response-schemas.js';
import type { ROUTE_SCHEMAS } from '../http/route/route-response-schemas.js';
import type { TRIP_SCHEMAS } from '../http/trip/trip-response-schemas.js';
import type { ZONES_SCHEMAS } from '../http/zones/zones-response-schemas.js';

type Schemas = typeof ERROR_SCHEMAS &
  typeof GEOCODE_SCHEMAS &
  typeof ROUTE_SCHEMAS &
  typeof MATRIX_SCHEMAS &
  typeof ISOCHRONE_SCHEMAS &
  typeof MATCH_SCHEMAS &
  typeof TRIP_SCHEMAS &
  typeof ZONES_SCHEMAS &
  typeof PLACES_SCHEMAS &
  typeof HEALTH_SCHEMAS &
  typeof READINESS_SCHEMAS;

export type AnswerName = keyof Schemas;

/** The type of a response, or of part of a response, by its name in the OpenAPI document. */
export type Answer<Name extends AnswerName> = Static<Schemas[Name]>;
