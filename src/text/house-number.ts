import { isAreaWord, isStreetWord } from './canonical.js';
import { keysIn, wordsOf, type Word } from './words.js';

/** The maximum number of words in a house number: `12`, `8 б`, `33 (хуучин 12)`, `29 корпус 2 строение 1`. */
export const LONGEST_HOUSE_NUMBER = 6;

/**
 * Words inside a house number, and the letters that represent them in its key: 42 корпус 1 is 42к1, 5 лит Б
 * is 5б.
 */
const PARTS: ReadonlyMap<string, string> = new Map(
  [
    ['к', 'корпус корп'],
    ['с', 'строение стр'],
    ['', 'литера литер лит'],
  ].flatMap(([short, words]) => wordsOf(words).map((word) => [word.strict, signOf(short)] as const)),
);
const LETTERED = new RegExp(`^${signOf('лит')}(.)$`);
/** Characters and words that separate several numbers of the same house: 17+19, 11 ба 13. */
const BETWEEN = /[;,+&]|\s(?:ба|болон|and|и)\s/giu;
const NOTE = /\([^)]*\)?/g;
/** Words that mark a house number, as in 8б байр. */
const HOUSE_WORDS = keysIn(
  'байр байшин байранд барилга барилгад хашаа хаалга дугаар тоот тоотод тоотын ' +
    'house building no number дом д',
);

/** Whether the word marks the preceding number as a house number, as байр in `8б байр`. */
export function isHouseWord(word: Word): boolean {
  return HOUSE_WORDS.has(word.strict);
}

/**
 * Whether a house number may begin at this word. The word must be a number that does not count areas or
 * streets (4 хороо, 3 гудамж). An ordinal qualifies only if a word for a house follows (13-р байр).
 */
export function mayBeHouseNumber(words: readonly Word[], at: number): boolean {
  if (!words[at].isNumber) return false;
  if (at + 1 === words.length) return !words[at].isOrdinal;
  const next = words[at + 1];
  // «стр» can also mean street, but not between two numbers.
  const isInNumber = PARTS.has(next.strict) && words[at + 2]?.isNumber === true;
  if (isHouseWord(next) || (isInNumber && !words[at].isOrdinal)) return true;
  return !words[at].isOrdinal && !isAreaWord(next) && !isStreetWord(next);
}

/**
 * Whether a house number with leading letters may begin at this word, such as Б-8 or block 5. Such a number
 * counts only if a house with that number exists.
 */
export function mayBeginWithLetters(words: readonly Word[], at: number): boolean {
  const word = words[at];
  return (
    at + 1 < words.length &&
    !word.isNumber &&
    !isAreaWord(word) &&
    !isStreetWord(word) &&
    mayBeHouseNumber(words, at + 1)
  );
}

/**
 * Returns the keys under which a house number is found: the whole text, each number in a list (17+19), and
 * the text without a note in brackets. Empty if neither of the first two words is a number.
 */
export function houseNumberKeys(text: string): string[] {
  const pieces = text.split(BETWEEN);
  const keys = [text, ...pieces, ...pieces.map((piece) => piece.replace(NOTE, ' '))].map(houseNumberKey);
  return [...new Set(keys)].filter((key) => key !== null);
}

/**
 * Returns a house number normalized to a single spelling: 8б, 8 Б and 8b become `8b`, 8/2 and 8-2 become
 * `8/2`, 42 корпус 1 becomes `42k1`. Returns null if the text is not a house number.
 */
export function houseNumberKey(text: string): string | null {
  return houseNumberOf(wordsOf(text));
}

/**
 * Returns the house number formed by the `length` words that start at index `at`, or null if they do not form
 * one. Each number in the words must be a possible house number: 59, 1-р хороо is not 59/1.
 */
export function houseNumberAt(words: readonly Word[], at: number, length: number): string | null {
  for (let i = at; i < at + length; i++)
    if (words[i].isNumber && i > at && !mayBeHouseNumber(words, i)) return null;
  return houseNumberOf(words.slice(at, at + length));
}

/** Returns the house number that these words form together, or null if they do not form one. */
function houseNumberOf(words: readonly Word[]): string | null {
  let [from, to] = [0, words.length];
  while (from < to && isHouseWord(words[from])) from++;
  while (from < to && isHouseWord(words[to - 1])) to--;
  if (from === to || to - from > LONGEST_HOUSE_NUMBER) return null;
  if (!words[from].isNumber && (to - from === 1 || !words[from + 1].isNumber)) return null;
  let key = '';
  for (const { strict } of words.slice(from, to)) {
    const part = PARTS.get(strict) ?? strict.replace(LETTERED, '$1');
    key += /\d$/.test(key) && /^\d/.test(part) ? `/${part}` : part;
  }
  return key;
}

function signOf(word: string): string {
  return word === '' ? '' : wordsOf(word)[0].strict;
}
