import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './ask.js';
import { fakeKey } from './fakes.js';

/** API keys and rate limits: the specification, sections 5 and 8, and the order of checks. */

let client: Client;
beforeAll(async () => {
  client = await Client.start({ defaultRateLimit: 7, requestTimeout_ms: 500 });
});
afterAll(() => client.stop());

const GEOCODE = '/v1/geocode?q=ab';
const ROUTE = '/v1/route?origin=106.9,47.9&destination=106.91,47.92';

/** Waits for the next minute when this one is nearly over, so that a test stays in one window. */
async function atStartOfWindow(): Promise<void> {
  const left_ms = 60_000 - (Date.now() % 60_000);
  if (left_ms < 3_000) await new Promise((resolve) => setTimeout(resolve, left_ms + 50));
}

describe('the key', () => {
  it.each([
    ['none', {}],
    ['no scheme', { authorization: 'geo_good' }],
    ['another scheme', { authorization: 'Basic geo_good' }],
    ['no token', { authorization: 'Bearer' }],
    ['two tokens', { authorization: 'Bearer geo_good geo_good' }],
    ['a comma', { authorization: 'Bearer geo_good, Bearer geo_good' }],
    ['an unknown key', { authorization: 'Bearer geo_unknown' }],
    ['a quoted key', { authorization: 'Bearer "geo_good"' }],
    ['the key in another header', { 'x-api-key': 'geo_good' }],
  ])('is refused with 401: %s', async (_what, headers) => {
    for (const target of [GEOCODE, ROUTE, '/v1/geocode', '/v1/route']) {
      const error = await client.refusal(target, { token: null, headers: headers });
      expect([error.status, error.code, error.details]).toEqual([401, 'INVALID_API_KEY', null]);
      expect([error.headers['x-ratelimit-limit'], error.headers['x-ratelimit-remaining']]).toEqual([
        '7',
        '7',
      ]);
    }
  });

  it.each(['Bearer geo_good', 'bearer geo_good', 'BEARER   geo_good', 'Bearer geo_good '])(
    'is taken from %j',
    async (authorization) => {
      expect((await client.ask(GEOCODE, { token: null, headers: { authorization } })).status).toBe(200);
    },
  );

  it('is not taken from the query', async () => {
    expect(
      (await client.refusal(`${GEOCODE}&api_key=geo_good&authorization=Bearer+geo_good`, { token: null }))
        .status,
    ).toBe(401);
  });

  it('is refused with 401 expired, then 403 revoked', async () => {
    const expired = await client.refusal(GEOCODE, { token: 'geo_expired' });
    expect([expired.status, expired.code, expired.details]).toEqual([
      401,
      'INVALID_API_KEY',
      { reason: 'expired' },
    ]);
    const revoked = await client.refusal(GEOCODE, { token: 'geo_revoked' });
    expect([revoked.status, revoked.code, revoked.details]).toEqual([403, 'API_KEY_REVOKED', null]);
    const past = new Date(Date.now() - 1000);
    client.server.keys.known.set('geo_both', fakeKey('both', { expiresAt: past, revokedAt: past }));
    expect((await client.refusal(GEOCODE, { token: 'geo_both' })).status).toBe(401);
  });

  it('expires at its moment', async () => {
    client.server.keys.known.set(
      'geo_soon',
      fakeKey('soon', { expiresAt: new Date(Date.now() + 3_600_000) }),
    );
    expect((await client.ask(GEOCODE, { token: 'geo_soon' })).status).toBe(200);
    client.server.keys.known.set('geo_soon', fakeKey('soon', { expiresAt: new Date(Date.now()) }));
    expect((await client.refusal(GEOCODE, { token: 'geo_soon' })).details).toEqual({ reason: 'expired' });
  });

  it('may call its endpoints only', async () => {
    expect((await client.ask(GEOCODE, { token: 'geo_geocode' })).status).toBe(200);
    expect((await client.ask(ROUTE, { token: 'geo_route' })).status).toBe(200);
    const noRoute = await client.refusal(ROUTE, { token: 'geo_geocode' });
    expect([noRoute.status, noRoute.code, noRoute.details]).toEqual([
      403,
      'ENDPOINT_NOT_ALLOWED',
      { allowed_endpoints: ['geocode'] },
    ]);
    const noGeocode = await client.refusal(GEOCODE, { token: 'geo_route' });
    expect([noGeocode.status, noGeocode.code, noGeocode.details]).toEqual([
      403,
      'ENDPOINT_NOT_ALLOWED',
      { allowed_endpoints: ['route'] },
    ]);
  });

  it('is noted as used when it is usable', async () => {
    client.server.keys.touches.length = 0;
    await client.ask(GEOCODE);
    await client.ask(ROUTE, { token: 'geo_geocode' });
    await client.ask(GEOCODE, { token: 'geo_expired' });
    await client.ask(GEOCODE, { token: 'geo_revoked' });
    expect(client.server.keys.touches).toEqual(['good', 'geocode']);
  });
});

