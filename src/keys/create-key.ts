import { InputError } from '../errors.js';
import { KEY_SCOPES } from './api-key.js';
import type { ApiKey, KeyScope, StoredKey } from './api-key.js';
import type { KeyStore } from './key-store.js';
import { createToken, hashToken, randomText } from './key-token.js';

/** Longest key name in code points: enough for a sentence, short enough for one line of a list. */
export const NAME_LIMIT = 100;

/** Highest rate limit in requests per minute. A higher one would limit nothing and only cost counting. */
export const RATE_LIMIT_MAX = 1_000_000;

/** What the caller asks for. The fields are those of `ApiKey`; `createKey` checks them. */
export interface KeyRequest {
  name: string;
  endpoints: readonly KeyScope[];
  rateLimit: number | null;
  expiresAt: Date | null;
}

/**
 * Creates a key and stores it. The token is only in the returned value: it cannot be read again later.
 * @throws InputError when the request breaks a bound.
 */
export async function createKey(
  store: KeyStore,
  request: KeyRequest,
  now: Date = new Date(),
): Promise<{ key: ApiKey; token: string }> {
  const { key, hash, token } = makeKey(request, now);
  await store.create({ key, hash });
  return { key, token };
}

/**
 * Makes a key that is not stored yet: for who wants to write the token down first.
 * @throws InputError when the request breaks a bound.
 */
export function makeKey(request: KeyRequest, now: Date = new Date()): StoredKey & { token: string } {
  const token = createToken();
  const key: ApiKey = {
    id: `key_${randomText(ID_CHARACTERS)}`,
    name: checkedName(request.name),
    endpoints: checkedEndpoints(request.endpoints),
    rateLimit: checkedRateLimit(request.rateLimit),
    createdAt: now,
    expiresAt: checkedExpiry(request.expiresAt, now),
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, hash: hashToken(token), token };
}

/** 71 bits: two keys of one deployment never get the same id. */
const ID_CHARACTERS = 12;

function checkedName(name: string): string {
  const text = name.normalize('NFC').trim();
  const length = [...text].length;
  if (length === 0 || length > NAME_LIMIT)
    throw new InputError(`the name of a key has 1 to ${NAME_LIMIT} characters, not ${length}`);
  // A name is printed on terminals and in logs. Control and formatting characters could
  // change what is shown there.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    throw new InputError('the name of a key has no control or invisible characters');
  return text;
}

function checkedEndpoints(endpoints: readonly KeyScope[]): KeyScope[] {
  const unknown = endpoints.find((endpoint) => !KEY_SCOPES.includes(endpoint));
  if (unknown !== undefined)
    throw new InputError(`"${unknown}" is no endpoint; a key may be allowed ${KEY_SCOPES.join(', ')}`);
  if (endpoints.length === 0)
    throw new InputError(`a key needs at least one endpoint of ${KEY_SCOPES.join(', ')}`);
  return KEY_SCOPES.filter((endpoint) => endpoints.includes(endpoint));
}

function checkedRateLimit(limit: number | null): number | null {
  if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= RATE_LIMIT_MAX)) return limit;
  throw new InputError(
    `the rate limit of a key is a whole number from 1 to ${RATE_LIMIT_MAX} requests a minute, not ${limit}`,
  );
}

function checkedExpiry(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  if (Number.isNaN(expiresAt.getTime())) throw new InputError('the expiry of a key is no date');
  if (expiresAt <= now) throw new InputError(`the expiry ${expiresAt.toISOString()} is in the past`);
  return expiresAt;
}
