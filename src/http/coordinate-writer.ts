import { millionths } from './json-text.js';
import { nonsense } from './nonsense.js';

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
  return text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24);
}

/** Making a view costs as much as ten positions, and bodies lie one after the other in the same piece. */
let viewedBytes: Uint8Array = new Uint8Array(0);
let view = new DataView(viewedBytes.buffer);

/**
 * Writes lon, lat pairs in 1e-7 degrees as JSON, `[[lon,lat],...]` with up to 6 decimals, digits by table: a route has hundreds of numbers, and their
 * shortest text as floating point would cost more than everything else about it.
 * @param bytes has room for `LONGEST_POSITION` bytes for each pair, and two more
 * @returns where the text ends
 * @throws OperatingError UPSTREAM_ERROR for a position off the globe
 */
export function writeCoordinates(coordinates: Int32Array, bytes: Uint8Array, start: number): number {
  const words = viewOf(bytes);
  let at = start;
  bytes[at++] = OPEN;
  bytes[at++] = OPEN;
  for (let i = 0; i < coordinates.length; i += 2) {
    const lon = millionths(coordinates[i]);
    const lat = millionths(coordinates[i + 1]);
    if (lon > LON_LIMIT || lon < -LON_LIMIT || lat > LAT_LIMIT || lat < -LAT_LIMIT) throw nonsense('a position off the globe');
    at = writeNumber(lon, words, at);
    words.setUint8(at, COMMA);
    at = writeNumber(lat, words, at + 1);
    words.setInt32(at, BETWEEN, true);
    at += 3;
  }
  // In place of the last comma and bracket.
  bytes[at - 2] = CLOSE;
  return at - 1;
}

/** Degrees in whole millionths. Room for 12 bytes. @returns where the text ends */
export function writeMillionths(value: number, bytes: Uint8Array, at: number): number {
  return writeNumber(value, viewOf(bytes), at);
}

/** Tenths as a number with up to 1 decimal. Room for 11 bytes. @param value 0 up to 2 ** 31 @returns where the text ends */
export function writeTenths(value: number, bytes: Uint8Array, at: number): number {
  const whole = (value / 10) | 0;
  let end = at + 1;
  for (let rest = whole; rest > 9; rest = (rest / 10) | 0) end++;
  for (let rest = whole, i = end; i > at; rest = (rest / 10) | 0) bytes[--i] = ZERO + (rest % 10);
  if (value % 10 === 0) return end;
  bytes[end] = POINT;
  bytes[end + 1] = ZERO + (value % 10);
  return end + 2;
}

function viewOf(bytes: Uint8Array): DataView {
  if (viewedBytes !== bytes) {
    viewedBytes = bytes;
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  return view;
}

/** Millionths as a number; what is behind it may be overwritten with anything. */
function writeNumber(value: number, words: DataView, start: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    words.setUint8(at++, MINUS);
    rest = -rest | 0;
  }
  // All of this in whole numbers of 32 bits, which is what the operators on bits are for.
  const whole = (rest / 1_000_000) | 0;
  const fraction = (rest - Math.imul(whole, 1_000_000)) | 0;
  const high = (fraction / 1000) | 0;
  const low = (fraction - Math.imul(high, 1000)) | 0;
  const lowDigits = THREE_DIGITS[low];
  words.setInt32(at, WHOLE_DEGREES[whole], true);
  at += whole > 99 ? 4 : whole > 9 ? 3 : 2;
  words.setInt32(at, THREE_DIGITS[high], true);
  words.setInt32(at + 3, lowDigits, true);
  if (low !== 0) return at + 6 - (lowDigits >> 24);
  // Without the point, too, when nothing is behind it.
  return high === 0 ? at - 1 : at + 3 - (THREE_DIGITS[high] >> 24);
}
