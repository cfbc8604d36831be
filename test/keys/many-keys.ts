import { makeKey } from '../../src/keys/create-key.js';
import { createToken, hashToken } from '../../src/keys/key-token.js';
import type { SqlKeyStore } from '../../src/keys/sql-key-store.js';

/** As many keys as a large company gives out. */
export const KEYS = 100_000;

/** Writes `KEYS` keys. @returns the tokens of a thousand of them */
export async function writeManyKeys(store: SqlKeyStore): Promise<string[]> {
  const tokens = Array.from({ length: 1_000 }, createToken);
  for (let first = 0; first < KEYS; first += 10_000) {
    const some = Array.from({ length: 10_000 }, (_, i) => {
      const made = makeKey({
        name: `Хүргэлтийн апп ${first + i}`,
        endpoints: ['geocode', 'route'],
        rateLimit: null,
        expiresAt: null,
      });
      return first === 0 && i < tokens.length ? { ...made, hash: hashToken(tokens[i]) } : made;
    });
    await store.createAll(some);
  }
  return tokens;
}
