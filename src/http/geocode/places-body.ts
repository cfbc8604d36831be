import type { FoundPlace, NearestPlace } from '../../sources/geocoder.js';
import { writeBytes } from '../../wire/ascii-writer.js';
import { writeTenths } from '../../wire/coordinate-writer.js';
import { degreesText, stringOrNullText, stringText, tenthsText } from '../../wire/json-text.js';
import { isLength, isPoint, nonsense } from '../nonsense.js';
import type { Slab, SlabBody } from '../../wire/slab.js';

/** A SearchResponse up to its first place. */
export function searchHead(query: string): string {
  return `{"query":${stringText(query)},"results":[`;
}

/** What a source gave, no more than was asked for. @throws OperatingError UPSTREAM_ERROR when that is no list */
export function placesOf(found: readonly FoundPlace[], limit: number): readonly FoundPlace[] {
  if (!isList(found)) throw nonsense('search gave no list');
  return found.length > limit ? found.slice(0, limit) : found;
}

/** Not as a type guard, which would make the places `any`. */
function isList(value: unknown): boolean {
  return Array.isArray(value);
}

/** A SearchResponse. @throws OperatingError UPSTREAM_ERROR when a place is none */
export function searchText(query: string, places: readonly FoundPlace[]): string {
  let results = '';
  for (let i = 0; i < places.length; i++) results += `${i === 0 ? '' : ','}${placeText(places[i])}}`;
  return `${searchHead(query)}${results}],"count":${places.length}}`;
}

const REVERSE_KINDS: readonly string[] = ['address', 'place', 'street'];
/** All of a response to a reverse lookup but the query and the place; a distance takes 11 bytes, or 24 where it is beyond all measure. */
const ROOM_BESIDE = 100;
/** A longer distance is written in another way. */
const MOST_TENTHS = 2 ** 31;
const [HEAD, RESULTS, DISTANCE, END] = [
  '{"query":"',
  '","results":[',
  ',"distance_meters":',
  '}],"count":1}',
].map((text) => Buffer.from(text));

/**
 * A ReverseResponse in bytes. `query` is ASCII that needs no escaping.
 * @throws OperatingError UPSTREAM_ERROR when that is no place and not null
 */
export function reverseBody(query: string, found: NearestPlace | null, slab: Slab): SlabBody {
  if (found === null) return slab.textBody(`{"query":"${query}","results":[],"count":0}`);
  const place = placeBytes(found);
  if (!REVERSE_KINDS.includes(found.type)) throw nonsense(`reverse gave the type ${found.type}`);
  if (!isLength(found.distance_m)) throw nonsense(`reverse gave the distance ${found.distance_m}`);
  const bytes = slab.reserve(query.length + place.length + ROOM_BESIDE);
  let at = writeBytes(HEAD, bytes, slab.start);
  for (let i = 0; i < query.length; i++) bytes[at++] = query.charCodeAt(i);
  at = writeBytes(RESULTS, bytes, at);
  bytes.set(place, at);
  at = writeBytes(DISTANCE, bytes, at + place.length);
  const tenths = Math.round(found.distance_m * 10);
  at =
    tenths < MOST_TENTHS
      ? writeTenths(tenths, slab.view, at)
      : at + bytes.write(tenthsText(found.distance_m), at, 'latin1');
  return slab.take(writeBytes(END, bytes, at));
}

/** Of places that a source remembers: as long as it does. */
const written = new WeakMap<FoundPlace, Buffer>();

/** A GeocodeResult without its closing brace. */
function placeBytes(found: NearestPlace): Buffer {
  const place = typeof found !== 'object' ? undefined : found.place;
  // No type but the one that is checked.
  if (place === undefined || place.type !== found.type) return Buffer.from(placeText(found));
  const known = written.get(place);
  if (known !== undefined) return known;
  const bytes = Buffer.from(placeText(place));
  if (Object.isFrozen(place)) written.set(place, bytes);
  return bytes;
}

/** A GeocodeResult without its closing brace. @throws OperatingError UPSTREAM_ERROR when that is no place */
export function placeText(place: FoundPlace): string {
  if (typeof place !== 'object' || place === null) throw nonsense('a place is no object');
  const { id, name, address, latitude, longitude, type } = place;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof type !== 'string')
    throw nonsense('a place without id, name or type');
  if (address !== null && typeof address !== 'string') throw nonsense('an address that is no text');
  if (!isPoint(longitude, latitude)) throw nonsense(`a place at ${latitude},${longitude}`);
  return (
    `{"id":${stringText(id)},"name":${stringText(name)},"address":${stringOrNullText(address)},"latitude":${degreesText(latitude)},` +
    `"longitude":${degreesText(longitude)},"type":${stringText(type)}`
  );
}
