/**
 * Matches `geo_`, possibly percent-encoded, and the rest of a key. The first four characters of the key's
 * random part stay visible, so that the owner knows which key to revoke. These four characters reveal 24 of
 * the 178 random bits in the key.
 */
const KEY_LIKE = /(geo(?:_|%5f)[0-9a-z]{0,4})[0-9a-z]*/gi;

/** Matches more of a key than may be shown. */
const KEY_PART = /geo_[0-9a-z]{8}/i;

/** Whether a text contains something that looks like a key. */
export function hasKey(text: string): boolean {
  return text.includes('_') && KEY_PART.test(text);
}

/**
 * Paths with this prefix follow other projects' formats, so they may contain keys and the points that people
 * search for. Only the first words of these paths are shown.
 */
export const FOREIGN_PATHS = '/compat/';
const FOREIGN = /^(\/compat(?:\/key\/[^/]*)?(?:\/[a-z.]{1,12}(?![^/])){0,2})(.*)$/s;
const IN_PATH = /^(\/compat\/key\/)[^/]*/;

/**
 * Matches a number of degrees with three or more decimals, after a decimal point or a decimal comma. None of
 * our paths contains such a number.
 */
const POINT_LIKE = /[-+]?\d{1,3}[.,]\d{3,}/g;

/**
 * Masks anything in a path that looks like a key or a point, however it is percent-encoded. See also
 * `FOREIGN_PATHS`.
 */
export function withoutKeys(path: string): string {
  if (path.startsWith(FOREIGN_PATHS)) return withoutForeign(path);
  let plain = path;
  // Otherwise, a program that decodes the path several times would be able to recover the key.
  for (let rounds = 0; rounds < 3 && plain.includes('%'); rounds++) plain = plain.replace(ENCODED, decoded);
  if (plain.startsWith(FOREIGN_PATHS)) return withoutForeign(plain);
  const masked = plain.replace(KEY_LIKE, '$1***').replace(POINT_LIKE, '***');
  return masked === plain ? path : masked;
}

function withoutForeign(path: string): string {
  const [, words, rest] = FOREIGN.exec(path)!;
  return words.replace(IN_PATH, '$1***').replace(KEY_LIKE, '$1***') + (rest.length > 1 ? '/***' : rest);
}

const ENCODED = /%([2-7][0-9a-f])/gi;
const decoded = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
