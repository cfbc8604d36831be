/**
 * `geo_`, also percent-encoded, and what follows of a key. The first four characters stay, so that the owner
 * can tell which key to revoke. They are 24 of its 178 random bits.
 */
const KEY_LIKE = /(geo(?:_|%5f)[0-9a-z]{0,4})[0-9a-z]*/gi;

/** So much of a key is more than the first characters of one. */
const KEY_PART = /geo_[0-9a-z]{8}/i;

/** Whether a text holds what looks like a key. */
export function hasKey(text: string): boolean {
  return text.includes('_') && KEY_PART.test(text);
}

/** A path without what looks like a key in it, however it is percent-encoded. */
export function withoutKeys(path: string): string {
  let plain = path;
  // Whatever decodes a path more than once finds the key again.
  for (let rounds = 0; rounds < 3 && plain.includes('%'); rounds++) plain = plain.replace(ENCODED, decoded);
  const masked = plain.replace(KEY_LIKE, '$1***');
  return masked === plain ? path : masked;
}

const ENCODED = /%([2-7][0-9a-f])/gi;
const decoded = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
