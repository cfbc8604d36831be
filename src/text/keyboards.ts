/**
 * What a text would be had the keyboard been switched: rows of keys of a Latin keyboard, and the same keys of the Mongolian
 * and the Russian one.
 */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const LAYOUTS = ['фцужэнгшүзкъйыбөахролдпячёсмитьв', 'йцукенгшщзхъфывапролджэячсмитьбю'];

const SWITCHED: readonly ReadonlyMap<string, string>[] = LAYOUTS.map(
  (layout) => new Map([...layout].map((letter, i) => [LATIN_KEYS[i], letter])),
);

/** A shorter text may be anything on another keyboard. */
const SHORTEST = 6;

/** The readings of a text of Latin letters as typed on the two other keyboards; none for a short one or one with other letters. */
export function switchedTexts(text: string): string[] {
  const lower = text.toLowerCase();
  if (lower.length < SHORTEST || !/[a-z]/.test(lower) || /\p{L}/u.test(lower.replace(/[a-z]+/g, '')))
    return [];
  return SWITCHED.map((keys) => [...lower].map((key) => keys.get(key) ?? key).join(''));
}
