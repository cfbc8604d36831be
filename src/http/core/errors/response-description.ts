import type { ErrorCode } from '../../../errors.js';

/** Parts of the OpenAPI document that describe the endpoints' responses. */

export interface Example {
  summary: string;
  value: object;
}

const REQUEST_ID = '0f8b6c1e-5d5b-4a53-9f0a-6f3f6f7a2c11';

export function errorExample(
  summary: string,
  code: ErrorCode,
  message: string,
  details: object | null = null,
): Example {
  return { summary, value: { error: { code, message, details, request_id: REQUEST_ID } } };
}

/** An example of a 400 that names the parameter: see `invalid` in `parameter.ts`. */
export function fieldExample(field: string, reason: string, summary: string, message: string): Example {
  return errorExample(summary, 'INVALID_REQUEST', message, { field, reason });
}

const header = (description: string, schema: object, example: unknown): object => ({
  description,
  required: true,
  schema,
  example,
});

export const HEADERS = {
  'X-Request-ID': header(
    'Identifies the request in the server log. A client may choose it: its own `X-Request-ID` is kept ' +
      'when it matches `[A-Za-z0-9._-]{1,128}`.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    REQUEST_ID,
  ),
  'X-RateLimit-Limit': header(
    'Requests that the key may send in one window. Responses without a key show ' +
      "the deployment's default.",
    { type: 'integer', minimum: 1 },
    100,
  ),
  'X-RateLimit-Remaining': header(
    'Requests left in the current window.',
    { type: 'integer', minimum: 0 },
    99,
  ),
  'X-RateLimit-Reset': header(
    'Unix time in whole seconds at which the current window ends. Each window is one minute of the clock.',
    { type: 'integer' },
    1767225660,
  ),
  'Retry-After': header('Whole seconds to wait before another attempt.', { type: 'integer', minimum: 1 }, 17),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string' }, 'Bearer'),
  Link: header(
    "The sources of the result's data, and the conditions of their licences.",
    { type: 'string' },
    '</copyright>; rel="license"',
  ),
  Allow: header('The methods that are allowed here.', { type: 'string' }, 'GET, HEAD, OPTIONS'),
} as const;

const COMMON = ['X-Request-ID', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

type HeaderName = keyof typeof HEADERS;

const headersOf = (more: readonly HeaderName[]): object =>
  Object.fromEntries([...COMMON, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/**
 * @param schema the schema's name under `components.schemas`
 * @param more headers in addition to those that every response has
 */
export function jsonResponse(
  description: string,
  schema: string,
  examples: Record<string, Example>,
  more: readonly HeaderName[] = [],
): object {
  return {
    description,
    headers: headersOf(more),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
  };
}

/** Describes a `/v1` result, whose response also names the sources of its data. */
export function resultResponse(
  description: string,
  schema: string,
  examples: Record<string, Example>,
): object {
  return jsonResponse(description, schema, examples, ['Link']);
}

export function plainResponse(description: string, contentType: string, schema: object): object {
  return { description, headers: headersOf([]), content: { [contentType]: { schema } } };
}

/** Describes an error response, which uses the error envelope. */
export function errorResponse(
  description: string,
  examples: Record<string, Example>,
  more: readonly HeaderName[] = [],
): object {
  return jsonResponse(description, 'ErrorResponse', examples, more);
}
