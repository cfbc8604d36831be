import { isVowelSign } from './letters.js';

/** Letters that are taken for each other by ear or by the finger: a wrong one of the same set is one error, any other two. */
const CONFUSED: readonly string[] = ['bpv', 'dt', 'gkh', 'zsc', 'jqxc', 'nm', 'rl', 'sx'];

/** A shorter word is not read with errors, nor as what another was meant to be: every short word is near to some other. */
export const SHORTEST_WORD = 5;
/** From this length on a word may also be the beginning of a longer one, and any letters may stand around the error. */
const SHORTEST_BEGINNING = 7;
/** From this length on two errors are allowed. */
const LENGTH_FOR_TWO = 8;
/** More errors than this in all words together are another name. */
export const MOST_ERRORS = 3;

/** How a word of a query may be misread, from its loose key. */
export interface Tolerance {
  errors: number;
  /** Whether it may be the beginning of a longer word. */
  isBeginning: boolean;
}

/**
 * None for numbers, short words, words without a vowel, and scripts other than ours. A word that stands alone may be one letter shorter than what
 * it was meant to be (Мөрн): that it is near to none but longer words.
 */
export function toleranceOf(loose: string, isAlone: boolean): Tolerance {
  const isWord =
    loose.length >= (isAlone ? SHORTEST_WORD - 1 : SHORTEST_WORD) &&
    /^[a-z]+$/.test(loose) &&
    [...loose].some(isVowelSign);
  const errors = !isWord ? 0 : loose.length < LENGTH_FOR_TWO ? 1 : 2;
  return { errors, isBeginning: loose.length >= SHORTEST_BEGINNING };
}

/** What it costs to have typed one sign (its code) for another. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0;
  const isLetters = typed >= FIRST && typed < FIRST + LETTERS && meant >= FIRST && meant < FIRST + LETTERS;
  return isLetters ? COSTS[(typed - FIRST) * LETTERS + meant - FIRST] : 2;
}

const FIRST = 97;
const LETTERS = 26;
const COSTS = Uint8Array.from({ length: LETTERS * LETTERS }, (_, i) => {
  const typed = String.fromCharCode(FIRST + Math.floor(i / LETTERS));
  const meant = String.fromCharCode(FIRST + (i % LETTERS));
  const isConfused =
    (isVowelSign(typed) && isVowelSign(meant)) ||
    CONFUSED.some((set) => set.includes(typed) && set.includes(meant));
  return isConfused ? 1 : 2;
});
