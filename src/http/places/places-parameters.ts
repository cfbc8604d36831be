import { Type } from '@sinclair/typebox';
import { PLACE_LANGUAGES, type PlaceLanguage, type PlaceRequest } from '../../sources/geocoder.js';
import { isPointId, pairOfPointId } from '../../sources/point-id.js';
import type { Query } from '../../wire/query-string.js';
import { codePoints, invalid, readOneOf, refuseRepeated, type Parameter } from '../core/request/parameter.js';
import { pointOf } from '../core/request/position.js';
import { GEOCODE_OPTIONS } from '../geocode/geocode-options.js';

/** An id of GeoJSON may have 1,000 characters, and the name of its file before it. */
const ID = Type.String({
  minLength: 1,
  maxLength: 1_200,
  description: 'The `id` of a result: `osm:node:1`, `point:106.9176,47.9189`, or that of an own place.',
});

/** The parameters of /v1/places. */
export const PLACES_PARAMETERS: readonly Parameter[] = [
  {
    name: 'id',
    schema: ID,
    required: true,
    examples: { place: 'osm:way:101', point: 'point:106.9176,47.9189' },
  },
  { ...GEOCODE_OPTIONS.find(({ name }) => name === 'lang')!, isAlternative: false },
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readPlaceRequest(query: Query): PlaceRequest {
  refuseRepeated(query, PLACES_PARAMETERS);
  const id = query.values.get('id');
  if (id === undefined || id === '') throw invalid('id', 'missing', 'id is required: that of a result.');
  if (codePoints(id) > ID.maxLength!)
    throw invalid('id', 'too_long', `id may have at most ${ID.maxLength!} characters.`);
  if (isPointId(id)) pointOf('id', pairOfPointId(id));
  const lang = readOneOf<PlaceLanguage, undefined>(
    'lang',
    query.values.get('lang'),
    PLACE_LANGUAGES,
    undefined,
  );
  return lang === undefined ? { id } : { id, lang };
}
