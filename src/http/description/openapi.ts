import type { Page } from './docs-pages.js';
import { FORWARD, HEALTHY, NOTHING, NOT_READY, READY, REVERSE, ROUTE } from './openapi-examples.js';
import {
  ERROR_RESPONSES,
  HEADERS,
  jsonResponse,
  plainResponse,
  type ErrorResponseName,
} from './openapi-responses.js';
import { DESTINATION, LAT, LIMIT, LON, MODE, ORIGIN, Q } from '../parameter-schemas.js';
import { JSON_TYPE } from '../../wire/response-head.js';
import { RESPONSE_SCHEMAS } from '../response-schemas.js';
import type { HttpSettings } from '../settings.js';

/** Version of the interface (specification, section 9), not of the software. */
const INTERFACE_VERSION = '1.0.0';

/** The description of the interface as a file, made once. */
export function openapiPage(settings: HttpSettings): Page {
  const body = Buffer.from(JSON.stringify(openapiDocument(settings)));
  return { path: '/openapi.json', contentType: JSON_TYPE, body, cacheControl: 'no-cache', headers: null };
}

/** OpenAPI 3.1, from the same schemas that requests are checked against. */
export function openapiDocument(settings: HttpSettings): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Location service',
      version: INTERFACE_VERSION,
      summary: 'Forward geocoding, reverse geocoding and routing for Mongolia.',
      description: description(settings),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'geocoding', description: 'Names to coordinates, and coordinates to names.' },
      { name: 'routing', description: 'The fastest route between two points.' },
      { name: 'health', description: 'Probes for a process manager and a load balancer. No API key.' },
      { name: 'description', description: 'This description, for machines and for people. No API key.' },
    ],
    security: [{ apiKey: [] }],
    paths: {
      '/v1/geocode': { get: geocodeOperation() },
      '/v1/route': { get: routeOperation(settings) },
      '/health': { get: healthOperation() },
      '/health/ready': { get: readyOperation() },
      '/openapi.json': {
        get: pageOperation('openapi', 'This document', 'application/json', { type: 'object' }),
      },
      '/docs': {
        get: pageOperation('docs', 'Interactive reference (Swagger UI)', 'text/html', { type: 'string' }),
      },
      '/redoc': { get: pageOperation('redoc', 'Reference (ReDoc)', 'text/html', { type: 'string' }) },
    },
    components: {
      schemas: RESPONSE_SCHEMAS,
      headers: HEADERS,
      responses: ERROR_RESPONSES,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'geo_…',
          description:
            'An API key, which begins with `geo_`, as `Authorization: Bearer <API_KEY>`. A key is limited to the endpoints chosen when it was made.',
        },
      },
    },
  };
}

function description(settings: HttpSettings): string {
  return `Every endpoint takes \`GET\` (or \`HEAD\`) with query parameters and answers JSON in UTF-8. Coordinates are WGS84 decimal degrees, distances meters, durations
seconds, geometries GeoJSON. Which places and roads exist depends on the data of the deployment.

**Parameters.** Percent-encoded UTF-8; \`+\` is a space, so a plus sign is written \`%2B\`. A parameter sent twice is invalid, an empty value is a value (and mostly invalid),
unknown parameters are ignored. Numbers are plain decimals with an optional sign and exponent; no blanks, no \`NaN\`, no \`Infinity\`.

**Order of checks.** Malformed request (400), body too large (413), unknown path (404) or method (405), API key (401, then 403 \`API_KEY_REVOKED\`), rate limit (429), endpoint of the
key (403 \`ENDPOINT_NOT_ALLOWED\`), parameters (400), data service (503, 408, 502). Every request with a usable key counts against its window, also one that ends in 400 or 403.
A service that is overloaded refuses requests before all this (503, \`details.reason\` is \`overloaded\`); they count against no window. Probes of health are always answered.

**Rate limits.** Per key in fixed windows of one minute, aligned to the minutes of the clock; ${settings.defaultRateLimit} requests by default here. Every response carries \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in whole seconds); one that belongs to no key shows the default, untouched. A 429 and a 503 carry \`Retry-After\`.

**Errors.** One envelope for all of them, with the id of the request that is also in \`X-Request-ID\`.

**Compatibility.** \`/v1\` never receives breaking changes. Optional response fields and travel modes may be added, so parse leniently.

Served by gazarch ${settings.version}.`;
}

const COMMON_ERRORS = { 405: 'WrongMethod', 413: 'TooLarge', 500: 'Internal', 503: 'Unavailable' } as const;
const KEY_ERRORS = {
  ...COMMON_ERRORS,
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'SlowSource',
  429: 'TooMany',
  502: 'BadSource',
} as const;
const PUBLIC_ERRORS = { ...COMMON_ERRORS, 400: 'BadRequest', 408: 'SlowRequest' } as const;

