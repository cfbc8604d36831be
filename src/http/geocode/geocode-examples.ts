import { errorExample, errorResponse as errors, type Example } from '../core/response-description.js';

/** Examples in the description of /v1/geocode. Each is checked against its schema by a test. */

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

export const NOTHING: Example = {
  summary: 'No match, which is not an error',
  value: { query: 'zzzz', results: [], count: 0 },
};

export const BAD_GEOCODE_REQUEST = errors(
  'A parameter is missing or invalid; `details.field` names it. When both modes or neither were sent, ' +
    'it names `q`; `lat` without `lon` names `lon`, and the other way round.',
  {
    missing: errorExample('Neither mode', 'INVALID_REQUEST', 'Send either q, or lat and lon.', {
      field: 'q',
      reason: 'missing',
    }),
    conflicting_modes: errorExample(
      'Both modes',
      'INVALID_REQUEST',
      'Send either q, or lat and lon, not both.',
      { field: 'q', reason: 'conflicting_modes' },
    ),
    too_short: errorExample('q too short', 'INVALID_REQUEST', 'q must have at least 2 characters.', {
      field: 'q',
      reason: 'too_short',
    }),
    out_of_range: errorExample('limit out of range', 'INVALID_REQUEST', 'limit must be from 1 to 20.', {
      field: 'limit',
      reason: 'out_of_range',
    }),
    swapped: errorExample(
      'near with latitude first',
      'INVALID_REQUEST',
      'The latitude of near must be from -90 to 90. The order is longitude,latitude.',
      { field: 'near', reason: 'out_of_range' },
    ),
    bad_format: errorExample(
      'type with a blank',
      'INVALID_REQUEST',
      'type must be up to 20 categories or layers in lower case, with commas between them.',
      { field: 'type', reason: 'bad_format' },
    ),
    unknown_value: errorExample(
      'An unknown language',
      'INVALID_REQUEST',
      'lang must be one of mn, en, mn-Latn.',
      { field: 'lang', reason: 'unknown_value' },
    ),
    not_supported: errorExample(
      'The data source cannot do it',
      'INVALID_REQUEST',
      'near is not supported in this deployment.',
      { field: 'near', reason: 'not_supported' },
    ),
    repeated: errorExample('A parameter twice', 'INVALID_REQUEST', 'lat was sent more than once.', {
      field: 'lat',
      reason: 'repeated',
    }),
    bad_encoding: errorExample(
      'No valid UTF-8',
      'INVALID_REQUEST',
      'The address is not valid UTF-8. Percent-encode it as UTF-8.',
      { field: 'q', reason: 'bad_encoding' },
    ),
  },
);
