import { millionths } from './json-text.js';
import { nonsense } from '../http/nonsense.js';

/** `-180.123456,-89.123456],[` and a little. */
export const LONGEST_POSITION = 26;

/** Millionths of degrees that are still on the globe. */
const LON_LIMIT = 180_000_000;
const LAT_LIMIT = 90_000_000;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** `],[` as one number, first byte lowest. */
const BETWEEN = CLOSE + COMMA * 0x100 + OPEN * 0x10000;

/** The digits of 000 to 999, first digit in the lowest byte, so that one look-up and one store write three digits; in the fourth byte how many zeros they end with. */
const THREE_DIGITS = Int32Array.from({ length: 1000 }, (_, n) => {
  const digits = String(n).padStart(3, '0');
  return fourBytes(`${digits}\0`) | ((3 - digits.replace(/0+$/, '').length) << 24);
});

/** Whole degrees without zeros in front, and the point. */
const WHOLE_DEGREES = Int32Array.from({ length: 181 }, (_, n) => fourBytes(`${n}.`.padEnd(4, '\0')));

function fourBytes(text: string): number {
  return (
    text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24)
  );
}

/** Eight ASCII characters as a number that is written as them. Digits throughout, as no digit in the highest byte would make it a number that processors are slow with. */
export function eightBytes(text: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, fourBytes(text), true);
  view.setInt32(4, fourBytes(text.slice(4)), true);
  return view.getFloat64(0, true);
}

function lastDigits(n: number): string {
  return String(n).padStart(3, '0').replace(/0+$/, '');
}

function thousandths(): Float64Array {
  const heads = new Float64Array(181_000);
  const view = new DataView(new ArrayBuffer(8));
  for (let whole = 0; whole <= 180; whole++) {
    const afterPoint = String(whole).length + 1;
    view.setInt32(4, fourBytes('0000'), true);
    view.setInt32(0, WHOLE_DEGREES[whole], true);
    for (let i = 0; i < 1000; i++) {
      view.setInt32(afterPoint, THREE_DIGITS[i] | (ZERO << 24), true);
      heads[whole * 1000 + i] = view.getFloat64(0, true);
    }
  }
  return heads;
}

/** The globe's edge in 1e-7 degrees: as far above as rounds down to it, after `HALF` was added. */
const HALF = 5;
const LON_EDGE = LON_LIMIT * 10 + 9;
const LAT_EDGE = LAT_LIMIT * 10 + 9;

/** Degrees with 3 decimals and the point, first digit in the lowest byte, by thousandths of degrees: half of all digits in one look-up and one store. 1.4 MB, of which a city's routes use two kilobytes. */
const THOUSANDTHS = thousandths();

/** What the digits of 000 to 999 leave when zeros are taken off their end: before the latitude, behind it, and how many digits they are. */
const LON_ENDS = Int32Array.from({ length: 1000 }, (_, n) => fourBytes(`${lastDigits(n)},\0\0\0`));
const LAT_ENDS = Float64Array.from({ length: 1000 }, (_, n) => eightBytes(`${lastDigits(n)}],[00000`));
const END_LENGTHS = Uint8Array.from({ length: 1000 }, (_, n) => lastDigits(n).length);

/**
 * Writes lon, lat pairs in 1e-7 degrees as JSON, `[[lon,lat],...]` with up to 6 decimals, digits by table: a route has hundreds of numbers, and their
 * shortest text as floating point would cost more than everything else about it.
 * @param view has room for `LONGEST_POSITION` bytes for each pair, and two more
 * @returns where the text ends
 * @throws OperatingError UPSTREAM_ERROR for a position off the globe
 */
export function writeCoordinates(coordinates: Int32Array, view: DataView, start: number): number {
  view.setUint8(start, OPEN);
  view.setUint8(start + 1, OPEN);
  let at = writeNorthEast(coordinates, view, start + 2);
  if (at < 0) at = writeAnywhere(coordinates, view, start + 2);
  // In place of the last comma and bracket.
  view.setUint8(at - 2, CLOSE);
  return at - 1;
}