function errorsOf(names: Readonly<Record<number, ErrorResponseName>>): object {
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

interface Parameter {
  name: string;
  schema: { description?: string | undefined };
  required?: boolean;
  examples: Record<string, unknown>;
}

function queryParameter({ name, schema, required, examples }: Parameter): object {
  const { description, ...bounds } = schema;
  const values = Object.fromEntries(Object.entries(examples).map(([key, value]) => [key, { value }]));
  return { name, in: 'query', required: required === true, description, schema: bounds, examples: values };
}

function geocodeOperation(): object {
  return {
    operationId: 'geocode',
    tags: ['geocoding'],
    summary: 'Forward and reverse geocoding',
    description: `Either \`q\` (forward), or both \`lat\` and \`lon\` (reverse).

Forward results are ordered by match group, then prominence, then shorter name. The groups: (1) exact name; (2) the name starts with the query; (3) every word of the query starts a word of
the name; (4) the name contains every word of the query. Reverse: the one nearest meaningful location, with \`distance_meters\`. No match is an empty list, not an error.

For autocomplete: wait about 300 ms after the last keystroke, cancel the request before when a new one starts, and do not search before 2 characters are typed.`,
    parameters: [
      queryParameter({
        name: 'q',
        schema: Q,
        examples: { cyrillic: 'Сүхбаатарын талбай', latin: 'peace avenue' },
      }),
      queryParameter({ name: 'limit', schema: LIMIT, examples: { ten: 10 } }),
      queryParameter({ name: 'lat', schema: LAT, examples: { square: 47.9187 } }),
      queryParameter({ name: 'lon', schema: LON, examples: { square: 106.9177 } }),
    ],
    responses: {
      200: jsonResponse('Matches, best first.', 'GeocodeResponse', {
        forward: FORWARD,
        reverse: REVERSE,
        nothing: NOTHING,
      }),
      ...errorsOf({ ...KEY_ERRORS, 400: 'BadGeocodeRequest' }),
    },
  };
}

function routeOperation(settings: HttpSettings): object {
  return {
    operationId: 'route',
    tags: ['routing'],
    summary: 'Fastest route between two points',
    description: `Origin and destination are moved to the nearest road the mode can use; the snapped points are in \`waypoints\`. The two points may be at most
${settings.maxRouteDistance_m} m apart (great-circle distance); beyond that the answer is a 400 on \`destination\`.

\`driving\` uses roads open to cars, respects one-way streets and estimates time from road speeds. \`walking\` uses streets and footpaths, ignores one-way rules, avoids motorways and assumes
about 5 km/h.`,
    parameters: [
      queryParameter({
        name: 'origin',
        schema: ORIGIN,
        required: true,
        examples: { square: '106.9175,47.9181' },
      }),
      queryParameter({
        name: 'destination',
        schema: DESTINATION,
        required: true,
        examples: { east: '106.923,47.9179' },
      }),
      queryParameter({ name: 'mode', schema: MODE, examples: { walking: 'walking' } }),
    ],
    responses: {
      200: jsonResponse('The route.', 'RouteResponse', { route: ROUTE }),
      ...errorsOf({ ...KEY_ERRORS, 400: 'BadRouteRequest', 404: 'NoRoute' }),
    },
  };
}

function healthOperation(): object {
  return {
    operationId: 'health',
    tags: ['health'],
    summary: 'Liveness probe',
    description: 'Answers as long as the process does, also while data is being loaded.',
    security: [],
    responses: { 200: jsonResponse('Alive.', 'HealthResponse', HEALTHY), ...errorsOf(PUBLIC_ERRORS) },
  };
}

function readyOperation(): object {
  return {
    operationId: 'ready',
    tags: ['health'],
    summary: 'Readiness probe',
    description: 'Whether requests should be sent here, with the state of what they depend on.',
    security: [],
    responses: {
      200: jsonResponse('Ready, perhaps degraded.', 'ReadinessResponse', READY),
      ...errorsOf(PUBLIC_ERRORS),
      503: jsonResponse('A required dependency is unavailable.', 'ReadinessResponse', NOT_READY, [
        'Retry-After',
      ]),
    },
  };
}

function pageOperation(operationId: string, summary: string, contentType: string, schema: object): object {
  return {
    operationId,
    tags: ['description'],
    summary,
    security: [],
    responses: { 200: plainResponse(summary, contentType, schema), ...errorsOf(PUBLIC_ERRORS) },
  };
}
