import { CYRILLIC, isVowelSign, LATIN } from './letters.js';

/**
 * Letters that people confuse by ear or by finger. A wrong letter of the same set costs one error, any
 * other wrong letter two.
 */
const CONFUSED: readonly string[] = ['bpv', 'dt', 'gkh', 'zsc', 'jqxc', 'nm', 'rl', 'sx'];

/**
 * The rows of keys that Mongolians type on: the Mongolian layout and the Latin one. A finger may hit the
 * neighbouring key.
 */
const KEYS: readonly string[] = [
  'фцужэнгшүзкъ',
  'йыбөахролдп',
  'ячёсмитьвю',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Shorter words are not read with errors, and no word is read as a shorter one. */
export const SHORTEST_WORD = 3;
/**
 * From this length on, a word may also be the beginning of a longer one, and any letters may stand
 * around the error.
 */
const SHORTEST_BEGINNING = 7;
/** A word of this length has a vowel. A shorter one may have lost its only one (Хвд). */
const SHORTEST_WITH_VOWEL = 5;
/** From this length on, two errors are allowed. */
const LENGTH_FOR_TWO = 8;
/** With more errors than this in all words together, it is another name. */
export const MOST_ERRORS = 3;

/** The errors that a word of a query may have, by its loose key. */
export interface Tolerance {
  errors: number;
  /** Whether the word may be the beginning of a longer word. */
  isBeginning: boolean;
}

/**
 * The tolerance of a word. There are no errors for numbers, for words of less than three letters, and for
 * scripts other than Cyrillic and Latin. A longer word without a vowel is not a word.
 */
export function toleranceOf(loose: string): Tolerance {
  const isWord =
    loose.length >= SHORTEST_WORD &&
    /^[a-z]+$/.test(loose) &&
    (loose.length < SHORTEST_WITH_VOWEL || [...loose].some(isVowelSign));
  const errors = !isWord ? 0 : loose.length < LENGTH_FOR_TWO ? 1 : 2;
  return { errors, isBeginning: loose.length >= SHORTEST_BEGINNING };
}

/** The cost of typing one sign for another, both given as character codes. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0;
  const isLetters = typed >= FIRST && typed < FIRST + LETTERS && meant >= FIRST && meant < FIRST + LETTERS;
  return isLetters ? COSTS[(typed - FIRST) * LETTERS + meant - FIRST] : 2;
}

const FIRST = 97;
const LETTERS = 26;
/** Signs of loose keys (o is u) whose keys lie side by side, in both orders. */
const NEIGHBOURS: ReadonlySet<string> = new Set(
  KEYS.flatMap((row) =>
    [...row].slice(1).flatMap((key, i) => {
      const [left, right] = [row[i], key].map((letter) =>
        (CYRILLIC.get(letter) ?? LATIN.get(letter) ?? '').replace('o', 'u'),
      );
      return [left + right, right + left];
    }),
  ).filter((pair) => pair.length === 2),
);
const COSTS = Uint8Array.from({ length: LETTERS * LETTERS }, (_, i) => {
  const typed = String.fromCharCode(FIRST + Math.floor(i / LETTERS));
  const meant = String.fromCharCode(FIRST + (i % LETTERS));
  const isConfused =
    (isVowelSign(typed) && isVowelSign(meant)) ||
    NEIGHBOURS.has(typed + meant) ||
    CONFUSED.some((set) => set.includes(typed) && set.includes(meant));
  return isConfused ? 1 : 2;
});
