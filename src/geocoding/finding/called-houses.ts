import type { Word } from '../../text/words.js';
import { MOST_MASKED_WORDS } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import type { NameGroup } from './forward-hit.js';
import type { HouseSearch } from './house-search.js';
import { LayerQuery } from './layer-query.js';
import { nearnessOf } from './name-search.js';

/** Strictly matching houses, grouped by how well the street's name matches. */
export type StrictHouses = Record<'literal' | 'folded', number[]>;

/** The words that name the street: either all words, or all except the word at `left`. */
interface StreetWords {
  words: readonly Word[];
  left: number;
}

/**
 * Finds houses by their full name, which is the street followed by the number. No index contains these full
 * names.
 */
export class CalledHouses {
  readonly #houses: HouseSearch;
  readonly #streets: KeyLayer;
  /**
   * The words of the most recent request. The queries for these words are cached by the position of the
   * omitted word, or -1 if no word is omitted.
   */
  #words: readonly Word[] | null = null;
  readonly #queries = new Map<number, LayerQuery>();

  /** @param streets the strict names of streets and other contexts */
  constructor(houses: HouseSearch, streets: KeyLayer) {
    this.#houses = houses;
    this.#streets = streets;
  }

  /**
   * Adds the rows of one match group in which a house's full name (a tagged name of its street plus the
   * number) matches. The same row may be added twice.
   *
   *     group 1  the query is the whole name
   *     group 2  the same, and the number continues (5, 5а, 51); or the street begins with the query, and the
   *              house has a number of it (Баянхошуу 2, Баянхошуу 20-р гудамж 2)
   *     group 3  each word begins a word of the street, or is the number; of «Шархад 13-27», house 27 matches
   *              literally, and house 13 does not
   *
   * @param words as typed
   */
  add(words: readonly Word[], group: NameGroup, rows: StrictHouses): void {
    if (group === 4 || words.length < 2 || words.length > MOST_MASKED_WORDS) return;
    const last = words.length - 1;
    for (let at = 0; at <= last; at++) {
      const { strict: number, isNumber, isOrdinal } = words[at];
      if (!isNumber) continue;
      const isAtEnd = at === last && !isOrdinal;
      const all = (left: number): StreetWords => ({ words, left });
      if (group === 1 && isAtEnd)
        this.#addCalled(all(at), { group: 1, numbers: [this.#houses.find(number)] }, rows);
      if (group === 2) {
        if (isAtEnd)
          this.#addCalled(all(at), { group: 1, numbers: this.#houses.beginningWith(number) }, rows);
        this.#addCalled(all(-1), { group, numbers: [this.#houses.find(number)] }, rows);
      }
      if (group !== 3) continue;
      const parts = at === last ? [] : this.#houses.beginningWith(`${number}/`);
      const isLast = words.slice(at + 1).every((word) => !word.isNumber);
      this.#addCalled(
        all(isOrdinal ? -1 : at),
        { group, numbers: [this.#houses.find(number), ...parts] },
        isLast ? rows : { literal: rows.folded, folded: rows.folded },
      );
    }
  }

  /** Returns the index query for these words. The query is cached because every match group needs it. */
  #queryOf({ words, left }: StreetWords): LayerQuery {
    if (words !== this.#words) this.#queries.clear();
    this.#words = words;
    let query = this.#queries.get(left);
    if (query === undefined) {
      const street = left < 0 ? words : words.filter((_, i) => i !== left);
      query = new LayerQuery({ words: street, isOpen: false, isTranslated: false }, this.#streets, 'strict');
      this.#queries.set(left, query);
    }
    return query;
  }

  /** Adds the houses that have one of the numbers and whose street is a strict match in this group. */
  #addCalled(
    street: StreetWords,
    { group, numbers }: { group: 1 | 2 | 3; numbers: readonly number[] },
    rows: StrictHouses,
  ): void {
    const known = numbers.filter((number) => number >= 0);
    if (known.length === 0) return;
    const layer = this.#streets;
    const query = this.#queryOf(street);
    const streets = new Set<number>();
    if (group === 3)
      for (const number of known)
        this.#houses.eachStreetWith(number, layer, query.wholeTails, (row) => streets.add(row));
    else {
      const { from, to } = group === 1 ? query.whole : query.heads;
      for (let slot = from; slot < to; slot++) streets.add(layer.headRows[slot]);
    }
    for (const row of streets) {
      const nearness = nearnessOf(query, group, row);
      if (nearness === 'rest') continue;
      for (const number of known) this.#houses.addHouses(number, row, rows[nearness]);
    }
  }
}
