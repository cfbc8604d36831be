import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import type { FoundRoute } from '../../src/sources/router.js';
import { Client } from './ask.js';
import { FakeGeocoder, FakeRouter, NEAREST, ROUTE, SQUARE } from './fakes.js';

/** What a client gets when a data source is slow, broken, loading, or answers nonsense: 408, 502, 503. */

let client: Client;
beforeAll(async () => {
  client = await Client.start({ requestTimeout_ms: 500 });
});
afterAll(() => client.stop());
afterEach(() => {
  const [geocoder, router] = [new FakeGeocoder(), new FakeRouter()];
  Object.assign(client.server.geocoder, { onSearch: geocoder.onSearch, onReverse: geocoder.onReverse });
  client.server.router.onRoute = router.onRoute;
  client.server.errors.length = 0;
});

const TARGETS = [
  '/v1/geocode?q=ab',
  '/v1/geocode?lat=47.9&lon=106.9',
  '/v1/route?origin=106.9,47.9&destination=106.91,47.92',
];

/** Makes every source behave the same. */
function sources(behaviour: (...args: never[]) => never | Promise<never>): void {
  Object.assign(client.server.geocoder, { onSearch: behaviour, onReverse: behaviour });
  client.server.router.onRoute = behaviour;
}

describe.each(TARGETS)('%s', (target) => {
  it('may be answered later', async () => {
    client.server.geocoder.onSearch = async () => [SQUARE];
    client.server.geocoder.onReverse = async () => NEAREST;
    client.server.router.onRoute = async () => ROUTE;
    expect((await client.ask(target)).status).toBe(200);
  });

  it('is a 408 when there is no answer in time, and the source is told to stop', async () => {
    let signal: AbortSignal | undefined;
    sources((...args: unknown[]) => {
      signal = args.find((arg) => arg instanceof AbortSignal);
      return new Promise<never>(() => undefined);
    });
    const error = await client.refusal(target);
    expect([error.status, error.code]).toEqual([408, 'REQUEST_TIMEOUT']);
    expect(signal!.aborted).toBe(true);
    // The next request has a signal of its own, which is not aborted.
    client.server.geocoder.onSearch = (_request, next) => (next!.aborted ? [] : [SQUARE]);
    expect((await client.ask(TARGETS[0])).body).toMatchObject({ count: 1 });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('secret: connection to 10.0.0.7 refused');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret: connection to 10.0.0.7 refused'))],
    ['rejects with nothing', () => Promise.reject(undefined as unknown as Error)],
    [
      'throws an error that is ours to give',
      () => {
        throw new OperatingError('INVALID_API_KEY', 'secret');
      },
    ],
  ])('is a 502 when the source %s, and the log has the cause', async (_what, behaviour) => {
    sources(behaviour);
    const error = await client.refusal(target);
    expect([error.status, error.code, error.details]).toEqual([502, 'UPSTREAM_ERROR', null]);
    expect(error.message).not.toContain('secret');
    if (_what !== 'rejects with nothing')
      expect(client.server.errors[0].fields).toMatchObject({
        request_id: error.request_id,
        key_id: 'good',
        code: 'UPSTREAM_ERROR',
      });
  });

  it('is a 503 with Retry-After while data is loading', async () => {
    sources(() => {
      throw new OperatingError('SERVICE_UNAVAILABLE', 'Loading.', { details: { reason: 'loading' } });
    });
    const error = await client.refusal(target);
    expect([error.status, error.code, error.details]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      { reason: 'loading' },
    ]);
    expect(error.headers['retry-after']).toBe('5');
    sources(() => Promise.reject(new OperatingError('SERVICE_UNAVAILABLE', 'Loading.')));
    expect((await client.refusal(target)).status).toBe(503);
  });

  it('is a 408 when the source says so itself', async () => {
    sources(() => {
      throw new OperatingError('REQUEST_TIMEOUT', 'The engine was too slow.');
    });
    expect((await client.refusal(target)).code).toBe('REQUEST_TIMEOUT');
  });
});

