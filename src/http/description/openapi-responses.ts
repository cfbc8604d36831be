import { errorExample, type Example } from './openapi-examples.js';
import type { ResponseSchemaName } from '../response-schemas.js';

/** The responses and headers of the description of the interface. */

const header = (description: string, schema: object, example: unknown): object => ({
  description,
  required: true,
  schema,
  example,
});

export const HEADERS = {
  'X-Request-ID': header(
    'Identifies the request in the server log. A client may choose it: its own `X-Request-ID` is kept when it matches `[A-Za-z0-9._-]{1,128}`.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    '0f8b6c1e-5d5b-4a53-9f0a-6f3f6f7a2c11',
  ),
  'X-RateLimit-Limit': header(
    'Requests that the key may make in one window. Responses that belong to no key show the default of the deployment.',
    { type: 'integer', minimum: 1 },
    100,
  ),
  'X-RateLimit-Remaining': header(
    'Requests left in the current window.',
    { type: 'integer', minimum: 0 },
    99,
  ),
  'X-RateLimit-Reset': header(
    'Unix time in whole seconds at which the current window ends. Windows are the minutes of the clock.',
    { type: 'integer' },
    1767225660,
  ),
  'Retry-After': header('Whole seconds to wait before another attempt.', { type: 'integer', minimum: 1 }, 17),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string' }, 'Bearer'),
  Allow: header('The methods that are answered here.', { type: 'string' }, 'GET, HEAD, OPTIONS'),
} as const;

