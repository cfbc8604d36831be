import {
  CYRILLIC,
  isVowelSign,
  LATIN,
  LATIN_LOOKALIKE,
  LATIN_PAIRS,
  OPEN_LATIN,
  SOFT_SIGN,
} from './letters.js';

/**
 * The strict key and the loose key of a word. Words with the same strict key have the same spelling. Words
 * with the same loose key may be the same word.
 */
export interface WordKeys {
  /** The strict key distinguishes o from u, treats soft signs as i, and collapses repeated letters. */
  strict: string;
  /**
   * Like the strict key, except that o becomes u, soft signs are removed, and a final i after a consonant is
   * dropped.
   */
  loose: string;
}

const CYRILLIC_LETTER = /\p{Script=Cyrillic}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/**
 * Returns the signs of a single lowercase word (see letters.ts). Letters of other scripts are kept; all other
 * characters are dropped. A word that contains any Cyrillic letter is read entirely as Cyrillic.
 */
export function signsOf(word: string): string {
  return CYRILLIC_LETTER.test(word)
    ? cyrillicSigns(word)
    : LATIN_LETTER.test(word)
      ? latinSigns(word)
      : otherSigns(word);
}

/**
 * Returns how each letter of the strict key is spelled, which the key itself does not show. The result has
 * one character per letter, which only the functions below decode.
 *
 *     bits 0, 1   SINGLE a letter, DOUBLE the same twice, MIXED two of one sign (ий), SOFT with ь or ъ
 *     bit 2       it begins a word, but not the first
 *     bit 3       it also ends the previous word; see joinSpellings()
 *     bits 4-7    which Cyrillic letter of those with this sign, or which two; 0 for any other character
 *
 * @param word the lowercase word from which `signs` was made
 */
export function spellingOf(word: string, signs: string): string {
  const letters = CYRILLIC_LETTER.test(word) ? letterBySign(word) : '';
  let spelling = '';
  for (let at = 0; at < signs.length;) {
    const sign = strictSign(signs[at]);
    const isDigit = sign >= '0' && sign <= '9';
    let end = at + 1;
    while (!isDigit && end < signs.length && strictSign(signs[end]) === sign) end++;
    spelling += String.fromCharCode(spellingOfRun(sign, signs.slice(at, end), letters.slice(at, end)));
    at = end;
  }
  return spelling;
}

function spellingOfRun(sign: string, signs: string, letters: string): number {
  const [first] = letters;
  if (signs.includes(SOFT_SIGN)) return (letterClass(sign, first) << LETTER_SHIFT) | SOFT;
  if (signs.length === 1) return (letterClass(sign, first) << LETTER_SHIFT) | SINGLE;
  if (signs.length === 2 && (letters === '' || letters === first.repeat(2)))
    return (letterClass(sign, first) << LETTER_SHIFT) | DOUBLE;
  const pair = PAIRS.indexOf(letters.slice(0, 2));
  return ((pair < 0 ? OTHER_PAIR : pair + 1) << LETTER_SHIFT) | MIXED;
}

const [SINGLE, DOUBLE, MIXED, SOFT] = [0, 1, 2, 3];
const RUN_MASK = 3;
const WORD_BEGINS = 4;
const IS_SHARED = 8;
const LETTER_SHIFT = 4;
/** Represents a letter that is not Cyrillic. */
const NO_LETTER = '-';

/** Pairs of letters that share the same sign. */
const PAIRS = ['ий', 'ый', 'юу', 'юү', 'яа', 'ёо', 'еэ', 'ия', 'ию', 'иё', 'йя', 'йю', 'йё', 'иы'];
const OTHER_PAIR = 15;

/** The Cyrillic letters that share each sign, in the order of the table. */
const LETTERS_OF = new Map<string, string>();
for (const [letter, signs] of CYRILLIC)
  for (const sign of signs)
    LETTERS_OF.set(strictSign(sign), (LETTERS_OF.get(strictSign(sign)) ?? '') + letter);

function letterClass(sign: string, letter: string | undefined): number {
  if (letter === undefined || letter === NO_LETTER) return 0;
  return Math.min(OTHER_PAIR, 1 + (LETTERS_OF.get(sign) ?? '').indexOf(letter));
}

/** The classes of a pair's two letters, indexed by the pair's class. */
const OF_PAIR = PAIRS.map((pair) => {
  const [first, second] = [...pair].map((letter) => CYRILLIC.get(letter)!);
  const sign = first.slice(-1) === second.charAt(0) ? second.charAt(0) : first.charAt(0);
  return [...pair].map((letter) => letterClass(sign, letter));
});

function strictSign(sign: string): string {
  return sign === SOFT_SIGN ? 'i' : sign;
}

/** Returns, for each sign of a word, the Cyrillic letter that it comes from. */
function letterBySign(word: string): string {
  let letters = '';
  for (const letter of word) {
    const cyrillic = LATIN_LOOKALIKE.get(letter) ?? letter;
    const signs = CYRILLIC.get(cyrillic);
    letters +=
      signs === undefined ? NO_LETTER.repeat(latinSigns(letter).length) : cyrillic.repeat(signs.length);
  }
  return letters;
}

/** Returns the spelling of a letter that begins a word, other than the first word. */
export function beginsWord(code: number): number {
  return code | WORD_BEGINS;
}

/**
 * Returns the spelling of a letter shared by two words, given the first word's last letter and the second
 * word's first letter.
 */
export function sharedLetter(last: number, first: number): number {
  return last | WORD_BEGINS | IS_SHARED | ((first & RUN_MASK) === SINGLE ? 0 : DOUBLE);
}

