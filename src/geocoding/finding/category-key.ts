import { canonicalWords, isAreaWord } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { AMBIGUOUS_KINDS, KIND_TABLE } from '../../text/kind-table.js';
import { keysIn, wordsOf, type Word } from '../../text/words.js';
import { NO_CATEGORY } from '../places/kinds.js';

/** The number of words in the longest category name: засаг даргын тамгын газар. */
export const LONGEST_CATEGORY = 4;

const AMBIGUOUS = keysIn(AMBIGUOUS_KINDS.join(' '));
const [TEMPLE] = wordsOf('сүм');

let kindKeys: ReadonlySet<string> | null = null;

/** Whether people use these words to refer to a kind of place, regardless of the data. */
export function isKind(words: readonly Word[]): boolean {
  return isKindKey(categoryKey(words));
}

/** The same for a key of categoryKey(). */
export function isKindKey(key: string): boolean {
  kindKeys ??= new Set(
    KIND_TABLE.filter(({ types }) => types.some((type) => !NO_CATEGORY.has(type))).flatMap(({ words }) =>
      words.map((kind) => categoryKey(wordsOf(kind))),
    ),
  );
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
