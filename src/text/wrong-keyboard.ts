/**
 * Reads a text that was typed with the wrong keyboard layout: the keys of a Latin keyboard, and the same keys
 * on the Mongolian and the Russian one.
 */
const LATIN_KEYS = "-=qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const LAYOUTS = ['ещфцужэнгшүзкъйыбөахролдпячёсмитьв', '-=йцукенгшщзхъфывапролджэячсмитьбю'];

const SWITCHED: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [LATIN_KEYS[i], letter])),
);

/** A shorter text could mean too many things on another keyboard. */
const SHORTEST = 4;

const BACK: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [letter, LATIN_KEYS[i]])),
);

/**
 * The readings of a text of Latin letters on the Mongolian and the Russian keyboard, and of a text of
 * Cyrillic letters on the Latin one. Empty if the text is too short or has words of each. A few Cyrillic
 * letters inside Latin words stay.
 */
export function switchedTexts(text: string): string[] {
  const lower = text.toLowerCase();
  if (lower.length < SHORTEST) return [];
  if (/^[\p{Script=Cyrillic}\P{L}]*$/u.test(lower) && /\p{L}/u.test(lower))
    return BACK.map((keys) => [...lower].map((key) => keys.get(key) ?? key).join('')).filter((latin) =>
      /^[a-z\d\s]+$/.test(latin),
    );
  if (!/[a-z]/.test(lower) || !lower.split(/\s+/).every(isOfLatinKeys)) return [];
  // 11-р: a hyphen after a number is one on each keyboard. Elsewhere it may be the letter е, or a hyphen.
  const texts = SWITCHED.map((keys) => lower.replace(/(?<!\d)-|[^-]/g, (key) => keys.get(key) ?? key));
  const [mongolian] = SWITCHED;
  if (/[a-z]-[a-z]/.test(lower)) texts.push(lower.replace(/[^-]/g, (key) => mongolian.get(key) ?? key));
  return texts;
}

/** Whether most letters of a word are Latin, and the others Cyrillic. */
function isOfLatinKeys(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => letter <= 'z').length;
  return 2 * latin >= letters.length && letters.every((letter) => letter <= 'z' || /[а-яёөү]/.test(letter));
}

/**
 * Whether a Latin word continues with a sign whose key is a letter elsewhere: «ekffy,ffnfh», «vby; jntkm».
 */
export function hasKeySigns(text: string): boolean {
  return /[a-z][;'[\]]|[a-z][,.](?=[a-z,.])/i.test(text);
}

/**
 * The text in each possible reading on another keyboard; none if it is the same. A comma before a blank is
 * one on each keyboard; elsewhere its key is a letter of another.
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

/** Words of a text as they were typed on another keyboard, which has a key for each letter. */
export function asTyped(words: readonly string[], switched: string, typed: string): string[] {
  return words.map((word) => {
    const at = switched.length === typed.length ? switched.indexOf(word) : -1;
    return at < 0 ? word : typed.slice(at, at + word.length);
  });
}