/**
 * Whether a letter of a name is spelled in the same way as in the query; see spellingOf(). For a query in
 * Latin letters, only differences that letters.ts distinguishes count.
 */
export function isSpeltAlike(name: number, typed: number): boolean {
  return name === typed || (typed >> LETTER_SHIFT === 0 && plain(name) === plain(typed));
}

/** Like isSpeltAlike(), but for the last letter of an unfinished word: хо is the beginning of хоол. */
export function mayGoOnAlike(name: number, typed: number): boolean {
  if (isSpeltAlike(name, typed)) return true;
  const rest =
    (name & IS_SHARED) !== 0 && (typed & IS_SHARED) === 0 ? name & ~(IS_SHARED | WORD_BEGINS) : name;
  if (isSpeltAlike(rest, typed)) return true;
  return (rest & WORD_BEGINS) === (typed & WORD_BEGINS) && isInRun(rest, typed, 0);
}

/**
 * Like isSpeltAlike(), but for the first letter of a query that is found inside a name: ол is part of хоол.
 *
 * @param how whether a word of the name begins at the letter, and whether the letter is the last one typed
 */
export function beginsInsideAlike(
  name: number,
  typed: number,
  { isWord, isLast }: { isWord: boolean; isLast: boolean },
): boolean {
  // The spelling of a letter that two words share only shows how it ends the first word.
  if (isWord && (name & IS_SHARED) !== 0)
    return (typed & RUN_MASK) === SINGLE || (typed & RUN_MASK) === (name & RUN_MASK);
  if (isWord) return (isLast ? mayGoOnAlike : isSpeltAlike)(name & ~WORD_BEGINS, typed);
  const rest = name & ~(IS_SHARED | WORD_BEGINS);
  return isSpeltAlike(rest, typed) || isInRun(rest, typed, 1);
}

/** Whether a single letter is the first (0) or the last (1) letter of a run of letters. */
function isInRun(run: number, typed: number, at: 0 | 1): boolean {
  if ((typed & RUN_MASK) !== SINGLE || (run & RUN_MASK) === SINGLE || (run & RUN_MASK) === SOFT) return false;
  const letter = typed >> LETTER_SHIFT;
  if (letter === 0) return true;
  const classes = run >> LETTER_SHIFT;
  return (run & RUN_MASK) === DOUBLE ? classes === letter : OF_PAIR[classes - 1]?.[at] === letter;
}

function plain(code: number): number {
  const run = code & RUN_MASK;
  return (code & (WORD_BEGINS | IS_SHARED)) | (run === MIXED ? DOUBLE : run);
}

/** Returns the strict and the loose key of a word, given its signs. */
export function keysOf(signs: string): WordKeys {
  return { strict: strictKey(signs), loose: looseKey(signs) };
}

/**
 * Returns the signs of a Latin word that may break off in the middle of a letter pair (`suk` for
 * `sukhbaatar`), with the pair completed. Returns null if the last letter does not begin a pair.
 */
export function openSigns(word: string): string | null {
  if (!/[ksctz]$/.test(word) || CYRILLIC_LETTER.test(word)) return null;
  const whole = OPEN_LATIN.get(word.charAt(word.length - 1))!;
  return collapseRuns(signsOf(word.slice(0, -1)) + whole);
}

/**
 * Collapses every run of the same letter into one (`баатар` and `батар`, `talbaii` and `talbai`). Digits do
 * not change.
 */
export function collapseRuns(signs: string): string {
  let out = '';
  let last = '';
  for (const sign of signs) {
    if (sign !== last || (sign >= '0' && sign <= '9')) out += sign;
    last = sign;
  }
  return out;
}

function strictKey(signs: string): string {
  return collapseRuns(signs.replaceAll(SOFT_SIGN, 'i'));
}

function looseKey(signs: string): string {
  const key = collapseRuns(signs.replaceAll(SOFT_SIGN, '').replaceAll('o', 'u'));
  const isConsonantI = key.length > 2 && key.endsWith('i') && !isVowelSign(key.charAt(key.length - 2));
  return isConsonantI ? key.slice(0, -1) : key;
}

function cyrillicSigns(word: string): string {
  let signs = '';
  for (const letter of word) {
    const cyrillic = LATIN_LOOKALIKE.get(letter) ?? letter;
    signs += CYRILLIC.get(cyrillic) ?? latinSigns(letter);
  }
  return signs;
}

function latinSigns(word: string): string {
  const letters = withoutMarks(word);
  let signs = '';
  for (let i = 0; i < letters.length; i++) {
    const pair = LATIN_PAIRS.get(letters.slice(i, i + 2));
    if (pair !== undefined) {
      signs += pair;
      i++;
      continue;
    }
    const letter = letters.charAt(i);
    signs += letter === 'v' && isLoneV(letters, i) ? 'u' : (LATIN.get(letter) ?? otherSigns(letter));
  }
  return signs;
}

/**
 * Whether a v has no vowel on either side. In informal Latin spelling, such a v represents ү: svhbaatar,
 * vndsen, delgvr.
 */
function isLoneV(letters: string, i: number): boolean {
  const before = letters.charAt(i - 1);
  const after = letters.charAt(i + 1);
  return letters.length > 1 && !/[aeiouyv]/.test(before) && !/[aeiouyv]/.test(after);
}

function withoutMarks(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/**
 * Keeps letters and digits of other scripts. Keys do not contain characters beyond U+FFFF, so that all
 * runtimes sort them in the same order.
 */
function otherSigns(text: string): string {
  return [...text.normalize('NFKC')].filter((c) => c.length === 1 && /[\p{L}\p{N}]/u.test(c)).join('');
}
