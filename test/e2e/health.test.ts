import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/http/app.js';
import { Client } from './ask.js';

/**
 * GET /health and /health/ready: the specification, sections 4.3 and 4.4, and readiness by the states of
 * the parts.
 */

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());
afterEach(() => {
  const { keys, counter, geocoder, router } = client.server;
  for (const part of [keys, counter, geocoder, router]) part.now = () => 'ok';
});

it('is alive, with or without a key, whatever the data does', async () => {
  client.server.geocoder.now = client.server.router.now = () => 'loading';
  for (const token of [null, 'geo_good', 'geo_unknown']) {
    const answer = await client.ask('/health', { token });
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      { status: 'ok' },
      'no-store',
    ]);
  }
});

type Row = ['ok' | 'degraded' | 'fail', 'ok' | 'degraded', string, string, string, number];

it.each<Row>([
  // keys, rate limits, geocoding, routing, then the state and the HTTP status
  ['ok', 'ok', 'ok', 'ok', 'ok', 200],
  ['ok', 'ok', 'ok', 'not_configured', 'ok', 200],
  ['ok', 'ok', 'not_configured', 'ok', 'ok', 200],
  ['ok', 'degraded', 'ok', 'ok', 'degraded', 200],
  ['degraded', 'ok', 'ok', 'ok', 'degraded', 200],
  ['degraded', 'degraded', 'ok', 'not_configured', 'degraded', 200],
  // The newest dataset was refused; the one before it still answers.
  ['ok', 'ok', 'degraded', 'degraded', 'degraded', 200],
  ['ok', 'ok', 'degraded', 'loading', 'degraded', 200],
  ['fail', 'ok', 'ok', 'ok', 'unavailable', 503],
  // One that is away leaves the other answering.
  ['ok', 'ok', 'loading', 'ok', 'degraded', 200],
  ['ok', 'ok', 'ok', 'loading', 'degraded', 200],
  ['ok', 'ok', 'fail', 'ok', 'degraded', 200],
  ['ok', 'ok', 'ok', 'fail', 'degraded', 200],
  ['ok', 'ok', 'ok', 'partial', 'degraded', 200],
  ['ok', 'ok', 'not_configured', 'partial', 'degraded', 200],
  ['ok', 'ok', 'fail', 'loading', 'unavailable', 503],
  ['ok', 'ok', 'loading', 'loading', 'unavailable', 503],
  ['ok', 'ok', 'fail', 'not_configured', 'unavailable', 503],
  ['ok', 'ok', 'loading', 'not_configured', 'unavailable', 503],
  ['ok', 'ok', 'not_configured', 'not_configured', 'unavailable', 503],
  ['fail', 'degraded', 'loading', 'fail', 'unavailable', 503],
])(
  'keys %s, rate limits %s, geocoding %s, routing %s: %s with %i',
  async (keys, limits, geocoding, routing, status, http) => {
    client.server.keys.now = () => keys;
    client.server.counter.now = () => limits;
    client.server.geocoder.now = () => geocoding as 'ok';
    client.server.router.now = () => routing as 'ok';
    const answer = await client.ask('/health/ready', { token: null });
    const check = (state: string): string => (state === 'ok' || state === 'not_configured' ? state : 'fail');
    expect([answer.status, answer.headers['cache-control']]).toEqual([http, 'no-store']);
    expect(answer.body).toEqual({
      status,
      checks: {
        keys: check(keys),
        rate_limits: check(limits),
        geocoding: check(geocoding),
        routing: check(routing),
      },
    });
  },
);

describe('--require', () => {
  it.each([
    // what is required, geocoding, routing, then the HTTP status
    ['geocoding,routing', 'ok', 'ok', 200],
    ['geocoding,routing', 'ok', 'fail', 503],
    ['geocoding,routing', 'loading', 'ok', 503],
    ['geocoding,routing', 'degraded', 'degraded', 200],
    ['geocoding', 'ok', 'fail', 200],
    ['geocoding', 'fail', 'ok', 503],
    ['routing', 'fail', 'ok', 200],
    ['routing', 'ok', 'fail', 503],
    // One of several modes is away.
    ['routing', 'ok', 'partial', 503],
    ['routing', 'ok', 'degraded', 200],
  ] as const)('%s, geocoding %s, routing %s: %i', async (require, geocoding, routing, http) => {
    const strict = await Client.start({ require });
    strict.server.geocoder.now = () => geocoding;
    strict.server.router.now = () => routing;
    expect((await strict.ask('/health/ready', { token: null })).status).toBe(http);
    await strict.stop();
  });
});

it.each([
  ['starting', (app: App) => app.hold(true)],
  ['stopping', (app: App) => app.leave(600_000)],
] as const)('says that it is %s, whatever its parts say', async (what, begin) => {
  const own = await Client.start();
  begin(own.server.app);
  const answer = await own.ask('/health/ready', { token: null });
  const checks = { [what]: 'fail', keys: 'ok', rate_limits: 'ok', geocoding: 'ok', routing: 'ok' };
  expect([answer.status, answer.body]).toEqual([503, { status: 'unavailable', checks }]);
  own.server.app.hold(false);
  const isOver = what === 'starting';
  expect((await own.ask('/health/ready', { token: null })).status).toBe(isOver ? 200 : 503);
  await own.stop();
});

it('counts a part that cannot even tell its state as failed', async () => {
  client.server.router.now = () => {
    throw new Error('broken');
  };
  const answer = await client.ask('/health/ready', { token: null });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { status: 'degraded', checks: { routing: 'fail', keys: 'ok' } },
  ]);
});
