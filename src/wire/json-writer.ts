import { millionthsOf, needsEscape } from './json-text.js';
import {
  LONGEST_POSITION,
  writeCoordinates,
  writeInteger,
  writeMillionths,
  writeTenths,
} from './number-writer.js';
import type { Slab, SlabBody } from './slab.js';

/** The longest number that `String` makes of a double, with a small reserve. */
const LONGEST_NUMBER = 32;
/** A longer length (6,000 years in seconds) is written as text. */
const MOST_TENTHS = 2 ** 31;
const QUOTE = 0x22;
/** A shorter body needs no further check for room. */
const FIRST_ROOM = 2_048;

/** A text that is the same in every body, ready to be copied. */
export type FixedText = Uint8Array;

export function fixedText(text: string): FixedText {
  return Buffer.from(text);
}

/**
 * Writes one JSON body after the other into the slab, piece by piece: no text is put together for it, and it
 * is sent from where it was written. The writer provides the room, so that new fields need no care.
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

  /** Begins a body. A body that was begun and not ended is dropped. */
  begin(): this {
    this.#bytes = this.#slab.reserve(FIRST_ROOM);
    this.#view = this.#slab.view;
    this.#at = this.#slab.start;
    return this;
  }

  /** A short text that is the same in every body, or any bytes. */
  fixed(text: FixedText): this {
    const { length } = text;
    this.#ensure(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < length; i++) bytes[at + i] = text[i];
    this.#at = at + length;
    return this;
  }

  /** Many bytes of JSON that are ready. */
  bytes(json: Uint8Array): this {
    this.#ensure(json.length);
    this.#bytes.set(json, this.#at);
    this.#at += json.length;
    return this;
  }

  /** A string with its quotes, or null. */
  string(value: string | null): this {
    if (value === null) return this.raw('null');
    return needsEscape(value) ? this.raw(JSON.stringify(value)) : this.#quoted(value);
  }

  /** JSON as text. */
  raw(json: string): this {
    // A UTF-16 code unit takes three bytes at most.
    this.#ensure(json.length * 3);
    this.#at += this.#bytes.write(json, this.#at, 'utf8');
    return this;
  }

  /** A whole number from 0 on. */
  integer(value: number): this {
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeInteger(value, this.#view, this.#at);
    return this;
  }

  /** Meters or seconds, 0 or more, rounded to 1 decimal. */
  tenths(value: number): this {
    const tenths = Math.round(value * 10);
    if (tenths >= MOST_TENTHS) return this.raw(String(tenths / 10));
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeTenths(tenths, this.#view, this.#at);
    return this;
  }

  /** Degrees, rounded to 6 decimals. */
  degrees(value: number): this {
    this.#ensure(LONGEST_NUMBER);
    this.#at = writeMillionths(millionthsOf(value), this.#view, this.#at);
    return this;
  }

  /** Degrees in full, as short as possible. */
  exactDegrees(value: number): this {
    // Nearly all have at most 6 decimals, so that the shortest text need not be searched for.
    return Math.round(value * 1e6) / 1e6 === value ? this.degrees(value) : this.raw(String(value));
  }

  /**
   * Positions as `[[lon,lat],...]`.
   * @param coordinates lon, lat pairs in 1e-7 degrees, at least one
   * @returns false for a position off the globe; the body is then spoilt
   */
  positions(coordinates: Int32Array): boolean {
    this.#ensure((coordinates.length / 2) * LONGEST_POSITION + 8);
    const end = writeCoordinates(coordinates, this.#view, this.#at);
    this.#at = end;
    return end >= 0;
  }

  /** Bytes of the body so far. */
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

  /** The body, ready to send. */
  end(): SlabBody {
    return this.#slab.take(this.#at);
  }

  /** A text without anything to escape. */
  #quoted(value: string): this {
    this.#ensure(value.length * 3 + 2);
    const bytes = this.#bytes;
    bytes[this.#at++] = QUOTE;
    this.#at += bytes.write(value, this.#at, 'utf8');
    bytes[this.#at++] = QUOTE;
    return this;
  }

  /** Makes room for `length` more bytes, and some for writers that write whole words. */
  #ensure(length: number): void {
    if (this.#at + length + LONGEST_NUMBER <= this.#bytes.length) return;
    const written = this.#bytes.subarray(this.#slab.start, this.#at);
    this.#bytes = this.#slab.reserve(2 * (written.length + length + LONGEST_NUMBER));
    this.#view = this.#slab.view;
    this.#bytes.set(written, this.#slab.start);
    this.#at = this.#slab.start + written.length;
  }
}
