import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Gazarch, GazarchError } from '../../src/client/client.js';
import { allEndpoints } from '../../src/http/endpoints.js';
import { HTTP_DEFAULTS } from '../../src/http/core/settings.js';
import { SQUARE } from '../e2e/fakes.js';
import { startServer, type TestServer } from '../e2e/server.js';

/** `gazarch/client`: what it asks, how it waits, what it throws. */

let server: TestServer;
let client: Gazarch;
let searched: string[] = [];
beforeAll(async () => {
  server = await startServer();
  client = new Gazarch({ url: `${server.url}/`, key: 'geo_good' });
});
afterAll(() => server.stop());
beforeEach(() => {
  searched = [];
  server.geocoder.onSearch = ({ text }) => {
    searched.push(text);
    return [SQUARE];
  };
});

/** Answers with these, one after the other, and notes what was asked. */
function answering(...answers: [status: number, body: object, headers?: Record<string, string>][]): {
  asked: string[];
  fetch: typeof fetch;
} {
  const asked: string[] = [];
  const own = (async (url: string) => {
    const [status, body, headers] = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(url);
    return new Response(JSON.stringify(body), { status, headers: headers ?? {} });
  }) as unknown as typeof fetch;
  return { asked, fetch: own };
}

const LIMITED = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'used up', details: null } };

it('has a method for each endpoint', () => {
  const names = allEndpoints(HTTP_DEFAULTS)
    .filter(({ path, operation }) => operation !== null && /^\/(v1|health)/.test(path))
    .map(({ operation }) => operation!.operationId);
  for (const name of names) expect([name, typeof (client as any)[name]]).toEqual([name, 'function']);
});

it('asks each endpoint with points, lists and switches as the service reads them', async () => {
  const asked = answering([200, {}]);
  const own = new Gazarch({ url: 'http://x', key: 'k', fetch: asked.fetch });
  await own.geocode({ q: 'Дархан', near: [106.9, 47.9], type: ['cafe', 'bar'], limit: undefined });
  await own.route({
    origin: [1, 2],
    destination: '3,4',
    via: [
      [5, 6],
      [7, 8],
    ],
    steps: true,
  });
  await own.isochrone({ point: [1, 2], minutes: [5, 10] });
  await own.health();
  expect(asked.asked.map((url) => decodeURIComponent(url).replaceAll('+', ' '))).toEqual([
    'http://x/v1/geocode?q=Дархан&near=106.9,47.9&type=cafe,bar',
    'http://x/v1/route?origin=1,2&destination=3,4&via=5,6;7,8&steps=true',
    'http://x/v1/isochrone?point=1,2&minutes=5,10',
    'http://x/health',
  ]);
});

it('is answered by the service', async () => {
  expect(await client.geocode({ q: 'Сүхбаатар' })).toMatchObject({
    count: 1,
    results: [{ name: SQUARE.name }],
  });
  expect(await client.route({ origin: [106.9, 47.9], destination: [106.91, 47.9] })).toMatchObject({
    mode: 'driving',
  });
  expect(
    await client.matrix({
      origins: [
        [106.9, 47.9],
        [106.91, 47.9],
      ],
    }),
  ).toMatchObject({
    durations: [
      [0, 1],
      [2, 3],
    ],
  });
  expect(await client.isochrone({ point: [106.9, 47.9], minutes: 5 })).toMatchObject({ mode: 'driving' });
  expect(await client.health()).toEqual({ status: 'ok' });
  server.router.now = () => 'fail';
  server.geocoder.now = () => 'fail';
  expect(await client.ready()).toMatchObject({ status: 'unavailable' });
  server.router.now = server.geocoder.now = () => 'ok';
});