/** Each position with `],[` behind it. Numbers are those of `writeMillionths`, in half of its time. @returns -1 when a position is not north of the equator and east of Greenwich */
function writeNorthEast(coordinates: Int32Array, view: DataView, start: number): number {
  let at = start;
  for (let i = 0; i < coordinates.length; i += 2) {
    const lon = (coordinates[i] + HALF) | 0;
    const lat = (coordinates[i + 1] + HALF) | 0;
    // Those below 0 are far above it without their sign.
    if (lon >>> 0 > LON_EDGE || lat >>> 0 > LAT_EDGE) return -1;
    const lonHead = (lon / 10_000) | 0;
    const latHead = (lat / 10_000) | 0;
    const lonEnd = tenthOf(lon - Math.imul(lonHead, 10_000));
    const latEnd = tenthOf(lat - Math.imul(latHead, 10_000));
    view.setFloat64(at, THOUSANDTHS[lonHead], true);
    at += lonHead > 99_999 ? 7 : lonHead > 9_999 ? 6 : 5;
    if (lonEnd === 0) at -= needless(lonHead);
    view.setInt32(at, LON_ENDS[lonEnd], true);
    at += END_LENGTHS[lonEnd] + 1;
    view.setFloat64(at, THOUSANDTHS[latHead], true);
    at += latHead > 9_999 ? 6 : 5;
    if (latEnd === 0) at -= needless(latHead);
    view.setFloat64(at, LAT_ENDS[latEnd], true);
    at += END_LENGTHS[latEnd] + 3;
  }
  return at;
}

/** @param value from 0 to 9,999, for which this is exact, and much quicker than a division */
function tenthOf(value: number): number {
  return Math.imul(value, 52_429) >>> 19;
}

/** How many of the last characters of its entry in `THOUSANDTHS` a number does without that has no more decimals: zeros, and the point when nothing is behind it. */
function needless(head: number): number {
  const decimals = head % 1000;
  return decimals === 0 ? 4 : THREE_DIGITS[decimals] >> 24;
}

function writeAnywhere(coordinates: Int32Array, view: DataView, start: number): number {
  let at = start;
  for (let i = 0; i < coordinates.length; i += 2) {
    const lon = millionths(coordinates[i]);
    const lat = millionths(coordinates[i + 1]);
    if (lon > LON_LIMIT || lon < -LON_LIMIT || lat > LAT_LIMIT || lat < -LAT_LIMIT)
      throw nonsense('a position off the globe');
    at = writeMillionths(lon, view, at);
    view.setUint8(at, COMMA);
    at = writeMillionths(lat, view, at + 1);
    view.setInt32(at, BETWEEN, true);
    at += 3;
  }
  return at;
}

/** Degrees in whole millionths, as a number. Room for 12 bytes; what is behind the number may be overwritten with anything. @returns where the text ends */
export function writeMillionths(value: number, view: DataView, start: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    view.setUint8(at++, MINUS);
    rest = -rest | 0;
  }
  // All of this in whole numbers of 32 bits, which is what the operators on bits are for.
  const whole = (rest / 1_000_000) | 0;
  const fraction = (rest - Math.imul(whole, 1_000_000)) | 0;
  const high = (fraction / 1000) | 0;
  const low = (fraction - Math.imul(high, 1000)) | 0;
  const lowDigits = THREE_DIGITS[low];
  view.setInt32(at, WHOLE_DEGREES[whole], true);
  at += whole > 99 ? 4 : whole > 9 ? 3 : 2;
  view.setInt32(at, THREE_DIGITS[high], true);
  view.setInt32(at + 3, lowDigits, true);
  if (low !== 0) return at + 6 - (lowDigits >> 24);
  // Without the point, too, when nothing is behind it.
  return high === 0 ? at - 1 : at + 3 - (THREE_DIGITS[high] >> 24);
}

/** Tenths as a number with up to 1 decimal. Room for 11 bytes. @param value 0 up to 2 ** 31 @returns where the text ends */
export function writeTenths(value: number, view: DataView, at: number): number {
  const whole = (value / 10) | 0;
  let end = at + 1;
  for (let rest = whole; rest > 9; rest = (rest / 10) | 0) end++;
  for (let rest = whole, i = end; i > at; rest = (rest / 10) | 0) view.setUint8(--i, ZERO + (rest % 10));
  if (value % 10 === 0) return end;
  view.setUint8(end, POINT);
  view.setUint8(end + 1, ZERO + (value % 10));
  return end + 2;
}
