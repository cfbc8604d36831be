import { firstWhere } from '../../arrays/first-where.js';
import { section, type Sections } from '../../arrays/sections.js';
import {
  houseNumberAt,
  isHouseWord,
  LONGEST_HOUSE_NUMBER,
  mayBeginWithLetters,
  mayBeHouseNumber,
} from '../../text/house-number.js';
import { joinKeys } from '../../text/join.js';
import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import { BitSet } from '../lookup/bit-set.js';
import { MOST_MASKED_WORDS, wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { TRANSLATED } from '../lookup/key-layer-build.js';
import { compareAt, encodeKey, keyText, type KeyText, type SlotRange } from '../lookup/key-text.js';

/** A query split into a house number and the words that locate the house. */
export interface HouseQuery {
  /** The number's index among all house numbers. */
  number: number;
  rest: readonly Word[];
  /**
   * Whether the house number comes first or last, so that the remaining words may be the complete name of a
   * street.
   */
  isAtEnd: boolean;
  /** See Reading. */
  isTranslated: boolean;
}

/** The street names that are searched: only untranslated names, or all names. */
export type StreetNames = 'untranslated' | 'any';

/** How the words of a house query match the house's street. */
export interface HouseMatch {
  kind: 'strict' | 'loose';
  group: 1 | 3 | 5;
  /** Defaults to all names. */
  names?: StreetNames;
}

/** Reads house numbers from queries. */
export interface HouseReader {
  queriesOf(reading: Reading): readonly HouseQuery[];
}

const NONE: readonly HouseQuery[] = [];
/** The factor by which marking a row is cheaper than checking a house's contexts. */
const MARKING = 8;
const NOWHERE: SlotRange = { from: 0, to: 0 };

/**
 * Finds houses by number: `Энхтайваны өргөн чөлөө 15`, `Энхтайван 15`, `СБД 1-р хороо Энхтайван 15`. The
 * complete number must match. The other query words describe the street:
 *
 *     group 1  they are its whole name, before or after the number
 *     group 3  each begins a word of one of its names
 *     group 5  some are found in the other contexts of the house
 */
export class HouseSearch {
  readonly #contexts: ContextIndex;
  readonly #numbers: KeyText;
  readonly #start: Uint32Array;
  readonly #row: Uint32Array;
  readonly #street: Uint32Array;
  readonly #marked: BitSet;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections, contexts: ContextIndex) {
    this.#contexts = contexts;
    this.#numbers = keyText(sections, 'house.number');
    this.#start = section(sections, 'house.start', Uint32Array);
    this.#row = section(sections, 'house.row', Uint32Array);
    this.#street = section(sections, 'house.street', Uint32Array);
    this.#marked = new BitSet(contexts.rows);
  }

  /**
   * Returns one query for each word at which an existing house number starts. The longest existing number is
   * used, so 8 б is not read as 8. A word for «house» after the number counts as a part of the number.
   *
   * @param isElsewhere whether a house outside this index has the given number
   */
  queriesOf(
    { words, isOpen, isTranslated }: Reading,
    isElsewhere?: (number: string) => boolean,
  ): readonly HouseQuery[] {
    if (
      words.length < 2 ||
      words.length > MOST_MASKED_WORDS ||
      isOpen ||
      !words.some((word) => word.isNumber)
    )
      return NONE;
    const queries: HouseQuery[] = [];
    for (let at = 0; at < words.length; at++) {
      if (!mayBeHouseNumber(words, at) && !mayBeginWithLetters(words, at)) continue;
      const query = this.#queryAt(words, at, isTranslated, isElsewhere);
      if (query !== null) queries.push(query);
    }
    return queries;
  }

  /**
   * Adds the rows of one match group, in any order. The same row may be added twice, and rows of a better
   * group may be included. Groups 1 and 3 compare only the street names that `names` selects.
   */
  addRows(query: HouseQuery, { kind, group, names = 'any' }: HouseMatch, rows: number[]): void {
    switch (group) {
      case 1:
        if (query.isAtEnd)
          this.#eachStreetCalled(query, kind, names, (street) => this.addHouses(query.number, street, rows));
        return;
      case 3:
        return this.#addOnStreetsWith(query, kind, names, rows);
      case 5:
        return this.#addAround(query, kind, rows);
    }
  }

  /** Adds the houses on this street that have this number. */
  addHouses(number: number, street: number, rows: number[]): void {
    const end = this.#start[number + 1];
    for (let i = this.#firstEntry(number, street); i < end && this.#street[i] === street; i++)
      rows.push(this.#row[i]);
  }

  /** Returns the house numbers that begin with the key. */
  beginningWith(key: string): number[] {
    const { bytes, starts } = this.#numbers;
    const encoded = encodeKey(key);
    const found: number[] = [];
    for (let at = this.#lowerBound(encoded); at < starts.length - 1; at++) {
      if (compareAt(bytes, starts[at], encoded) !== 0) break;
      found.push(at);
    }
    return found;
  }

  /** @throws Error that names the first fault found */
  verify(rows: number): void {
    const entries = this.#row.length;
    const numbers = this.#numbers.starts.length - 1;
    const isSound =
      this.#start.length === numbers + 1 &&
      this.#start[numbers] === entries &&
      this.#street.length === entries;
    if (
      !isSound ||
      !this.#row.every((row) => row < rows) ||
      !this.#street.every((street) => street < this.#contexts.count)
    ) {
      throw new Error('house numbers: an entry that points nowhere');
    }
  }

  /** Whether any house has this number. */
  has(number: string): boolean {
    return this.find(number) >= 0;
  }

  #queryAt(
    words: readonly Word[],
    at: number,
    isTranslated: boolean,
    isElsewhere?: (number: string) => boolean,
  ): HouseQuery | null {
    for (let length = Math.min(LONGEST_HOUSE_NUMBER, words.length - at); length > 0; length--) {
      const key = houseNumberAt(words, at, length);
      const number = key === null ? -1 : this.find(key);
      if (number < 0 && key !== null && isElsewhere?.(key) === true) return null;
      if (number < 0) continue;
      const end =
        at + length < words.length && isHouseWord(words[at + length]) ? at + length + 1 : at + length;
      // A word for «house» before the number also belongs to the number: дом 29. In «7 байр 29», the word
      // байр belongs to the 7.
      const isNamed = at > 0 && isHouseWord(words[at - 1]) && words[at - 2]?.isNumber !== true;
      const begin = isNamed ? at - 1 : at;
      const rest = [...words.slice(0, begin), ...words.slice(end)];
      if (rest.length === 0) return null;
      return { number, rest, isAtEnd: begin === 0 || end === words.length, isTranslated };
    }
    return null;
  }

  /** Visits each context whose complete name consists of all the remaining words, once for each such name. */
  #eachStreetCalled(
    { rest }: HouseQuery,
    kind: 'strict' | 'loose',
    names: StreetNames,
    visit: (street: number) => void,
  ): void {
    const layer = this.#contexts[kind];
    const key = encodeKey(joinKeys(rest.map((word) => word[kind])).key);
    const { from, to } = layer.wholeRange(key, layer.headRange(key));
    for (let slot = from; slot < to; slot++) {
      const street = layer.headRows[slot];
      if (names === 'any' || isCalled(layer, street, key, names)) visit(street);
    }
  }

  /**
   * Adds the houses on streets whose name contains, for each of the remaining words, a word that starts with
   * it.
   */
  #addOnStreetsWith(
    { number, rest }: HouseQuery,
    kind: 'strict' | 'loose',
    names: StreetNames,
    rows: number[],
  ): void {
    const layer = this.#contexts[kind];
    const ranges = rest.map((word) => wordRange(layer, word[kind], word.isNumber));
    this.eachStreetWith(number, layer, ranges, (street, form) => {
      if (counts(layer, form, names)) this.addHouses(number, street, rows);
    });
  }

  /**
   * Visits each form of a street's name that has one word in each range. The streets visited may include
   * streets without this house number.
   */
  eachStreetWith(
    number: number,
    layer: KeyLayer,
    ranges: readonly SlotRange[],
    visit: (street: number, form: number) => void,
  ): void {
    const rarest = ranges.reduce((best, range) =>
      range.to - range.from < best.to - best.from ? range : best,
    );
    if (rarest.from >= rarest.to) return;
    const first = this.#start[number];
    const end = this.#start[number + 1];
    if (end - first > rarest.to - rarest.from) {
      for (let slot = rarest.from; slot < rarest.to; slot++)
        if (formHasAllWords(layer, layer.tailForm[slot], ranges))
          visit(layer.tailRows[slot], layer.tailForm[slot]);
      return;
    }
    for (let i = first; i < end; i++) {
      const street = this.#street[i];
      if (i > first && street === this.#street[i - 1]) continue;
      for (let form = layer.firstFormOf(street); form < layer.firstFormOf(street + 1); form++)
        if (formHasAllWords(layer, form, ranges)) visit(street, form);
    }
  }

  /**
   * Adds the houses whose contexts contain all of the words. The number may also occur on its own in the
   * street's name. The street's name must contain at least one word other than a bare number.
   */
  #addAround({ number, rest }: HouseQuery, kind: 'strict' | 'loose', rows: number[]): void {
    const layer = this.#contexts[kind];
    const around = this.#contexts.ranges(
      layer,
      rest.map((word) => word[kind]),
      rest.map((word) => word.isNumber),
    );
    if (rest.some((word, i) => !word.isNumber && around[i].from === around[i].to)) return;
    const numbersMask = rest.reduce((mask, word, i) => (word.isNumber ? mask | (1 << i) : mask), 0);
    const ranges = rest.map((word) => (word.isNumber ? wordRange(layer, word[kind], true) : NOWHERE));
    const all = 2 ** rest.length - 1;
    const { masks } = this.#contexts;
    masks.begin(layer, around);
    const end = this.#start[number + 1];
    const filter = this.#rowsWithRarest(layer, rest, around, end - this.#start[number]);
    for (let i = this.#start[number]; i < end; i++) {
      if (filter !== null && !filter.has(this.#row[i])) continue;
      const missing = all & ~masks.ofRow(this.#row[i]);
      // Contexts contain a number only together with the word after it, so a number alone may be missing from
      // them. Most houses are skipped here, because they lack a word that is not a number.
      if ((missing & ~numbersMask) !== 0) continue;
      const street = this.#street[i];
      if (
        masks.ofContext(street) !== 0 &&
        (missing === 0 || (missing & ~wordsOn(layer, street, ranges)) === 0)
      )
        rows.push(this.#row[i]);
    }
  }

  /**
   * Returns the rows whose contexts contain the rarest word that is not a number, or null if marking these
   * rows costs more than checking this many houses.
   */
  #rowsWithRarest(
    layer: KeyLayer,
    rest: readonly Word[],
    around: readonly SlotRange[],
    houses: number,
  ): BitSet | null {
    let fewest = MARKING * houses;
    let rarest = -1;
    for (let i = 0; i < rest.length; i++) {
      const count = rest[i].isNumber ? Infinity : this.#contexts.countRows(layer, around[i]);
      if (count >= fewest) continue;
      fewest = count;
      rarest = i;
    }
    return rarest < 0 ? null : this.#contexts.markRows(layer, around[rarest], this.#marked.clear());
  }

  /**
   * Returns the number's first entry on this street or on a later one. The entries of a number are sorted by
   * street.
   */
  #firstEntry(number: number, street: number): number {
    return firstWhere(this.#start[number], this.#start[number + 1], (at) => this.#street[at] >= street);
  }

  /** Returns the number's index among all house numbers, or -1 if no house has it. */
  find(number: string): number {
    const key = encodeKey(number);
    const { bytes, starts } = this.#numbers;
    const at = this.#lowerBound(key);
    return at < starts.length - 1 && compareWhole(bytes, starts[at], key) === 0 ? at : -1;
  }

  /** Returns the first house number that does not sort before the key. */
  #lowerBound(key: Uint8Array): number {
    const { bytes, starts } = this.#numbers;
    return firstWhere(0, starts.length - 1, (at) => compareWhole(bytes, starts[at], key) >= 0);
  }
}

