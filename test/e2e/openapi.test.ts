import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../src/errors.js';
import { MATCH_GROUPS } from '../../src/geocoding/finding/forward-hit.js';
import { COSTS } from '../../src/geocoding/reading/costs.js';
import { Client } from './ask.js';
import type { OpenapiDocument, Operation } from './openapi-check.js';

/** /openapi.json is valid and complete, and has the schemas that requests are checked against. */

let client: Client;
let document: OpenapiDocument;
beforeAll(async () => {
  client = await Client.start({ defaultRateLimit: 321, maxRouteDistance_m: 54_321 });
  document = client.check.document;
});
afterAll(() => client.stop());

it('is JSON that needs no key', async () => {
  const answer = await client.ask('/openapi.json', { token: null });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
});

it('passes an OpenAPI linter without errors', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  const texts = problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
  );
  expect(texts.filter((text) => text.startsWith('error'))).toEqual([]);
  expect(texts).toEqual([]);
});

const PARAMETERS: [path: string, name: string, required: boolean, schema: Record<string, unknown>][] = [
  ['/v1/geocode', 'q', false, { type: 'string', minLength: 2, maxLength: 200 }],
  ['/v1/geocode', 'limit', false, { type: 'integer', minimum: 1, maximum: 20, default: 5 }],
  ['/v1/geocode', 'lat', false, { type: 'number', minimum: -90, maximum: 90 }],
  ['/v1/geocode', 'lon', false, { type: 'number', minimum: -180, maximum: 180 }],
  ['/v1/route', 'origin', true, { type: 'string', maxLength: 64 }],
  ['/v1/route', 'destination', true, { type: 'string', maxLength: 64 }],
  ['/v1/route', 'mode', false, { type: 'string', enum: ['driving', 'walking'], default: 'driving' }],
];
/** Beyond the specification: without them, an answer is as it says. */
const MORE_PARAMETERS: typeof PARAMETERS = [
  ['/v1/geocode', 'near', false, { type: 'string', maxLength: 64 }],
  ['/v1/geocode', 'lang', false, { type: 'string', enum: ['mn', 'en', 'mn-Latn', 'ru'] }],
  ['/v1/geocode', 'type', false, { type: 'string', maxLength: 200 }],
  ['/v1/geocode', 'bbox', false, { type: 'string', maxLength: 128 }],
  ['/v1/geocode', 'confidence', false, { type: 'boolean', default: false }],
  ['/v1/geocode', 'describe', false, { type: 'boolean', default: false }],
  ['/v1/geocode', 'zones', false, { type: 'boolean', default: false }],
  ['/v1/route', 'via', false, { type: 'string' }],
  ['/v1/route', 'geometry', false, { type: 'string', enum: ['full', 'polyline6', 'ends'], default: 'full' }],
  ['/v1/route', 'avoid', false, { type: 'string' }],
  ['/v1/route', 'alternatives', false, { type: 'integer', minimum: 1, maximum: 2 }],
  ['/v1/route', 'bearings', false, { type: 'string' }],
  ['/v1/route', 'approaches', false, { type: 'string' }],
  ['/v1/route', 'depart_at', false, { type: 'string' }],
  ['/v1/route', 'vehicle', false, { type: 'string' }],
  ['/v1/route', 'legs', false, { type: 'boolean', default: false }],
  ['/v1/route', 'steps', false, { type: 'boolean', default: false }],
  ['/v1/route', 'notes', false, { type: 'boolean', default: false }],
  ['/v1/route', 'lang', false, { type: 'string', enum: ['mn', 'en'], default: 'mn' }],
];
/** Of endpoints beyond the specification. */
const OTHER_PARAMETERS: typeof PARAMETERS = [
  ['/v1/matrix', 'origins', true, { type: 'string' }],
  ['/v1/matrix', 'destinations', false, { type: 'string' }],
  ['/v1/matrix', 'mode', false, { type: 'string', enum: ['driving', 'walking'], default: 'driving' }],
  ['/v1/matrix', 'annotations', false, { type: 'string', default: 'duration' }],
  ['/v1/matrix', 'avoid', false, { type: 'string' }],
  ['/v1/matrix', 'depart_at', false, { type: 'string' }],
  ['/v1/matrix', 'vehicle', false, { type: 'string' }],
  ['/v1/isochrone', 'avoid', false, { type: 'string' }],
  ['/v1/isochrone', 'depart_at', false, { type: 'string' }],
  ['/v1/isochrone', 'vehicle', false, { type: 'string' }],
  ['/v1/isochrone', 'point', true, { type: 'string', maxLength: 64 }],
  ['/v1/isochrone', 'minutes', false, { type: 'string' }],
  ['/v1/isochrone', 'meters', false, { type: 'string' }],
  ['/v1/isochrone', 'mode', false, { type: 'string', enum: ['driving', 'walking'], default: 'driving' }],
  ['/v1/isochrone', 'direction', false, { type: 'string', enum: ['from', 'to'], default: 'from' }],
  ['/v1/isochrone', 'format', false, { type: 'string', enum: ['polygons', 'lines'], default: 'polygons' }],
  ['/v1/match', 'trace', true, { type: 'string' }],
  ['/v1/match', 'times', false, { type: 'string' }],
  ['/v1/match', 'interval', false, { type: 'number', minimum: 0.1, maximum: 86_400 }],
  ['/v1/match', 'accuracy', false, { type: 'number', minimum: 1, maximum: 100, default: 10 }],
  ['/v1/match', 'mode', false, { type: 'string', enum: ['driving', 'walking'], default: 'driving' }],
  ['/v1/match', 'ways', false, { type: 'boolean', default: false }],
  ['/v1/match', 'geometry', false, { type: 'string', enum: ['full', 'polyline6', 'ends'], default: 'full' }],
  ['/v1/trip', 'stops', true, { type: 'string' }],
  ['/v1/trip', 'start', false, { type: 'string', enum: ['first', 'any'], default: 'first' }],
  ['/v1/trip', 'end', false, { type: 'string', enum: ['first', 'last', 'any'], default: 'first' }],
  ['/v1/trip', 'windows', false, { type: 'string' }],
  ['/v1/trip', 'service', false, { type: 'string' }],
  ['/v1/trip', 'loads', false, { type: 'string' }],
  ['/v1/trip', 'priorities', false, { type: 'string' }],
  ['/v1/trip', 'vehicles', false, { type: 'integer', minimum: 1, maximum: 10, default: 1 }],
  ['/v1/trip', 'capacity', false, { type: 'string' }],
  ['/v1/trip', 'max_stops', false, { type: 'integer', minimum: 1, maximum: 100 }],
  ['/v1/trip', 'waiting', false, { type: 'integer', minimum: 0, maximum: 100, default: 10 }],
  ['/v1/trip', 'mode', false, { type: 'string', enum: ['driving', 'walking'], default: 'driving' }],
  ['/v1/trip', 'geometry', false, { type: 'string', enum: ['full', 'polyline6', 'ends'], default: 'full' }],
  ['/v1/trip', 'steps', false, { type: 'boolean', default: false }],
  ['/v1/trip', 'avoid', false, { type: 'string' }],
  ['/v1/trip', 'depart_at', false, { type: 'string' }],
  ['/v1/trip', 'vehicle', false, { type: 'string' }],
  ['/v1/trip', 'lang', false, { type: 'string', enum: ['mn', 'en'], default: 'mn' }],
  ['/v1/zones', 'point', true, { type: 'string', maxLength: 64 }],
  ['/v1/zones', 'depart_at', false, { type: 'string' }],
  ['/v1/places', 'id', true, { type: 'string', minLength: 1, maxLength: 1_200 }],
  ['/v1/places', 'lang', false, { type: 'string', enum: ['mn', 'en', 'mn-Latn', 'ru'] }],
  ['/v1/places', 'zones', false, { type: 'boolean', default: false }],
];
const ALL_PARAMETERS = [...PARAMETERS, ...MORE_PARAMETERS, ...OTHER_PARAMETERS];

