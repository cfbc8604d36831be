import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The token is the secret part of an API key:
 *
 *     geo_ + 30 random base62 characters (178 bits) + 6 base62 characters (the CRC-32 of the preceding ones)
 *
 * The prefix lets secret scanners find a leaked key. The checksum distinguishes a mistyped or made-up key
 * from a real one without asking the store. Only the random characters are secret.
 */
export const TOKEN_PREFIX = 'geo_';
export const TOKEN_LENGTH = 40;

/** Six characters can represent 62^6 = 5.7e10 values, more than the 2^32 = 4.3e9 of a CRC-32. Five cannot. */
const CHECKSUM_LENGTH = 6;
const RANDOM_LENGTH = TOKEN_LENGTH - TOKEN_PREFIX.length - CHECKSUM_LENGTH;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^geo_[0-9A-Za-z]{36}$/;

export function createToken(): string {
  const body = TOKEN_PREFIX + randomText(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a string can be a token: checks its length, prefix, alphabet and checksum. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== TOKEN_LENGTH || !SHAPE.test(text)) return false;
  const end = TOKEN_LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/**
 * Returns a token's SHA-256 in hexadecimal, as kept in stores. The hash needs neither a salt nor a slow
 * algorithm, because a token has 178 random bits and cannot be guessed like a password.
 */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Returns random base62 characters from the system's random source, all equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 = 4 * 62. Bytes of 248 and above would make the first eight characters more likely than the rest.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
