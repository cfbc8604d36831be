import { CYRILLIC, isVowelSign, LATIN } from './letters.js';

/**
 * Letters that people confuse because they sound alike or are easily mistyped. Typing a wrong letter from the
 * same set counts as one error, and any other wrong letter counts as two.
 */
const CONFUSED: readonly string[] = ['bpv', 'dt', 'gkh', 'zsc', 'jqxc', 'nm', 'rl', 'sx'];

/**
 * The rows of keys on the keyboards that people in Mongolia use, in the Mongolian and the Latin layout. A
 * finger may hit a neighboring key.
 */
const KEYS: readonly string[] = [
  'фцужэнгшүзкъ',
  'йыбөахролдп',
  'ячёсмитьвю',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/** Words shorter than this, in a query or in a name, are matched only if they contain no errors. */
export const SHORTEST_WORD = 3;
/**
 * A word of at least this length may also match the beginning of a longer word, and any letters may surround
 * the error.
 */
const SHORTEST_BEGINNING = 7;
/**
 * Every real word of at least this length contains a vowel. In a shorter word, the only vowel may have been
 * omitted (Хвд).
 */
const SHORTEST_WITH_VOWEL = 5;
/** A word of at least this length may contain two errors. */
const LENGTH_FOR_TWO = 8;
/** The maximum total number of errors in all words. A text with more errors than this is a different name. */
export const MOST_ERRORS = 3;

/** The errors that are tolerated in a query word, which depend on its loose key. */
export interface Tolerance {
  errors: number;
  /** Whether the word may match the beginning of a longer word. */
  isBeginning: boolean;
}

/**
 * Returns the errors that are tolerated in a word. No errors are tolerated in numbers, in words of fewer than
 * three letters, or in scripts other than Cyrillic and Latin. No errors are tolerated in a longer string
 * without a vowel either, because it is not a word.
 */
export function toleranceOf(loose: string): Tolerance {
  const isWord =
    loose.length >= SHORTEST_WORD &&
    /^[a-z]+$/.test(loose) &&
    (loose.length < SHORTEST_WITH_VOWEL || [...loose].some(isVowelSign));
  const errors = !isWord ? 0 : loose.length < LENGTH_FOR_TWO ? 1 : 2;
  return { errors, isBeginning: loose.length >= SHORTEST_BEGINNING };
}

/** Returns the cost of typing one sign instead of another. Both arguments are character codes. */
export function substitutionCost(typed: number, meant: number): number {
  if (typed === meant) return 0;
  const isLetters = typed >= FIRST && typed < FIRST + LETTERS && meant >= FIRST && meant < FIRST + LETTERS;
  return isLetters ? COSTS[(typed - FIRST) * LETTERS + meant - FIRST] : 2;
}

/** Like substitutionCost(), for strict keys of words in which o and u may represent о, ө, у or ү. */
export function costBySound(typed: number, meant: number): number {
  return (typed === O || typed === U) && (meant === O || meant === U) ? 0 : substitutionCost(typed, meant);
}

const [O, U] = [111, 117];
const FIRST = 97;
const LETTERS = 26;
/**
 * Pairs of signs in loose keys (where o becomes u) whose keys on the keyboard are adjacent, in both orders.
 */
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