it('tells the source to stop when the client goes away', async () => {
  // Here the client goes first, however busy the machine is.
  const patient = await Client.start({ requestTimeout_ms: 600_000 });
  const req = request({
    host: '127.0.0.1',
    port: patient.server.port,
    path: '/v1/geocode?q=ab',
    headers: { authorization: 'Bearer geo_good' },
  });
  const aborted = new Promise<void>((resolve) => {
    patient.server.geocoder.onSearch = (_request, signal) => {
      signal!.addEventListener('abort', () => resolve());
      setImmediate(() => req.destroy());
      return new Promise(() => undefined);
    };
  });
  req.on('error', () => undefined);
  req.end();
  await aborted;
  await expect.poll(() => patient.server.lines().at(-1)).toMatchObject({ status: 499, key_id: 'good' });
  await patient.stop();
});

const nonsenseCases = async (
  target: string,
  values: unknown[],
  set: (value: unknown) => void,
): Promise<void> => {
  for (const value of values) {
    set(value);
    const error = await client.refusal(target);
    expect([error.status, error.code], `${JSON.stringify(value)} is nonsense`).toEqual([
      502,
      'UPSTREAM_ERROR',
    ]);
    set(Promise.resolve(value));
    expect((await client.refusal(target)).code).toBe('UPSTREAM_ERROR');
  }
};

describe('nonsense is a 502', () => {
  it('from a search', async () => {
    const broken: Partial<Record<keyof FoundPlace, unknown>>[] = [
      { latitude: NaN },
      { latitude: 90.1 },
      { longitude: Infinity },
      { longitude: -180.1 },
      { latitude: '47.9' },
      { id: undefined },
      { id: 7 },
      { name: null },
      { type: undefined },
      { address: 5 },
      { address: undefined },
      { matched_name: 7 },
      { match: 'nearly' },
      { left_out: ['байр'] },
      { match: 'exact', left_out: ['байр'] },
      { match: 'partial', left_out: 'байр' },
      { match: 'partial', left_out: [7] },
      { confidence: 1.01 },
      { confidence: '0.5' },
      { layer: 'toString' },
      { components: null },
      { components: { street: 7 } },
      { bbox: [1, 2, 3] },
      { bbox: [1, 2, 3, NaN] },
      { bbox: '1,2,3,4' },
    ];
    const values = [
      null,
      undefined,
      'text',
      {},
      [null],
      [undefined],
      [7],
      ...broken.map((part) => [SQUARE, { ...SQUARE, ...part }]),
    ];
    await nonsenseCases(
      TARGETS[0],
      values,
      (value) => (client.server.geocoder.onSearch = () => value as never),
    );
  });

  it('from a reverse lookup', async () => {
    const broken = [
      { distance_m: NaN },
      { distance_m: -1 },
      { distance_m: Infinity },
      { distance_m: undefined },
      { type: 'square' },
      { latitude: NaN },
    ];
    const values = [undefined, 'text', 7, [], ...broken.map((part) => ({ ...NEAREST, ...part }))];
    await nonsenseCases(
      TARGETS[1],
      values,
      (value) => (client.server.geocoder.onReverse = () => value as never),
    );
  });

  it('from the router', async () => {
    const broken: Partial<Record<keyof FoundRoute, unknown>>[] = [
      { kind: 'toString' },
      { kind: undefined },
      { distance_m: NaN },
      { distance_m: -1 },
      { duration_s: Infinity },
      { duration_s: undefined },
      { coordinates: [1, 2, 3, 4] },
      { coordinates: new Int32Array(0) },
      { coordinates: new Int32Array(2) },
      { coordinates: new Int32Array(5) },
      { coordinates: Int32Array.of(0, 0, 1_800_000_100, 0) },
      { coordinates: Int32Array.of(0, 0, 0, -900_000_100) },
      { origin: null },
      { destination: undefined },
      { origin: { ...ROUTE.origin, latitude: NaN } },
      { origin: { ...ROUTE.origin, longitude: 181 } },
      { destination: { ...ROUTE.destination, distance_m: NaN } },
      { destination: { ...ROUTE.destination, name: 5 } },
    ];
    const values = [null, undefined, 'text', 7, {}, ...broken.map((part) => ({ ...ROUTE, ...part }))];
    await nonsenseCases(TARGETS[2], values, (value) => (client.server.router.onRoute = () => value as never));
  });
});
