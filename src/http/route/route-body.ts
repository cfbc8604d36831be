import type { FoundRoute, RouteRequest, SnappedPoint } from '../../sources/router.js';
import {
  eightBytes,
  LONGEST_POSITION,
  writeCoordinates,
  writeMillionths,
  writeTenths,
} from '../../wire/coordinate-writer.js';
import { millionthsOf, stringOrNullText, tenthsText } from '../../wire/json-text.js';
import { isLength, isPoint, nonsense } from '../nonsense.js';
import type { Slab, SlabBody } from '../../wire/slab.js';

const [ROUTE, DURATION, LINE, DRIVING, WALKING, LONGITUDE, LOCATION, SNAP, NAME, NULL, NEXT, END] =
  fixedTexts([
    '{"route":{"distance_meters":',
    ',"duration_seconds":',
    ',"geometry":{"type":"LineString","coordinates":',
    '}},"mode":"driving","waypoints":[{"input":{"latitude":',
    '}},"mode":"walking","waypoints":[{"input":{"latitude":',
    ',"longitude":',
    '},"location":{"latitude":',
    '},"snap_distance_meters":',
    ',"name":',
    'null',
    '},{"input":{"latitude":',
    '}]}',
  ]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** For all that is neither the line nor a name: about 450 bytes of text, 12 numbers of at most 25. */
const ROOM_BESIDE = 1024;
/** Longer ones than 6,000 years are for nobody to be fast with. */
const MOST_TENTHS = 2 ** 31;

/** A text that is the same in every body, eight characters to a number, so that it is written with few stores. */
interface FixedText {
  words: Float64Array;
  length: number;
}

/** Side by side in memory, as they are read. */
function fixedTexts(texts: string[]): FixedText[] {
  const wordCounts = texts.map(({ length }) => Math.ceil(length / 8));
  const all = new Float64Array(wordCounts.reduce((sum, count) => sum + count, 0));
  let end = 0;
  return texts.map((text, i) => {
    const words = all.subarray(end, (end += wordCounts[i]));
    for (let k = 0; k < words.length; k++) words[k] = eightBytes(text.slice(8 * k, 8 * k + 8).padEnd(8, '0'));
    return { words, length: text.length };
  });
}

/**
 * A RouteResponse in bytes, written number by number where it is sent from: no text is put together for it.
 * @throws OperatingError UPSTREAM_ERROR when a number is none or the line is no line
 */
export function routeBody(request: RouteRequest, found: FoundRoute, slab: Slab): SlabBody {
  const { distance_m, duration_s, coordinates } = found;
  if (!(coordinates instanceof Int32Array) || coordinates.length < 4 || coordinates.length % 2 !== 0)
    throw nonsense('a route without a line');
  if (!isLength(distance_m) || !isLength(duration_s))
    throw nonsense(`a route of ${distance_m} m and ${duration_s} s`);
  const { origin, destination } = found;
  slab.reserve(
    (coordinates.length / 2) * LONGEST_POSITION + ROOM_BESIDE + roomOf(origin) + roomOf(destination),
  );
  const { view } = slab;
  let at = writeFixed(ROUTE, view, slab.start);
  at = writeLength(distance_m, view, at);
  at = writeFixed(DURATION, view, at);
  at = writeLength(duration_s, view, at);
  at = writeFixed(LINE, view, at);
  at = writeCoordinates(coordinates, view, at);
  at = writeFixed(request.mode === 'driving' ? DRIVING : WALKING, view, at);
  at = writeWaypoint(request.origin, origin, view, at);
  at = writeFixed(NEXT, view, at);
  at = writeWaypoint(request.destination, destination, view, at);
  return slab.take(writeFixed(END, view, at));
}

/** Bytes that the name of an end can take: six for what is escaped, three for any other UTF-16 code unit. */
function roomOf(snapped: SnappedPoint): number {
  if (typeof snapped !== 'object' || snapped === null) throw nonsense('a route without its ends');
  if (snapped.name !== null && typeof snapped.name !== 'string')
    throw nonsense('a road name that is no text');
  return 6 * (snapped.name?.length ?? 0);
}

function writeWaypoint(
  input: readonly [number, number],
  { longitude, latitude, distance_m, name }: SnappedPoint,
  view: DataView,
  start: number,
): number {
  if (!isPoint(longitude, latitude)) throw nonsense(`a route end at ${latitude},${longitude}`);
  if (!isLength(distance_m)) throw nonsense(`a route end ${distance_m} m away`);
  let at = writeAsSent(input[1], view, start);
  at = writeFixed(LONGITUDE, view, at);
  at = writeAsSent(input[0], view, at);
  at = writeFixed(LOCATION, view, at);
  at = writeMillionths(millionthsOf(latitude), view, at);
  at = writeFixed(LONGITUDE, view, at);
  at = writeMillionths(millionthsOf(longitude), view, at);
  at = writeFixed(SNAP, view, at);
  at = writeLength(distance_m, view, at);
  at = writeFixed(NAME, view, at);
  return writeName(name, view, at);
}

/** Letter by letter, which for so short a text is quicker than to ask for it, unless there is one that is escaped or has more than two bytes. */
function writeName(name: string | null, view: DataView, start: number): number {
  if (name === null) return writeFixed(NULL, view, start);
  let at = start + 1;
  view.setUint8(start, QUOTE);
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 0x800 || code < 0x20 || code === QUOTE || code === BACKSLASH)
      return writeText(stringOrNullText(name), view, start);
    if (code < 0x80) view.setUint8(at++, code);
    else {
      view.setUint16(at, ((0xc0 | (code >> 6)) << 8) | 0x80 | (code & 0x3f));
      at += 2;
    }
  }
  view.setUint8(at, QUOTE);
  return at + 1;
}

/** What is behind it may be overwritten, up to 7 bytes. */
function writeFixed(text: FixedText, view: DataView, at: number): number {
  const { words } = text;
  for (let i = 0; i < words.length; i++) view.setFloat64(at + 8 * i, words[i], true);
  return at + text.length;
}

/** Metres or seconds with up to 1 decimal. */
function writeLength(value: number, view: DataView, at: number): number {
  const tenths = Math.round(value * 10);
  return tenths < MOST_TENTHS ? writeTenths(tenths, view, at) : writeText(tenthsText(value), view, at);
}

/** Degrees in full, as short as they can be written. */
function writeAsSent(degrees: number, view: DataView, at: number): number {
  const millionths = Math.round(degrees * 1e6);
  // Nearly all have 6 decimals at most, for which there is no need to look for the shortest text.
  return millionths / 1e6 === degrees
    ? writeMillionths(millionths, view, at)
    : writeText(String(degrees), view, at);
}

/** Any text, slowly. */
function writeText(text: string, { buffer, byteOffset, byteLength }: DataView, at: number): number {
  return at + Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).write(text, at, 'utf8');
}
