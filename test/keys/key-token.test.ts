import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createToken,
  hashToken,
  isWellFormedToken,
  randomText,
  TOKEN_LENGTH,
  TOKEN_PREFIX,
} from '../../src/keys/key-token.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Computes the checksum a second time, bit by bit, from the definition of CRC-32 (IEEE 802.3, reflected). */
function slowChecksum(body: string): string {
  let crc = 0xffffffffn;
  for (const byte of Buffer.from(body)) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0xedb88320n : crc >> 1n;
  }
  let rest = crc ^ 0xffffffffn;
  let text = '';
  for (let i = 0; i < 6; i++, rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}

describe('a token', () => {
  it('is a prefix, at least 160 random bits in base62 and a checksum, of one length', () => {
    for (let i = 0; i < 1000; i++) {
      const token = createToken();
      expect(token).toHaveLength(TOKEN_LENGTH);
      expect(token).toMatch(/^geo_[0-9A-Za-z]+$/);
      expect(token.slice(-6)).toBe(slowChecksum(token.slice(0, -6)));
      expect(isWellFormedToken(token)).toBe(true);
    }
    expect((TOKEN_LENGTH - TOKEN_PREFIX.length - 6) * Math.log2(62)).toBeGreaterThan(160);
  });

  it('is refused when any one character is another, or two neighbours are swapped', () => {
    const token = createToken();
    for (let at = 0; at < token.length; at++) {
      for (const other of ALPHABET) {
        const mistyped = token.slice(0, at) + other + token.slice(at + 1);
        expect(isWellFormedToken(mistyped), mistyped).toBe(mistyped === token);
      }
      const swapped = token.slice(0, at) + (token[at + 1] ?? '') + token[at] + token.slice(at + 2);
      if (swapped !== token) expect(isWellFormedToken(swapped), swapped).toBe(false);
    }
  });

  it('is refused when it is too long, too short, padded, empty or of other characters', () => {
    const token = createToken();
    const bodyOfOthers = 'geo_' + '+/=- éЯ\u0000\n'.repeat(4).slice(0, 30);
    for (const text of [
      '',
      'geo_',
      token + '0',
      token.slice(1),
      token.slice(0, -1),
      ` ${token.slice(1)}`,
      token.toUpperCase(),
      `${token}\n`,
    ]) {
      expect(isWellFormedToken(text), JSON.stringify(text)).toBe(false);
    }
    expect(isWellFormedToken(bodyOfOthers + slowChecksum(bodyOfOthers))).toBe(false);
  });

  it('is never the same twice, and every character of the alphabet is about equally likely', () => {
    expect(new Set(Array.from({ length: 5000 }, createToken)).size).toBe(5000);
    const seen = new Map<string, number>();
    const total = 310_000;
    for (const character of randomText(total)) seen.set(character, (seen.get(character) ?? 0) + 1);
    // Each is expected 5,000 times, with a standard deviation of 70. Eight deviations never happen by
    // chance. A modulo bias of 25 % (1,250) always shows.
    for (const character of ALPHABET)
      expect(Math.abs((seen.get(character) ?? 0) - total / 62), character).toBeLessThan(560);
  });

  it('is kept as its SHA-256', () => {
    const token = createToken();
    expect(hashToken(token)).toBe(createHash('sha256').update(token).digest('hex'));
  });
});
