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
  /** o and u apart, soft signs read as i, runs of one letter written once. */
  strict: string;
  /** As strict, but u for o, no soft sign, and no i at the end after a consonant. */
  loose: string;
}

const CYRILLIC_LETTER = /\p{Script=Cyrillic}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/**
 * Signs of one word of letters in lower case (see letters.ts); letters of other scripts stay themselves, everything else
 * falls away. A word with any Cyrillic letter is read as Cyrillic throughout.
 */
export function signsOf(word: string): string {
  return CYRILLIC_LETTER.test(word)
    ? cyrillicSigns(word)
    : LATIN_LETTER.test(word)
      ? latinSigns(word)
      : otherSigns(word);
}

export function keysOf(signs: string): WordKeys {
  return { strict: strictKey(signs), loose: looseKey(signs) };
}

/**
 * The signs of a Latin word that may be cut in the middle of a pair (`suk` for `sukhbaatar`), with the pair complete;
 * null when the last letter begins none.
 */
export function openSigns(word: string): string | null {
  if (!/[ksctz]$/.test(word) || CYRILLIC_LETTER.test(word)) return null;
  const whole = OPEN_LATIN.get(word.charAt(word.length - 1))!;
  return signsOf(word.slice(0, -1)) + whole;
}

/** Every run of one letter once: `баатар` and `батар`, `talbaii` and `talbai`. */
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

/** A v without a vowel on either side is a ү of chat Latin: svhbaatar, vndsen, delgvr. */
function isLoneV(letters: string, i: number): boolean {
  const before = letters.charAt(i - 1);
  const after = letters.charAt(i + 1);
  return letters.length > 1 && !/[aeiouyv]/.test(before) && !/[aeiouyv]/.test(after);
}

function withoutMarks(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/** Letters and digits of other scripts as they are; keys hold no characters beyond U+FFFF, so that they sort alike everywhere. */
function otherSigns(text: string): string {
  return [...text.normalize('NFKC')].filter((c) => c.length === 1 && /[\p{L}\p{N}]/u.test(c)).join('');
}
