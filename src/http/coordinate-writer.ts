import { millionths } from './json-text.js';
import { nonsense } from './nonsense.js';

/** The longest position: `[-180.123456,-89.123456],` and a little. */
const LONGEST_POSITION = 26;
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

/** Writes JSON around a GeoJSON line into one reused buffer, and gives out a copy of just the right size. */
export class CoordinateWriter {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;

  /**
   * `head` is ASCII, `tail` any text; `coordinates` are lon, lat pairs in 1e-7 degrees, written as `[[lon,lat],...]` with up to 6 decimals.
   * @throws OperatingError UPSTREAM_ERROR for a position off the globe
   */
  write(head: string, coordinates: Int32Array, tail: string): Buffer {
    const room = head.length + (coordinates.length / 2) * LONGEST_POSITION + tail.length * 3 + 2;
    if (room > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(room * 2);
    const bytes = this.#bytes;
    this.#end = bytes.write(head, 0, 'latin1');
    bytes[this.#end++] = OPEN;
    for (let i = 0; i < coordinates.length; i += 2) {
      if (i > 0) bytes[this.#end++] = COMMA;
      bytes[this.#end++] = OPEN;
      this.#writeDegrees(millionths(coordinates[i]), LON_LIMIT);
      bytes[this.#end++] = COMMA;
      this.#writeDegrees(millionths(coordinates[i + 1]), LAT_LIMIT);
      bytes[this.#end++] = CLOSE;
    }
    bytes[this.#end++] = CLOSE;
    this.#end += bytes.write(tail, this.#end, 'utf8');
    return Buffer.from(bytes.subarray(0, this.#end));
  }

  #writeDegrees(millionth: number, limit: number): void {
    const bytes = this.#bytes;
    let at = this.#end;
    if (millionth < 0) {
      bytes[at++] = MINUS;
      millionth = -millionth;
    }
    if (millionth > limit) throw nonsense('a position off the globe');
    const whole = (millionth / 1_000_000) | 0;
    const fraction = millionth - whole * 1_000_000;
    if (whole > 99) bytes[at++] = THREE_DIGITS[3 * whole]!;
    if (whole > 9) bytes[at++] = THREE_DIGITS[3 * whole + 1]!;
    bytes[at++] = THREE_DIGITS[3 * whole + 2]!;
    if (fraction !== 0) {
      bytes[at++] = POINT;
      const high = 3 * ((fraction / 1000) | 0);
      const low = 3 * (fraction % 1000);
      bytes[at++] = THREE_DIGITS[high]!;
      bytes[at++] = THREE_DIGITS[high + 1]!;
      bytes[at++] = THREE_DIGITS[high + 2]!;
      bytes[at++] = THREE_DIGITS[low]!;
      bytes[at++] = THREE_DIGITS[low + 1]!;
      bytes[at++] = THREE_DIGITS[low + 2]!;
      while (bytes[at - 1] === ZERO) at--;
    }
    this.#end = at;
  }
}
