import { section, type Sections } from '../../arrays/sections.js';
import { StringTable } from '../../arrays/string-table.js';
import { houseNumberKeys } from '../../text/house-number.js';
import { wordsOf, type Word } from '../../text/words.js';

/**
 * Orders houses by the streets of their own tags. Pieces of one street are spelled in several ways (Энх
 * тайваны, Энхтайваны, Энх тайвны), and all of them find a house. But a town may have a house with the number
 * at each end, so the one whose own tags are spelled as typed comes first.
 */
export class OwnStreets {
  readonly #strings: StringTable;
  /** By row: 1 more than the text of its street; 0 if it has none. */
  readonly #street: Uint32Array;
  /** By row: 1 more than the text of its house number; 0 if it has none. */
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

  /** Whether the address of the row has the number, as a key. */
  hasNumber(row: number, key: string): boolean {
    const number = this.#number[row];
    return number > 0 && houseNumberKeys(this.#strings.get(number - 1)).includes(key);
  }

  /**
   * The rows in lists, one more list than there are words: rows whose own street has all of the words come
   * first.
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

/** How many of the words begin a word of the street. */
function wordsIn(street: readonly Word[], words: readonly string[]): number {
  return words.filter((word) => street.some(({ strict }) => strict.startsWith(word))).length;
}