it.each(ALL_PARAMETERS)('has the parameter %s %s as decided', (path, name, required, schema) => {
  const parameter = document.paths[path].get.parameters!.find((one) => one.name === name);
  expect(parameter).toMatchObject({ name, in: 'query', required, schema });
});

it('has no parameter beyond those', () => {
  const names = Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get.parameters ?? []).map(({ name }) => `${path} ${name}`),
  );
  expect(names.sort()).toEqual(ALL_PARAMETERS.map(([path, name]) => `${path} ${name}`).sort());
});

const STATUSES: [path: string, statuses: number[]][] = [
  ['/v1/geocode', [200, 400, 401, 403, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/route', [200, 400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/matrix', [200, 400, 401, 403, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/isochrone', [200, 400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/match', [200, 400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/trip', [200, 400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/places', [200, 400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503]],
  ['/v1/zones', [200, 400, 401, 403, 405, 408, 413, 429, 500, 502, 503]],
  ['/health', [200, 400, 405, 408, 413, 500, 503]],
  ['/health/ready', [200, 400, 405, 408, 413, 500, 503]],
  ['/openapi.json', [200, 400, 405, 408, 413, 500, 503]],
  ['/copyright', [200, 400, 405, 408, 413, 500, 503]],
  ['/docs', [200, 400, 405, 408, 413, 500, 503]],
  ['/redoc', [200, 400, 405, 408, 413, 500, 503]],
];

describe.each(STATUSES)('%s', (path, statuses) => {
  it('describes every status it can have, each with the common headers', () => {
    expect(Object.keys(document.paths)).toEqual(STATUSES.map(([known]) => known));
    const { responses } = document.paths[path].get;
    expect(
      Object.keys(responses)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(statuses);
    for (const status of statuses) {
      const { headers } = client.check.responseOf(path, status);
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining([
          'X-Request-ID',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ]),
      );
      if (status === 429 || status === 503) expect(Object.keys(headers)).toContain('Retry-After');
    }
  });

  it('has valid examples for every JSON response', () => {
    for (const status of statuses) {
      for (const { schema, examples } of jsonContents(path, status)) {
        expect(Object.keys(examples).length, `${path} ${status}`).toBeGreaterThan(0);
        for (const { value } of Object.values(examples)) client.check.expectMatches(schema, value);
      }
    }
  });

  it('has errors whose examples have a code of that status', () => {
    for (const status of statuses.filter((one) => one >= 400)) {
      for (const { schema, examples } of jsonContents(path, status)) {
        if (!schema.endsWith('/ErrorResponse')) continue;
        for (const { value } of Object.values(examples)) {
          const { code } = (value as { error: { code: keyof typeof ERROR_STATUS } }).error;
          expect(ERROR_STATUS[code]).toBe(status === 405 || status === 413 ? 400 : status);
        }
      }
    }
  });
});

function jsonContents(
  path: string,
  status: number,
): { schema: string; examples: Record<string, { value: object }> }[] {
  const content = client.check.responseOf(path, status).content['application/json'];
  return content?.schema.$ref === undefined
    ? []
    : [{ schema: content.schema.$ref, examples: content.examples }];
}

it('wants a key for /v1 and for nothing else', () => {
  const open = Object.entries(document.paths).filter(
    ([, { get }]: [string, { get: Operation }]) => get.security?.length === 0,
  );
  expect(open.map(([path]) => path)).toEqual(
    STATUSES.map(([path]) => path).filter((path) => !path.startsWith('/v1/')),
  );
});

const SCHEMAS: [name: string, required: string[], optional: string[]][] = [
  ['GeocodeResponse', ['query', 'results', 'count'], []],
  [
    'GeocodeResult',
    ['id', 'name', 'latitude', 'longitude', 'type'],
    [
      ...['address', 'distance_meters', 'matched_name', 'match', 'left_out', 'confidence', 'description'],
      ...['layer', 'components', 'bbox', 'zones'],
    ],
  ],
  [
    'RouteResponse',
    ['route', 'mode', 'waypoints'],
    ['via_waypoints', 'alternatives', 'notes', 'surfaces', 'surface_stretches', 'detour', 'speeds', 'steps'],
  ],
  ['Route', ['distance_meters', 'duration_seconds', 'geometry'], ['polyline6', 'legs']],
  ['RouteLeg', ['distance_meters', 'duration_seconds'], ['steps']],
  ['LineString', ['coordinates'], ['type']],
  ['Waypoint', ['input', 'location', 'snap_distance_meters'], ['name']],
  ['Location', ['latitude', 'longitude'], []],
  ['ErrorResponse', ['error'], []],
  ['ErrorDetail', ['code', 'message'], ['details', 'request_id']],
  ['HealthResponse', ['status'], []],
  ['ReadinessResponse', ['status', 'checks'], ['dataset']],
];

it.each(SCHEMAS)('has the schema %s of the specification', (name, required, optional) => {
  const schema = document.components.schemas[name] as {
    required: string[];
    properties: Record<string, object>;
  };
  expect([...schema.required].sort()).toEqual([...required].sort());
  expect(Object.keys(schema.properties).sort()).toEqual([...required, ...optional].sort());
});

it('has pairs of exactly two numbers', () => {
  expect(document.components.schemas['LineString']).toMatchObject({
    properties: {
      coordinates: {
        type: 'array',
        items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      },
    },
  });
});

it('lists every error code', () => {
  expect(document.components.schemas['ErrorDetail']).toMatchObject({
    properties: { code: { enum: Object.keys(ERROR_STATUS) } },
  });
});

it('lists every match group of a search, by its number', () => {
  const { description = '' } = document.paths['/v1/geocode'].get;
  const listed = [...description.matchAll(/^(\d)\. (.+)$/gm)].map(([, group, text]) => [group, text]);
  expect(Object.fromEntries(listed)).toEqual(MATCH_GROUPS);
  expect(Object.keys(MATCH_GROUPS)).toEqual(Object.keys(COSTS.group));
});

it('tells the settings of the deployment', () => {
  expect(document.info.description).toContain('321 requests');
  expect(document.info.description).toContain('9.9.9');
  expect(JSON.stringify(document.paths['/v1/route'])).toContain('54321 m apart');
});

it('names every reason a parameter is refused for', async () => {
  const schema = JSON.stringify(document.components.schemas['ErrorDetail']);
  const targets = [
    '',
    'q=a',
    'q=--',
    `q=${'a'.repeat(201)}`,
    'q=ab&q=ab',
    'q=ab&lat=1',
    'q=ab&limit=x',
    'lat=x&lon=1',
    'lat=91&lon=1',
    'q=%ff',
  ];
  for (const target of targets) {
    const { details } = await client.refusal(`/v1/geocode?${target}`);
    expect(schema).toContain(`\`${String(details!['reason'])}\``);
  }
});
