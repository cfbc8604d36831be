import type { ErrorCode } from '../../errors.js';
import type { ResponseSchemaName } from '../response-schemas.js';

/** Examples in the description of the interface. Each is checked against its schema by a test. */

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

const SQUARE = {
  id: 'osm:way:101',
  name: 'Сүхбаатарын талбай',
  address: 'Сүхбаатар дүүрэг, Улаанбаатар',
  latitude: 47.91884,
  longitude: 106.91758,
};

export const FORWARD: Example = {
  summary: 'Forward: a name',
  value: { query: 'сүхбаатарын талбай', results: [{ ...SQUARE, type: 'square' }], count: 1 },
};

export const REVERSE: Example = {
  summary: 'Reverse: a coordinate',
  value: {
    query: '47.9187,106.9177',
    results: [{ ...SQUARE, type: 'place', distance_meters: 17.9 }],
    count: 1,
  },
};

export const NOTHING: Example = {
  summary: 'No match, which is not an error',
  value: { query: 'zzzz', results: [], count: 0 },
};

export const ROUTE: Example = {
  summary: 'A short drive',
  value: {
    route: {
      distance_meters: 412.6,
      duration_seconds: 48.3,
      geometry: {
        type: 'LineString',
        coordinates: [
          [106.917512, 47.917921],
          [106.919004, 47.917934],
          [106.922981, 47.917968],
        ],
      },
    },
    mode: 'driving',
    waypoints: [
      {
        input: { latitude: 47.9181, longitude: 106.9175 },
        location: { latitude: 47.917921, longitude: 106.917512 },
        snap_distance_meters: 19.9,
        name: 'Энхтайваны өргөн чөлөө',
      },
      {
        input: { latitude: 47.9179, longitude: 106.923 },
        location: { latitude: 47.917968, longitude: 106.922981 },
        snap_distance_meters: 7.7,
        name: 'Энхтайваны өргөн чөлөө',
      },
    ],
  },
};

const ready = (summary: string, status: string, checks: object): Example => ({
  summary,
  value: { status, checks: { keys: 'ok', rate_limits: 'ok', geocoding: 'ok', routing: 'ok', ...checks } },
});

export const READY: Record<string, Example> = {
  ok: ready('Everything works', 'ok', {}),
  degraded: ready('Requests are counted without the shared store', 'degraded', { rate_limits: 'fail' }),
  refused: ready('The newest map data was refused, the data before it still answers', 'degraded', {
    geocoding: 'fail',
    routing: 'fail',
  }),
};

export const NOT_READY: Record<string, Example> = {
  loading: ready('Data is being loaded', 'unavailable', { geocoding: 'fail', routing: 'fail' }),
  unconfigured: ready('Nothing is configured', 'unavailable', {
    geocoding: 'not_configured',
    routing: 'not_configured',
  }),
};

export const HEALTHY: Record<string, Example> = {
  ok: { summary: 'The process answers', value: { status: 'ok' } },
};

export type ExampleSchema = ResponseSchemaName;
