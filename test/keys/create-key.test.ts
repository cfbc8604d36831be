import { describe, expect, it } from 'vitest';
import { keyStatus } from '../../src/keys/api-key.js';
import type { ApiKey, KeyScope } from '../../src/keys/api-key.js';
import { createKey } from '../../src/keys/create-key.js';
import type { KeyRequest } from '../../src/keys/create-key.js';
import { hashToken, isWellFormedToken } from '../../src/keys/key-token.js';
import { newKey, openStore, REQUEST, temporaryDatabase } from './temporary-database.js';

describe('creating a key', () => {
  it('stores everything but the token', async () => {
    const store = await openStore(temporaryDatabase());
    const expiresAt = new Date('2999-01-02T03:04:05.678Z');
    const { key, token } = await newKey(store, {
      name: '  Газрын зураг  ',
      endpoints: ['route', 'geocode'],
      rateLimit: 7,
      expiresAt,
    });
    expect(isWellFormedToken(token)).toBe(true);
    expect(key).toMatchObject({
      name: 'Газрын зураг',
      endpoints: ['geocode', 'route'],
      rateLimit: 7,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(key.id).toMatch(/^key_[0-9A-Za-z]{12}$/);
    expect(await store.get(key.id)).toEqual({ key, hash: hashToken(token), previousHash: null });
    expect(JSON.stringify(await store.list())).not.toContain(token.slice(4, 34));
  });

  const refused: [Partial<Record<keyof KeyRequest, unknown>>, RegExp][] = [
    [{ name: ' ' }, /1 to 100 characters, not 0/],
    [{ name: 'я'.repeat(101) }, /1 to 100 characters, not 101/],
    [{ name: 'red \u001b[31m' }, /control/],
    [{ name: 'hidden\u200b' }, /invisible/],
    [{ name: 'a\nb' }, /control/],
    [
      { endpoints: [] },
      /at least one of these endpoints: geocode, route, matrix, isochrone, places, match, trip/,
    ],
    [
      { endpoints: ['tiles' as KeyScope] },
      /"tiles" is not an endpoint; the endpoints are geocode, route, matrix, isochrone, places, match/,
    ],
    [{ rateLimit: 0 }, /from 1 to 1000000 requests a minute, not 0/],
    [{ rateLimit: 1.5 }, /not 1.5/],
    [{ rateLimit: 1_000_001 }, /not 1000001/],
    [{ rateLimit: Number.NaN }, /not NaN/],
    [{ expiresAt: new Date(0) }, /1970-01-01T00:00:00.000Z is in the past/],
    [{ expiresAt: new Date('never') }, /not a date/],
  ];
  it.each(refused)('refuses %j', async (change, message) => {
    const store = await openStore(temporaryDatabase());
    await expect(createKey(store, { ...REQUEST, ...change } as KeyRequest)).rejects.toThrow(message);
    expect(await store.list()).toEqual([]);
  });

  it('takes values at the bounds', async () => {
    const store = await openStore(temporaryDatabase());
    await newKey(store, { name: 'a', rateLimit: 1 });
    await newKey(store, {
      name: '🦌'.repeat(100),
      rateLimit: 1_000_000,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    expect(await store.list()).toHaveLength(2);
  });
});

describe('the status of a key', () => {
  const base: ApiKey = {
    id: 'key_1',
    projectId: 'default',
    createdBy: null,
    name: 'n',
    endpoints: ['route'],
    rateLimit: null,
    allowedOrigins: [],
    allowedAddresses: [],
    monthlyQuota: null,
    quotaRefuses: false,
    createdAt: new Date(0),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    previousExpiresAt: null,
  };
  it('expires at the very moment, and says so before it says revoked', () => {
    const expiring = { ...base, expiresAt: new Date(1000) };
    expect(keyStatus(base, 1e15)).toBe('active');
    expect(keyStatus(expiring, 999)).toBe('active');
    expect(keyStatus(expiring, 1000)).toBe('expired');
    expect(keyStatus({ ...base, revokedAt: new Date(5) }, 10)).toBe('revoked');
    expect(keyStatus({ ...expiring, revokedAt: new Date(5) }, 999)).toBe('revoked');
    expect(keyStatus({ ...expiring, revokedAt: new Date(5) }, 1000)).toBe('expired');
  });
});
