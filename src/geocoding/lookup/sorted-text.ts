import { compareAt, type SlotRange } from './key-text.js';

/** Classes of bytes that sort as the bytes do; each digit and each letter of a key is one of its own. */
const CLASSES = 40;
const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return 0;
  if (byte < 0x30) return 1;
  if (byte < 0x3a) return byte - 0x30 + 2;
  if (byte < 0x61) return 12;
  return byte < 0x7b ? byte - 0x61 + 13 : CLASSES - 1;
});
/** Classes of one byte each. */
const IS_ONE = Uint8Array.from({ length: CLASSES }, (_, number) =>
  number === 1 || number === 12 || number === CLASSES - 1 ? 0 : 1,
);

/**
 * Sorted positions in a text, looked up by what stands there. Where the texts of each two first letters begin is noted down
 * (6 kB), so that two letters are found at once, and only the rest of a longer key is looked for by halves.
 */
export class SortedText {
  readonly #bytes: Uint8Array;
  readonly #slots: Uint32Array;
  /** First slot of each pair of classes; one more than pairs. */
  readonly #first = new Uint32Array(CLASSES * CLASSES + 1);

  /** @param slots positions in the bytes, sorted by the text from there on, which ends with a zero byte */
  constructor(bytes: Uint8Array, slots: Uint32Array) {
    this.#bytes = bytes;
    this.#slots = slots;
    const first = this.#first;
    for (const at of slots) first[CLASS[bytes[at]] * CLASSES + CLASS[bytes[at + 1]] + 1]++;
    for (let pair = 0; pair < CLASSES * CLASSES; pair++) first[pair + 1] += first[pair];
  }

  /** The slots whose text begins with the key, which has one byte at the least. */
  range(key: Uint8Array): SlotRange {
    const one = CLASS[key[0]];
    // Where several bytes share the first class, their second ones are not in order.
    const isPair = key.length > 1 && IS_ONE[one] === 1;
    const first = isPair ? one * CLASSES + CLASS[key[1]] : one * CLASSES;
    const among = { from: this.#first[first], to: this.#first[isPair ? first + 1 : first + CLASSES] };
    const isFound = isPair
      ? key.length === 2 && IS_ONE[CLASS[key[1]]] === 1
      : key.length === 1 && IS_ONE[one] === 1;
    return isFound ? among : this.rangeAmong(key, among);
  }

  /** Those of a range of slots. */
  rangeAmong(key: Uint8Array, among: SlotRange): SlotRange {
    const from = this.#firstSlot(key, 0, among.from, among.to);
    // Most ranges are short or empty: the end is looked for in steps that double.
    let step = 1;
    let low = from;
    while (low + step <= among.to && compareAt(this.#bytes, this.#slots[low + step - 1], key) === 0) {
      low += step;
      step *= 2;
    }
    return { from, to: this.#firstSlot(key, 1, low, Math.min(among.to, low + step)) };
  }

  /** Where in a range the slots end whose text begins with the key or sorts before it. */
  endAmong(key: Uint8Array, among: SlotRange): number {
    return this.#firstSlot(key, 1, among.from, among.to);
  }

  /** Of slots whose text begins with a key of so many bytes, those whose text is the key; these come first. */
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

  /** First slot whose text compares at least as `order` to the key: 0 begins with it, 1 sorts behind all that do. */
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
