import { errorExample, errorResponse as errors } from './response-description.js';

/** The errors that several endpoints share, by their name under `components.responses`. */
export const ERROR_RESPONSES = {
  BadRequest: errors(
    'The request is malformed: no valid HTTP, headers that are too long, or an address that is not ' +
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
      'a web page or an address that it is not allowed for. `details.reason` says which: `expired`, ' +
      '`origin_not_allowed`, `address_not_allowed`. A request without an `Origin` header is not from a web ' +
      'page, and no origin is asked of it.',
    {
      unknown: errorExample(
        'Missing or unknown',
        'INVALID_API_KEY',
        'This service does not know the API key. Check that all of it was sent, or create a new key.',
      ),
      expired: errorExample('Expired', 'INVALID_API_KEY', 'The API key has expired. Create a new key.', {
        reason: 'expired',
      }),
      origin: errorExample(
        'Another web page',
        'INVALID_API_KEY',
        'The rules of this API key do not allow web pages of this origin. ' +
          'Add the origin to the key, or use another.',
        { reason: 'origin_not_allowed' },
      ),
      address: errorExample(
        'Another address',
        'INVALID_API_KEY',
        'The rules of this API key do not allow your network address. ' +
          'Add it to the key, or use another key.',
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
      'The API key may not call route. Ask for a key with this endpoint.',
      {
        allowed_endpoints: ['geocode'],
      },
    ),
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
    late: errorExample('Not complete in time', 'REQUEST_TIMEOUT', 'The request did not arrive in time.', {
      reason: 'slow_request',
    }),
  }),
  TooLarge: errors(
    'The request has a body that is larger than the deployment allows (16 KiB unless it says ' +
      'otherwise). No endpoint needs a body.',
    {
      large: errorExample('Body too large', 'INVALID_REQUEST', 'The body is larger than 16384 bytes.', {
        reason: 'body_too_large',
      }),
    },
  ),
  TooMany: errors(
    'The key used up its requests for the current one-minute window. Or all keys of its project, or of ' +
      'its organisation, did: then `details.reason` is `project_limit` or `organisation_limit`, and the ' +
      'headers tell of that window. Or the key, or its project, used up its ' +
      'requests for the current month: then `details.reason` is `monthly_quota`, and `Retry-After` says ' +
      'when the next month begins.',
    {
      used_up: errorExample(
        'Used up',
        'RATE_LIMIT_EXCEEDED',
        'The limit of 100 requests per minute is used up.',
      ),
      project: errorExample(
        'Limit of the project',
        'RATE_LIMIT_EXCEEDED',
        'The limit of 100 requests per minute of all keys of the project is used up.',
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
        'There are more requests than can be answered in time. Try again in a moment.',
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