it('throws what the service says', async () => {
  const error = await client.geocode({ q: 'x' }).then(
    () => null,
    (cause: unknown) => cause as GazarchError,
  );
  expect(error).toBeInstanceOf(GazarchError);
  expect(error).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
    details: { field: 'q', reason: 'too_short' },
  });
  expect(error!.requestId).toMatch(/./);
  const page = answering([502, {}]);
  page.fetch = async () => new Response('<html>', { status: 502 });
  await expect(new Gazarch({ url: 'http://x', fetch: page.fetch }).health()).rejects.toMatchObject({
    status: 502,
    code: 'NO_ANSWER',
  });
  const away = new Gazarch({ url: 'http://127.0.0.1:1' });
  await expect(away.health()).rejects.toMatchObject({ status: 0, code: 'NO_CONNECTION' });
  await expect(new Gazarch({ url: server.url, key: 'no' }).geocode({ q: 'xx' })).rejects.toMatchObject({
    status: 401,
  });
});

it('waits as long as a full window says, and asks again', async () => {
  const once = answering([429, LIMITED, { 'retry-after': '0' }], [200, { count: 0 }]);
  expect(await new Gazarch({ url: 'http://x', fetch: once.fetch }).geocode({ q: 'xx' })).toEqual({
    count: 0,
  });
  expect(once.asked).toHaveLength(2);
  const always = answering([429, LIMITED, { 'retry-after': '0' }]);
  const given = new Gazarch({ url: 'http://x', fetch: always.fetch, retries: 3 });
  await expect(given.geocode({ q: 'xx' })).rejects.toMatchObject({ status: 429, retryAfter_s: 0 });
  expect(always.asked).toHaveLength(4);
});

it('asks a service again that is busy and says for how long', async () => {
  const overloaded = { error: { code: 'SERVICE_UNAVAILABLE', details: { reason: 'overloaded' } } };
  const once = answering([503, overloaded, { 'retry-after': '0' }], [200, { count: 0 }]);
  expect(await new Gazarch({ url: 'http://x', fetch: once.fetch }).geocode({ q: 'xx' })).toEqual({
    count: 0,
  });
  expect(once.asked).toHaveLength(2);
  const silent = answering([503, overloaded]);
  const given = new Gazarch({ url: 'http://x', fetch: silent.fetch });
  await expect(given.geocode({ q: 'xx' })).rejects.toMatchObject({ status: 503, retryAfter_s: null });
  expect(silent.asked).toHaveLength(1);
});

it('does not wait for a month, nor when it is told to stop', async () => {
  const month = answering([429, LIMITED, { 'retry-after': '1000000' }]);
  await expect(
    new Gazarch({ url: 'http://x', fetch: month.fetch }).geocode({ q: 'xx' }),
  ).rejects.toMatchObject({
    retryAfter_s: 1_000_000,
  });
  expect(month.asked).toHaveLength(1);
  const minute = answering([429, LIMITED, { 'retry-after': '59' }]);
  const stop = new AbortController();
  const waiting = new Gazarch({ url: 'http://x', fetch: minute.fetch }).geocode(
    { q: 'xx' },
    { signal: stop.signal },
  );
  setTimeout(() => stop.abort(), 20);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('searches for what was typed last', async () => {
  const search = client.searchAsTyped({ limit: 3, delay_ms: 30 });
  const found = await Promise.all(['Д', 'Да', 'Дар', 'Дархан'].map((text) => search(text)));
  expect(found.slice(0, 3)).toEqual([null, null, null]);
  expect(found[3]).toMatchObject({ count: 1 });
  expect(searched).toEqual(['Дархан']);
});

it('drops an answer that came too late', async () => {
  let answer: (places: (typeof SQUARE)[]) => void = () => undefined;
  server.geocoder.onSearch = ({ text }) => {
    searched.push(text);
    return text === 'first' ? new Promise((resolve) => (answer = resolve)) : [SQUARE];
  };
  const search = client.searchAsTyped({ delay_ms: 0 });
  const first = search('first');
  await expect.poll(() => searched).toEqual(['first']);
  const second = search('second');
  expect(await first).toBeNull();
  answer([SQUARE]);
  expect(await second).toMatchObject({ query: 'second' });
});
