import { section, type Sections } from '../../arrays/sections.js';
import { StringTable } from '../../arrays/string-table.js';
import { houseNumberKeys } from '../../text/house-number.js';
import { wordsOf, type Word } from '../../text/words.js';

/**
 * Sorts houses by the street in their own tags. The parts of one street are spelled differently (Энх тайваны,
 * Энхтайваны, Энх тайвны), and every spelling finds its houses. But the same house number may exist at both
 * ends of a town, so houses whose tags use the typed spelling come first.
 */
export class OwnStreets {
  readonly #strings: StringTable;
  /** Per row: the index of its street's string plus 1, or 0 if it has no street. */
  readonly #street: Uint32Array;
  /** Per row: the index of its house number's string plus 1, or 0 if it has no house number. */
  readonly #number: Uint32Array;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections) {
    this.#strings = new StringTable({
      bytes: section(sections, 'string_bytes', Uint8Array),
      offsets: section(sections, 'string_offsets', Uint32Array),
    });
    this.#street = section(sections, 'place.street', Uint32Array);
    this.#number = section(sections, 'place.number', Uint32Array);
  }

  /** Whether the row's address has this house number, given as a key. */
  hasNumber(row: number, key: string): boolean {
    const number = this.#number[row];
    return number > 0 && houseNumberKeys(this.#strings.get(number - 1)).includes(key);
  }

  /**
   * Groups the rows into lists by the number of matching words; there is one more list than there are words.
   * The first list contains the rows whose own street contains all the words.
   */
  sorted(rows: readonly number[], words: readonly string[]): number[][] {
    const known = new Map<number, number>();
    const lists: number[][] = Array.from({ length: words.length + 1 }, () => []);
    for (const row of rows) {
      const street = this.#street[row];
      let count = known.get(street);
      if (count === undefined) {
        count = street === 0 ? 0 : wordsIn(wordsOf(this.#strings.get(street - 1)), words);
        known.set(street, count);
      }
      lists[words.length - count].push(row);
    }
    return lists;
  }
}

/** Returns how many of the words are a prefix of a word in the street name. */
function wordsIn(street: readonly Word[], words: readonly string[]): number {
  return words.filter((word) => street.some(({ strict }) => strict.startsWith(word))).length;
}
