import { errorExample, errorResponse as errors } from './response-description.js';

/** The errors that several endpoints share, keyed by their names under `components.responses`. */
export const ERROR_RESPONSES = {
  BadRequest: errors(
    'The request is malformed: it is not valid HTTP, its headers are too long, or its address is not ' +
      'valid percent-encoded UTF-8.',
    {
      bad_encoding: errorExample(
        'No valid UTF-8',
        'INVALID_REQUEST',
        'The URL is not valid UTF-8. Percent-encode it as UTF-8.',
        { reason: 'bad_encoding' },
      ),
    },
  ),
  Unauthorized: errors(
    'The `Authorization` header is missing or malformed, the key is unknown or expired, or it is used from ' +
      'a web page or an address where it is not allowed. `details.reason` says why: `expired`, ' +
      '`origin_not_allowed`, `address_not_allowed`. A request without an `Origin` header is not from a web ' +
      'page, so its origin is not checked.',
    {
      unknown: errorExample(
        'Missing or unknown',
        'INVALID_API_KEY',
        'The API key is unknown. Check that it was sent completely, or create a new key.',
      ),
      expired: errorExample('Expired', 'INVALID_API_KEY', 'The API key has expired. Create a new key.', {
        reason: 'expired',
      }),
      origin: errorExample(
        'Another web page',
        'INVALID_API_KEY',
        'This API key may not be used by web pages of this origin. ' +
          'Add the origin to the key, or use another key.',
        { reason: 'origin_not_allowed' },
      ),
      address: errorExample(
        'Another address',
        'INVALID_API_KEY',
        'This API key may not be used from your network address. Add the address to the key, or use ' +
          'another key.',
        { reason: 'address_not_allowed' },
      ),
    },
    ['WWW-Authenticate'],
  ),
  Forbidden: errors('The key was revoked, or it may not call this endpoint.', {
    revoked: errorExample('Revoked', 'API_KEY_REVOKED', 'The API key was revoked. Create a new key.'),
    scope: errorExample(
      'Another endpoint',
      'ENDPOINT_NOT_ALLOWED',
      'The API key may not call the route endpoint. Request a key for this endpoint.',
      {
        allowed_endpoints: ['geocode'],
      },
    ),
  }),
  WrongMethod: errors(
    'The method is neither `GET` nor `HEAD`. (`OPTIONS` only answers CORS preflights.)',
    {
      wrong: errorExample('Wrong method', 'INVALID_REQUEST', 'Only GET, HEAD, OPTIONS are allowed here.', {
        reason: 'method_not_allowed',
      }),
    },
    ['Allow'],
  ),
  SlowSource: errors(
    'The data service behind the API did not answer in time, or the request did not arrive in time.',
    {
      late: errorExample(
        'No answer in time',
        'REQUEST_TIMEOUT',
        'The data service behind the API did not answer in time.',
      ),
    },
  ),
  SlowRequest: errors('The request did not arrive in time.', {
    late: errorExample('The request was too slow', 'REQUEST_TIMEOUT', 'The request did not arrive in time.', {
      reason: 'slow_request',
    }),
  }),
  TooLarge: errors(
    'The request body is larger than the deployment allows (16 KiB by ' +
      'default). No endpoint needs a body.',
    {
      large: errorExample('Body too large', 'INVALID_REQUEST', 'The body is larger than 16384 bytes.', {
        reason: 'body_too_large',
      }),
    },
  ),
  TooMany: errors(
    'The key has used up its requests for the current one-minute window. If `details.reason` ' +
      'is `project_limit` or `organisation_limit`, all keys of its project or organisation together ' +
      'have used up theirs, and the headers describe that window. If it is `monthly_quota`, the key ' +
      'or its project has used up its requests for the current month, and `Retry-After` says when the ' +
      'next month begins.',
    {
      used_up: errorExample(
        'Used up',
        'RATE_LIMIT_EXCEEDED',
        'The limit of 100 requests per minute is used up.',
      ),
      project: errorExample(
        "The project's limit",
        'RATE_LIMIT_EXCEEDED',
        'The limit of 100 requests per minute for all keys of the project is used up.',
        { reason: 'project_limit' },
      ),
      quota: errorExample(
        'Monthly quota',
        'RATE_LIMIT_EXCEEDED',
        'The monthly quota is used up. Raise it, or wait for the next month.',
        { reason: 'monthly_quota' },
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
    'Temporarily unavailable: data is being loaded, keys cannot be checked, the service is stopping, ' +
      'or more requests arrive than can be answered in time (`details.reason` is `overloaded`).',
    {
      loading: errorExample('Loading', 'SERVICE_UNAVAILABLE', 'The map data is being loaded.'),
      overloaded: errorExample(
        'Overloaded',
        'SERVICE_UNAVAILABLE',
        'The service is overloaded. Try again in a moment.',
        { reason: 'overloaded' },
      ),
    },
    ['Retry-After'],
  ),
} as const;

type Errors = Readonly<Record<number, keyof typeof ERROR_RESPONSES>>;

const EVERYWHERE: Errors = { 405: 'WrongMethod', 413: 'TooLarge', 500: 'Internal', 503: 'Unavailable' };

/** The errors of endpoints that need a key. */
export const KEY_ERRORS: Errors = {
  ...EVERYWHERE,
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'SlowSource',
  429: 'TooMany',
  502: 'BadSource',
};

/** The errors of endpoints that need no key. */
export const PUBLIC_ERRORS: Errors = { ...EVERYWHERE, 400: 'BadRequest', 408: 'SlowRequest' };