/** Whether one of the context's selected names equals the key. */
function isCalled(layer: KeyLayer, context: number, key: Uint8Array, names: StreetNames): boolean {
  for (let form = layer.firstFormOf(context); form < layer.firstFormOf(context + 1); form++)
    if (counts(layer, form, names) && layer.compareForm(form, key) === 'whole') return true;
  return false;
}

function counts({ flags }: KeyLayer, form: number, names: StreetNames): boolean {
  return names === 'any' || (flags[form] & TRANSLATED) === 0;
}

/** Returns the words that occur in any of the context's names, as a bit mask. */
function wordsOn(layer: KeyLayer, context: number, ranges: readonly SlotRange[]): number {
  const { formWords, wordsTail } = layer;
  const end = formWords[layer.firstFormOf(context + 1)];
  let mask = 0;
  for (let i = formWords[layer.firstFormOf(context)]; i < end; i++) {
    for (let word = 0; word < ranges.length; word++)
      if (wordsTail[i] >= ranges[word].from && wordsTail[i] < ranges[word].to) mask |= 1 << word;
  }
  return mask;
}

function formHasAllWords(layer: KeyLayer, form: number, ranges: readonly SlotRange[]): boolean {
  for (const range of ranges) if (!layer.hasTail(form, range)) return false;
  return true;
}

/** Compares a stored key, which ends with a zero byte, with another one. */
function compareWhole(bytes: Uint8Array, at: number, key: Uint8Array): number {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return bytes[at + i] - key[i];
  return bytes[at + key.length];
}
