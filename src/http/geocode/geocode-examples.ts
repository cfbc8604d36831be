import { errorResponse as errors, fieldExample, type Example } from '../core/errors/response-description.js';

/** Examples for the description of /v1/geocode. A test checks each example against its schema. */

const SQUARE = {
  id: 'osm:way:101',
  name: 'Сүхбаатарын талбай',
  address: 'Улаанбаатар, Сүхбаатар дүүрэг',
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

export const DESCRIBED: Example = {
  summary: 'Reverse: a point described in words',
  value: {
    query: '47.91795,106.91758',
    results: [
      {
        ...SQUARE,
        type: 'place',
        distance_meters: 98.9,
        description: {
          text: 'Сүхбаатар дүүрэг, 8-р хороо: Сүхбаатарын талбайгаас урагш 100 м',
          landmarks: [
            {
              id: 'osm:way:101',
              name: 'Сүхбаатарын талбай',
              type: 'square',
              latitude: 47.91884,
              longitude: 106.91758,
              direction: 'south',
              distance_meters: 98.9,
            },
          ],
          plus_code: '8PV8WW99+52',
        },
      },
    ],
    count: 1,
  },
};

export const NOTHING: Example = {
  summary: 'No match, which is not an error',
  value: { query: 'zzzz', results: [], count: 0 },
};

export const BAD_GEOCODE_REQUEST = errors(
  'A parameter is missing or invalid; `details.field` names it. When both modes or neither were sent, ' +
    'it names `q`; `lat` without `lon` names `lon`, and vice versa.',
  {
    missing: fieldExample('q', 'missing', 'Neither mode', 'Send either q, or lat and lon.'),
    conflicting_modes: fieldExample(
      'q',
      'conflicting_modes',
      'Both modes',
      'Send either q, or lat and lon, not both. ' +
        'To prefer places near a point, add near=longitude,latitude to q.',
    ),
    too_short: fieldExample('q', 'too_short', 'q too short', 'q must have at least 2 characters.'),
    out_of_range: fieldExample('limit', 'out_of_range', 'limit out of range', 'limit must be from 1 to 20.'),
    swapped: fieldExample(
      'near',
      'out_of_range',
      'near with latitude first',
      'The latitude of near must be from -90 to 90. The order is longitude,latitude.',
    ),
    bad_format: fieldExample(
      'type',
      'bad_format',
      'type with a blank',
      'type must be up to 20 categories or layers in lower case, separated by commas, such as hotel,cafe.',
    ),
    unknown_value: fieldExample(
      'lang',
      'unknown_value',
      'An unknown language',
      'lang must be one of mn, en, mn-Latn, ru.',
    ),
    not_supported: fieldExample(
      'near',
      'not_supported',
      'The data source cannot do it',
      'near is not supported in this deployment.',
    ),
    repeated: fieldExample(
      'lat',
      'repeated',
      'A parameter twice',
      'lat was sent more than once. Send it once.',
    ),
    bad_encoding: fieldExample(
      'q',
      'bad_encoding',
      'No valid UTF-8',
      'The URL is not valid UTF-8. Percent-encode it as UTF-8.',
    ),
  },
);
