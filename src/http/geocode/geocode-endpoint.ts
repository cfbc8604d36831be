import type {
  FoundPlace,
  Geocoder,
  NearestPlace,
  ReverseRequest,
  SearchRequest,
} from '../../sources/geocoder.js';
import { judgedSearch } from '../../sources/judged-search.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { BAD_GEOCODE_REQUEST, DESCRIBED, FORWARD, NOTHING, REVERSE } from './geocode-examples.js';
import { pointOfShortCode, type Point } from './typed-point.js';
import { GEOCODE_PARAMETERS, readGeocodeRequest, type TypedPointRequest } from './geocode-parameters.js';
import { GEOCODE_SCHEMAS } from './geocode-response-schemas.js';
import { nearestBody, reverseBody, searchBody } from './places-body.js';

const SEARCH: SourceStep<SearchRequest, readonly FoundPlace[], ResultExchange> = {
  ask: ({ app, asker }, request, signal) => app.geocoder.search(request, signal, asker),
  then: (exchange, found, request) => exchange.sendResult(searchBody(exchange.app.json, request, found)),
};

const JUDGED_SEARCH: typeof SEARCH = {
  ...SEARCH,
  ask: ({ app, asker }, request, signal) => judgedSearch(app.geocoder, request, signal, asker),
};

const NEAREST: SourceStep<ReverseRequest, NearestPlace | null, ResultExchange> = {
  ask: ({ app }, request, signal) => app.geocoder.reverse(request, signal),
  then: (exchange, place, request) => exchange.sendResult(reverseBody(exchange.app.json, request, place)),
};

const TYPED_POINT: SourceStep<TypedPointRequest, NearestPlace | null, ResultExchange> = {
  ask: ({ app }, request, signal) => findTypedPoint(app.geocoder, request, signal),
  then: (exchange, place, { text }) => exchange.sendResult(nearestBody(exchange.app.json, text, place)),
};

/** A town says where a short plus code is; it is looked for first. */
export function findTypedPoint(
  geocoder: Geocoder,
  { point, lang, describe }: TypedPointRequest,
  signal: AbortSignal,
) {
  const reverse = ({ longitude, latitude }: Point): NearestPlace | null | Promise<NearestPlace | null> =>
    geocoder.reverse(
      { longitude, latitude, ...(lang !== undefined && { lang }), ...(describe && { describe }) },
      signal,
    );
  if (point.kind === 'point') return reverse(point);
  const near = async (): Promise<NearestPlace | null> => {
    const [town] = await geocoder.search({ text: point.town, limit: 1 }, signal);
    const found = town === undefined ? null : pointOfShortCode(point.code, town);
    return found === null ? null : reverse(found);
  };
  return near();
}

export const geocodeEndpoint = resultEndpoint({
  path: '/v1/geocode',
  scope: 'geocode',
  parameters: GEOCODE_PARAMETERS,
  schemas: GEOCODE_SCHEMAS,
  read: readGeocodeRequest,
  answer: (exchange, asked) => {
    if (asked.kind === 'search')
      afterSource(exchange, asked.request, asked.isJudged === true ? JUDGED_SEARCH : SEARCH);
    else if (asked.kind === 'reverse') afterSource(exchange, asked.request, NEAREST);
    else afterSource(exchange, asked.request, TYPED_POINT);
  },
  operation: {
    operationId: 'geocode',
    tag: 'geocoding',
    summary: 'Forward and reverse geocoding',
    description: () => `Either \`q\` (forward), or both \`lat\` and \`lon\` (reverse).

Forward results are ordered by match group, then prominence, then shorter name. The groups: (1) exact name;
(2) the name starts with the query; (3) every word of the query starts a word of the name; (4) the name
contains every word of the query. Reverse: the one nearest meaningful location, with \`distance_meters\`. No
match is an empty list, not an error. A point typed as \`q\` is answered as a reverse
lookup of that point; its \`limit\`, \`near\`, \`type\` and \`bbox\` are checked and have no effect.

Optional, and refused with \`not_supported\` where the data source cannot do it: \`near\` ranks nearer places
higher within each group, \`type\` and \`bbox\` leave out other places, \`lang\` says the language of names
and addresses, \`describe\` says in a sentence where a point is. \`confidence\` says how probable the first
result is; every data source can do that.

For autocomplete: wait about 300 ms after the last keystroke, cancel the request before when a new one starts,
and do not search before 2 characters are typed.`,
    responses: {
      200: resultResponse('Matches, best first.', 'GeocodeResponse', {
        forward: FORWARD,
        reverse: REVERSE,
        described: DESCRIBED,
        nothing: NOTHING,
      }),
      400: BAD_GEOCODE_REQUEST,
    },
  },
});
