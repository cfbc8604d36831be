import { OperatingError } from '../../errors.js';
import type { KnownPlace, PlaceRequest } from '../../sources/geocoder.js';
import { noPlaces } from '../../sources/not-supported.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { placeBody } from './place-body.js';
import { BAD_PLACE_REQUEST, PLACE, UNKNOWN_PLACE } from './places-examples.js';
import { PLACES_PARAMETERS, readPlaceRequest } from './places-parameters.js';
import { PLACES_SCHEMAS } from './places-response-schemas.js';

const FIND: SourceStep<PlaceRequest, KnownPlace | null, ResultExchange> = {
  ask: ({ app: { geocoder } }, request, signal) => {
    if (geocoder.place === undefined) throw noPlaces();
    return geocoder.place(request, signal);
  },
  then: (exchange, place) => {
    if (place !== null) {
      exchange.sendResult(placeBody(exchange.app.json, place));
      return;
    }
    const message = 'No place has this id. It may be gone since the data was renewed: search for it again.';
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
    summary: 'All that is known of one place',
    description:
      () => `The place of an \`id\` that a result of \`/v1/geocode\` has: its names in all languages,
opening hours, telephone, web page, whether wheelchairs get in, its entrance and the box of its outline, as
far as the data has them, and links to see it and to mend it in OpenStreetMap. Ids stay the same when newer
data is imported. An id that is gone is a 404 with \`unknown_place\`. The id of a point
(\`point:lon,lat\`) is answered with where that is.`,
    responses: {
      200: resultResponse('The place.', 'PlaceResponse', { place: PLACE }),
      400: BAD_PLACE_REQUEST,
      404: UNKNOWN_PLACE,
    },
  },
});
