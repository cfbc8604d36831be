import { section, type Sections } from '../../arrays/sections.js';

const encoder = new TextEncoder();

/**
 * Encodes a key as UTF-8. Nearly all keys are short and consist of ASCII characters; for these, calling the
 * encoder would cost more than the loop.
 */
export function encodeKey(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code > 0x7f) return encoder.encode(key);
    bytes[i] = code;
  }
  return bytes;
}

/** Returns the offset, in UTF-8 bytes, of a position in a string. */
export function byteOffset(key: string, at: number): number {
  for (let i = 0; i < at; i++) if (key.charCodeAt(i) > 0x7f) return encoder.encode(key.slice(0, at)).length;
  return at;
}

/**
 * Encodes the spelling of a key (see spellingOf()), with one entry per UTF-8 byte of the key. Empty if
 * unknown.
 */
export function encodeSpelling(key: string, spelling: string): Uint8Array {
  const bytes = new Uint8Array(byteOffset(key, spelling.length));
  for (let i = 0, at = 0; i < spelling.length; i++) {
    const end = at + (key.charCodeAt(i) > 0x7f ? byteOffset(key[i], 1) : 1);
    while (at < end) bytes[at++] = spelling.charCodeAt(i);
  }
  return bytes;
}

/** Sorts strings by their UTF-8 bytes. This is correct for keys because they contain no surrogates. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Terminates every key, so that a key can be read from any of its bytes to its end. Sorts before all other
 * characters.
 */
export const KEY_END = '\0';

/** Keys stored one after another, each terminated by KEY_END. */
export interface KeyText {
  bytes: Uint8Array;
  /** Where each key starts, plus the end of the last key. */
  starts: Uint32Array;
}

export function packKeys(keys: readonly string[]): KeyText {
  const encoded = keys.map(encodeKey);
  const starts = new Uint32Array(keys.length + 1);
  encoded.forEach((key, i) => (starts[i + 1] = starts[i] + key.length + 1));
  const bytes = new Uint8Array(starts[keys.length]);
  encoded.forEach((key, i) => bytes.set(key, starts[i]));
  return { bytes, starts };
}

/**
 * Reads the two arrays whose names keyTextSections() defines.
 *
 * @throws Error if a section is missing or of another type
 */
export function keyText(sections: Sections, name: string): KeyText {
  return {
    bytes: section(sections, `${name}_bytes`, Uint8Array),
    starts: section(sections, `${name}_starts`, Uint32Array),
  };
}

export function keyTextSections(name: string, text: KeyText): Sections {
  return { [`${name}_bytes`]: text.bytes, [`${name}_starts`]: text.starts };
}

/** The slots from `from` up to but not including `to`. */
export interface SlotRange {
  from: number;
  to: number;
}

/**
 * Compares the text at a position with a key: returns -1 if the text sorts before the key, 0 if it begins
 * with the key, and 1 if it sorts after the key.
 */
export function compareAt(bytes: Uint8Array, at: number, key: Uint8Array): -1 | 0 | 1 {
  for (let i = 0; i < key.length; i++) {
    const difference = bytes[at + i] - key[i];
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

/**
 * Returns the position of the last number that is not greater than the given number. The numbers are in
 * ascending order, starting at 0.
 */
export function lastUpTo(sorted: Uint32Array, number: number): number {
  let low = 0;
  let high = sorted.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= number) low = middle;
    else high = middle;
  }
  return low;
}
