import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Client } from './ask.js';
import { SQUARE } from './fakes.js';
import { exchangeBytes, parseResponses } from './raw.js';

/** A source with an edition is asked once for each target; all else about a request is as ever. */

let client: Client;
let searches = 0;
let edition: number | null = 1;
let name = 'first';

beforeAll(async () => {
  client = await Client.start();
  const { geocoder } = client.server;
  geocoder.onSearch = ({ limit }) => {
    searches++;
    return Array.from({ length: Math.min(limit, 3) }, (_, i) =>
      Object.freeze({ ...SQUARE, id: `osm:way:${i}`, name }),
    );
  };
  Object.assign(geocoder, { edition: () => edition });
});
afterAll(() => client.stop());
beforeEach(() => {
  searches = 0;
  edition = (edition ?? 0) + 1;
  name = 'first';
});

const TARGET = '/v1/geocode?q=%D1%82%D0%B0%D0%BB%D0%B1%D0%B0%D0%B9&limit=3';

it('is asked once for each target, and gives the same answer to each', async () => {
  const first = await client.ask(TARGET);
  expect(first.body).toMatchObject({
    query: 'талбай',
    count: 3,
    results: [{ id: 'osm:way:0', name: 'first' }, { id: 'osm:way:1' }, { id: 'osm:way:2' }],
  });
  for (let i = 0; i < 3; i++) expect((await client.ask(TARGET)).text).toBe(first.text);
  expect(searches).toBe(1);
  expect((await client.ask(TARGET.replace('limit=3', 'limit=2'))).body).toMatchObject({ count: 2 });
  expect((await client.ask(TARGET.replace('%D1', '%d1'))).text).toBe(first.text);
  expect(searches).toBe(3);
});

it('answers a request that is no plain one from the same memory', async () => {
  const first = await client.ask(TARGET);
  expect((await client.ask(TARGET, { headers: { te: 'trailers' } })).text).toBe(first.text);
  const [whole, bare] = [`http://localhost${TARGET}`, TARGET].map(
    (target) =>
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\nConnection: close\r\n\r\n`,
  );
  for (const bytes of [whole, bare])
    expect(parseResponses(await exchangeBytes(client.server.port, [bytes])).map(({ text }) => text)).toEqual([
      first.text,
    ]);
  expect(searches).toBeLessThanOrEqual(2);
  const head = await client.ask(TARGET, { method: 'HEAD' });
  expect(head.headers['content-length']).toBe(first.headers['content-length']);
});

it('forgets all of it with the data', async () => {
  await client.ask(TARGET);
  name = 'second';
  expect((await client.ask(TARGET)).body).toMatchObject({ results: [{ name: 'first' }, {}, {}] });
  edition = edition! + 1;
  expect((await client.ask(TARGET)).body).toMatchObject({ results: [{ name: 'second' }, {}, {}] });
  edition = null;
  name = 'third';
  expect((await client.ask(TARGET)).body).toMatchObject({ results: [{ name: 'third' }, {}, {}] });
  edition = 1000;
});

it('still checks the key, counts the request, and knows its limits', async () => {
  await client.ask(TARGET);
  expect(await client.refusal(TARGET, { token: null })).toMatchObject({ status: 401 });
  expect(await client.refusal(TARGET, { token: 'geo_unknown' })).toMatchObject({
    status: 401,
    code: 'INVALID_API_KEY',
  });
  expect(await client.refusal(TARGET, { token: 'geo_route' })).toMatchObject({
    status: 403,
    code: 'ENDPOINT_NOT_ALLOWED',
  });
  const remaining: (string | undefined)[] = [];
  for (let i = 0; i < 3; i++)
    remaining.push(
      (await client.ask(TARGET, { token: 'geo_three' })).headers['x-ratelimit-remaining'] as string,
    );
  expect(remaining).toEqual(['2', '1', '0']);
  expect(await client.refusal(TARGET, { token: 'geo_three' })).toMatchObject({ status: 429 });
  expect(searches).toBe(1);
});

it('leaves an answer alone that a slow source gives when the data have changed meanwhile', async () => {
  let answer: ((places: readonly (typeof SQUARE)[]) => void) | null = null;
  const { geocoder } = client.server;
  const before = geocoder.onSearch;
  geocoder.onSearch = () => new Promise((resolve) => (answer = resolve));
  const old = client.ask(TARGET);
  await expect.poll(() => answer).not.toBe(null);
  edition = edition! + 1;
  answer!([Object.freeze({ ...SQUARE, name: 'old' })]);
  expect((await old).body).toMatchObject({ results: [{ name: 'old' }] });
  geocoder.onSearch = before;
  expect((await client.ask(TARGET)).body).toMatchObject({ results: [{ name: 'first' }, {}, {}] });
});
