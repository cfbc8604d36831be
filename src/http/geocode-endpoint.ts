import type { FoundPlace, SearchRequest } from '../sources/geocoder.js';
import { afterSource } from './answer.js';
import type { RememberedAnswer } from './answer-memory.js';
import type { Exchange } from './exchange.js';
import { readGeocodeRequest } from './parameters.js';
import { placesOf, reverseBody, searchHead, searchText } from './places-body.js';
import type { RequestHead, TargetBytes } from './reply.js';
import type { SlabBody } from './slab.js';

/** GET /v1/geocode behind its gates. */
export function answerGeocode(exchange: Exchange): void {
  const { geocoder, resultCaching, slab } = exchange.app;
  const remembered = exchange.remembered === undefined ? recallSearch(exchange) : exchange.remembered;
  if (remembered !== null) {
    exchange.sendJson(200, remembered.body(slab), resultCaching);
    return;
  }
  const request = readGeocodeRequest(exchange.query);
  if (request.kind === 'search') {
    // Before the search, as it may take a while, and the data be replaced.
    const edition = editionOf(exchange);
    afterSource(
      exchange,
      (signal) => geocoder.search(request, signal),
      (found) => exchange.sendJson(200, searchBody(exchange, edition, request, found), resultCaching),
    );
  } else {
    const { longitude, latitude, text } = request;
    afterSource(
      exchange,
      (signal) => geocoder.reverse(longitude, latitude, signal),
      (place) => exchange.sendJson(200, reverseBody(text, place, slab), resultCaching),
    );
  }
}

/** What was answered to the same target before; such a target can be read. */
export function recallSearch(exchange: Exchange): RememberedAnswer | null {
  return exchange.app.answers.find(editionOf(exchange), targetBytes(exchange.req));
}

function searchBody(exchange: Exchange, edition: number | null, { text, limit }: SearchRequest, found: readonly FoundPlace[]): SlabBody {
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
