import { LETTER_NAMES } from './letters.js';

/**
 * The characters on the keys of a Latin keyboard, and those on the same keys of a Mongolian and a Russian
 * keyboard. They are used to read a text that was typed in the wrong keyboard layout.
 */
const LATIN_KEYS = "-=qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const LAYOUTS = ['ещфцужэнгшүзкъйыбөахролдпячёсмитьв', '-=йцукенгшщзхъфывапролджэячсмитьбю'];

const SWITCHED: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [LATIN_KEYS[i], letter])),
);

const NAME = `(?:${[...LETTER_NAMES.keys()].join('|')})`;
const NAMES = new RegExp(String.raw`(?<![\p{L}\p{N}])${NAME}(?:[ .-]+${NAME})+(?![\p{L}\p{N}])`, 'giu');

/** On another keyboard, a shorter text could mean too many different words. */
const SHORTEST = 4;

const BACK: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [letter, LATIN_KEYS[i]])),
);

/**
 * Reads a text in Latin letters as if it had been typed on a Mongolian or a Russian keyboard, and a text in
 * Cyrillic letters as if it had been typed on a Latin keyboard. Returns an empty list if the text is too
 * short or has words in both scripts. A few Cyrillic letters inside Latin words are left unchanged.
 */
export function switchedTexts(text: string): string[] {
  const lower = text.toLowerCase();
  if (lower.length < SHORTEST) return [];
  if (/^[\p{Script=Cyrillic}\P{L}]*$/u.test(lower) && /\p{L}/u.test(lower))
    return BACK.map((keys) => [...lower].map((key) => keys.get(key) ?? key).join('')).filter((latin) =>
      /^[a-z\d\s]+$/.test(latin),
    );
  if (!/[a-z]/.test(lower) || !lower.split(/\s+/).every(isOfLatinKeys)) return [];
  // After a number, a hyphen is a hyphen on every keyboard: 11-р. Elsewhere it may mean the letter е or a
  // hyphen.
  const texts = SWITCHED.map((keys) => lower.replace(/(?<!\d)-|[^-]/g, (key) => keys.get(key) ?? key));
  const [mongolian] = SWITCHED;
  if (/[a-z]-[a-z]/.test(lower)) texts.push(lower.replace(/[^-]/g, (key) => mongolian.get(key) ?? key));
  return texts;
}

/** Whether most letters of a word are Latin and the rest are Cyrillic. */
function isOfLatinKeys(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => letter <= 'z').length;
  return 2 * latin >= letters.length && letters.every((letter) => letter <= 'z' || /[а-яёөү]/.test(letter));
}

/**
 * Whether a Latin word contains a punctuation mark whose key is a letter on another keyboard: «ekffy,ffnfh»,
 * «vby; jntkm».
 */
export function hasKeySigns(text: string): boolean {
  return /[a-z][;'[\]]|[a-z][,.](?=[a-z,.])/i.test(text);
}

/**
 * Returns each possible reading of the text on another keyboard, except readings that equal the text. Before
 * a space, a comma means a comma on every keyboard; everywhere else, the comma key is a letter on another
 * keyboard.
 */
export function switchedParts(text: string): string[] {
  const typed = text.split(/(,\s+)/);
  const parts = typed.map((part, i) => (i % 2 === 0 ? switchedTexts(part) : []));
  const most = Math.max(...parts.map(({ length }) => length));
  const texts = Array.from({ length: most }, (_, i) =>
    parts.map((others, at) => others.at(i) ?? others.at(0) ?? typed[at]).join(''),
  );
  return texts.filter((other) => other !== text);
}

/** Returns the text with the names of two or more letters in a row as these letters: «кэй эф си» as kfc. */
export function withLetters(text: string): string {
  const letterOf = (name: string): string => LETTER_NAMES.get(name) ?? '';
  return text.replace(NAMES, (names) =>
    names
      .toLowerCase()
      .split(/[ .-]+/)
      .map(letterOf)
      .join(''),
  );
}

/**
 * Maps words in a text that was read for another keyboard back to the characters that the user typed; each
 * letter corresponds to one key. Letters read for their names are mapped back to all these names.
 */
export function asTyped(words: readonly string[], switched: string, typed: string): string[] {
  if (switched.length !== typed.length) {
    const kept = switched.split(' ');
    const names = typed.split(' ').filter((word) => !kept.includes(word));
    return words.flatMap((word) => (typed.includes(word) ? [word] : names));
  }
  return words.map((word) => {
    const at = switched.indexOf(word);
    return at < 0 ? word : typed.slice(at, at + word.length);
  });
}
