import { isHouseWord } from '../../text/house-number.js';
import { wordsOf, type TypedWord, type Word } from '../../text/words.js';
import type { Rest } from './left-out-words.js';
import { isClose, QUARTER, STREET_WORDS } from './word-sets.js';

/**
 * Whether the place has all numbers and letters of the search as complete units: 5 does not match 57. A
 * quarter's number must belong to a quarter. A house must be on the typed street. С24 does not match house 24
 * on a street that begins with С, and 56-26 alone does not match house 26 on 56th street. Only the last
 * letter of a query may be the beginning of a word.
 *
 * @param texts all names of the place
 * @param isByNumber whether the place was found by its complete number, which its texts may not contain: 13
 *   finds a house 11-15
 */
export function hasNumbers(
  words: readonly TypedWord[],
  { kept, left }: Pick<Rest, 'kept' | 'left'>,
  texts: () => readonly string[],
  { isHouse, isByNumber }: { isHouse: boolean; isByNumber: boolean },
): boolean {
  const isStreet = (at: number): boolean => STREET_WORDS.has(words[at].word.strict);
  if (isHouse && left.some(isStreet) && !kept.some(isStreet)) return false;
  if (isHouse && kept.length > 1 && kept.every((at) => isBareNumber(words[at].word)))
    return texts().some((text) =>
      endsWith(
        wordsOf(text),
        kept.map((at) => words[at].word),
      ),
    );
  const numbers = kept.filter((at) => {
    const { isNumber, isCode, strict } = words[at].word;
    if (left.length === 0 && kept.includes(at - 1) && isBegun(words, at)) return false;
    return isByNumber ? isCode && !isNumber && strict.length === 1 : isNumber || strict.length === 1;
  });
  if (numbers.length === 0) return true;
  const names = texts().map(wordsOf);
  return numbers.every((at) => {
    const { strict } = words[at].word;
    const isOfQuarter = isClose(words, at + 1) && QUARTER.has(words[at + 1].word.strict);
    const next = isHouse ? countedBy(words, at) : null;
    return names.some((name) =>
      name.some(
        (word, i) =>
          word.strict === strict &&
          (!isOfQuarter || isQuarterBehind(name, i)) &&
          (next === null || name[i + 1]?.strict.startsWith(next)),
      ),
    );
  });
}

/** Whether a word may be half-typed: «Их т», «Ж.Б». */
function isBegun(words: readonly TypedWord[], at: number): boolean {
  return at === words.length - 1 && !words[at].word.isNumber && isClose(words, at);
}

function isBareNumber({ isNumber, isOrdinal }: Word): boolean {
  return isNumber && !isOrdinal;
}

function endsWith(name: readonly Word[], end: readonly Word[]): boolean {
  const from = name.length - end.length;
  return from >= 0 && end.every(({ strict }, i) => name[from + i].strict === strict);
}

/**
 * Returns the kind of thing that an ordinal numbers, if it is not a house: 27-р х(ороолол). Returns null for
 * all other numbers.
 */
function countedBy(words: readonly TypedWord[], at: number): string | null {
  if (!words[at].word.isOrdinal || !isClose(words, at + 1)) return null;
  const { word } = words[at + 1];
  return word.isNumber || isHouseWord(word) ? null : word.strict;
}

/** Whether one or more numbers precede a word for a quarter: 3,4-р хороолол. */
function isQuarterBehind(name: readonly Word[], at: number): boolean {
  const word = name.slice(at + 1).find(({ isNumber }) => !isNumber);
  return word !== undefined && QUARTER.has(word.strict);
}
