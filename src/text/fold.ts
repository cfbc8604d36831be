import {
  CYRILLIC,
  isVowelSign,
  LATIN,
  LATIN_LOOKALIKE,
  LATIN_PAIRS,
  OPEN_LATIN,
  SOFT_SIGN,
} from './letters.js';

/** The two keys of a word. Equal strict keys: spelt alike. Equal loose keys: perhaps meant alike. */
export interface WordKeys {
  /** o and u stay apart, soft signs are read as i, runs of one letter are written once. */
  strict: string;
  /** As strict, but o becomes u, soft signs vanish, and a final i after a consonant is dropped. */
  loose: string;
}

const CYRILLIC_LETTER = /\p{Script=Cyrillic}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/**
 * The signs of one lower-case word (see letters.ts). Letters of other scripts stay as they are;
 * everything else is dropped. A word with any Cyrillic letter is read as Cyrillic throughout.
 */
export function signsOf(word: string): string {
  return CYRILLIC_LETTER.test(word)
    ? cyrillicSigns(word)
    : LATIN_LETTER.test(word)
      ? latinSigns(word)
      : otherSigns(word);
}

/** The strict and the loose key of a word, from its signs. */
export function keysOf(signs: string): WordKeys {
  return { strict: strictKey(signs), loose: looseKey(signs) };
}

/**
 * The signs of a Latin word that may be cut in the middle of a pair of letters (`suk` for `sukhbaatar`),
 * with the pair completed. Null when the last letter begins no pair.
 */
export function openSigns(word: string): string | null {
  if (!/[ksctz]$/.test(word) || CYRILLIC_LETTER.test(word)) return null;
  const whole = OPEN_LATIN.get(word.charAt(word.length - 1))!;
  return signsOf(word.slice(0, -1)) + whole;
}

/**
 * Writes every run of one letter once (`баатар` and `батар`, `talbaii` and `talbai`). Digits stay as
 * they are.
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

/** A v without a vowel on either side is the ү of chat Latin: svhbaatar, vndsen, delgvr. */
function isLoneV(letters: string, i: number): boolean {
  const before = letters.charAt(i - 1);
  const after = letters.charAt(i + 1);
  return letters.length > 1 && !/[aeiouyv]/.test(before) && !/[aeiouyv]/.test(after);
}

function withoutMarks(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/**
 * Keeps letters and digits of other scripts. Keys hold no characters beyond U+FFFF, so that they sort
 * alike everywhere.
 */
function otherSigns(text: string): string {
  return [...text.normalize('NFKC')].filter((c) => c.length === 1 && /[\p{L}\p{N}]/u.test(c)).join('');
}
