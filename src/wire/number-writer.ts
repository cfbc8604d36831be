import { millionths } from './json-text.js';

/** The length of `-180.123456,-89.123456],[`, rounded up a little. */
export const LONGEST_POSITION = 26;

/** The maximum longitude, in millionths of a degree. */
const LON_LIMIT = 180_000_000;
const LAT_LIMIT = 90_000_000;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** The characters `],[` as a single number, with the first byte in the lowest position. */
const BETWEEN = CLOSE + COMMA * 0x100 + OPEN * 0x10000;

/**
 * The digits of the numbers 000 to 999, with the first digit in the lowest byte, so that three digits are
 * written with one lookup and one store. The fourth byte contains the number of trailing zeros.
 */
const THREE_DIGITS = Int32Array.from({ length: 1000 }, (_, n) => {
  const digits = String(n).padStart(3, '0');
  return fourBytes(`${digits}\0`) | ((3 - digits.replace(/0+$/, '').length) << 24);
});

/** The numbers 0 to 999 without leading zeros; the fourth byte contains the number of digits. */
const SHORT_INTEGERS = Int32Array.from({ length: 1000 }, (_, n) => {
  const digits = String(n);
  return fourBytes(digits.padEnd(4, '\0')) | (digits.length << 24);
});

/** Whole degrees without leading zeros, each followed by the decimal point. */
const WHOLE_DEGREES = Int32Array.from({ length: 181 }, (_, n) => fourBytes(`${n}.`.padEnd(4, '\0')));

function fourBytes(text: string): number {
  return (
    text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24)
  );
}

/**
 * Writes pairs of longitude and latitude in units of 1e-7 degrees as JSON, `[[lon,lat],...]` with up to 6
 * decimals. The digits come from tables, because a route contains hundreds of numbers, and converting them
 * with `String` would take four times as long as the whole request takes now.
 * @param view must have room for `LONGEST_POSITION` bytes per pair, plus four
 * @returns the offset after the text, or -1 if a position is off the globe
 */
export function writeCoordinates(coordinates: Int32Array, view: DataView, start: number): number {
  view.setUint8(start, OPEN);
  view.setUint8(start + 1, OPEN);
  let at = start + 2;
  for (let i = 0; i < coordinates.length; i += 2) {
    const lon = millionths(coordinates[i]);
    const lat = millionths(coordinates[i + 1]);
    if (lon > LON_LIMIT || lon < -LON_LIMIT || lat > LAT_LIMIT || lat < -LAT_LIMIT) return -1;
    at = writeMillionths(lon, view, at);
    view.setUint8(at, COMMA);
    at = writeMillionths(lat, view, at + 1);
    view.setInt32(at, BETWEEN, true);
    at += 3;
  }
  // The closing bracket overwrites the last comma and the bracket after it.
  view.setUint8(at - 2, CLOSE);
  return at - 1;
}

/**
 * Writes degrees, given in whole millionths, as a number with up to 6 decimals.
 * @param view must have room for 12 bytes; bytes after the number may be overwritten
 * @returns the offset after the text
 */
export function writeMillionths(value: number, view: DataView, start: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    view.setUint8(at++, MINUS);
    rest = -rest | 0;
  }
  // Bitwise operators keep all values 32-bit integers.
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
  // The decimal point is also dropped if no digit follows it.
  return high === 0 ? at - 1 : at + 3 - (THREE_DIGITS[high] >> 24);
}

/**
 * Writes a number given in tenths, with up to 1 decimal.
 * @param value from 0 to below 2 ** 31
 * @param view must have room for 13 bytes; bytes after the number may be overwritten
 * @returns the offset after the text
 */
export function writeTenths(value: number, view: DataView, at: number): number {
  const whole = (value / 10) | 0;
  const end = writeInteger(whole, view, at);
  const tenth = (value - Math.imul(whole, 10)) | 0;
  if (tenth === 0) return end;
  view.setUint16(end, POINT | ((ZERO + tenth) << 8), true);
  return end + 2;
}

/**
 * @param value an integer that is at least 0 and less than 2 ** 31
 * @param view must have room for 11 bytes; bytes after the number may be overwritten
 * @returns the offset after the text
 */
export function writeInteger(value: number, view: DataView, start: number): number {
  if (value >= 1000) {
    const high = (value / 1000) | 0;
    const at = writeInteger(high, view, start);
    view.setInt32(at, THREE_DIGITS[(value - Math.imul(high, 1000)) | 0], true);
    return at + 3;
  }
  const digits = SHORT_INTEGERS[value];
  view.setInt32(start, digits, true);
  return start + (digits >> 24);
}
