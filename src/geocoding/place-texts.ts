import { bareTable } from '../bare-table.js';
import { section, type Sections } from '../arrays/sections.js';
import { SparseRows } from '../arrays/sparse-rows.js';
import type { StringTable } from '../arrays/string-table.js';
import { englishName, englishText } from '../text/english-name.js';
import { latinText } from '../text/romanise.js';
import { latinLabel, romanisedArea, type Language, type LatinLanguage } from './languages.js';

/** The parts of an address that are known. The geocoding seam determines the order of the parts. */
export type Components = Partial<Record<ComponentName, string>>;
type ComponentName =
  | 'house_number'
  | 'street'
  | 'khoroo'
  | 'district'
  | 'bag'
  | 'soum'
  | 'city'
  | 'aimag'
  | 'postcode'
  | 'country';

/** The address part that an area corresponds to, by the area's type. */
const COMPONENT_OF: Readonly<Record<string, ComponentName>> = bareTable<ComponentName>({
  khoroo: 'khoroo',
  district: 'district',
  bag: 'bag',
  soum: 'soum',
  city: 'city',
  town: 'city',
  village: 'city',
  aimag: 'aimag',
  country: 'country',
});

/** The texts of a place in one language. */
export interface PlaceText {
  name: string;
  address: string | null;
  components: Components;
}

/** The columns of the place table that are used to write texts; see freezeModel(). */
export interface TextColumns {
  type: Uint32Array;
  name: Uint32Array;
}

/**
 * Writes names, addresses and components in any language. A chain lists the areas around a place, from
 * smallest to largest: each entry is 2 * row, plus 1 if the address names the area. The areas around own
 * places, and the streets of own places, are rows of the map.
 */
