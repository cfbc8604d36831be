import type { Box } from '../../geo/position.js';
import {
  MATCHES,
  PLACE_COMPONENTS,
  PLACE_LAYERS,
  type FoundPlace,
  type NearestPlace,
  type PlaceComponents,
  type PlaceDescription,
  type ReverseRequest,
  type SearchRequest,
} from '../../sources/geocoder.js';
import { millionthsOf } from '../../wire/json-text.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { isLength, isPoint, nonsense } from '../core/request/impossible-answer.js';
import type { ZonesAt } from './zone-body.js';

/**
 * Writes a GeocodeResponse. The source's answer is checked while writing, because a source may return
 * anything.
 */

const [QUERY, RESULTS, COMMA, BRACE, COUNT, END] = [
  '{"query":',
  ',"results":[',
  ',',
  '}',
  '],"count":',
  '}',
].map(fixedText);
const [REVERSE_QUERY, DISTANCE, ONE_RESULT] = ['{"query":"', ',"distance_meters":', '}],"count":1}'].map(
  fixedText,
);
const QUERY_END = fixedText('"');

/**
 * @param zonesAt absent if no zones were requested
 * @throws OperatingError UPSTREAM_ERROR if the answer is not a list of places
 */
export function searchBody(
  json: JsonWriter,
  { text, limit }: SearchRequest,
  found: readonly FoundPlace[],
  zonesAt?: ZonesAt,
): SlabBody {
  if (!isList(found)) throw nonsense('search returned no list');
  const count = Math.min(found.length, limit);
  json.begin().fixed(QUERY).string(text).fixed(RESULTS);
  for (let i = 0; i < count; i++) {
    if (i > 0) json.fixed(COMMA);
    json.bytes(placeBytes(found[i]));
    if (zonesAt !== undefined) json.raw(zonesAt([found[i].longitude, found[i].latitude]));
    json.fixed(BRACE);
  }
  return json.fixed(COUNT).integer(count).fixed(END).end();
}

const REVERSE_KINDS: readonly string[] = ['address', 'place', 'street'];

/**
 * @param zonesAt absent if no zones were requested
 * @throws OperatingError UPSTREAM_ERROR if the answer is neither a place nor null
 */
export function reverseBody(
  json: JsonWriter,
  { latitude, longitude }: ReverseRequest,
  found: NearestPlace | null,
  zonesAt?: ZonesAt,
): SlabBody {
  json.begin().fixed(REVERSE_QUERY).raw(`${latitude},${longitude}`).fixed(QUERY_END).fixed(RESULTS);
  return oneResult(json, found, zonesAt?.([longitude, latitude]));
}

/**
 * Writes the answer to a query that is a point.
 * @param zones the `zones` member, if zones were requested
 * @throws OperatingError UPSTREAM_ERROR if the answer is neither a place nor null
 */
export function nearestBody(
  json: JsonWriter,
  text: string,
  found: NearestPlace | null,
  zones?: string,
): SlabBody {
  json.begin().fixed(QUERY).string(text).fixed(RESULTS);
  return oneResult(json, found, zones);
}

function oneResult(json: JsonWriter, found: NearestPlace | null, zones?: string): SlabBody {
  if (found === null) return json.fixed(COUNT).integer(0).fixed(END).end();
  const bytes = nearestBytes(found);
  if (!REVERSE_KINDS.includes(found.type)) throw nonsense(`reverse returned the type ${found.type}`);
  if (!isLength(found.distance_m)) throw nonsense(`reverse returned the distance ${found.distance_m}`);
  json.bytes(bytes).fixed(DISTANCE).tenths(found.distance_m);
  if (found.description !== undefined) json.raw(`,"description":${descriptionText(found.description)}`);
  if (zones !== undefined) json.raw(zones);
  return json.fixed(ONE_RESULT).end();
}

/**
 * Returns a PlaceDescription as JSON.
 * @throws OperatingError UPSTREAM_ERROR if the description is malformed
 */
export function descriptionText({ text, landmarks, plus_code }: PlaceDescription): string {
  return JSON.stringify({
    text,
    landmarks: landmarks.map(({ id, name, type, longitude, latitude, direction, distance_m }) => {
      if (!isPoint(longitude, latitude) || !isLength(distance_m))
        throw nonsense('a landmark without a position');
      const at = { latitude: rounded(latitude), longitude: rounded(longitude) };
      return { id, name, type, ...at, direction, distance_meters: Math.round(10 * distance_m) / 10 };
    }),
    plus_code,
  });
}

