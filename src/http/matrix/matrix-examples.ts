import { errorExample, errorResponse as errors, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/matrix. A test checks each against its schema. */

export const MATRIX: Example = {
  summary: 'From two points to one',
  value: {
    mode: 'driving',
    origins: [
      {
        input: { latitude: 47.9181, longitude: 106.9175 },
        location: { latitude: 47.917921, longitude: 106.917512 },
        snap_distance_meters: 19.9,
        name: 'Энхтайваны өргөн чөлөө',
      },
      {
        input: { latitude: 49.9, longitude: 101.3 },
        location: null,
        snap_distance_meters: null,
        name: null,
      },
    ],
    destinations: [
      {
        input: { latitude: 47.9179, longitude: 106.923 },
        location: { latitude: 47.917968, longitude: 106.922981 },
        snap_distance_meters: 7.7,
        name: 'Энхтайваны өргөн чөлөө',
      },
    ],
    durations: [[48.3], [null]],
    distances: [[412.6], [null]],
    unreachable: [{ origin: 1, destination: 0, reason: 'not_on_network' }],
    farther_ends: [],
  },
};

export const BAD_MATRIX_REQUEST = errors('A parameter is missing or invalid; `details.field` names it.', {
  missing: errorExample(
    'No origins',
    'INVALID_REQUEST',
    'origins are required, as longitude,latitude;longitude,latitude.',
    { field: 'origins', reason: 'missing' },
  ),
  out_of_range: errorExample(
    'Latitude and longitude swapped',
    'INVALID_REQUEST',
    'Point 2: The latitude of origins must be from -90 to 90. The order is longitude,latitude.',
    { field: 'origins', reason: 'out_of_range', index: 1 },
  ),
  too_many: errorExample(
    'Too many cells',
    'INVALID_REQUEST',
    '200 origins and 100 destinations make 20000 cells; at most 10000 are allowed here. Send fewer points ' +
      'at a time.',
    { field: 'destinations', reason: 'too_many', cells: 20_000, max_cells: 10_000 },
  ),
  exceeds_limit: errorExample(
    "More expensive than the key's limit",
    'INVALID_REQUEST',
    'This counts as 100 requests, but the limit is 60 per minute. Request less at a time.',
    { field: 'origins', reason: 'exceeds_limit', requests: 100, limit: 60 },
  ),
});
