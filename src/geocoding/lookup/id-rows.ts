import type { StringArrays } from '../../arrays/string-table.js';

const encoder = new TextEncoder();

/**
 * Finds the row for an id, using a hash table of 8 bytes per row. The table is built in a few milliseconds
 * when an id is first looked up, so it does not need a section of its own.
 */
export class IdRows {
  readonly #strings: StringArrays;
  readonly #ids: Uint32Array;
  /**
   * Per slot: 1 + row, or 0 if the slot is empty. The number of slots is a power of two and at least twice
   * the number of rows.
   */
  #slots: Uint32Array | null = null;

  /** @param ids per row: the string that holds its id */
  constructor(strings: StringArrays, ids: Uint32Array) {
    this.#strings = strings;
    this.#ids = ids;
  }

  /** Returns the row that has the id, or -1 if no row has it. */
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

/** FNV-1a, with the high bits mixed into the low bits, which select the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