function nearestBytes(found: NearestPlace): Uint8Array {
  const place = typeof found !== 'object' ? undefined : found.place;
  // The cached place is used only if its type matches the type that was checked.
  return place === undefined || place.type !== found.type ? Buffer.from(placeText(found)) : placeBytes(place);
}

/**
 * Caches the serialized bytes of places that a source keeps in memory, for as long as the source keeps them.
 */
const written = new WeakMap<FoundPlace, Uint8Array>();

/** Returns a GeocodeResult without its closing brace. A frozen place is serialized only once. */
function placeBytes(place: FoundPlace): Uint8Array {
  const known = written.get(place);
  if (known !== undefined) return known;
  if (!Object.isFrozen(place)) return Buffer.from(placeText(place));
  const bytes = keptBytes(placeText(place));
  written.set(place, bytes);
  return bytes;
}

const ROOM_BYTES = 8192;
let room = Buffer.allocUnsafeSlow(ROOM_BYTES);
let used = 0;

/**
 * Copies bytes that will be kept into a separate buffer. In Node's pool, such bytes would sit between
 * short-lived buffers and take up three times as much memory as they need.
 */
function keptBytes(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  if (length > ROOM_BYTES) return Buffer.from(text);
  if (used + length > ROOM_BYTES) {
    room = Buffer.allocUnsafeSlow(ROOM_BYTES);
    used = 0;
  }
  room.write(text, used);
  used += length;
  return room.subarray(used - length, used);
}

/** Returns a GeocodeResult as JSON without its closing brace. */
export function placeText(place: FoundPlace): string {
  return JSON.stringify(checkedPlace(place)).slice(0, -1);
}

/**
 * Returns a place in the form that clients receive, without its undefined members. A new field of a result is
 * added here and in `geocode-response-schemas.ts`.
 * @throws OperatingError UPSTREAM_ERROR if the place is malformed
 */
export function checkedPlace(place: FoundPlace) {
  if (typeof place !== 'object' || place === null) throw nonsense('a place that is not an object');
  const { id, name, address, latitude, longitude, type } = place;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof type !== 'string') {
    throw nonsense('a place without id, name or type');
  }
  if (address !== null && typeof address !== 'string') throw nonsense('an address that is not a string');
  if (!isPoint(longitude, latitude)) throw nonsense(`a place at ${latitude},${longitude}`);
  const { matched_name, match, left_out, confidence, layer, components, bbox } = place;
  if (match !== undefined && !MATCHES.includes(match)) throw nonsense('an unknown match');
  if (left_out !== undefined) checkLeftOut(left_out, match);
  if (confidence !== undefined && !(typeof confidence === 'number' && confidence >= 0 && confidence <= 1))
    throw nonsense(`the confidence ${confidence as unknown as string}`);
  if (matched_name !== undefined && typeof matched_name !== 'string')
    throw nonsense('a name that is not a string');
  if (layer !== undefined && !PLACE_LAYERS.includes(layer)) throw nonsense('an unknown layer');
  return {
    id,
    name,
    matched_name,
    match,
    left_out,
    confidence,
    address,
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    type,
    layer,
    components: components === undefined ? undefined : checkedComponents(components),
    bbox: bbox === undefined ? undefined : checkedBox(bbox),
  };
}

function checkLeftOut(words: readonly string[], match: FoundPlace['match']): void {
  if (!isList(words) || !words.every((word) => typeof word === 'string'))
    throw nonsense('left-out words that are not a list of strings');
  if (match !== 'partial') throw nonsense('left-out words in a match that is not partial');
}

function checkedComponents(components: PlaceComponents): PlaceComponents {
  if (typeof components !== 'object' || components === null)
    throw nonsense('components that are not an object');
  const checked: Partial<Record<keyof PlaceComponents, string>> = {};
  for (const part of PLACE_COMPONENTS) {
    const value = components[part];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw nonsense(`components with a ${part} that is not a string`);
    checked[part] = value;
  }
  return checked;
}

function checkedBox(box: Box): Box {
  if (!isList(box) || box.length !== 4) throw nonsense('a box that is not a list of four');
  const [west, south, east, north] = box;
  if (!isPoint(west, south) || !isPoint(east, north)) throw nonsense(`the box ${box.join()}`);
  return [rounded(west), rounded(south), rounded(east), rounded(north)];
}

/** Rounds degrees to 6 decimals. */
function rounded(degrees: number): number {
  return millionthsOf(degrees) / 1e6;
}

/** This function is not a type guard, because a type guard would give the places the type `any`. */
function isList(value: unknown): boolean {
  return Array.isArray(value);
}
