import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import { Client, type Answer, type AskOptions } from './ask.js';

/**
 * Each header on each kind of response. `Client.ask` checks the common headers on every answer; here is
 * what differs between kinds.
 */

let client: Client;
beforeAll(async () => {
  client = await Client.start({ requestTimeout_ms: 500, defaultRateLimit: 55 });
});
afterAll(() => client.stop());

const GEOCODE = '/v1/geocode?q=ab';

/** How to get each kind of response. */
const KINDS: Record<string, [target: string, options?: AskOptions, prepare?: () => void]> = {
  '200 of a search': [GEOCODE],
  '200 of health': ['/health'],
  '200 of a page': ['/docs'],
  '204 of a preflight': [
    '/health',
    { method: 'OPTIONS', headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' } },
  ],
  '400 of a parameter': ['/v1/geocode'],
  '400 of the address': ['/health?%ff'],
  '401': [GEOCODE, { token: null }],
  '403 revoked': [GEOCODE, { token: 'geo_revoked' }],
  '403 scope': [GEOCODE, { token: 'geo_route' }],
  '404 of a path': ['/nothing'],
  '404 of a route': [
    '/v1/route?origin=1,1&destination=1,1',
    {},
    () => (client.server.router.onRoute = () => ({ kind: 'no_path' })),
  ],
  '405': [GEOCODE, { method: 'POST' }],
  '408': [GEOCODE, {}, () => (client.server.geocoder.onSearch = () => new Promise(() => undefined))],
  '413': [GEOCODE, { method: 'POST', body: 'x'.repeat(20_000) }],
  '429': [
    GEOCODE,
    { token: 'geo_full' },
    () =>
      (client.server.counter.onHit = ([{ limit }]) => ({
        allowed: false,
        place: 0,
        limit,
        remaining: 0,
        resetAt_s: nextMinute_s(),
      })),
  ],
  '500': [
    GEOCODE,
    {},
    () =>
      (client.server.counter.onHit = () => {
        throw new Error('bug');
      }),
  ],
  '502': [
    GEOCODE,
    {},
    () =>
      (client.server.geocoder.onSearch = () => {
        throw new Error('down');
      }),
  ],
  '503 of a search': [
    GEOCODE,
    {},
    () =>
      (client.server.geocoder.onSearch = () => {
        throw new OperatingError('SERVICE_UNAVAILABLE', 'Loading.');
      }),
  ],
  '503 of readiness': ['/health/ready', {}, () => (client.server.keys.now = () => 'fail')],
};

function nextMinute_s(): number {
  return (Math.floor(Date.now() / 60_000) + 1) * 60;
}

async function get(kind: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [target, options = {}, prepare] = KINDS[kind];
  const { geocoder, router, counter, keys } = client.server;
  const before = { search: geocoder.onSearch, route: router.onRoute, hit: counter.onHit, keys: keys.now };
  keys.known.set('geo_full', { ...keys.known.get('geo_good')!, id: 'full', rateLimit: 9 });
  prepare?.();
  const answer = await client.ask(target, { ...options, headers: { ...options.headers, ...headers } });
  geocoder.onSearch = before.search;
  router.onRoute = before.route;
  counter.onHit = before.hit;
  keys.now = before.keys;
  expect(answer.status).toBe(Number(kind.slice(0, 3)));
  return answer;
}

/**
 * Responses that count against the rate limit of a key. All others have the default limit, with nothing used.
 */
const COUNTED = [
  '200 of a search',
  '400 of a parameter',
  '403 scope',
  '404 of a route',
  '408',
  '429',
  '502',
  '503 of a search',
];

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it('keeps the request id of the client', async () => {
    const answer = await get(kind, { 'x-request-id': 'Client-1.2_3' });
    expect(answer.headers['x-request-id']).toBe('Client-1.2_3');
    if (answer.status >= 400 && kind !== '503 of readiness')
      expect(answer.body).toMatchObject({ error: { request_id: 'Client-1.2_3' } });
  });

  it('has a request id of its own otherwise', async () => {
    const [one, two] = [await get(kind), await get(kind)];
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
  });

  it('varies with the key and the page, for all of /v1', async () => {
    const { vary } = (await get(kind)).headers;
    if (KINDS[kind][0].startsWith('/v1/')) expect(vary).toBe('Authorization, Origin');
    else expect(vary ?? '').not.toContain('Authorization');
  });

  it('has the rate limit it belongs to', async () => {
    const { headers } = await get(kind);
    const [limit, remaining] = [
      Number(headers['x-ratelimit-limit']),
      Number(headers['x-ratelimit-remaining']),
    ];
    if (kind === '429') expect([limit, remaining]).toEqual([9, 0]);
    else if (COUNTED.includes(kind)) expect([limit, remaining < limit]).toEqual([1_000_000, true]);
    else expect([limit, remaining]).toEqual([55, 55]);
  });

  it('is cached as the contract says', async () => {
    const cached =
      { '200 of a search': 'private, max-age=60', '200 of a page': 'no-cache' }[kind] ?? 'no-store';
    expect((await get(kind)).headers['cache-control']).toBe(cached);
  });

  it('may be read by a page of another origin', async () => {
    const { headers } = await get(kind, { origin: 'https://a.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
  });

  it('has Retry-After, Allow and WWW-Authenticate where they belong, and nowhere else', async () => {
    const { headers, status } = await get(kind);
    expect(headers['retry-after'] !== undefined).toBe(status === 429 || status === 503);
    expect(headers['allow'] !== undefined).toBe(status === 405);
    expect(headers['www-authenticate'] !== undefined).toBe(status === 401);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('has every header that its description requires', async () => {
    const answer = await get(kind);
    if (answer.status === 204 || kind === '404 of a path') return;
    const path = KINDS[kind][0].split('?')[0];
    const { headers } = client.check.responseOf(path, answer.status);
    expect(Object.keys(headers).length).toBeGreaterThanOrEqual(4);
    for (const name of Object.keys(headers)) expect(answer.headers[name.toLowerCase()], name).toBeDefined();
  });
});

it.each(['', ' ', 'a b', 'a'.repeat(129), 'ä', 'a/b', 'a,b', '"a"', '{}', 'a:b'])(
  'makes a new request id instead of %j',
  async (sent) => {
    const { headers } = await client.ask('/health', { headers: { 'x-request-id': sent } });
    expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{16}$/);
  },
);

it.each(['a', 'a'.repeat(128), '0', '.', '-_-'])('keeps the request id %j', async (sent) => {
  expect((await client.ask('/health', { headers: { 'x-request-id': sent } })).headers['x-request-id']).toBe(
    sent,
  );
});
