import { FormatError } from './format-error.js';

/** The wire types of the protobuf encoding (https://protobuf.dev/programming-guides/encoding/). */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

const TWO_27 = 2 ** 27;
const TWO_28 = 2 ** 28;
const TWO_55 = 2 ** 55;
const TWO_56 = 2 ** 56;

/**
 * A read position in protobuf bytes. Whole numbers are returned as doubles, exact within ±(2^53 - 1). A
 * larger number is an error and is never rounded. Never reads beyond `end`. Every method that reads throws a
 * FormatError if the bytes are malformed or truncated.
 */
export class Cursor {
  bytes: Uint8Array;
  pos: number;
  end: number;
  /** The field number and wire type of the last tag read by `next`. */
  field = 0;
  wire = 0;
  #middle = 0;
  #high = 0;

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
  }

  /** Points this cursor at other bytes, so that hot loops do not have to create new cursors. */
  set(bytes: Uint8Array, pos: number, end: number): void {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
  }

  /** Reads the next tag into `field` and `wire`. Returns false at the end. */
  next(): boolean {
    if (this.pos >= this.end) return false;
    const tag = this.uint32();
    this.field = tag >>> 3;
    this.wire = tag & 7;
    if (this.field === 0) throw new FormatError('field number 0');
    return true;
  }

  /** Skips the value that follows the last tag. */
  skip(): void {
    if (this.wire === VARINT) this.#parts();
    else if (this.wire === BYTES) this.#advance(this.length());
    else if (this.wire === FIXED64) this.#advance(8);
    else if (this.wire === FIXED32) this.#advance(4);
    else throw new FormatError(`field ${this.field} has the unknown wire type ${this.wire}`);
  }

  /**
   * Reads the length of a length-delimited value and checks that the value is within bounds. The cursor is
   * then at the value's first byte.
   */
  length(): number {
    const length = this.uint32();
    if (length > this.end - this.pos)
      throw new FormatError(`a value has ${length} bytes, but only ${this.end - this.pos} are left`);
    return length;
  }

  /** Works like `length`, but requires that the last tag belongs to a length-delimited value. */
  expectBytes(): number {
    if (this.wire !== BYTES)
      throw new FormatError(`field ${this.field} has wire type ${this.wire}, not ${BYTES}`);
    return this.length();
  }

  /** Reads a varint and requires that the last tag belongs to a varint. */
  expectInt(): number {
    if (this.wire !== VARINT)
      throw new FormatError(`field ${this.field} has wire type ${this.wire}, not ${VARINT}`);
    return this.int64();
  }

  uint32(): number {
    if (this.pos < this.end) {
      const byte = this.bytes[this.pos];
      if (byte < 0x80) {
        this.pos++;
        return byte;
      }
    }
    const low = this.#parts();
    if (this.#middle >= 16 || this.#high !== 0)
      throw new FormatError('a number exceeds 2^32 where a small number is expected');
    return low + this.#middle * TWO_28;
  }

  /** Reads int32, int64 and enums: two's complement in up to ten bytes. */
  int64(): number {
    const low = this.#parts();
    if ((this.#high & 0x80) === 0) return safe(low + this.#middle * TWO_28 + this.#high * TWO_56);
    return safe(
      -1 - ((low ^ 0xfffffff) + (this.#middle ^ 0xfffffff) * TWO_28 + (this.#high ^ 0xff) * TWO_56),
    );
  }

  /** Reads sint32 and sint64: the sign is in the lowest bit (zigzag). */
  sint64(): number {
    const { bytes } = this;
    let pos = this.pos;
    // Most differences between consecutive ids or positions fit into four bytes. In that case, one bounds
    // check is enough.
    if (pos + 4 <= this.end) {
      let byte = bytes[pos++];
      let value = byte & 0x7f;
      if (byte >= 0x80) {
        byte = bytes[pos++];
        value |= (byte & 0x7f) << 7;
        if (byte >= 0x80) {
          byte = bytes[pos++];
          value |= (byte & 0x7f) << 14;
          if (byte >= 0x80) {
            byte = bytes[pos++];
            value |= (byte & 0x7f) << 21;
          }
        }
      }
      if (byte < 0x80) {
        this.pos = pos;
        return (value >>> 1) ^ -(value & 1);
      }
    }
    const low = this.#parts();
    const magnitude = (low >>> 1) + this.#middle * TWO_27 + this.#high * TWO_55;
    return safe((low & 1) === 0 ? magnitude : -1 - magnitude);
  }

  /**
   * Reads a varint. Returns the varint's lowest 28 bits, and stores the next 28 bits in `#middle` and the
   * last 8 in `#high`.
   */
  #parts(): number {
    const { bytes, end } = this;
    let pos = this.pos;
    let low = 0;
    let middle = 0;
    let high = 0;
    for (let shift = 0; ; shift += 7) {
      if (pos >= end) throw new FormatError('a truncated number');
      const byte = bytes[pos++];
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift < 56) middle |= bits << (shift - 28);
      else if (shift < 63) high |= bits;
      else if (bits <= 1) high |= bits << 7;
      else throw new FormatError('a number has more than 64 bits');
      if (byte < 0x80) break;
      if (shift >= 63) throw new FormatError('a number has more than 64 bits');
    }
    this.pos = pos;
    this.#middle = middle;
    this.#high = high;
    return low;
  }

  #advance(count: number): void {
    if (count > this.end - this.pos)
      throw new FormatError(`a value has ${count} bytes, but only ${this.end - this.pos} are left`);
    this.pos += count;
  }
}

/**
 * Returns the number of varints in a packed field, which equals its number of bytes without a continuation
 * bit.
 */
export function countPacked(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) count += (bytes[i] >>> 7) ^ 1;
  if (end > start && bytes[end - 1] >= 0x80) throw new FormatError('a truncated number');
  return count;
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value))
    throw new FormatError('a number is beyond 2^53 and cannot be represented exactly');
  return value;
}
