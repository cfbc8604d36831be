/**
 * To read a text that was typed with the wrong keyboard layout: the keys of a Latin keyboard, and the
 * same keys on the Mongolian and the Russian one.
 */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const LAYOUTS = ['фцужэнгшүзкъйыбөахролдпячёсмитьв', 'йцукенгшщзхъфывапролджэячсмитьбю'];

const SWITCHED: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [LATIN_KEYS[i], letter])),
);

/** A shorter text could mean too many things on another keyboard. */
const SHORTEST = 4;

const BACK: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [letter, LATIN_KEYS[i]])),
);

/**
 * What a text of Latin letters would be on the Mongolian and the Russian keyboard, and one of Cyrillic
 * letters on the Latin one. Empty when the text is too short or has letters of both.
 */
export function switchedTexts(text: string): string[] {
  const lower = text.toLowerCase();
  if (lower.length < SHORTEST) return [];
  if (/^[\p{Script=Cyrillic}\P{L}]*$/u.test(lower) && /\p{L}/u.test(lower))
    return BACK.map((keys) => [...lower].map((key) => keys.get(key) ?? key).join('')).filter((latin) =>
      /^[a-z\d\s]+$/.test(latin),
    );
  if (!/[a-z]/.test(lower) || /\p{L}/u.test(lower.replace(/[a-z]+/g, ''))) return [];
  return SWITCHED.map((keys) => [...lower].map((key) => keys.get(key) ?? key).join(''));
}
