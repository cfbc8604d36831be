import { beginsWord, sharedLetter } from './fold.js';
import type { Word } from './words.js';

/** The character after each number in a joined key. This character sorts before all letters and digits. */
export const NUMBER_END = ' ';

/**
 * Words joined into one, so that a hyphen, a space and no separator compare equal (Хан-Уул, Хан Уул, Хануул).
 */
export interface JoinedKey {
  key: string;
  /**
   * The position in `key` where each word starts. A letter shared by two words counts as part of both words.
   */
  starts: number[];
}

/**
 * Joins the keys of several words into a single key. A letter that ends one word and begins the next is
 * written once, as in a single word (Хан нуур, Ханнуур). A number is followed by a space, so that 8б differs
 * from 8 байр, and 1 does not match the beginning of 1 5.
 */
export function joinKeys(words: readonly string[]): JoinedKey {
  let key = '';
  const starts: number[] = [];
  let isNumber = false;
  for (const word of words) {
    if (isNumber) key += NUMBER_END;
    const isShared = key !== '' && key.endsWith(word.charAt(0)) && !isDigit(word);
    starts.push(isShared ? key.length - 1 : key.length);
    key += isShared ? word.slice(1) : word;
    isNumber = isDigit(word);
  }
  return { key, starts };
}

/** Like `joinKeys`, but returns only the key. */
export function joinedKey(words: readonly string[]): string {
  return words.length === 1 ? words[0] : joinKeys(words).key;
}

/** Whether the word begins with a digit. */
function isDigit(word: string): boolean {
  return word >= '0' && word < ':';
}

/** Returns how each letter of a joined key is spelled, or an empty string if a word's spelling is unknown. */
export function joinSpellings(words: readonly Word[]): string {
  if (words.length === 1) return words[0].spelling.length === words[0].strict.length ? words[0].spelling : '';
  let key = '';
  let spelling = '';
  let isNumber = false;
  for (const { strict, spelling: own } of words) {
    if (own.length !== strict.length) return '';
    if (isNumber) [key, spelling] = [key + NUMBER_END, `${spelling}\0`];
    const isShared = key !== '' && key.endsWith(strict.charAt(0)) && !isDigit(strict);
    const first = isShared
      ? sharedLetter(spelling.charCodeAt(key.length - 1), own.charCodeAt(0))
      : beginsWord(own.charCodeAt(0));
    if (key === '') [key, spelling] = [strict, own];
    else {
      spelling = (isShared ? spelling.slice(0, -1) : spelling) + String.fromCharCode(first) + own.slice(1);
      key += isShared ? strict.slice(1) : strict;
    }
    isNumber = isDigit(strict);
  }
  return spelling;
}
