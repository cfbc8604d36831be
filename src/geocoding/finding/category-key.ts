import { canonicalWords, isAreaWord } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { AMBIGUOUS_KINDS } from '../../text/kind-table.js';
import { wordsOf, type Word } from '../../text/words.js';

/** No category has more words: галт тэрэгний буудал. */
export const LONGEST_CATEGORY = 3;

const AMBIGUOUS: ReadonlySet<string> = new Set(AMBIGUOUS_KINDS.map((word) => wordsOf(word)[0].strict));
const [TEMPLE] = wordsOf('сүм');

/**
 * The joined key of words that may name a kind. Empty for сум, which also reads as сүм, because a temple is
 * no soum.
 */
export function categoryKey(words: readonly Word[]): string {
  const canonical = canonicalWords(words);
  const isNone = ([word]: readonly Word[]): boolean =>
    (isAreaWord(word) && !(word.isTranslated && word.spelling === TEMPLE.spelling)) ||
    AMBIGUOUS.has(word.strict);
  if (canonical.length === 1 && isNone(canonical)) return '';
  return joinedKey(canonical.map((word) => word.strict));
}
