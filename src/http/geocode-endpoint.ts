import { afterSource } from './answer.js';
import type { Exchange } from './exchange.js';
import { readGeocodeRequest } from './parameters.js';
import { reverseText, searchBody } from './places-body.js';

/** GET /v1/geocode behind its gates. */
export function answerGeocode(exchange: Exchange): void {
  const request = readGeocodeRequest(exchange.query);
  const { geocoder, resultCaching } = exchange.app;
  if (request.kind === 'search') {
    afterSource(
      exchange,
      (signal) => geocoder.search(request, signal),
      (places) => exchange.sendJson(200, searchBody(request, places, exchange.app.slab), resultCaching),
    );
  } else {
    const { longitude, latitude, text } = request;
    afterSource(
      exchange,
      (signal) => geocoder.reverse(longitude, latitude, signal),
      (place) => exchange.sendJson(200, reverseText(text, place), resultCaching),
    );
  }
}
