import { GrowableUint8, GrowableUint32 } from './growable.js';

/**
 * Strings in two arrays: the UTF-8 bytes of all strings, and the offset where each string begins. `offsets`
 * has one more entry than there are strings.
 */
export interface StringArrays {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

const encoder = new TextEncoder();
// Strings are returned exactly as they were added, including any byte order mark.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Collects strings. Each distinct string is stored once. */
export class StringTableBuilder {
  readonly #bytes = new GrowableUint8(4096);
  readonly #offsets = new GrowableUint32(256);
  readonly #ids = new Map<string, number>();

  constructor() {
    this.#offsets.push(0);
  }

  /** Adds a string and returns its number. Equal strings have the same number. */
  add(value: string): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(value, id);
    this.#bytes.pushAll(encoder.encode(value));
    this.#offsets.push(this.#bytes.length);
    return id;
  }

  get size(): number {
    return this.#ids.size;
  }

  finish(): StringArrays {
    return { bytes: this.#bytes.trimmed(), offsets: this.#offsets.trimmed() };
  }
}

/**
 * Strings with at most this many bytes are decoded by this module's own code: for most names, calling the
 * decoder would take longer.
 */
const SHORT_BYTES = 192;

/** UTF-16 code units of the string being decoded. */
const units = new Uint16Array(SHORT_BYTES);
/** One array for each length, used to create strings of exactly that length. */
const unitsByLength: number[][] = Array.from({ length: SHORT_BYTES + 1 }, (_, length) =>
  new Array<number>(length).fill(0),
);

/**
 * The number of strings that `getAgain` caches; a power of two. In a country with 40,000 places, half of the
 * requested addresses are found in a cache of this size.
 */
const KEPT = 1024;

/** Reads strings from the two arrays and decodes them on demand. */
export class StringTable {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  /**
   * The strings that `getAgain` returned most recently, with their numbers, indexed by the lowest bits of the
   * number.
   */
  readonly #keptId = new Uint32Array(KEPT);
  readonly #kept = new Array<string | undefined>(KEPT).fill(undefined);

  constructor(arrays: StringArrays) {
    this.#bytes = arrays.bytes;
    this.#offsets = arrays.offsets;
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  /** @throws RangeError if there is no such string */
  get(id: number): string {
    if (!(id >= 0 && id < this.size)) throw new RangeError(`string ${id} of ${this.size}`);
    const start = this.#offsets[id];
    const end = this.#offsets[id + 1];
    const length = end - start <= SHORT_BYTES ? this.#decodeShort(start, end) : -1;
    if (length === -1) return decoder.decode(this.#bytes.subarray(start, end));
    const exact = unitsByLength[length];
    for (let i = 0; i < length; i++) exact[i] = units[i];
    return String.fromCharCode(...exact);
  }

  /**
   * Like `get`, but caches recent strings; use it for strings that occur often, such as the names of areas.
   * Recent strings stay decoded.
   * @throws RangeError if there is no such string
   */
  getAgain(id: number): string {
    const slot = id & (KEPT - 1);
    const kept = this.#kept[slot];
    if (kept !== undefined && this.#keptId[slot] === id) return kept;
    const string = this.get(id);
    this.#keptId[slot] = id;
    this.#kept[slot] = string;
    return string;
  }

  /**
   * Fills `units` and returns the number of code units written, or -1 if a character needs two code units.
   */
  #decodeShort(start: number, end: number): number {
    const bytes = this.#bytes;
    let length = 0;
    let i = start;
    while (i < end) {
      const byte = bytes[i];
      if (byte < 0x80) {
        units[length++] = byte;
        i += 1;
      } else if (byte < 0xe0) {
        units[length++] = ((byte & 0x1f) << 6) | (bytes[i + 1] & 0x3f);
        i += 2;
      } else if (byte < 0xf0) {
        units[length++] = ((byte & 0x0f) << 12) | ((bytes[i + 1] & 0x3f) << 6) | (bytes[i + 2] & 0x3f);
        i += 3;
      } else return -1;
    }
    return length;
  }
}
