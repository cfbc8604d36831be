import { canonicalWords, endsKind, isSettlementWord, isStopWord } from '../../text/canonical.js';
import { stemKeysOf, stemsOf, withoutLastCase } from '../../text/strip-case.js';
import { isNearWord, withoutSide } from '../../text/near-words.js';
import type { Word } from '../../text/words.js';
import { isKind, LONGEST_CATEGORY } from '../finding/category-key.js';

/** The words for a kind of place and the name of a settlement, without case endings. */
export interface KindOfTown {
  kind: readonly Word[];
  town: readonly Word[];
}

/**
 * Splits a query that consists only of a kind of place and a settlement name: «шатахуун Замын-Үүдэд». Returns
 * null for any other query.
 *
 * @param isTown whether the words are the whole tagged name of a settlement
 */
export function kindOfTown(
  words: readonly Word[],
  isTown: (words: readonly Word[]) => boolean,
): KindOfTown | null {
  for (let length = Math.min(LONGEST_CATEGORY, words.length - 1); length > 0; length--) {
    for (const at of [0, words.length - length]) {
      const kind = kindOf(words.slice(at, at + length));
      if (kind === undefined) continue;
      const rest = words.filter((_, i) => i < at || i >= at + length);
      const place = withoutSide(rest, at).filter((word) => !isNearWord(word) && !isStopWord(word));
      const town = readingsOf(place).find((some) => some.length > 0 && isTown(some));
      if (town !== undefined) return { kind, town };
    }
  }
  return null;
}

/** Returns the words for a kind without a case ending, or undefined if they do not name a kind. */
export function kindOf(words: readonly Word[]): readonly Word[] | undefined {
  const last = words[words.length - 1];
  const before = words.slice(0, -1);
  // Only a few words can end a phrase that names a kind.
  const endsOne = (word: Word): boolean => endsKind(word.strict) && isKind([...before, word]);
  if (endsOne(last)) return words;
  const stem = stemKeysOf(last).some(endsKind) ? stemsOf(last).find(endsOne) : undefined;
  return stem === undefined ? undefined : [...before, stem];
}

/**
 * Returns the place words as given, without a final word like хот, and without the last word's case ending.
 */
function readingsOf(place: readonly Word[]): (readonly Word[])[] {
  const isOfTown = canonicalWords(place.slice(-1)).every(isSettlementWord);
  return [place, ...(isOfTown ? [place.slice(0, -1)] : []), ...withoutLastCase(place)];
}
