import type { FoundPlace, NearestPlace } from '../sources/geocoder.js';
import { afterSource } from './answer.js';
import type { Exchange } from './exchange.js';
import { degreesText, stringOrNullText, stringText, tenthsText } from './json-text.js';
import { isLength, isPoint, nonsense } from './nonsense.js';
import { readGeocodeRequest } from './parameters.js';

/** GET /v1/geocode behind its gates. */
export function answerGeocode(exchange: Exchange): void {
  const request = readGeocodeRequest(exchange.query);
  const { geocoder, resultCaching } = exchange.app;
  if (request.kind === 'search') {
    afterSource(
      exchange,
      (signal) => geocoder.search(request, signal),
      (places) => exchange.sendJson(200, searchText(request.text, places, request.limit), resultCaching),
    );
  } else {
    const { longitude, latitude } = request;
    afterSource(
      exchange,
      (signal) => geocoder.reverse(longitude, latitude, signal),
      (place) => exchange.sendJson(200, reverseText(`${latitude},${longitude}`, place), resultCaching),
    );
  }
}

/** @throws OperatingError UPSTREAM_ERROR when that is no list of places */
export function searchText(query: string, places: readonly FoundPlace[], limit: number): string {
  if (!isList(places)) throw nonsense('search gave no list');
  const count = Math.min(places.length, limit);
  let results = '';
  for (let i = 0; i < count; i++) {
    results += `${i === 0 ? '' : ','}${placeText(places[i])}}`;
  }
  return `{"query":${stringText(query)},"results":[${results}],"count":${count}}`;
}

/** Not as a type guard, which would make the places `any`. */
function isList(value: unknown): boolean {
  return Array.isArray(value);
}

const REVERSE_KINDS: readonly string[] = ['address', 'place', 'street'];

/** @throws OperatingError UPSTREAM_ERROR when that is no place and not null */
export function reverseText(query: string, place: NearestPlace | null): string {
  if (place === null) return `{"query":"${query}","results":[],"count":0}`;
  const text = placeText(place);
  if (!REVERSE_KINDS.includes(place.type)) throw nonsense(`reverse gave the type ${place.type}`);
  if (!isLength(place.distance_m)) throw nonsense(`reverse gave the distance ${place.distance_m}`);
  return `{"query":"${query}","results":[${text},"distance_meters":${tenthsText(place.distance_m)}}],"count":1}`;
}

/** A GeocodeResult without its closing brace. */
function placeText(place: FoundPlace): string {
  if (typeof place !== 'object' || place === null) throw nonsense('a place is no object');
  const { id, name, address, latitude, longitude, type } = place;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof type !== 'string') throw nonsense('a place without id, name or type');
  if (address !== null && typeof address !== 'string') throw nonsense('an address that is no text');
  if (!isPoint(longitude, latitude)) throw nonsense(`a place at ${latitude},${longitude}`);
  return (
    `{"id":${stringText(id)},"name":${stringText(name)},"address":${stringOrNullText(address)},"latitude":${degreesText(latitude)},` +
    `"longitude":${degreesText(longitude)},"type":${stringText(type)}`
  );
}
