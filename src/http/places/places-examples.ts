import {
  errorExample,
  errorResponse as errors,
  fieldExample,
  type Example,
} from '../core/errors/response-description.js';

/** Examples for the description of /v1/places. A test checks each against its schema. */

export const PLACE: Example = {
  summary: 'A department store',
  value: {
    place: {
      id: 'osm:way:102',
      name: 'Улсын Их Дэлгүүр',
      address: 'Улаанбаатар, Чингэлтэй дүүрэг, 3-р хороо, Энхтайваны өргөн чөлөө',
      latitude: 47.91687,
      longitude: 106.90622,
      type: 'department_store',
      layer: 'poi',
      components: { district: 'Чингэлтэй дүүрэг', khoroo: '3-р хороо', city: 'Улаанбаатар' },
      bbox: [106.90561, 47.91649, 106.90688, 47.91727],
      names: { name: 'Улсын Их Дэлгүүр', 'name:en': 'State Department Store' },
      opening_hours: 'Mo-Su 09:00-22:00',
      phone: '+976 11 000000',
      website: 'https://example.com/',
      wheelchair: 'limited',
      entrance: { latitude: 47.91649, longitude: 106.90622 },
      links: {
        openstreetmap: 'https://www.openstreetmap.org/way/102',
        edit: 'https://www.openstreetmap.org/edit?way=102',
      },
    },
  },
};

export const BAD_PLACE_REQUEST = errors('A parameter is missing or invalid; `details.field` names it.', {
  missing: fieldExample('id', 'missing', 'No id', 'id is required: the id of a search result.'),
  bad_format: fieldExample(
    'id',
    'bad_format',
    'A malformed point',
    'id must be two decimal numbers, longitude,latitude, such as 106.9176,47.9189.',
  ),
  not_supported: fieldExample(
    'id',
    'not_supported',
    'The data source cannot do it',
    'Looking up places by id is not supported in this deployment.',
  ),
});

export const UNKNOWN_PLACE = errors('No place has this id: `details.reason` is `unknown_place`.', {
  unknown_place: errorExample(
    'An id that does not exist anymore',
    'NOT_FOUND',
    'No place has this id. The place may be missing from the newest data, so search for it again.',
    { field: 'id', reason: 'unknown_place' },
  ),
});