describe('the window', () => {
  it('lets exactly the limit through, then says 429 with Retry-After', async () => {
    await atStartOfWindow();
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await client.ask(GEOCODE, { token: 'geo_three' });
      expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        200,
        '3',
        remaining,
      ]);
    }
    const error = await client.refusal(GEOCODE, { token: 'geo_three' });
    expect([error.status, error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect([error.headers['x-ratelimit-limit'], error.headers['x-ratelimit-remaining']]).toEqual(['3', '0']);
    const wait_s = Number(error.headers['retry-after']);
    expect(
      Math.abs(Number(error.headers['x-ratelimit-reset']) - Date.now() / 1000 - wait_s),
    ).toBeLessThanOrEqual(1.1);
  });

  it('counts 400 and 403, but neither 401, 404, 405 nor 413', async () => {
    await atStartOfWindow();
    client.server.keys.known.set('geo_count', fakeKey('count', { rateLimit: 10, endpoints: ['geocode'] }));
    const token = 'geo_count';
    const remaining = async (target: string, options = {}): Promise<string | string[] | undefined> =>
      (await client.ask(target, { token, ...options })).headers['x-ratelimit-remaining'];
    expect(await remaining(GEOCODE)).toBe('9');
    expect(await remaining('/v1/geocode')).toBe('8');
    expect(await remaining(ROUTE)).toBe('7');
    expect(await remaining(GEOCODE, { method: 'HEAD' })).toBe('6');
    expect(await remaining('/v1/nothing')).toBe('7');
    expect(await remaining('/health')).toBe('7');
    expect(await remaining(GEOCODE, { method: 'POST' })).toBe('7');
    expect(await remaining(GEOCODE, { method: 'POST', body: 'x'.repeat(20_000) })).toBe('7');
    expect(await remaining(`${GEOCODE}%ff`)).toBe('7');
    expect(await remaining(GEOCODE)).toBe('5');
  });

  it('has the default of the deployment for a key without a limit', async () => {
    const { headers } = await client.ask(GEOCODE, { token: 'geo_default' });
    expect(headers['x-ratelimit-limit']).toBe('7');
  });

  it('comes before the endpoint of the key, which comes before the parameters', async () => {
    await atStartOfWindow();
    client.server.keys.known.set('geo_one', fakeKey('one', { rateLimit: 1, endpoints: ['geocode'] }));
    expect((await client.refusal('/v1/route', { token: 'geo_one' })).code).toBe('ENDPOINT_NOT_ALLOWED');
    expect((await client.refusal('/v1/route', { token: 'geo_one' })).code).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('lets no more than the limit through at once', async () => {
    await atStartOfWindow();
    client.server.keys.known.set('geo_many', fakeKey('many', { rateLimit: 100 }));
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => client.ask(GEOCODE, { token: 'geo_many' })),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(400 - passed.length);
    // A busy machine may come into the next window meanwhile: each begins with 99 left, and has each once.
    const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    const windows = left.filter((count) => count === 99).length;
    expect(windows).toBeGreaterThan(0);
    for (let count = 0; count < 100; count++)
      expect(left.filter((other) => other === count).length, `${count} left`).toBeLessThanOrEqual(windows);
  });
});

describe('the order of checks', () => {
  it.each([
    [
      'a bad address before everything',
      '/nothing?x=%ff',
      { method: 'POST', body: 'x'.repeat(20_000), token: null },
      400,
    ],
    ['the body before the path', '/nothing', { method: 'POST', body: 'x'.repeat(20_000), token: null }, 413],
    ['the path before the method and the key', '/nothing', { method: 'POST', token: null }, 404],
    ['the method before the key', GEOCODE, { method: 'POST', token: null }, 405],
    ['the key before the parameters', '/v1/geocode', { token: null }, 401],
    ['the parameters before the source', '/v1/geocode', {}, 400],
  ])('%s', async (_what, target, options, status) => {
    const before = client.server.geocoder.onSearch;
    client.server.geocoder.onSearch = () => expect.fail('the source was asked');
    expect((await client.ask(target, options)).status).toBe(status);
    client.server.geocoder.onSearch = before;
  });
});

describe('stores behind a network', () => {
  it('may answer later', async () => {
    const { keys, counter } = client.server;
    const [find, hit] = [keys.onFind, counter.onHit];
    keys.onFind = async (token) => find(token);
    counter.onHit = async (...args) => hit(...args);
    expect((await client.ask(GEOCODE)).status).toBe(200);
    expect((await client.refusal(GEOCODE, { token: 'geo_unknown' })).status).toBe(401);
    keys.onFind = find;
    counter.onHit = hit;
  });

  it.each([
    [
      'throw',
      () => {
        throw new Error('secret host db.internal');
      },
    ],
    ['reject', () => Promise.reject(new Error('secret host db.internal'))],
    ['never answer', () => new Promise<never>(() => undefined)],
  ])('give 503 when keys %s', async (_what, find) => {
    const before = client.server.keys.onFind;
    client.server.keys.onFind = find;
    const error = await client.refusal(GEOCODE);
    expect([error.status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(error)).not.toContain('secret');
    client.server.keys.onFind = before;
  });

  it('give 503 when the counter never answers, and 500 when it breaks', async () => {
    const before = client.server.counter.onHit;
    client.server.counter.onHit = () => new Promise(() => undefined);
    expect((await client.refusal(GEOCODE)).status).toBe(503);
    client.server.counter.onHit = () => {
      throw new Error('secret');
    };
    const error = await client.refusal(GEOCODE);
    expect([error.status, error.code, error.details]).toEqual([500, 'INTERNAL_ERROR', null]);
    expect(JSON.stringify(error)).not.toContain('secret');
    client.server.counter.onHit = before;
  });
});
