import { errorExample, errorResponse as errors, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/route. A test checks each against its schema. */

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

export const BAD_ROUTE_REQUEST = errors('A parameter is missing or invalid; `details.field` names it.', {
  missing: errorExample(
    'No origin',
    'INVALID_REQUEST',
    'origin is required: longitude,latitude, such as 106.9176,47.9189.',
    {
      field: 'origin',
      reason: 'missing',
    },
  ),
  out_of_range: errorExample(
    'Latitude and longitude swapped',
    'INVALID_REQUEST',
    'The latitude of origin must be from -90 to 90. The order is longitude,latitude.',
    { field: 'origin', reason: 'out_of_range' },
  ),
  unknown_mode: errorExample('Unknown mode', 'INVALID_REQUEST', 'mode must be one of driving, walking.', {
    field: 'mode',
    reason: 'unknown_mode',
  }),
  too_far: errorExample(
    'Too far apart',
    'INVALID_REQUEST',
    'destination is farther from origin than the 100000 m allowed here (--max-route-distance-m).',
    {
      field: 'destination',
      reason: 'too_far',
      distance_meters: 123456,
      max_distance_meters: 100000,
    },
  ),
});

export const NO_ROUTE = errors(
  'No route, or no road near one of the points; `details.reason` says which. For a point without ' +
    'a road, `nearest_road_meters` is the distance to the nearest road (null: more than 50 km), and ' +
    '`limit_meters` the maximum distance. With `notes=true`, a `no_path` has `closures` if there ' +
    'would be a route without them. With `vehicle`, the error has `zones`: the zones that are ' +
    'closed to the ' +
    'vehicle and contain one of the points and, with `notes=true`, also the zones on the route that would ' +
    'be taken without zones.',
  {
    origin: errorExample('No road near origin', 'NOT_FOUND', 'No usable road is close enough to origin.', {
      reason: 'origin_not_on_network',
      nearest_road_meters: 4312.5,
      limit_meters: 1000,
    }),
    destination: errorExample(
      'No road near destination',
      'NOT_FOUND',
      'No usable road is close enough to destination.',
      { reason: 'destination_not_on_network', nearest_road_meters: null, limit_meters: 1000 },
    ),
    no_path: errorExample('Not connected', 'NOT_FOUND', 'No route connects origin and destination.', {
      reason: 'no_path',
    }),
  },
);
