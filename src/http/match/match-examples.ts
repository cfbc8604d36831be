import { errorExample, errorResponse as errors, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/match. A test checks each against its schema. */

export const MATCH: Example = {
  summary: 'Three points on one street, and one far from every road',
  value: {
    mode: 'driving',
    matchings: [
      {
        distance_meters: 412.6,
        duration_seconds: 30,
        confidence: 0.97,
        from: 0,
        to: 2,
        geometry: {
          type: 'LineString',
          coordinates: [
            [106.917512, 47.917921],
            [106.922981, 47.917968],
          ],
        },
      },
    ],
    points: [
      { location: { latitude: 47.917921, longitude: 106.917512 }, matching: 0, snap_distance_meters: 19.9 },
      { location: { latitude: 47.917944, longitude: 106.920211 }, matching: 0, snap_distance_meters: 4.9 },
      { location: { latitude: 47.917968, longitude: 106.922981 }, matching: 0, snap_distance_meters: 7.7 },
      { location: null, matching: null, snap_distance_meters: null, reason: 'off_road' },
    ],
    ways: [
      {
        matching: 0,
        id: 27654321,
        name: 'Энхтайваны өргөн чөлөө',
        ref: null,
        class: 'primary',
        surface: 'asphalt',
        toll: false,
        distance_meters: 412.6,
        duration_seconds: 30,
      },
    ],
  },
};

export const BAD_MATCH_REQUEST = errors(
  'A parameter is missing or invalid; `details.field` names it, and `details.index` is the ' +
    'index of the point, from 0.',
  {
    too_few: errorExample('One point', 'INVALID_REQUEST', 'trace must have at least two points.', {
      field: 'trace',
      reason: 'too_few',
      min_points: 2,
    }),
    too_many: errorExample('Too many points', 'INVALID_REQUEST', 'trace may have at most 2000 points.', {
      field: 'trace',
      reason: 'too_many',
      max_points: 2000,
    }),
    backwards: errorExample(
      'Times that go back',
      'INVALID_REQUEST',
      'Point 3: times must not go backward. Each time is the number of seconds since the previous point, ' +
        '0 or more.',
      { field: 'times', reason: 'backwards', index: 2 },
    ),
    exceeds_limit: errorExample(
      "More expensive than the key's limit",
      'INVALID_REQUEST',
      'This counts as 20 requests, but the limit is 10 per minute. Request less at a time.',
      { field: 'trace', reason: 'exceeds_limit', requests: 20, limit: 10 },
    ),
  },
);

export const NO_MATCH = errors('No matching: no two points are on connected roads.', {
  no_match: errorExample(
    'Off every road',
    'NOT_FOUND',
    'No two points of the trace are near roads that connect them.',
    { reason: 'no_match' },
  ),
});
