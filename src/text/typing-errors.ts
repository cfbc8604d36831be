import { CYRILLIC, isVowelSign, LATIN } from './letters.js';

/**
 * Letters that people confuse because they sound alike or are easily mistyped. A wrong letter of the same set
 * costs one error, any other wrong letter two.
 */
const CONFUSED: readonly string[] = ['bpv', 'dt', 'gkh', 'zsc', 'jqxc', 'nm', 'rl', 'sx'];

/**
 * The keyboard rows that Mongolians type on, in the Mongolian and the Latin layout. A finger may hit a
 * neighboring key.
 */
const KEYS: readonly string[] = [
  'фцужэнгшүзкъ',
  'йыбөахролдп',
  'ячёсмитьвю',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Words shorter than this, in a query or in a name, are never matched with errors. */
export const SHORTEST_WORD = 3;
/**
 * From this length on, a word may also be the beginning of a longer word, and any letters may surround the
 * error.
 */
const SHORTEST_BEGINNING = 7;
/** A word of at least this length contains a vowel. A shorter word may have lost its only vowel (Хвд). */
const SHORTEST_WITH_VOWEL = 5;
/** From this length on, two errors are allowed. */
const LENGTH_FOR_TWO = 8;
/** The maximum number of errors in all words together. With more errors, the text is a different name. */
export const MOST_ERRORS = 3;

/** The errors that a query word may have, based on its loose key. */
export interface Tolerance {
  errors: number;
  /** Whether the word may be the beginning of a longer word. */
  isBeginning: boolean;
}

/**
 * Returns the tolerance of a word. Numbers, words of fewer than three letters, and scripts other than
 * Cyrillic and Latin allow no errors. Neither does a longer string without a vowel, because it is not a word.
 */
export function toleranceOf(loose: string): Tolerance {
  const isWord =
    loose.length >= SHORTEST_WORD &&
    /^[a-z]+$/.test(loose) &&
    (loose.length < SHORTEST_WITH_VOWEL || [...loose].some(isVowelSign));
  const errors = !isWord ? 0 : loose.length < LENGTH_FOR_TWO ? 1 : 2;
  return { errors, isBeginning: loose.length >= SHORTEST_BEGINNING };
}

/** Returns the cost of typing one sign for another. Both arguments are character codes. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0;
  const isLetters = typed >= FIRST && typed < FIRST + LETTERS && meant >= FIRST && meant < FIRST + LETTERS;
  return isLetters ? COSTS[(typed - FIRST) * LETTERS + meant - FIRST] : 2;
}

const FIRST = 97;
const LETTERS = 26;
/** Pairs of signs in loose keys (o is u) whose keyboard keys are adjacent, in both orders. */
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
