import { compareAt, type SlotRange } from './key-text.js';

/**
 * Number of byte classes. Classes sort like their bytes; each digit and each letter of a key has a class
 * of its own.
 */
const CLASSES = 40;
const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return 0;
  if (byte < 0x30) return 1;
  if (byte < 0x3a) return byte - 0x30 + 2;
  if (byte < 0x61) return 12;
  return byte < 0x7b ? byte - 0x61 + 13 : CLASSES - 1;
});
/** 1 for classes of a single byte. */
const IS_ONE = Uint8Array.from({ length: CLASSES }, (_, number) =>
  number === 1 || number === 12 || number === CLASSES - 1 ? 0 : 1,
);

/**
 * Sorted positions in a text, looked up by the text that stands there. A table (6 kB) has the first slot
 * of each pair of first letters. It answers keys of two letters at once; a longer key is found by a
 * binary search within its pair.
 */
export class SortedText {
  readonly #bytes: Uint8Array;
  readonly #slots: Uint32Array;
  /** First slot of each pair of classes; one entry more than pairs. */
  readonly #first = new Uint32Array(CLASSES * CLASSES + 1);

  /**
   * @param slots positions in the bytes, sorted by the text from there on; that text ends with a zero
   *   byte
   */
  constructor(bytes: Uint8Array, slots: Uint32Array) {
    this.#bytes = bytes;
    this.#slots = slots;
    const first = this.#first;
    for (const at of slots) first[CLASS[bytes[at]] * CLASSES + CLASS[bytes[at + 1]] + 1]++;
    for (let pair = 0; pair < CLASSES * CLASSES; pair++) first[pair + 1] += first[pair];
  }

  /** The slots whose text begins with the key, which has at least one byte. */
  range(key: Uint8Array): SlotRange {
    const one = CLASS[key[0]];
    // When several bytes share the first class, their second bytes are not in order.
    const isPair = key.length > 1 && IS_ONE[one] === 1;
    const first = isPair ? one * CLASSES + CLASS[key[1]] : one * CLASSES;
    const among = { from: this.#first[first], to: this.#first[isPair ? first + 1 : first + CLASSES] };
    const isFound = isPair
      ? key.length === 2 && IS_ONE[CLASS[key[1]]] === 1
      : key.length === 1 && IS_ONE[one] === 1;
    return isFound ? among : this.rangeAmong(key, among);
  }

  /** The slots of `among` whose text begins with the key. */
  rangeAmong(key: Uint8Array, among: SlotRange): SlotRange {
    const from = this.#firstSlot(key, 0, among.from, among.to);
    // Most ranges are short or empty, so the end is searched in steps that double.
    let step = 1;
    let low = from;
    while (low + step <= among.to && compareAt(this.#bytes, this.#slots[low + step - 1], key) === 0) {
      low += step;
      step *= 2;
    }
    return { from, to: this.#firstSlot(key, 1, low, Math.min(among.to, low + step)) };
  }

  /** The end of the slots of `among` whose text begins with the key or sorts before it. */
  endAmong(key: Uint8Array, among: SlotRange): number {
    return this.#firstSlot(key, 1, among.from, among.to);
  }

  /**
   * Given the slots whose text begins with a key of `length` bytes: those whose text is exactly the key.
   * They come first.
   */
  wholeAmong(length: number, { from, to }: SlotRange): SlotRange {
    let step = 1;
    let low = from;
    while (low + step <= to && this.#endsAt(low + step - 1, length)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(to, low + step);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#endsAt(middle, length)) low = middle + 1;
      else high = middle;
    }
    return { from, to: low };
  }

  #endsAt(slot: number, length: number): boolean {
    return this.#bytes[this.#slots[slot] + length] === 0;
  }

  /**
   * First slot whose text compares with the key as `order` or more: 0 begins with the key, 1 sorts after
   * it.
   */
  #firstSlot(key: Uint8Array, order: 0 | 1, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAt(this.#bytes, this.#slots[middle], key) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
