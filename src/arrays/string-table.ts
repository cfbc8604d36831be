import { GrowableUint8, GrowableUint32 } from './growable.js';

/**
 * Strings in two arrays: all bytes (UTF-8) one after the other, and where each string starts.
 * `offsets` has one more entry than there are strings.
 */
export interface StringArrays {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Collects strings, each distinct one stored once. */
export class StringTableBuilder {
  readonly #bytes = new GrowableUint8(4096);
  readonly #offsets = new GrowableUint32(256);
  readonly #ids = new Map<string, number>();

  constructor() {
    this.#offsets.push(0);
  }

  /** The number of that string, the same for equal strings. */
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

/** Reads strings back out of the two arrays; decodes on demand, keeps nothing. */
export class StringTable {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  constructor(arrays: StringArrays) {
    this.#bytes = arrays.bytes;
    this.#offsets = arrays.offsets;
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  /** @throws RangeError when there is no such string. */
  get(id: number): string {
    if (!(id >= 0 && id < this.size)) throw new RangeError(`string ${id} of ${this.size}`);
    return decoder.decode(this.#bytes.subarray(this.#offsets[id], this.#offsets[id + 1]));
  }
}
