import type { FoundPlace, NearestPlace, SearchRequest } from '../../sources/geocoder.js';
import { afterSource, type SourceStep } from '../answer.js';
import type { RememberedAnswer } from './answer-memory.js';
import type { Exchange } from '../exchange.js';
import { readGeocodeRequest, type ReverseRequest } from '../parameters.js';
import { placesOf, reverseBody, searchHead, searchText } from './places-body.js';
import type { RequestHead, TargetBytes } from '../../wire/reply.js';
import type { SlabBody } from '../../wire/slab.js';

/** GET /v1/geocode behind its gates. */
export function answerGeocode(exchange: Exchange): void {
  const { resultCaching, slab } = exchange.app;
  const remembered = exchange.remembered === undefined ? recallSearch(exchange) : exchange.remembered;
  if (remembered !== null) {
    exchange.sendJson(200, remembered.body(slab), resultCaching);
    return;
  }
  const request = readGeocodeRequest(exchange.query);
  // The edition before the search, as it may take a while, and the data be replaced.
  if (request.kind === 'search') afterSource(exchange, { request, edition: editionOf(exchange) }, SEARCH);
  else afterSource(exchange, request, REVERSE);
}

interface Search {
  request: SearchRequest;
  edition: number | null;
}

const SEARCH: SourceStep<Search, readonly FoundPlace[]> = {
  ask: ({ app }, { request }, signal) => app.geocoder.search(request, signal),
  then: (exchange, found, search) =>
    exchange.sendJson(200, searchBody(exchange, search, found), exchange.app.resultCaching),
};

const REVERSE: SourceStep<ReverseRequest, NearestPlace | null> = {
  ask: ({ app }, { longitude, latitude }, signal) => app.geocoder.reverse(longitude, latitude, signal),
  then: (exchange, place, { text }) =>
    exchange.sendJson(200, reverseBody(text, place, exchange.app.slab), exchange.app.resultCaching),
};

/** What was answered to the same target before; such a target can be read. */
export function recallSearch(exchange: Exchange): RememberedAnswer | null {
  return exchange.app.answers.find(editionOf(exchange), targetBytes(exchange.req));
}

function searchBody(
  exchange: Exchange,
  { request: { text, limit }, edition }: Search,
  found: readonly FoundPlace[],
): SlabBody {
  const { answers, slab } = exchange.app;
  const places = placesOf(found, limit);
  const remembered = answers.remember(edition, targetBytes(exchange.req), { head: searchHead(text), places });
  return remembered === null ? slab.textBody(searchText(text, places)) : remembered.body(slab);
}

function editionOf({ app: { geocoder } }: Exchange): number | null {
  return geocoder.edition?.() ?? null;
}

function targetBytes({ targetBytes, url }: RequestHead): TargetBytes {
  if (targetBytes !== undefined) return targetBytes;
  const bytes = Buffer.from(url!, 'latin1');
  return { bytes, from: 0, to: bytes.length };
}
