import { isAreaWord, isGeneric, isStreetWord } from '../../text/canonical.js';
import { isHouseWord } from '../../text/house-number.js';
import type { Word } from '../../text/words.js';

/** Whether the words may be a name. A word for a street or a soum on its own is not a name. */
export function mayBeName(words: readonly Word[]): boolean {
  return (
    words.some((word) => !isGeneric(word) && !isAreaWord(word) && !word.isNumber) || isNumberedThing(words)
  );
}

/**
 * Whether the words are a number followed by a kind of place: 102-р цэцэрлэг. Each soum has a 7-р баг, and
 * each town has a 7-р гудамж and a 12-р байр.
 */
export function isNumberedThing(words: readonly Word[]): boolean {
  const [number, ...kind] = words;
  const isThing = (word: Word): boolean =>
    !word.isNumber && !isAreaWord(word) && !isStreetWord(word) && !isHouseWord(word);
  return number?.isNumber && kind.length > 0 && kind.every(isThing);
}
