import type { FoundRoute, RouteRequest, SnappedPoint } from '../sources/router.js';
import { LONGEST_POSITION, writeCoordinates, writeMillionths, writeTenths } from './coordinate-writer.js';
import { millionthsOf, stringOrNullText, tenthsText } from './json-text.js';
import { isLength, isPoint, nonsense } from './nonsense.js';
import type { Slab, SlabBody } from './slab.js';

const [ROUTE, DURATION, LINE] = ['{"route":{"distance_meters":', ',"duration_seconds":', ',"geometry":{"type":"LineString","coordinates":'].map(ascii);
const [DRIVING, WALKING] = ['driving', 'walking'].map((mode) => ascii(`}},"mode":"${mode}","waypoints":[`));
const [INPUT, LONGITUDE, LOCATION] = ['{"input":{"latitude":', ',"longitude":', '},"location":{"latitude":'].map(ascii);
const [SNAP, NAME, END] = ['},"snap_distance_meters":', ',"name":', ']}'].map(ascii);
const NULL = ascii('null');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;
const COMMA = 0x2c;

/** For all that is neither the line nor a name: about 450 bytes of text, 12 numbers of at most 25. */
const ROOM_BESIDE = 1024;
/** Longer ones than 6,000 years are for nobody to be fast with. */
const MOST_TENTHS = 2 ** 31;

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * A RouteResponse in bytes, written number by number where it is sent from: no text is put together for it.
 * @throws OperatingError UPSTREAM_ERROR when a number is none or the line is no line
 */
export function routeBody(request: RouteRequest, found: FoundRoute, slab: Slab): SlabBody {
  const { distance_m, duration_s, coordinates } = found;
  if (!(coordinates instanceof Int32Array) || coordinates.length < 4 || coordinates.length % 2 !== 0) throw nonsense('a route without a line');
  if (!isLength(distance_m) || !isLength(duration_s)) throw nonsense(`a route of ${distance_m} m and ${duration_s} s`);
  const { origin, destination } = found;
  const bytes = slab.reserve((coordinates.length / 2) * LONGEST_POSITION + ROOM_BESIDE + roomOf(origin) + roomOf(destination));
  let at = writeFixed(ROUTE, bytes, slab.start);
  at = writeLength(distance_m, bytes, at);
  at = writeFixed(DURATION, bytes, at);
  at = writeLength(duration_s, bytes, at);
  at = writeFixed(LINE, bytes, at);
  at = writeCoordinates(coordinates, bytes, at);
  at = writeFixed(request.mode === 'driving' ? DRIVING : WALKING, bytes, at);
  at = writeWaypoint(request.origin, origin, bytes, at);
  bytes[at++] = COMMA;
  at = writeWaypoint(request.destination, destination, bytes, at);
  return slab.take(writeFixed(END, bytes, at));
}

/** Bytes that the name of an end can take: six for what is escaped, three for any other UTF-16 code unit. */
function roomOf(snapped: SnappedPoint): number {
  if (typeof snapped !== 'object' || snapped === null) throw nonsense('a route without its ends');
  if (snapped.name !== null && typeof snapped.name !== 'string') throw nonsense('a road name that is no text');
  return 6 * (snapped.name?.length ?? 0);
}

function writeWaypoint(input: readonly [number, number], { longitude, latitude, distance_m, name }: SnappedPoint, bytes: Buffer, start: number): number {
  if (!isPoint(longitude, latitude)) throw nonsense(`a route end at ${latitude},${longitude}`);
  if (!isLength(distance_m)) throw nonsense(`a route end ${distance_m} m away`);
  let at = writeFixed(INPUT, bytes, start);
  at = writeAsSent(input[1], bytes, at);
  at = writeFixed(LONGITUDE, bytes, at);
  at = writeAsSent(input[0], bytes, at);
  at = writeFixed(LOCATION, bytes, at);
  at = writeMillionths(millionthsOf(latitude), bytes, at);
  at = writeFixed(LONGITUDE, bytes, at);
  at = writeMillionths(millionthsOf(longitude), bytes, at);
  at = writeFixed(SNAP, bytes, at);
  at = writeLength(distance_m, bytes, at);
  at = writeFixed(NAME, bytes, at);
  at = writeName(name, bytes, at);
  bytes[at] = CLOSE;
  return at + 1;
}

/** Letter by letter, which for so short a text is quicker than to ask for it, unless there is one that is escaped or has more than two bytes. */
function writeName(name: string | null, bytes: Buffer, start: number): number {
  if (name === null) return writeFixed(NULL, bytes, start);
  let at = start;
  bytes[at++] = QUOTE;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 0x800 || code < 0x20 || code === QUOTE || code === BACKSLASH) return start + bytes.write(stringOrNullText(name), start, 'utf8');
    if (code < 0x80) bytes[at++] = code;
    else {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
  }
  bytes[at] = QUOTE;
  return at + 1;
}

function writeFixed(text: Uint8Array, bytes: Buffer, at: number): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text[i];
  return at + text.length;
}

/** Metres or seconds with up to 1 decimal. */
function writeLength(value: number, bytes: Buffer, at: number): number {
  const tenths = Math.round(value * 10);
  return tenths < MOST_TENTHS ? writeTenths(tenths, bytes, at) : at + bytes.write(tenthsText(value), at, 'latin1');
}

/** Degrees in full, as short as they can be written. */
function writeAsSent(degrees: number, bytes: Buffer, at: number): number {
  const millionths = Math.round(degrees * 1e6);
  // Nearly all have 6 decimals at most, for which there is no need to look for the shortest text.
  return millionths / 1e6 === degrees ? writeMillionths(millionths, bytes, at) : at + bytes.write(String(degrees), at, 'latin1');
}
