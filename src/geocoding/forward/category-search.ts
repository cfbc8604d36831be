import { canonicalWords, isAreaWord, mayChange } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { isNearWord, isNearWordBehind } from '../../text/near-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import type { ContextIndex } from '../lookup/context-index.js';

/** No category has more words: галт тэрэгний буудал. */
export const LONGEST_CATEGORY = 3;

/** Words of kinds that mean too many things alone: a stop or a hotel, a centre of anything, an office. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  ['буудал', 'төв', 'газар'].map((word) => wordsOf(word)[0].strict),
);

/** A query read as a kind of thing and where it is. */
export interface CategoryQuery {
  /** Contexts of the kinds. */
  kinds: readonly number[];
  /** The other words, without words like «near». Empty for a kind alone. */
  rest: readonly Word[];
}

/**
 * Finds things of a kind that people name: a museum in Мандалговь, a bank near the circus. Kinds are
 * contexts of
 * rows (see KIND_WORDS), so what is in an area and of a kind has all words in its contexts.
 */
export class CategorySearch {
  readonly #contexts: ContextIndex;
  /** Contexts by the joined key of one of their names. */
  readonly #kinds = new Map<string, number[]>();

  /** The first letters of the keys, up to three. */
  readonly #firstLetters = new Set<string>();

  /** @param kinds contexts that are kinds of things */
  constructor(contexts: ContextIndex, kinds: Uint32Array) {
    this.#contexts = contexts;
    const { strict } = contexts;
    for (const kind of kinds) {
      for (let form = strict.firstFormOf(kind); form < strict.firstFormOf(kind + 1); form++) {
        const key = strict.formKey(form);
        this.#firstLetters.add(key.slice(0, 3));
        const known = this.#kinds.get(key);
        if (known === undefined) this.#kinds.set(key, [kind]);
        else if (!known.includes(kind)) known.push(kind);
      }
    }
  }

  /**
   * The query as a kind and the rest; of several kinds the longest, the first of equals. Null without one.
   * What an
   * abbreviation stands for is no kind: ХУД is not a mountain (уул).
   */
  read(words: readonly Word[]): CategoryQuery | null {
    for (let length = Math.min(LONGEST_CATEGORY, words.length); length > 0; length--) {
      for (let at = 0; at + length <= words.length; at++) {
        if (!this.#mayBegin(words[at])) continue;
        const kinds = this.#kinds.get(categoryKey(words.slice(at, at + length)));
        // Beside the post office, the post office is the place.
        if (kinds === undefined || isNearWordBehind(words[at + length])) continue;
        const others = canonicalWords([...words.slice(0, at), ...words.slice(at + length)]);
        const rest = others.filter((word) => !isNearWord(word));
        return { kinds, rest };
      }
    }
    return null;
  }

  /** A quick test that most words of names fail. */
  #mayBegin(word: Word): boolean {
    return word.strict.length < 3 || mayChange(word) || this.#firstLetters.has(word.strict.slice(0, 3));
  }

  /** Rows of the kinds that have all other words in what they are in, ascending. */
  rows({ kinds, rest }: CategoryQuery, layer: 'strict' | 'loose'): number[] {
    const { masks, rowStart, rowsIn, [layer]: keys } = this.#contexts;
    const ranges = this.#contexts.ranges(
      keys,
      rest.map((word) => word[layer]),
      rest.map((word) => word.isNumber),
    );
    const found: number[] = [];
    if (ranges.some(({ from, to }) => from === to)) return found;
    const all = 2 ** rest.length - 1;
    masks.begin(keys, ranges);
    for (const kind of kinds)
      for (let i = rowStart[kind]; i < rowStart[kind + 1]; i++)
        if (masks.ofRow(rowsIn[i]) === all) found.push(rowsIn[i]);
    return kinds.length > 1 ? found.sort((a, b) => a - b) : found;
  }
}

/**
 * The joined key of words that may name a kind; empty when they name an area (сум, which is also read as
 * сүм).
 */
export function categoryKey(words: readonly Word[]): string {
  const canonical = canonicalWords(words);
  if (canonical.length === 1 && (isAreaWord(canonical[0]) || AMBIGUOUS.has(canonical[0].strict))) return '';
  return joinedKey(canonical.map((word) => word.strict));
}
