import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, type Answer } from './ask.js';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer } from './server.js';

/** A response in one write is what Node itself would have sent; a connection that ends takes Node's way, so both can be asked for. */

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

async function answer(target: string, headers: string): Promise<Answer> {
  const bytes = `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-ID: same\r\n${headers}\r\n`;
  return parseResponses(await exchangeBytes(client.server.port, [bytes], { quiet_ms: 30 }))[0];
}

const KEY = 'Authorization: Bearer geo_good\r\n';

it.each([
  ['/v1/geocode?q=ab', KEY],
  ['/v1/geocode?lat=1&lon=2', KEY],
  ['/v1/route?origin=1,1&destination=1,1', KEY],
  ['/v1/geocode', KEY],
  ['/v1/geocode?q=ab', ''],
  ['/nothing', ''],
  ['/health', ''],
  ['/health/ready', ''],
])('%s %j has the same headers and body either way', async (target, key) => {
  const whole = await answer(target, key);
  const nodes = await answer(target, `${key}Connection: close\r\n`);
  expect([whole.status, whole.text]).toEqual([nodes.status, nodes.text]);
  const own = new Set(['connection', 'keep-alive', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
  const rest = ({ headers }: Answer): object => Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
  expect(rest(whole)).toEqual(rest(nodes));
  expect([whole.headers.connection, whole.headers['keep-alive']]).toEqual(['keep-alive', 'timeout=65']);
  expect(nodes.headers.connection).toBe('close');
  expect(Math.abs(Date.parse(whole.headers.date!) - Date.now())).toBeLessThan(3000);
});

it('waits for its turn behind a slower response', async () => {
  const before = client.server.geocoder.onSearch;
  client.server.geocoder.onSearch = () => new Promise((resolve) => setTimeout(() => resolve([]), 30));
  const one = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
  const bytes = await exchangeBytes(client.server.port, [one('/v1/geocode?q=ab') + one('/health') + one('/v1/geocode?lat=1&lon=2')], { quiet_ms: 100 });
  expect(parseResponses(bytes).map(({ body }) => body)).toMatchObject([{ query: 'ab' }, { status: 'ok' }, { query: '1,2' }]);
  client.server.geocoder.onSearch = before;
});

it.each(['', 'a\r\nSet-Cookie: x', 'a b', 'ä', 'x'.repeat(201)])('takes no origin that could end a header: %j', async (corsOrigin) => {
  await expect(startServer({ corsOrigin })).rejects.toThrow('CORS origin');
});
