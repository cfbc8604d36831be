import { errorExample, errorResponse as errors, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/trip. A test checks each against its schema. */

const point = (latitude: number, longitude: number, name: string | null): object => ({
  input: { latitude, longitude },
  location: { latitude, longitude },
  snap_distance_meters: 0,
  name,
});

export const TRIP: Example = {
  summary: 'Two stops and back; one stop whose window is too early',
  value: {
    mode: 'driving',
    stops: [
      point(47.917921, 106.917512, 'Энхтайваны өргөн чөлөө'),
      point(47.917968, 106.922981, 'Энхтайваны өргөн чөлөө'),
      point(47.916101, 106.920233, null),
      point(47.912304, 106.930121, null),
    ],
    vehicles: [
      {
        vehicle: 0,
        order: [0, 1, 2, 0],
        stops: [
          {
            ...{ stop: 0, arrival_seconds: 0, arrival: '2026-12-01T08:30:00' },
            ...{ waiting_seconds: 0, service_seconds: 0 },
          },
          {
            ...{ stop: 1, arrival_seconds: 48.3, arrival: '2026-12-01T08:30:48' },
            ...{ waiting_seconds: 0, service_seconds: 180 },
          },
          {
            ...{ stop: 2, arrival_seconds: 268.3, arrival: '2026-12-01T08:34:28' },
            ...{ waiting_seconds: 0, service_seconds: 180 },
          },
          {
            ...{ stop: 0, arrival_seconds: 500.3, arrival: '2026-12-01T08:38:20' },
            ...{ waiting_seconds: 0, service_seconds: 0 },
          },
        ],
        distance_meters: 1100.6,
        duration_seconds: 140.3,
        legs: [
          { distance_meters: 412.6, duration_seconds: 48.3 },
          { distance_meters: 338, duration_seconds: 40 },
          { distance_meters: 350, duration_seconds: 52 },
        ],
        geometry: {
          type: 'LineString',
          coordinates: [
            [106.917512, 47.917921],
            [106.922981, 47.917968],
            [106.920233, 47.916101],
            [106.917512, 47.917921],
          ],
        },
      },
    ],
    unassigned: [
      {
        stop: 3,
        reason: 'window',
        message: 'The window 08:00-08:30 cannot be met: the earliest arrival is 08:33.',
        earliest_arrival_seconds: 171.2,
      },
    ],
  },
};

export const BAD_TRIP_REQUEST = errors(
  'A parameter is missing or invalid; `details.field` names it, and `details.index` is the ' +
    'index of the stop, from 0.',
  {
    too_many: errorExample('Too many stops', 'INVALID_REQUEST', 'stops may have at most 100 points.', {
      field: 'stops',
      reason: 'too_many',
      max_points: 100,
    }),
    windows: errorExample(
      'A window that ends before it begins',
      'INVALID_REQUEST',
      'Stop 2: each window must end after it begins, by 24:00, and begin after the previous one.',
      { field: 'windows', reason: 'out_of_range', index: 1 },
    ),
    exceeds_limit: errorExample(
      "More expensive than the key's limit",
      'INVALID_REQUEST',
      'This counts as 20 requests, but the limit is 10 per minute. Request less at a time.',
      { field: 'stops', reason: 'exceeds_limit', requests: 20, limit: 10 },
    ),
  },
);

export const NO_TRIP = errors(
  "The start or the end is not near a road; `details.index` is the stop's index, from 0.",
  {
    not_on_network: errorExample(
      'A start off every road',
      'NOT_FOUND',
      'No usable road is close enough to stop 1, where vehicles begin or end.',
      { reason: 'not_on_network', index: 0 },
    ),
  },
);
