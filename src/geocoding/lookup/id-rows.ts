import type { StringArrays } from '../../arrays/string-table.js';

const encoder = new TextEncoder();

/**
 * Finds the row of an id, in a table of hashes: 8 bytes for each row. The table is made on the first request
 * for an id, which takes a few milliseconds, so it needs no section of its own.
 */
export class IdRows {
  readonly #strings: StringArrays;
  readonly #ids: Uint32Array;
  /** 1 + row; 0 for an empty slot. At least twice as many slots as rows: a power of two. */
  #slots: Uint32Array | null = null;

  /** @param ids by row: the string that is its id */
  constructor(strings: StringArrays, ids: Uint32Array) {
    this.#strings = strings;
    this.#ids = ids;
  }

  /** The row that has the id; -1 if none has. */
  rowOf(id: string): number {
    const slots = (this.#slots ??= this.#made());
    const wanted = encoder.encode(id);
    const mask = slots.length - 1;
    for (let slot = hashOf(wanted, 0, wanted.length) & mask; slots[slot] > 0; slot = (slot + 1) & mask)
      if (this.#has(slots[slot] - 1, wanted)) return slots[slot] - 1;
    return -1;
  }

  #made(): Uint32Array {
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.#ids.length + 2)));
    const mask = slots.length - 1;
    const { bytes, offsets } = this.#strings;
    this.#ids.forEach((id, row) => {
      let slot = hashOf(bytes, offsets[id], offsets[id + 1]) & mask;
      while (slots[slot] > 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    });
    return slots;
  }

  #has(row: number, wanted: Uint8Array): boolean {
    const { bytes, offsets } = this.#strings;
    const start = offsets[this.#ids[row]];
    if (offsets[this.#ids[row] + 1] - start !== wanted.length) return false;
    return wanted.every((byte, i) => byte === bytes[start + i]);
  }
}

/** FNV-1a, and its high bits mixed into the low ones, which choose the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
