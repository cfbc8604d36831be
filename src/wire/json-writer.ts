import { millionthsOf, needsEscape } from './json-text.js';
import {
  LONGEST_POSITION,
  writeCoordinates,
  writeInteger,
  writeMillionths,
  writeTenths,
} from './number-writer.js';
import type { Slab, SlabBody } from './slab.js';

/** The maximum length of a double that `String` has converted to text, rounded up a little. */
const LONGEST_NUMBER = 32;
/** Larger values (more than 6,000 years in seconds) are converted with `String`. */
const MOST_TENTHS = 2 ** 31;
const QUOTE = 0x22;
/** While a body is shorter than this, the buffer does not have to grow. */
const FIRST_ROOM = 2_048;

/**
 * A text that is the same in every body. The text is encoded once, so that it only has to be copied into each
 * body.
 */
export type FixedText = Uint8Array;

export function fixedText(text: string): FixedText {
  return Buffer.from(text);
}

/**
 * Writes JSON bodies into the slab one after another, piece by piece. The writer does not build a string, and
 * the body is sent from the memory into which it was written. The writer makes sure that there is enough
 * room, so the size does not have to be calculated when a field is added.
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

  /** Begins a body. If the previous body was not completed, it is discarded. */
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

  /** Writes a long JSON text that is already encoded. */
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

  /** Writes a string that is already JSON. */
  raw(json: string): this {
    // A UTF-16 code unit becomes at most three bytes.
    this.#ensure(json.length * 3);
    this.#at += this.#bytes.write(json, this.#at, 'utf8');
    return this;
  }

  /** Writes a non-negative integer. */
  integer(value: number): this {
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeInteger(value, this.#view, this.#at);
    return this;
  }

  /** Writes a non-negative number of meters or seconds, rounded to 1 decimal. */
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

  /** Writes degrees with all decimals, in the shortest possible form. */
  exactDegrees(value: number): this {
    // Nearly all values have at most 6 decimals, so it is rarely necessary to search for the shortest text.
    return Math.round(value * 1e6) / 1e6 === value ? this.degrees(value) : this.raw(String(value));
  }

  /**
   * Writes positions as `[[lon,lat],...]`.
   * @param coordinates at least one pair of longitude and latitude in units of 1e-7 degrees
   * @returns false if a position is not on the globe, in which case the body is unusable
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

  /** Makes room for `length` more bytes, plus a few bytes for functions that always write whole words. */
  #ensure(length: number): void {
    if (this.#at + length + LONGEST_NUMBER <= this.#bytes.length) return;
    const written = this.#bytes.subarray(this.#slab.start, this.#at);
    this.#bytes = this.#slab.reserve(2 * (written.length + length + LONGEST_NUMBER));
    this.#view = this.#slab.view;
    this.#bytes.set(written, this.#slab.start);
    this.#at = this.#slab.start + written.length;
  }
}
