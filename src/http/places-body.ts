import type { FoundPlace, NearestPlace, SearchRequest } from '../sources/geocoder.js';
import { degreesText, stringOrNullText, stringText, tenthsText } from './json-text.js';
import { isLength, isPoint, nonsense } from './nonsense.js';
import type { Slab, SlabBody } from './slab.js';

/**
 * The part of a SearchResponse behind the query, of lists that were sent before: a source that remembers what people ask for all day gives the same frozen list again. Null for one that
 * was sent once; so only what is asked for repeatedly is kept, a kilobyte for five places, as long as the source keeps the list.
 */
const sent = new WeakMap<readonly FoundPlace[], Buffer | null>();

/** A SearchResponse in bytes. @throws OperatingError UPSTREAM_ERROR when that is no list of places */
export function searchBody({ text, limit }: SearchRequest, places: readonly FoundPlace[], slab: Slab): SlabBody {
  if (!isList(places)) throw nonsense('search gave no list');
  const head = `{"query":${stringText(text)},`;
  const known = sent.get(places);
  if (known !== undefined && known !== null && places.length <= limit) return knownBody(head, known, slab);
  const rest = resultsText(places, limit);
  if (places.length <= limit && Object.isFrozen(places) && places.every(Object.isFrozen)) sent.set(places, known === null ? Buffer.from(rest) : null);
  return slab.textBody(head + rest);
}

function knownBody(head: string, rest: Buffer, slab: Slab): SlabBody {
  const bytes = slab.reserve(head.length * 3 + rest.length);
  const at = slab.start + bytes.write(head, slab.start, 'utf8');
  bytes.set(rest, at);
  return slab.take(at + rest.length);
}

function resultsText(places: readonly FoundPlace[], limit: number): string {
  const count = Math.min(places.length, limit);
  let results = '';
  for (let i = 0; i < count; i++) {
    results += `${i === 0 ? '' : ','}${placeText(places[i])}}`;
  }
  return `"results":[${results}],"count":${count}}`;
}

/** Not as a type guard, which would make the places `any`. */
function isList(value: unknown): boolean {
  return Array.isArray(value);
}

const REVERSE_KINDS: readonly string[] = ['address', 'place', 'street'];

/** @throws OperatingError UPSTREAM_ERROR when that is no place and not null */
export function reverseText(query: string, place: NearestPlace | null): string {
  if (place === null) return `{"query":"${query}","results":[],"count":0}`;
  const text = typeof place !== 'object' || place.place?.type !== place.type ? placeText(place) : rememberedText(place.place);
  if (!REVERSE_KINDS.includes(place.type)) throw nonsense(`reverse gave the type ${place.type}`);
  if (!isLength(place.distance_m)) throw nonsense(`reverse gave the distance ${place.distance_m}`);
  return `{"query":"${query}","results":[${text},"distance_meters":${tenthsText(place.distance_m)}}],"count":1}`;
}

/** Of places that a source remembers: as long as it does. */
const texts = new WeakMap<FoundPlace, string>();

function rememberedText(place: FoundPlace): string {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const text = placeText(place);
  // Reading a letter makes one piece of the dozen that it was put together from, once instead of for each response.
  text.charCodeAt(0);
  if (Object.isFrozen(place)) texts.set(place, text);
  return text;
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