const COMMON = ['X-Request-ID', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

type HeaderName = keyof typeof HEADERS;

const headersOf = (more: readonly HeaderName[]): object =>
  Object.fromEntries([...COMMON, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export function jsonResponse(
  description: string,
  schema: ResponseSchemaName,
  examples: Record<string, Example>,
  more: readonly HeaderName[] = [],
): object {
  return {
    description,
    headers: headersOf(more),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
  };
}

export function plainResponse(description: string, contentType: string, schema: object): object {
  return { description, headers: headersOf([]), content: { [contentType]: { schema } } };
}

const errors = (
  description: string,
  examples: Record<string, Example>,
  more: readonly HeaderName[] = [],
): object => jsonResponse(description, 'ErrorResponse', examples, more);

const field = (name: string, reason: string): object => ({ field: name, reason });

/** By the name under `components.responses`. */
export const ERROR_RESPONSES = {
  BadGeocodeRequest: errors(
    'A parameter is missing or invalid; `details.field` names it. When both modes or neither were sent, it names `q`; `lat` without `lon` names `lon`, and the other way round.',
    {
      missing: errorExample(
        'Neither mode',
        'INVALID_REQUEST',
        'Send either q, or lat and lon.',
        field('q', 'missing'),
      ),
      conflicting_modes: errorExample(
        'Both modes',
        'INVALID_REQUEST',
        'Send either q, or lat and lon, not both.',
        field('q', 'conflicting_modes'),
      ),
      too_short: errorExample(
        'q too short',
        'INVALID_REQUEST',
        'q must have at least 2 characters.',
        field('q', 'too_short'),
      ),
      out_of_range: errorExample(
        'limit out of range',
        'INVALID_REQUEST',
        'limit must be from 1 to 20.',
        field('limit', 'out_of_range'),
      ),
      repeated: errorExample(
        'A parameter twice',
        'INVALID_REQUEST',
        'lat was sent more than once.',
        field('lat', 'repeated'),
      ),
      bad_encoding: errorExample(
        'No valid UTF-8',
        'INVALID_REQUEST',
        'The address is not valid percent-encoded UTF-8.',
        field('q', 'bad_encoding'),
      ),
    },
  ),
  BadRouteRequest: errors('A parameter is missing or invalid; `details.field` names it.', {
    missing: errorExample(
      'No origin',
      'INVALID_REQUEST',
      'origin is required, as longitude,latitude.',
      field('origin', 'missing'),
    ),
    out_of_range: errorExample(
      'Latitude and longitude swapped',
      'INVALID_REQUEST',
      'The latitude of origin must be from -90 to 90. The order is longitude,latitude.',
      field('origin', 'out_of_range'),
    ),
    unknown_mode: errorExample(
      'Unknown mode',
      'INVALID_REQUEST',
      'mode must be one of driving, walking.',
      field('mode', 'unknown_mode'),
    ),
    too_far: errorExample(
      'Too far apart',
      'INVALID_REQUEST',
      'destination is farther from origin than the 100000 m allowed here.',
      {
        ...field('destination', 'too_far'),
        distance_meters: 123456,
        max_distance_meters: 100000,
      },
    ),
  }),
  BadRequest: errors(
    'The request is malformed: no valid HTTP, headers that are too long, or an address that is not valid percent-encoded UTF-8.',
    {
      bad_encoding: errorExample(
        'No valid UTF-8',
        'INVALID_REQUEST',
        'The address is not valid percent-encoded UTF-8.',
        { reason: 'bad_encoding' },
      ),
    },
  ),
  Unauthorized: errors(
    'The `Authorization` header is missing or malformed, or the key is unknown or expired.',
    {
      unknown: errorExample('Missing or unknown', 'INVALID_API_KEY', 'The API key is not known.'),
      expired: errorExample('Expired', 'INVALID_API_KEY', 'The API key has expired.', { reason: 'expired' }),
    },
    ['WWW-Authenticate'],
  ),
  Forbidden: errors('The key was revoked, or it may not call this endpoint.', {
    revoked: errorExample('Revoked', 'API_KEY_REVOKED', 'The API key was revoked.'),
    scope: errorExample('Another endpoint', 'ENDPOINT_NOT_ALLOWED', 'The API key may not call route.', {
      allowed_endpoints: ['geocode'],
    }),
  }),
  NoRoute: errors('No route, or no road near one of the points; `details.reason` tells which.', {
    origin: errorExample('No road near origin', 'NOT_FOUND', 'No usable road is close enough to origin.', {
      reason: 'origin_not_on_network',
    }),
    destination: errorExample(
      'No road near destination',
      'NOT_FOUND',
      'No usable road is close enough to destination.',
      { reason: 'destination_not_on_network' },
    ),
    no_path: errorExample('Not connected', 'NOT_FOUND', 'No route connects origin and destination.', {
      reason: 'no_path',
    }),
  }),
  WrongMethod: errors(
    'Another method than `GET` and `HEAD`. (`OPTIONS` answers a CORS preflight only.)',
    {
      wrong: errorExample('Wrong method', 'INVALID_REQUEST', 'Only GET, HEAD, OPTIONS are answered here.', {
        reason: 'method_not_allowed',
      }),
    },
    ['Allow'],
  ),
  SlowSource: errors(
    'The data service behind the API did not answer in time, or the request itself did not arrive in time.',
    {
      late: errorExample(
        'No answer in time',
        'REQUEST_TIMEOUT',
        'The data service behind the API did not answer in time.',
      ),
    },
  ),
  SlowRequest: errors('The request did not arrive in time.', {
    late: errorExample('Not complete in time', 'REQUEST_TIMEOUT', 'The request did not arrive in time.', {
      reason: 'slow_request',
    }),
  }),
  TooLarge: errors(
    'The request has a body that is larger than the deployment allows (16 KiB unless it says otherwise). No endpoint needs a body.',
    {
      large: errorExample('Body too large', 'INVALID_REQUEST', 'The body is larger than 16384 bytes.', {
        reason: 'body_too_large',
      }),
    },
  ),
  TooMany: errors(
    'The key used up its requests for the current one-minute window.',
    {
      used_up: errorExample(
        'Used up',
        'RATE_LIMIT_EXCEEDED',
        'The limit of 100 requests per minute is used up.',
      ),
    },
    ['Retry-After'],
  ),
  Internal: errors('Unexpected error in the API.', {
    unexpected: errorExample('Unexpected', 'INTERNAL_ERROR', 'Unexpected error.'),
  }),
  BadSource: errors('The data service behind the API failed or returned an invalid answer.', {
    failed: errorExample('Failed', 'UPSTREAM_ERROR', 'The data service behind the API failed.'),
  }),
  Unavailable: errors(
    'Temporarily unavailable: data is being loaded, keys cannot be checked, the service is shutting down, or more requests come than can be answered in time (`details.reason` is `overloaded`).',
    {
      loading: errorExample('Loading', 'SERVICE_UNAVAILABLE', 'The map data is being loaded.'),
      overloaded: errorExample(
        'Overloaded',
        'SERVICE_UNAVAILABLE',
        'There are more requests than can be answered in time. Try again in a moment.',
        { reason: 'overloaded' },
      ),
    },
    ['Retry-After'],
  ),
} as const;

export type ErrorResponseName = keyof typeof ERROR_RESPONSES;
