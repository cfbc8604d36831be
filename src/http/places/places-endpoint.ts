import { Type } from '@sinclair/typebox';
import { OperatingError } from '../../errors.js';
import {
  type KnownPlace,
  type PlaceRequest,
  PLACE_LANGUAGES,
  type PlaceLanguage,
} from '../../sources/geocoder.js';
import { noPlaces, noZones } from '../../sources/not-supported.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { placeBody } from './place-body.js';
import { BAD_PLACE_REQUEST, PLACE, UNKNOWN_PLACE } from './places-examples.js';
import { PLACES_SCHEMAS } from './places-response-schemas.js';
import { isPointId, pairOfPointId } from '../../sources/point-id.js';
import type { Query } from '../../wire/query-string.js';
import { codePoints, invalid, readOneOf, refuseRepeated, type Parameter } from '../core/request/parameter.js';
import { pointOf } from '../core/request/position.js';
import { GEOCODE_OPTIONS, readZones } from '../geocode/geocode-options.js';
import { zonesAt } from '../geocode/zone-body.js';

const ID = Type.String({
  minLength: 1,
  maxLength: 1_200,
  description: 'The `id` of a result: `osm:node:1`, `point:106.9176,47.9189`, or the id of an own place.',
});

/** The parameters of /v1/places. */
const PLACES_PARAMETERS: readonly Parameter[] = [
  {
    name: 'id',
    schema: ID,
    required: true,
    examples: { place: 'osm:way:101', point: 'point:106.9176,47.9189' },
  },
  ...['lang', 'zones'].map((option) => ({
    ...GEOCODE_OPTIONS.find(({ name }) => name === option)!,
    isAlternative: false,
  })),
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
function readPlaceRequest(query: Query): AskedPlace {
  refuseRepeated(query, PLACES_PARAMETERS);
  const id = query.values.get('id');
  if (id === undefined || id === '')
    throw invalid('id', 'missing', 'id is required: the id of a search result.');
  if (codePoints(id) > ID.maxLength!)
    throw invalid('id', 'too_long', `id may have at most ${ID.maxLength!} characters.`);
  if (isPointId(id)) pointOf('id', pairOfPointId(id));
  const lang = readOneOf<PlaceLanguage, undefined>(
    'lang',
    query.values.get('lang'),
    PLACE_LANGUAGES,
    undefined,
  );
  return { id, ...(lang !== undefined && { lang }), ...(readZones(query) && { zones: true }) };
}

/** The checked request. */
type AskedPlace = PlaceRequest & { zones?: true };

const FIND: SourceStep<AskedPlace, KnownPlace | null, ResultExchange> = {
  ask: ({ app: { geocoder, zones } }, { zones: hasZones = false, ...request }, signal) => {
    if (geocoder.place === undefined) throw noPlaces();
    if (hasZones && zones === null) throw noZones('zones');
    return geocoder.place(request, signal);
  },
  then: (exchange, place, { zones: hasZones = false }) => {
    const { json, zones } = exchange.app;
    if (place !== null) {
      exchange.sendResult(placeBody(json, place, hasZones ? zonesAt(zones!) : undefined));
      return;
    }
    const message =
      'No place has this id. The place may be missing from the newest data, so search for it again.';
    exchange.fail(
      new OperatingError('NOT_FOUND', message, { details: { field: 'id', reason: 'unknown_place' } }),
    );
  },
};

export const placesEndpoint = resultEndpoint({
  path: '/v1/places',
  scope: 'places',
  parameters: PLACES_PARAMETERS,
  schemas: PLACES_SCHEMAS,
  read: readPlaceRequest,
  answer: (exchange, request) => afterSource(exchange, request, FIND),
  operation: {
    operationId: 'places',
    tag: 'geocoding',
    summary: 'Everything known about one place',
    description:
      () => `Everything known about the place with an \`id\` from \`/v1/geocode\`: names in all languages,
opening hours, telephone, website, wheelchair access, the entrance and its outline's bounding box. The links
open the place in OpenStreetMap, to view or to correct it. Ids stay the same when newer data is imported. An
id that does not exist any more gives a 404 with \`unknown_place\`. For a point's id (\`point:lon,lat\`), the
answer has the point's address.`,
    responses: {
      200: resultResponse('The place.', 'PlaceResponse', { place: PLACE }),
      400: BAD_PLACE_REQUEST,
      404: UNKNOWN_PLACE,
    },
  },
});

/** A GeoJSON id may have 1,000 characters, and is preceded by the name of its file. */
