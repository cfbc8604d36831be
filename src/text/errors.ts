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

/** None for numbers, short words, words without a vowel, and scripts other than ours. */
export function toleranceOf(loose: string): Tolerance {
  const isWord = loose.length >= SHORTEST_WORD && /^[a-z]+$/.test(loose) && [...loose].some(isVowelSign);
  const errors = !isWord ? 0 : loose.length < LENGTH_FOR_TWO ? 1 : 2;
  return { errors, isBeginning: loose.length >= SHORTEST_BEGINNING };
}

/** What it costs to have typed one sign for another. */
export function substitutionCost(typed: string, meant: string): 0 | 1 | 2 {
  if (typed === meant) return 0;
  if (isVowelSign(typed) && isVowelSign(meant)) return 1;
  return CONFUSED.some((set) => set.includes(typed) && set.includes(meant)) ? 1 : 2;
}
