import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageCells } from '../../src/usage/usage-cells.js';
import { UsageCounter } from '../../src/usage/usage-counter.js';
import { UsedUpQuotas } from '../../src/usage/used-up.js';
import { Client } from './ask.js';
import { fakeKey } from './fakes.js';

/** Monthly quotas, and what is kept of requests that were not answered with a result. */

const GEOCODE = '/v1/geocode?q=ab';
const ROUTE = '/v1/route?origin=106.9,47.9&destination=106.91,47.92';

const usedUp = new UsedUpQuotas();
const usage = new UsageCounter();
let client: Client;
beforeAll(async () => {
  client = await Client.start({}, { usedUp, usage });
});
afterAll(() => client.stop());

describe('a monthly quota', () => {
  it('that is used up is a 429 with its reason and the time until the next month', async () => {
    const ends_ms = Date.now() + 86_400_000;
    client.server.keys.known.set('geo_quota', fakeKey('quota', { rateLimit: 9, endpoints: ['geocode'] }));
    client.server.keys.known.set('geo_project', fakeKey('member', { projectId: 'prj_1' }));
    usedUp.set(['quota', 'prj_1'], ends_ms);
    for (const headers of [{}, { te: 'trailers' }]) {
      const before_ms = Date.now();
      const refused = await client.refusal(GEOCODE, { token: 'geo_quota', headers });
      expect([refused.status, refused.code, refused.details]).toEqual([
        429,
        'RATE_LIMIT_EXCEEDED',
        { reason: 'monthly_quota' },
      ]);
      const wait_s = Number(refused.headers['retry-after']);
      expect(wait_s).toBeGreaterThanOrEqual(Math.floor((ends_ms - Date.now()) / 1_000));
      expect(wait_s).toBeLessThanOrEqual(Math.ceil((ends_ms - before_ms) / 1_000));
      expect(refused.headers['x-ratelimit-limit']).toBe('9');
      expect(refused.headers['x-ratelimit-remaining']).toBe('0');
    }
    // Before the scope, and behind the key.
    expect((await client.refusal(ROUTE, { token: 'geo_quota' })).status).toBe(429);
    expect((await client.refusal(GEOCODE, { token: 'geo_project' })).status).toBe(429);
    expect((await client.ask(GEOCODE, { token: 'geo_good' })).status).toBe(200);
    usedUp.set([], ends_ms);
    const free = await client.ask(GEOCODE, { token: 'geo_quota' });
    // What was refused for the month counted in the minute.
    expect([free.status, free.headers['x-ratelimit-remaining']]).toEqual([200, '5']);
  });
});

it('counts a matrix for usage and quotas as often as for the limit', async () => {
  client.server.keys.known.set('geo_fleet', fakeKey('fleet', { rateLimit: 50, endpoints: ['matrix'] }));
  const counted = (): number => {
    const cells = new UsageCells(0);
    for (const minute of usage.take()) cells.addAll(minute);
    return cells.requests;
  };
  counted();
  const points = Array.from({ length: 16 }, (_, i) => `106.9${i},47.9`).join(';');
  const answer = await client.ask(`/v1/matrix?origins=${points}`, { token: 'geo_fleet' });
  expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '47']);
  expect(counted()).toBe(3);
});

describe('errors', () => {
  it('are kept by key and request id, with code, reason and field, and without the query', async () => {
    usage.errors.take();
    const before_ms = Date.now();
    const ask = (target: string, token: string | null, id: string): Promise<unknown> =>
      client.ask(target, { token, headers: { 'x-request-id': id } });
    await ask(GEOCODE, 'geo_good', 'fine');
    await ask('/v1/geocode?q=', 'geo_good', 'empty');
    await ask('/v1/%67eocode?q=secret-street&limit=x', 'geo_good', 'limit');
    await ask(ROUTE, 'geo_geocode', 'scope');
    await ask(GEOCODE, 'geo_expired', 'expired');
    await ask(GEOCODE, 'geo_unknown', 'unknown');
    await ask('/nothing', null, 'nothing');
    const errors = usage.errors.take();
    expect(
      errors.map(({ requestId, keyId, endpoint, status, code, reason, field }) => [
        ...[requestId, keyId, endpoint, status, code, reason, field],
      ]),
    ).toEqual([
      ['empty', 'good', 'geocode', 400, 'INVALID_REQUEST', expect.any(String), 'q'],
      ['limit', 'good', 'geocode', 400, 'INVALID_REQUEST', 'not_an_integer', 'limit'],
      ['scope', 'geocode', 'route', 403, 'ENDPOINT_NOT_ALLOWED', null, null],
      ['expired', 'expired', 'geocode', 401, 'INVALID_API_KEY', 'expired', null],
      ['unknown', '', 'geocode', 401, 'INVALID_API_KEY', null, null],
      ['nothing', '', 'other', 404, 'NOT_FOUND', 'unknown_path', null],
    ]);
    expect(JSON.stringify(errors)).not.toContain('secret');
    for (const { time_ms } of errors) {
      expect(time_ms).toBeGreaterThanOrEqual(before_ms);
      expect(time_ms).toBeLessThanOrEqual(Date.now());
    }
  });
});
