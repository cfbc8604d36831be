import { errorExample, errorResponse as errors, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/isochrone. A test checks each against its schema. */

export const ISOCHRONE: Example = {
  summary: 'Five minutes on foot',
  value: {
    type: 'FeatureCollection',
    mode: 'walking',
    waypoint: {
      input: { latitude: 47.9181, longitude: 106.9175 },
      location: { latitude: 47.917921, longitude: 106.917512 },
      snap_distance_meters: 19.9,
      name: null,
    },
    features: [
      {
        type: 'Feature',
        properties: { minutes: 5, direction: 'from', tolerance_meters: 5 },
        geometry: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [106.91, 47.915],
                [106.925, 47.915],
                [106.918, 47.923],
                [106.91, 47.915],
              ],
            ],
          ],
        },
      },
    ],
  },
};

export const BAD_ISOCHRONE_REQUEST = errors('A parameter is missing or invalid; `details.field` names it.', {
  missing: errorExample(
    'No minutes',
    'INVALID_REQUEST',
    'Send minutes, such as 5,10,20, or meters, such as 500,1000.',
    {
      field: 'minutes',
      reason: 'missing',
    },
  ),
  out_of_range: errorExample('Too many minutes', 'INVALID_REQUEST', 'minutes must be from 1 to 60.', {
    field: 'minutes',
    reason: 'out_of_range',
  }),
});
