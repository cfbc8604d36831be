/** The constants of docs/dataset-format.md. */

export const MAGIC = 'GAZARCH\0';
export const FORMAT_VERSION = 6;
export const BYTE_ORDER_MARK = 0x01020304;
export const HEADER_BYTES = 64;
export const ENTRY_BYTES = 80;
export const NAME_BYTES = 48;
export const ALIGNMENT = 64;
/** The maximum number of sections; a file that claims more is damaged. */
export const MAX_SECTIONS = 4096;

export type SectionArray =
  Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;
export type SectionMap = Readonly<Record<string, SectionArray>>;

export interface SectionClass {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): SectionArray;
  readonly BYTES_PER_ELEMENT: number;
}

/** Maps the type numbers in the file to element types. */
export const SECTION_TYPES: Readonly<Record<number, SectionClass>> = {
  1: Uint8Array,
  2: Int8Array,
  3: Uint16Array,
  4: Int16Array,
  5: Uint32Array,
  6: Int32Array,
  7: Float32Array,
  8: Float64Array,
};

/** Returns the number that the file uses for an array's element type. */
export function typeNumberOf(array: SectionArray): number {
  for (const [number, type] of Object.entries(SECTION_TYPES))
    if (array instanceof type) return Number(number);
  throw new Error('bug: a section has an unknown array type');
}

/** Returns the next offset at which a section may start. */
export function alignUp(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

export const SECTION_NAME = /^[a-z0-9_./]{1,47}$/;
