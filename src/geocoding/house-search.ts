import { section, type Sections } from '../arrays/sections.js';
import { houseNumberOf, LONGEST_HOUSE_NUMBER } from '../text/house-number.js';
import { joinKeys } from '../text/join.js';
import type { Reading } from '../text/forms.js';
import { MOST_MASKED_WORDS, wordRange, type ContextIndex, type ContextMasks } from './context-index.js';
import type { KeyLayer } from './key-layer.js';
import { encodeKey, keyText, type KeyText, type SlotRange } from './key-text.js';

/** Rows by match group. */
export type HouseRows = Record<1 | 3 | 5, number[]>;

/**
 * Houses by number: `Энхтайваны өргөн чөлөө 15`, `Энхтайван 15`, `СБД 1-р хороо Энхтайван 15`. The number must be whole and
 * equal; the other words stand for the street, group 1 when they are its whole name before or behind the number, 3 when each
 * starts a word of one of its names, 5 when some are found in what else the house is in.
 */
export class HouseSearch {
  readonly #contexts: ContextIndex;
  readonly #numbers: KeyText;
  readonly #start: Uint32Array;
  readonly #row: Uint32Array;
  readonly #street: Uint32Array;

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections, contexts: ContextIndex) {
    this.#contexts = contexts;
    this.#numbers = keyText(sections, 'house.number');
    this.#start = section(sections, 'house.start', Uint32Array);
    this.#row = section(sections, 'house.row', Uint32Array);
    this.#street = section(sections, 'house.street', Uint32Array);
  }

  /** Null when no word of the query is a known house number. */
  rowsOf(reading: Reading, kind: 'strict' | 'loose'): HouseRows | null {
    const { words } = reading;
    if (words.length < 2 || words.length > MOST_MASKED_WORDS || reading.isOpen) return null;
    let rows: HouseRows | null = null;
    for (let at = 0; at < words.length; at++) {
      if (!words[at].isNumber) continue;
      // The longest number that a house has: 8 б is not 8.
      for (let length = Math.min(LONGEST_HOUSE_NUMBER, words.length - at); length > 0; length--) {
        const number = houseNumberOf(words.slice(at, at + length));
        const entries = number === null ? -1 : this.#find(number);
        if (entries < 0) continue;
        rows ??= { 1: [], 3: [], 5: [] };
        if (this.#match({ entries, words, at, length, kind }, rows)) break;
      }
    }
    return rows;
  }

  /** @throws Error naming the first thing that is not sound. */
  verify(rows: number): void {
    const entries = this.#row.length;
    const numbers = this.#numbers.starts.length - 1;
    const isSound = this.#start.length === numbers + 1 && this.#start[numbers] === entries && this.#street.length === entries;
    if (!isSound || !this.#row.every((row) => row < rows) || !this.#street.every((street) => street < this.#contexts.count)) {
      throw new Error('house numbers: an entry that points nowhere');
    }
  }

  /** Adds to the rows; whether there was any. */
  #match({ entries, words, at, length, kind }: HouseQuery, rows: HouseRows): boolean {
    const rest = [...words.slice(0, at), ...words.slice(at + length)];
    if (rest.length === 0) return false;
    const layer = this.#contexts[kind];
    const masks = this.#contexts.masks(layer, rest.map((word) => ({ key: word[kind], isNumber: word.isNumber })));
    const ranges = rest.map((word) => wordRange(layer, word[kind], word.isNumber));
    const all = 2 ** rest.length - 1;
    const numbers = rest.reduce((mask, word, i) => (word.isNumber ? mask | (1 << i) : mask), 0);
    const isAtEnd = at === 0 || at + length === words.length;
    const whole = isAtEnd ? contextsCalled(layer, joinKeys(rest.map((word) => word[kind])).key) : NONE;
    if ((masks.found | numbers) !== all && whole.size === 0) return false;
    const before = rows[1].length + rows[3].length + rows[5].length;
    for (let i = this.#start[entries]; i < this.#start[entries + 1]; i++) {
      const street = this.#street[i];
      const onStreet = masks.ofContext[street];
      if (whole.has(street)) rows[1].push(this.#row[i]);
      else if ((onStreet | numbers) === all && hasAllWords(layer, street, ranges)) rows[3].push(this.#row[i]);
      else if (onStreet !== 0 && this.#isAround(this.#row[i], street, { layer, ranges, masks, all })) rows[5].push(this.#row[i]);
    }
    return rows[1].length + rows[3].length + rows[5].length > before;
  }

  /** Whether the words are all found in what the house is in, numbers also alone in the name of its street. */
  #isAround(row: number, street: number, { layer, ranges, masks, all }: RestOfQuery): boolean {
    let missing = all & ~this.#contexts.maskOfRow(row, masks);
    for (let i = 0; missing >> i > 0; i++) if (missing & (1 << i) && hasAllWords(layer, street, [ranges[i]])) missing &= ~(1 << i);
    return missing === 0;
  }

  /** Which number that is, or -1. */
  #find(number: string): number {
    const key = encodeKey(number);
    const { bytes, starts } = this.#numbers;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareWhole(bytes, starts[middle], key) < 0) low = middle + 1;
      else high = middle;
    }
    return low < starts.length - 1 && compareWhole(bytes, starts[low], key) === 0 ? low : -1;
  }
}

interface HouseQuery {
  /** Of one number. */
  entries: number;
  words: Reading['words'];
  /** Where the number stands among the words, and how many it takes. */
  at: number;
  length: number;
  kind: 'strict' | 'loose';
}

const NONE: ReadonlySet<number> = new Set();

/** Contexts with a name of that whole key. */
function contextsCalled(layer: KeyLayer, key: string): ReadonlySet<number> {
  const contexts = new Set<number>();
  for (const cursor of layer.exact(key)) for (; cursor.row !== Infinity; cursor.next()) contexts.add(cursor.row);
  return contexts;
}

/** Whether one name of the context has all the words. */
function hasAllWords(layer: KeyLayer, context: number, ranges: readonly SlotRange[]): boolean {
  for (let form = layer.firstFormOf(context); form < layer.formCount && layer.formRow[form] === context; form++) {
    if (ranges.every((range) => layer.hasTail(form, range))) return true;
  }
  return false;
}

/** The words of a query beside the number. */
interface RestOfQuery {
  layer: KeyLayer;
  ranges: readonly SlotRange[];
  masks: ContextMasks;
  /** A bit for each word. */
  all: number;
}

/** Orders a stored key, with its zero byte, against another. */
function compareWhole(bytes: Uint8Array, at: number, key: Uint8Array): number {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return bytes[at + i] - key[i];
  return bytes[at + key.length];
}
