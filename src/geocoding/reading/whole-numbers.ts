import { isHouseWord } from '../../text/house-number.js';
import { wordsOf, type TypedWord, type Word } from '../../text/words.js';
import type { Rest } from './rests.js';
import { isClose, QUARTER, STREET_WORDS } from './word-sets.js';

/**
 * Whether all numbers and letters of the search are those of the thing, whole: 5 is not 57. A number of a
 * quarter belongs to a quarter. A house is on the typed street. С24 is no house 24 on a street that begins
 * with С, and 56-26 alone is no house 26 in the 56th street.
 *
 * @param texts all names of the thing
 * @param isByNumber whether it was found by its whole number, which its texts may lack: 13 is of a house
 *   11-15
 */
export function hasNumbers(
  words: readonly TypedWord[],
  { kept, left }: Pick<Rest, 'kept' | 'left'>,
  texts: () => readonly string[],
  { isHouse, isByNumber }: { isHouse: boolean; isByNumber: boolean },
): boolean {
  if (isHouse && left.some((at) => STREET_WORDS.has(words[at].word.strict))) return false;
  if (isHouse && kept.length > 1 && kept.every((at) => isBareNumber(words[at].word)))
    return texts().some((text) =>
      endsWith(
        wordsOf(text),
        kept.map((at) => words[at].word),
      ),
    );
  const numbers = kept.filter((at) => {
    const { isNumber, isCode, strict } = words[at].word;
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

function isBareNumber({ isNumber, isOrdinal }: Word): boolean {
  return isNumber && !isOrdinal;
}

function endsWith(name: readonly Word[], end: readonly Word[]): boolean {
  const from = name.length - end.length;
  return from >= 0 && end.every(({ strict }, i) => name[from + i].strict === strict);
}

/** The thing that an ordinal counts, if it is no house: 27-р х(ороолол). Null for other numbers. */
function countedBy(words: readonly TypedWord[], at: number): string | null {
  if (!words[at].word.isOrdinal || !isClose(words, at + 1)) return null;
  const { word } = words[at + 1];
  return word.isNumber || isHouseWord(word) ? null : word.strict;
}

/** Whether a word for a quarter stands behind a number, or behind several: 3,4-р хороолол. */
function isQuarterBehind(name: readonly Word[], at: number): boolean {
  const word = name.slice(at + 1).find(({ isNumber }) => !isNumber);
  return word !== undefined && QUARTER.has(word.strict);
}
