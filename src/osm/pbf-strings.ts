import { FormatError } from './format-error.js';
import { Cursor } from './protobuf.js';

/** The field number of the strings in `StringTable` (osmformat.proto). */
const STRING = 1;

/**
 * A block's string table. Each string is decoded when it is first requested, because most strings are never
 * needed if an element type is skipped. Bytes that are not UTF-8 become U+FFFD. Some old data contains labels
 * that were cut in the middle of a character.
 */
export class BlockStrings {
  #bytes: Buffer = Buffer.alloc(0);
  #ends = new Uint32Array(4096);
  #starts = new Uint32Array(4096);
  #count = 0;
  #made: (string | undefined)[] = [];

  clear(): void {
    this.#count = 0;
    this.#made = [];
  }

  load(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cursor = new Cursor(bytes, start, end);
    while (cursor.next()) {
      if (cursor.field !== STRING) {
        cursor.skip();
        continue;
      }
      const length = cursor.expectBytes();
      if (this.#count === this.#ends.length) this.#grow();
      this.#starts[this.#count] = cursor.pos;
      cursor.pos += length;
      this.#ends[this.#count++] = cursor.pos;
    }
    // The array is allocated at full length, because an array that grows at random indexes would become a
    // slow dictionary.
    this.#made = new Array<string | undefined>(this.#count);
  }

  /** @throws FormatError if the block has no such string */
  get(index: number): string {
    const made = this.#made[index];
    if (made !== undefined) return made;
    if (index >= this.#count)
      throw new FormatError(`string ${index} does not exist in a block with ${this.#count} strings`);
    const text = this.#bytes.toString('utf8', this.#starts[index], this.#ends[index]);
    this.#made[index] = text;
    return text;
  }

  #grow(): void {
    const starts = new Uint32Array(this.#count * 2);
    const ends = new Uint32Array(this.#count * 2);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}
