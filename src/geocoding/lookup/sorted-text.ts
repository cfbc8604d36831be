import { compareAt, type SlotRange } from './key-text.js';

/**
 * The number of byte classes. Classes sort in the same order as their bytes. Each digit and letter of a key
 * has its own class.
 */
const CLASSES = 40;
const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return 0;
  if (byte < 0x30) return 1;
  if (byte < 0x3a) return byte - 0x30 + 2;
  if (byte < 0x61) return 12;
  return byte < 0x7b ? byte - 0x61 + 13 : CLASSES - 1;
});
/** Per class: 1 if it contains only a single byte. */
const IS_ONE = Uint8Array.from({ length: CLASSES }, (_, number) =>
  number === 1 || number === 12 || number === CLASSES - 1 ? 0 : 1,
);

/**
 * A text with at least this many slots gets a three-letter table (256 kB); a smaller text gets a two-letter
 * table (6 kB).
 */
const MANY = 16_384;
/**
 * The number of class sequences that begin with a given sequence, by the number of classes missing from that
 * sequence.
 */
const STEPS: readonly number[] = [1, CLASSES, CLASSES ** 2];

/**
 * Sorted positions in a text, for lookups by the text at each position. A table holds the first slot for each
 * combination of the first two or three letters, so keys of that length are found without searching. For a
 * longer key, a binary search is performed among the slots of its first letters. Each search step that the
 * table saves would otherwise have to wait for memory.
 */
export class SortedText {
  readonly #bytes: Uint8Array;
  readonly #slots: Uint32Array;
  /** The number of letters that the table covers. */
  readonly #letters: number;
  /** The first slot of each sequence of classes, plus the end. */
  readonly #first: Uint32Array;

  /**
   * @param slots positions in the bytes, sorted by the text that starts at each position and ends with a zero
   * byte
   */
  constructor(bytes: Uint8Array, slots: Uint32Array) {
    this.#bytes = bytes;
    this.#slots = slots;
    this.#letters = slots.length < MANY ? 2 : 3;
    const first = new Uint32Array(CLASSES ** this.#letters + 1);
    this.#first = first;
    for (const at of slots) {
      let classes = 0;
      // The bytes after the end of the text belong to another text.
      for (let i = 0, end = false; i < this.#letters; i++) {
        classes = classes * CLASSES + (end ? 0 : CLASS[bytes[at + i]]);
        end ||= bytes[at + i] === 0;
      }
      first[classes + 1]++;
    }
    for (let i = 1; i < first.length; i++) first[i] += first[i - 1];
  }

  /** Returns the slots whose text begins with the key; the key must have at least one byte. */
  range(key: Uint8Array): SlotRange {
    const most = Math.min(this.#letters, key.length);
    let classes = 0;
    let length = 0;
    let isOne = true;
    // If several bytes share a class, the texts are not sorted by the bytes that follow.
    while (length < most && isOne) {
      const next = CLASS[key[length]];
      isOne = IS_ONE[next] === 1;
      classes = classes * CLASSES + next;
      length++;
    }
    const step = STEPS[this.#letters - length];
    const among = { from: this.#first[classes * step], to: this.#first[(classes + 1) * step] };
    return isOne && length === key.length ? among : this.rangeAmong(key, among);
  }

  /** Returns the slots within `among` whose text begins with the key. */
  rangeAmong(key: Uint8Array, among: SlotRange): SlotRange {
    const from = this.#firstSlot(key, 0, among.from, among.to);
    // Most ranges are short or empty, so the search for the end uses steps that double in size.
    let step = 1;
    let low = from;
    while (low + step <= among.to && compareAt(this.#bytes, this.#slots[low + step - 1], key) === 0) {
      low += step;
      step *= 2;
    }
    return { from, to: this.#firstSlot(key, 1, low, Math.min(among.to, low + step)) };
  }

  /** Returns the end of the slots within `among` whose text begins with the key or sorts before it. */
  endAmong(key: Uint8Array, among: SlotRange): number {
    return this.#firstSlot(key, 1, among.from, among.to);
  }

  /**
   * Narrows the range of slots whose text begins with a key of `length` bytes to the slots whose text is
   * exactly the key. These slots come first.
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
   * Returns the first slot whose comparison with the key yields at least `order`: 0 if its text begins with
   * the key, 1 if it sorts after the key.
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
