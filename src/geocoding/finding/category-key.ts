import { canonicalWords, isAreaWord } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { AMBIGUOUS_KINDS } from '../../text/kind-table.js';
import { wordsOf, type Word } from '../../text/words.js';
import { KIND_WORDS, NO_CATEGORY } from '../places/kinds.js';

/** The number of words in the longest category name: засаг даргын тамгын газар. */
export const LONGEST_CATEGORY = 4;

const AMBIGUOUS: ReadonlySet<string> = new Set(AMBIGUOUS_KINDS.map((word) => wordsOf(word)[0].strict));
const [TEMPLE] = wordsOf('сүм');

let kindKeys: ReadonlySet<string> | null = null;

/** Whether people use these words to refer to a kind of place, regardless of the data. */
export function isKind(words: readonly Word[]): boolean {
  kindKeys ??= new Set(
    Object.entries(KIND_WORDS).flatMap(([type, kinds]) =>
      NO_CATEGORY.has(type) ? [] : kinds.map((kind) => categoryKey(wordsOf(kind))),
    ),
  );
  const key = categoryKey(words);
  return key !== '' && kindKeys.has(key);
}

/**
 * Returns the joined key of words that may name a kind of place. The key is empty for сум, which can also be
 * read as сүм, because a temple is not a soum.
 */
export function categoryKey(words: readonly Word[]): string {
  const canonical = canonicalWords(words);
  const isNone = ([word]: readonly Word[]): boolean =>
    (isAreaWord(word) && !(word.isTranslated && word.spelling === TEMPLE.spelling)) ||
    AMBIGUOUS.has(word.strict);
  if (canonical.length === 1 && isNone(canonical)) return '';
  return joinedKey(canonical.map((word) => word.strict));
}
