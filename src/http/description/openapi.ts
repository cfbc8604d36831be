import type { DataLicense } from '../../sources/data-license.js';
import type { Endpoint, Operation } from '../core/endpoint.js';
import { TAGS } from '../core/endpoint.js';
import { ERROR_RESPONSES, KEY_ERRORS, PUBLIC_ERRORS } from '../core/errors/error-responses.js';
import { ERROR_SCHEMAS } from '../core/errors/error-schemas.js';
import type { Parameter } from '../core/request/parameter.js';
import { HEADERS } from '../core/errors/response-description.js';
import type { HttpSettings } from '../core/settings.js';

/** The version of the interface (specification, section 9), not of the software. */
const INTERFACE_VERSION = '1.0.0';

/** Describes the endpoints in OpenAPI 3.1, from the same values that check the requests. */
export function openapiDocument(
  endpoints: readonly Endpoint[],
  settings: HttpSettings,
  licenses: readonly DataLicense[] = [],
): object {
  const used = new Set<string>(endpoints.flatMap(({ operation }) => operation?.tag ?? []));
  const tags = Object.entries(TAGS).filter(([name]) => used.has(name));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Location service',
      version: INTERFACE_VERSION,
      summary: 'Forward geocoding, reverse geocoding and routing for Mongolia.',
      description: `${description(settings)}\n\n${dataText(licenses)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: "The data's sources and their licences", url: '/copyright' },
    servers: [{ url: '/' }],
    tags: tags.map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      endpoints.flatMap(({ operation, ...endpoint }) =>
        operation === null
          ? []
          : [[endpoint.path, { [methodOf(endpoint)]: operationObject(endpoint, operation, settings) }]],
      ),
    ),
    components: {
      schemas: Object.assign({}, ...endpoints.map(({ schemas }) => schemas), ERROR_SCHEMAS) as object,
      headers: HEADERS,
      responses: ERROR_RESPONSES,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'geo_…',
          description:
            'An API key, which begins with `geo_`, as `Authorization: Bearer <API_KEY>`. ' +
            'A key may call the endpoints chosen when it was created.',
        },
      },
    },
  };
}

function methodOf({ takesBody }: Pick<Endpoint, 'takesBody'>): 'get' | 'post' {
  return takesBody === true ? 'post' : 'get';
}

function operationObject(
  { scope, parameters }: Pick<Endpoint, 'scope' | 'parameters'>,
  operation: Operation,
  settings: HttpSettings,
): object {
  const { operationId, tag, summary, description, body, responses } = operation;
  const errors = Object.entries(scope === null ? PUBLIC_ERRORS : KEY_ERRORS);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description: description(settings) }),
    ...(scope === null ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterObject) }),
    ...(body === undefined ? {} : { requestBody: bodyObject(body) }),
    responses: {
      ...Object.fromEntries(
        errors.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
      ...responses,
    },
  };
}

function bodyObject({ schema, example }: NonNullable<Operation['body']>): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } };
  return { required: true, content };
}

function parameterObject({ name, schema, required, examples, isAlternative }: Parameter): object {
  const { description, ...bounds } = schema;
  const base = { name, in: 'query', required: required === true, description };
  // Swagger UI fills in the examples of a parameter, but not the examples of the parameter's schema.
  if (isAlternative === true) return { ...base, schema: { ...bounds, examples: Object.values(examples) } };
  const values = Object.fromEntries(Object.entries(examples).map(([key, value]) => [key, { value }]));
  return { ...base, schema: bounds, examples: values };
}

/**
 * Lists the data's sources in Markdown. The names of the sources come from imported files, so nothing in a
 * name may become a link or a tag.
 */
function dataText(licenses: readonly DataLicense[]): string {
  const plain = (text: string): string => text.replace(/[^\p{L}\p{N}\s.,:;©()/+-]/gu, ' ');
  const names = [...new Set(licenses.map(({ attribution }) => attribution))].filter((name) => name !== null);
  const whose = names.length === 0 ? '' : ` ${names.map(plain).join('; ')}.`;
  const invented = licenses.some(({ isInvented }) => isInvented)
    ? ' **This data is fictional** and meant for trying the service: do not navigate with it. ' +
      'Ids begin with `sample:`.'
    : '';
  return (
    `**Data.**${invented}${whose} The data has its own licences, which require you to name ` +
    'the sources: see [/copyright](/copyright). Every result carries `Link: </copyright>; rel="license"`.'
  );
}

function description(settings: HttpSettings): string {
  return `Every endpoint accepts \`GET\` (or \`HEAD\`) with
query parameters, except the one shown with \`POST\`, and returns JSON in UTF-8. Coordinates are WGS84 decimal
degrees, distances are in meters, durations in seconds, and geometries in GeoJSON. Places and roads come from
the data of this deployment.

**Parameters.** Parameters are percent-encoded UTF-8. \`+\` is a space, so a plus sign is written \`%2B\`.
A parameter that is sent twice is refused. An empty value counts as a value, and is usually refused. Unknown
parameters are ignored. Numbers are plain decimals with an optional sign and exponent, without blanks,
\`NaN\` or \`Infinity\`.

**Order of checks.** Malformed request (400), body too large (413), unknown path (404) or method (405),
API key (401, then 403 \`API_KEY_REVOKED\`), rate limit (429), the key's endpoints (403
\`ENDPOINT_NOT_ALLOWED\`), parameters (400), data service (503, 408, 502). Every request with a usable
key counts against its window, even if it ends in 400 or 403. An overloaded service refuses requests before
all these checks (503, \`details.reason\` is \`overloaded\`), and those count against no window. Health
probes are always answered.

**Rate limits.** Each key has a limit per fixed window of one minute, aligned to the minutes of the clock. The
default here is ${settings.defaultRateLimit} requests. Every response carries \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in whole seconds). A response without a key
shows the unused default. Responses with status 429 or 503 carry \`Retry-After\`.

**Errors.** All errors share one envelope, which contains the request's id from \`X-Request-ID\`.

**Compatibility.** \`/v1\` never receives breaking changes. Optional response fields and travel modes may
be added, so parse leniently.

Served by gazarch ${settings.version}.`;
}
