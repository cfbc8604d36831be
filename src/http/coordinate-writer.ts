import { millionths } from './json-text.js';
import { nonsense } from './nonsense.js';

/** `[-180.123456,-89.123456],` and a little. */
export const LONGEST_POSITION = 26;

const LON_LIMIT = 180_000_000;
const LAT_LIMIT = 90_000_000;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** The digits of 000 to 999, three bytes each: one look-up writes three digits. */
const THREE_DIGITS = Uint8Array.from({ length: 3000 }, (_, i) => ZERO + (Math.floor(i / 3 / 10 ** (2 - (i % 3))) % 10));

/**
 * Writes lon, lat pairs in 1e-7 degrees as JSON, `[[lon,lat],...]` with up to 6 decimals, digit by digit: a route has hundreds of numbers, and their
 * shortest text as floating point would cost more than everything else about it.
 * @param bytes has room for `LONGEST_POSITION` bytes for each pair, and two more
 * @returns where the text ends
 * @throws OperatingError UPSTREAM_ERROR for a position off the globe
 */
export function writeCoordinates(coordinates: Int32Array, bytes: Uint8Array, start: number): number {
  let at = start;
  bytes[at++] = OPEN;
  for (let i = 0; i < coordinates.length; i += 2) {
    const lon = millionths(coordinates[i]);
    const lat = millionths(coordinates[i + 1]);
    if (lon > LON_LIMIT || lon < -LON_LIMIT || lat > LAT_LIMIT || lat < -LAT_LIMIT) throw nonsense('a position off the globe');
    bytes[at++] = OPEN;
    at = writeDegrees(lon, bytes, at);
    bytes[at++] = COMMA;
    at = writeDegrees(lat, bytes, at);
    bytes[at++] = CLOSE;
    bytes[at++] = COMMA;
  }
  // In place of the last comma.
  bytes[at - 1] = CLOSE;
  return at;
}

function writeDegrees(value: number, bytes: Uint8Array, start: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    bytes[at++] = MINUS;
    rest = -rest;
  }
  const whole = (rest / 1_000_000) | 0;
  const fraction = (rest - whole * 1_000_000) | 0;
  if (whole > 99) bytes[at++] = THREE_DIGITS[3 * whole];
  if (whole > 9) bytes[at++] = THREE_DIGITS[3 * whole + 1];
  bytes[at++] = THREE_DIGITS[3 * whole + 2];
  if (fraction === 0) return at;
  const thousands = (fraction / 1000) | 0;
  const high = 3 * thousands;
  const low = 3 * (fraction - 1000 * thousands);
  bytes[at] = POINT;
  bytes[at + 1] = THREE_DIGITS[high];
  bytes[at + 2] = THREE_DIGITS[high + 1];
  bytes[at + 3] = THREE_DIGITS[high + 2];
  bytes[at + 4] = THREE_DIGITS[low];
  bytes[at + 5] = THREE_DIGITS[low + 1];
  bytes[at + 6] = THREE_DIGITS[low + 2];
  at += 7;
  while (bytes[at - 1] === ZERO) at--;
  return at;
}
