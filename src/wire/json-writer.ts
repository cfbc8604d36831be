import { millionthsOf, needsEscape } from './json-text.js';
import {
  LONGEST_POSITION,
  writeCoordinates,
  writeInteger,
  writeMillionths,
  writeTenths,
} from './number-writer.js';
import type { Slab, SlabBody } from './slab.js';

/** The maximum length of a double written by `String`, rounded up a little. */
const LONGEST_NUMBER = 32;
/** Larger values (6,000 years in seconds) are converted with `String`. */
const MOST_TENTHS = 2 ** 31;
const QUOTE = 0x22;
/** A shorter body needs no further checks for room. */
const FIRST_ROOM = 2_048;

/** Text that is the same in every body. It is encoded once, so that it only has to be copied. */
export type FixedText = Uint8Array;

export function fixedText(text: string): FixedText {
  return Buffer.from(text);
}

/**
 * Writes one JSON body after another into the slab, piece by piece. It builds no string, and the body is sent
 * from where it was written. The writer makes sure that there is room, so new fields need no size
 * calculation.
 *
 *     writer.begin().fixed(HEAD).tenths(12.34).fixed(TAIL).end()
 */
export class JsonWriter {
  readonly #slab: Slab;
  #bytes: Buffer;
  #view: DataView;
  #at = 0;

  constructor(slab: Slab) {
    this.#slab = slab;
    this.#bytes = slab.reserve(FIRST_ROOM);
    this.#view = slab.view;
  }

  /** Begins a body. A previous body that was not ended is dropped. */
  begin(): this {
    this.#bytes = this.#slab.reserve(FIRST_ROOM);
    this.#view = this.#slab.view;
    this.#at = this.#slab.start;
    return this;
  }

  /** Writes a short text that is the same in every body, or any bytes. */
  fixed(text: FixedText): this {
    const { length } = text;
    this.#ensure(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < length; i++) bytes[at + i] = text[i];
    this.#at = at + length;
    return this;
  }

  /** Writes a long piece of JSON that is already encoded. */
  bytes(json: Uint8Array): this {
    this.#ensure(json.length);
    this.#bytes.set(json, this.#at);
    this.#at += json.length;
    return this;
  }

  /** Writes a quoted string, or null. */
  string(value: string | null): this {
    if (value === null) return this.raw('null');
    return needsEscape(value) ? this.raw(JSON.stringify(value)) : this.#quoted(value);
  }

  /** Writes a string that already is JSON. */
  raw(json: string): this {
    // A UTF-16 code unit becomes at most three bytes.
    this.#ensure(json.length * 3);
    this.#at += this.#bytes.write(json, this.#at, 'utf8');
    return this;
  }

  /** Writes a non-negative whole number. */
  integer(value: number): this {
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeInteger(value, this.#view, this.#at);
    return this;
  }

  /** Writes meters or seconds, at least 0, rounded to 1 decimal. */
  tenths(value: number): this {
    const tenths = Math.round(value * 10);
    if (tenths >= MOST_TENTHS) return this.raw(String(tenths / 10));
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeTenths(tenths, this.#view, this.#at);
    return this;
  }

  /** Writes degrees, rounded to 6 decimals. */
  degrees(value: number): this {
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeMillionths(millionthsOf(value), this.#view, this.#at);
    return this;
  }

  /** Writes degrees with all decimals, as short as possible. */
  exactDegrees(value: number): this {
    // Nearly all values have at most 6 decimals, so there is no need to search for the shortest text.
    return Math.round(value * 1e6) / 1e6 === value ? this.degrees(value) : this.raw(String(value));
  }

  /**
   * Writes positions as `[[lon,lat],...]`.
   * @param coordinates at least one lon, lat pair in 1e-7 degrees
   * @returns false if a position is off the globe; the body is then unusable
   */
  positions(coordinates: Int32Array): boolean {
    this.#ensure((coordinates.length / 2) * LONGEST_POSITION + 8);
    const end = writeCoordinates(coordinates, this.#view, this.#at);
    this.#at = end;
    return end >= 0;
  }

  /** The number of bytes written so far. */
  get length(): number {
    return this.#at - this.#slab.start;
  }

  /** Ends the body. @returns a copy of it */
  copied(): Buffer {
    const body = this.end();
    const bytes = Buffer.from(body.bytes());
    this.#slab.giveBack(body);
    return bytes;
  }

  /** Ends the body, which is then ready to send. */
  end(): SlabBody {
    return this.#slab.take(this.#at);
  }

  /** Writes a string that needs no escaping. */
  #quoted(value: string): this {
    this.#ensure(value.length * 3 + 2);
    const bytes = this.#bytes;
    bytes[this.#at++] = QUOTE;
    this.#at += bytes.write(value, this.#at, 'utf8');
    bytes[this.#at++] = QUOTE;
    return this;
  }

  /** Makes room for `length` more bytes, plus some for writers that write whole words. */
  #ensure(length: number): void {
    if (this.#at + length + LONGEST_NUMBER <= this.#bytes.length) return;
    const written = this.#bytes.subarray(this.#slab.start, this.#at);
    this.#bytes = this.#slab.reserve(2 * (written.length + length + LONGEST_NUMBER));
    this.#view = this.#slab.view;
    this.#bytes.set(written, this.#slab.start);
    this.#at = this.#slab.start + written.length;
  }
}
