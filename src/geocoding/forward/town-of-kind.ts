import { canonicalWords, endsKind, isSettlementWord, isStopWord } from '../../text/canonical.js';
import { stemKeysOf, stemsOf, withoutLastCase } from '../../text/cases.js';
import { KIND_TABLE } from '../../text/kind-table.js';
import { isNearWord, withoutSide } from '../../text/near-words.js';
import { wordsOf, type Word } from '../../text/words.js';
import { categoryKey, LONGEST_CATEGORY } from '../finding/category-key.js';
import { NO_CATEGORY } from '../places/kinds.js';

/** Words for kinds of places, including kinds that do not occur in the data. */
const KINDS: ReadonlySet<string> = new Set(
  KIND_TABLE.flatMap(({ words, types }) =>
    types.length === 0 || types.some((type) => NO_CATEGORY.has(type))
      ? []
      : words.map((phrase) => categoryKey(wordsOf(phrase))),
  ).filter((key) => key !== ''),
);

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
  const isKind = (word: Word): boolean => endsKind(word.strict) && KINDS.has(categoryKey([...before, word]));
  if (isKind(last)) return words;
  const stem = stemKeysOf(last).some(endsKind) ? stemsOf(last).find(isKind) : undefined;
  return stem === undefined ? undefined : [...before, stem];
}

/**
 * Returns the place words as given, without a final word like хот, and without the last word's case ending.
 */
function readingsOf(place: readonly Word[]): (readonly Word[])[] {
  const isOfTown = canonicalWords(place.slice(-1)).every(isSettlementWord);
  return [place, ...(isOfTown ? [place.slice(0, -1)] : []), ...withoutLastCase(place)];
}
