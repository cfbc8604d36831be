import {
  MATCH_GROUPS,
  type FoundPlace,
  type Geocoder,
  type NearestPlace,
  type ReverseRequest,
  type SearchRequest,
} from '../../sources/geocoder.js';
import { judgedSearch } from '../../sources/judged-search.js';
import { noZones } from '../../sources/not-supported.js';
import type { JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { afterSource, type ResultExchange, type SourceStep } from '../core/answer.js';
import { resultEndpoint } from '../core/endpoint.js';
import { resultResponse } from '../core/errors/response-description.js';
import { BAD_GEOCODE_REQUEST, DESCRIBED, FORWARD, NOTHING, REVERSE } from './geocode-examples.js';
import { readZones } from './geocode-options.js';
import { pointOfShortCode, type Point } from './typed-point.js';
import { GEOCODE_PARAMETERS, readGeocodeRequest, type TypedPointRequest } from './geocode-parameters.js';
import { GEOCODE_SCHEMAS } from './geocode-response-schemas.js';
import { nearestBody, reverseBody, searchBody } from './places-body.js';
import { zonesAt, type ZonesAt } from './zone-body.js';

/** Two versions of a step, which write results without zones and with zones. */
interface Steps<K, T> {
  plain: SourceStep<K, T, ResultExchange>;
  zoned: SourceStep<K, T, ResultExchange>;
}

function stepsOf<K extends object, T extends readonly FoundPlace[] | NearestPlace | null>(
  ask: SourceStep<K, T, ResultExchange>['ask'],
  write: (json: JsonWriter, known: K, found: T, zones?: ZonesAt) => SlabBody,
): Steps<K, T> {
  return {
    plain: {
      ask,
      then: (exchange, found, known) => {
        const body = write(exchange.app.json, known, found);
        noteFound(exchange, found, known);
        exchange.sendResult(body);
      },
    },
    zoned: {
      ask,
      then: (exchange, found, known) => {
        const { json, zones } = exchange.app;
        const body = write(json, known, found, zonesAt(zones!));
        noteFound(exchange, found, known);
        exchange.sendResult(body);
      },
    },
  };
}

function noteFound(
  exchange: ResultExchange,
  found: readonly FoundPlace[] | NearestPlace | null,
  asked: object,
): void {
  if (found === null) exchange.noteFound?.(0, false);
  else if ('id' in found) exchange.noteFound?.(1, false);
  else exchange.noteFound?.(found.length, found.at(0)?.match === 'partial', textOfSearch(asked));
}

/**
 * Returns the query of a search; `undefined` if the search is restricted, because a box or a list of kinds
 * may have excluded an existing place.
 */
export function textOfSearch(asked: object): string | undefined {
  if (!('text' in asked)) return undefined;
  const { text, bbox, types } = asked as SearchRequest;
  return bbox === undefined && types === undefined ? text : undefined;
}

const SEARCH = stepsOf<SearchRequest, readonly FoundPlace[]>(
  ({ app, asker }, request, signal) => app.geocoder.search(request, signal, asker),
  searchBody,
);

const JUDGED_SEARCH = stepsOf<SearchRequest, readonly FoundPlace[]>(
  ({ app, asker }, request, signal) => judgedSearch(app.geocoder, request, signal, asker),
  searchBody,
);

const NEAREST = stepsOf<ReverseRequest, NearestPlace | null>(
  ({ app }, request, signal) => app.geocoder.reverse(request, signal),
  reverseBody,
);

const TYPED_POINT = stepsOf<TypedPointRequest, NearestPlace | null>(
  ({ app }, request, signal) => findTypedPoint(app.geocoder, request, signal),
  (json, { text, point }, place, zones) => {
    // The exact point of a plus code with a town is unknown here, so the zones are those at the place that
    // was found.
    const at = point.kind === 'point' ? point : place;
    return nearestBody(json, text, place, at === null ? undefined : zones?.([at.longitude, at.latitude]));
  },
);

/** Finds a typed point. For a short plus code, the geocoder first searches for the town. */
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
  read: (query) => ({ asked: readGeocodeRequest(query), hasZones: readZones(query) }),
  answer: (exchange, { asked, hasZones }) => {
    if (hasZones && exchange.app.zones === null) {
      exchange.fail(noZones('zones'));
      return;
    }
    const how = hasZones ? 'zoned' : 'plain';
    if (asked.kind === 'search')
      afterSource(exchange, asked.request, (asked.isJudged === true ? JUDGED_SEARCH : SEARCH)[how]);
    else if (asked.kind === 'reverse') afterSource(exchange, asked.request, NEAREST[how]);
    else afterSource(exchange, asked.request, TYPED_POINT[how]);
  },
  operation: {
    operationId: 'geocode',
    tag: 'geocoding',
    summary: 'Forward and reverse geocoding',
    description: () => `Send either \`q\` (forward), or both \`lat\` and \`lon\` (reverse).

Forward results are ordered by match group, then prominence, then shorter name. The groups are:

${Object.entries(MATCH_GROUPS)
  .map(([group, text]) => `${group}. ${text}`)
  .join('\n')}

A reverse lookup returns the nearest meaningful location, with its \`distance_meters\`. If nothing matches,
the list is empty; that is not an error. If \`q\` is a point, the request is answered as a reverse lookup of
that point, and \`limit\`, \`near\`, \`type\` and \`bbox\` are checked but have no effect.

These parameters are optional, and refused with \`not_supported\` if the data source cannot handle them:
\`near\` ranks nearer places higher within each group, \`type\` and \`bbox\` exclude other places, \`lang\`
sets the language of names and addresses, and \`describe\` adds a sentence that says where a point is. Every
data source supports \`confidence\`, the probability that the first result is the right one, and
\`zones\`, the operator's zones that contain the results.

For autocomplete, wait about 300 ms after the last keystroke, cancel the previous request when a new one
starts, and send nothing before 2 characters are typed.`,
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
