import { isAreaWord, isStreetWord } from './canonical.js';
import { HOUSE_WORDS } from './vocabulary.js';
import { wordsOf, type Word } from './words.js';

/** The most words that a house number takes: `12`, `8 б`, `8/2`, `8б/2`. */
export const LONGEST_HOUSE_NUMBER = 3;

const HOUSE_KEYS = new Set(HOUSE_WORDS.flatMap((word) => wordsOf(word)).map((word) => word.strict));

/** Whether the word says that the number before it is a house number, as байр in `8б байр`. */
export function isHouseWord(word: Word): boolean {
  return HOUSE_KEYS.has(word.strict);
}

/**
 * Whether a house number may begin here: at a number that is no ordinal, unless a word for a house follows
 * (13-р байр), and that does not count areas or streets (4 хороо, 3 гудамж).
 */
export function mayBeHouseNumber(words: readonly Word[], at: number): boolean {
  if (!words[at].isNumber) return false;
  if (at + 1 === words.length) return !words[at].isOrdinal;
  const next = words[at + 1];
  if (isHouseWord(next)) return true;
  return !words[at].isOrdinal && !isAreaWord(next) && !isStreetWord(next);
}

/**
 * A house number in one spelling: 8б, 8 Б and 8b are `8b`, 8/2 and 8-2 are `8/2`. Null when the text is
 * no number.
 */
export function houseNumberKey(text: string): string | null {
  return houseNumberOf(wordsOf(text));
}

/**
 * The house number that so many words form from here on, or null. Each number in it must be one that may be
 * of a house: 59, 1-р хороо is not 59/1.
 */
export function houseNumberAt(words: readonly Word[], at: number, length: number): string | null {
  for (let i = at; i < at + length; i++)
    if (words[i].isNumber && i > at && !mayBeHouseNumber(words, i)) return null;
  return houseNumberOf(words.slice(at, at + length));
}

/** The house number that these words form together, or null. */
function houseNumberOf(words: readonly Word[]): string | null {
  if (words.length === 0 || words.length > LONGEST_HOUSE_NUMBER || !words[0].isNumber) return null;
  let key = words[0].strict;
  for (const word of words.slice(1)) {
    if (word.isNumber) key += `/${word.strict}`;
    else if (word.strict.length === 1 && !word.isCode && /\d$/.test(key)) key += word.strict;
    else return null;
  }
  return key;
}