export class PlaceTexts {
  /** The texts of the rows that chains and streets refer to. */
  readonly #around: PlaceTexts;
  readonly #strings: StringTable;
  readonly #columns: TextColumns;
  readonly #part: Uint32Array;
  readonly #street: Uint32Array;
  readonly #streetRow: Uint32Array;
  readonly #number: Uint32Array;
  readonly #chain: Uint32Array;
  readonly #chainStart: Uint32Array;
  readonly #chainList: Uint32Array;
  readonly #chainText: Uint32Array;
  readonly #names: Readonly<Record<Exclude<Language, 'mn'>, SparseText>>;
  readonly #postcodes: SparseText;
  /** The labels of areas in Latin letters, by row. There are only a few hundred labels. */
  readonly #labels: Readonly<Record<LatinLanguage, Map<number, string>>> = {
    en: new Map(),
    'mn-Latn': new Map(),
  };

  /**
   * @param around the texts for chains and streets, if their rows belong to another index
   * @throws Error if a section is missing or of another type
   */
  constructor(sections: Sections, strings: StringTable, columns: TextColumns, around?: PlaceTexts) {
    this.#around = around ?? this;
    this.#strings = strings;
    this.#columns = columns;
    this.#part = section(sections, 'place.part', Uint32Array);
    this.#street = section(sections, 'place.street', Uint32Array);
    this.#streetRow = section(sections, 'place.street_row', Uint32Array);
    this.#number = section(sections, 'place.number', Uint32Array);
    this.#chain = section(sections, 'place.chain', Uint32Array);
    this.#chainStart = section(sections, 'chains_start', Uint32Array);
    this.#chainList = section(sections, 'chains_list', Uint32Array);
    this.#chainText = section(sections, 'chains_text', Uint32Array);
    this.#names = {
      en: new SparseText(sections, 'english.row', 'english.name'),
      'mn-Latn': new SparseText(sections, 'latin.row', 'latin.name'),
      // Older datasets have no Russian names.
      ru: new SparseText({ ...NO_RUSSIAN, ...sections }, 'russian.row', 'russian.name'),
    };
    this.#postcodes = new SparseText(sections, 'postcode.row', 'postcode.code');
  }

  /** Returns the chain of the place itself. */
  chainOf(row: number): Uint32Array {
    const chain = this.#chain[row];
    return this.#chainList.subarray(this.#chainStart[chain], this.#chainStart[chain + 1]);
  }

  /** Whether the row is an area that is named in addresses. */
  isArea(row: number): boolean {
    return this.#part[row] > 0;
  }

  /** Returns the displayed label of an area: `1-р хороо`. */
  label(row: number): string {
    return this.#strings.getAgain(this.#part[row] > 0 ? this.#part[row] - 1 : this.#columns.name[row]);
  }

  /** Returns the row's texts as they appear in a response for a place with that chain. */
  of(row: number, chain: ArrayLike<number>, language: Language): PlaceText {
    const street = this.#streetIn(row, language);
    const isAddress = this.#typeOf(row) === 'address';
    const name = isAddress && street !== null && language !== 'mn' ? street : this.nameIn(row, language);
    return {
      name,
      address: this.#address(row, chain, isAddress ? null : street, language),
      components: this.#components(row, name, chain, language),
    };
  }

  /** Returns the row's name. For a house, of() builds the name from the street. */
  nameIn(row: number, language: Language): string {
    if (language === 'mn') return this.#displayName(row);
    const tagged = this.#names[language].of(row);
    if (tagged >= 0) return this.#strings.getAgain(tagged);
    // Readers of Russian can read the Mongolian name, so it is used here; no text mixes scripts.
    if (language === 'ru') return this.#displayName(row);
    return this.#part[row] > 0 && this.#typeOf(row) === 'khoroo' && language === 'en'
      ? romanisedArea('khoroo', this.label(row), language)
      : romanisedName(this.#displayName(row), this.#typeOf(row), language);
  }

  /** @throws Error whose message names the first part that differs from the output of freezeAddresses() */
  verify(rows: number): void {
    const columns = [this.#part, this.#street, this.#streetRow, this.#number, this.#chain];
    if (columns.some((column) => column.length !== rows))
      throw new Error('place table: the columns have different lengths');
    const strings = this.#strings.size;
    const texts = [this.#part, this.#street, this.#number, this.#chainText];
    if (!texts.every((column) => column.every((text) => text <= strings)))
      throw new Error('place table: a reference to a nonexistent text');
    const chains = this.#chainText.length;
    if (
      this.#chainStart.length !== chains + 1 ||
      this.#chainStart[chains] !== this.#chainList.length ||
      this.#chainStart.some((start, i) => i > 0 && start < this.#chainStart[i - 1]) ||
      !this.#chain.every((chain) => chain < chains)
    )
      throw new Error('place table: a reference to a nonexistent chain');
    if (!this.#chainList.every((entry) => entry >>> 1 < rows) || !this.#streetRow.every((row) => row <= rows))
      throw new Error('place table: a reference to a nonexistent row');
    for (const names of [...Object.values(this.#names), this.#postcodes]) names.verify(rows, strings);
  }

  #address(row: number, chain: ArrayLike<number>, street: string | null, language: Language): string | null {
    const parts = street === null ? [] : [street];
    for (let i = 0; i < chain.length; i++)
      if ((chain[i] & 1) === 1) parts.push(this.#around.#labelIn(chain[i] >>> 1, language));
    const tagged = this.#chainText[this.#chain[row]];
    if (chain.length === 0 && tagged > 0) {
      const text = this.#strings.getAgain(tagged - 1);
      parts.push(...inLetters(text, language).split(', ').reverse());
    }
    if (parts.length === 0) return null;
    return (language === 'en' ? parts : parts.reverse()).join(', ');
  }

  #components(row: number, name: string, chain: ArrayLike<number>, language: Language): Components {
    const found: Components = {};
    for (let i = 0; i < chain.length; i++) this.#around.#addArea(found, chain[i] >>> 1, language);
    const type = this.#typeOf(row);
    const own = COMPONENT_OF[type];
    if (own !== undefined) found[own] = this.isArea(row) ? this.#labelIn(row, language) : name;
    const street = this.#streetName(row, language);
    if (street !== null) found.street = street;
    else if (type === 'street') found.street = name;
    if (this.#number[row] > 0) found.house_number = this.#numberIn(row, language);
    const code = this.#postcodes.of(row);
    if (code >= 0) found.postcode = this.#strings.getAgain(code);
    return found;
  }

  /**
   * Adds areas from smallest to largest. If there are two towns, the larger one is used, such as the capital
   * for the villages around it.
   */
  #addArea(found: Components, row: number, language: Language): void {
    const part = COMPONENT_OF[this.#typeOf(row)];
    if (part === undefined || (found[part] !== undefined && part !== 'city')) return;
    found[part] = this.#labelIn(row, language);
  }

  #labelIn(row: number, language: Language): string {
    if (language === 'mn') return this.label(row);
    if (language === 'ru') {
      const russian = this.#names.ru.of(row);
      return russian >= 0 ? this.#strings.getAgain(russian) : this.label(row);
    }
    const labels = this.#labels[language];
    const known = labels.get(row);
    if (known !== undefined) return known;
    const type = this.#typeOf(row);
    const tagged = this.#names[language].of(row);
    const name = tagged >= 0 ? this.#strings.get(tagged) : romanisedArea(type, this.label(row), language);
    const label = this.isArea(row) ? latinLabel(type, name, language) : name;
    labels.set(row, label);
    return label;
  }

  /**
   * Returns the street in the row's address, together with the house number: `Энхтайваны өргөн чөлөө 15`.
   * Returns null if there is no street.
   */
  #streetIn(row: number, language: Language): string | null {
    const street = this.#streetName(row, language);
    return street === null || this.#number[row] === 0 ? street : `${street} ${this.#numberIn(row, language)}`;
  }

  #streetName(row: number, language: Language): string | null {
    if (this.#street[row] === 0) return null;
    if (language === 'mn') return this.#strings.getAgain(this.#street[row] - 1);
    const street = this.#streetRow[row];
    return street > 0
      ? this.#around.nameIn(street - 1, language)
      : romanisedName(this.#strings.getAgain(this.#street[row] - 1), 'street', language);
  }

  #numberIn(row: number, language: Language): string {
    const number = this.#strings.getAgain(this.#number[row] - 1);
    return inLetters(number, language);
  }

  #displayName(row: number): string {
    return this.#strings.get(this.#columns.name[row]);
  }

  #typeOf(row: number): string {
    return this.#strings.getAgain(this.#columns.type[row]);
  }
}

function isCyrillic(language: Language): boolean {
  return language === 'mn' || language === 'ru';
}

function inLetters(text: string, language: Language): string {
  if (isCyrillic(language)) return text;
  return language === 'en' ? englishText(text) : latinText(text);
}

/** Returns the romanised name. Russian texts keep the Mongolian name. */
function romanisedName(name: string, type: string, language: Exclude<Language, 'mn'>): string {
  if (language === 'ru') return name;
  return language === 'en' ? englishName(name, type) : latinText(name);
}

const NO_RUSSIAN: Sections = { 'russian.row': new Uint32Array(), 'russian.name': new Uint32Array() };

/** Texts that only some rows have, stored as string indexes. */
class SparseText {
  readonly #name: string;
  readonly #rows: SparseRows;
  readonly #texts: Uint32Array;

  constructor(sections: Sections, rows: string, texts: string) {
    this.#name = rows;
    this.#rows = new SparseRows(section(sections, rows, Uint32Array));
    this.#texts = section(sections, texts, Uint32Array);
  }

  /** Returns the string index for a row, or -1 if the row has no text. */
  of(row: number): number {
    const at = this.#rows.at(row);
    return at < 0 ? -1 : this.#texts[at];
  }

  verify(rows: number, strings: number): void {
    this.#rows.verify(this.#name, rows, this.#texts.length);
    if (!this.#texts.every((text) => text < strings))
      throw new Error(`${this.#name}: a reference to a nonexistent text`);
  }
}
