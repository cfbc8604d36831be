import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MapPage } from '../../src/sources/map-page.js';
import { startServer, type TestServer } from './server.js';

/** What the map page may ask without a key, and who else may not. */

const page: MapPage = {
  facts: () => ({ isSample: true, explainsSearches: true, explainsRoutes: true, examples: null }),
  roads: () => [],
} as unknown as MapPage;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mapAskLimit: 3, trustProxy: '127.0.0.0/8' }, { page });
});
afterAll(() => server.stop());

const SEARCH = '/map/ask/geocode?q=abc';
const OURS = { 'sec-fetch-site': 'same-origin' };

/** Each test has an address of its own, as each has a window of its own. */
function ask(path: string, address: string, headers: Record<string, string> = OURS): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { ...headers, 'x-forwarded-for': address } });
}

async function refusal(answer: Response): Promise<unknown> {
  const { error } = (await answer.json()) as { error: { code: string; details?: { reason?: string } } };
  return [answer.status, error.code, error.details?.reason];
}

describe('under /map/ask', () => {
  it('searches, reverse lookups and routes are answered as under /v1', async () => {
    for (const query of [
      'geocode?q=abc',
      'geocode?lat=47.9&lon=106.9',
      'route?origin=106.9,47.9&destination=106.91,47.91',
    ]) {
      const [own, keyed] = await Promise.all([
        ask(`/map/ask/${query}`, '192.0.2.1'),
        fetch(`${server.url}/v1/${query}`, { headers: { authorization: 'Bearer geo_good' } }),
      ]);
      expect([query, own.status]).toEqual([query, 200]);
      expect(await own.json()).toEqual(await keyed.json());
    }
  });

  it('others than our page are refused', async () => {
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      const headers: Record<string, string> = site === '' ? {} : { 'sec-fetch-site': site };
      expect(await refusal(await ask(SEARCH, '192.0.2.2', headers)), site).toEqual([
        ...[401, 'INVALID_API_KEY', 'not_same_origin'],
      ]);
    }
    expect(await refusal(await ask('/v1/geocode?q=abc', '192.0.2.2'))).toEqual([
      ...[401, 'INVALID_API_KEY', undefined],
    ]);
    expect((await ask('/map/explain/search?q=abc', '192.0.2.2')).status).toBe(401);
  });

  it('what counts as several there counts so here, whole or not at all', async () => {
    const points = (count: number): string =>
      Array.from({ length: count }, (_, i) => `106.9${i},47.9`).join(';');
    const matrix = (rows: number): Promise<Response> =>
      ask(`/map/ask/matrix?origins=${points(rows)}&destinations=${points(20)}`, '192.0.2.9');
    const left = async (answer: Promise<Response>): Promise<string | null> =>
      (await answer).headers.get('x-ratelimit-remaining');
    expect(await left(matrix(10))).toBe('1');
    const refused = await matrix(10);
    expect(refused.status).toBe(429);
    expect(await refusal(await matrix(20))).toEqual([400, 'INVALID_REQUEST', 'exceeds_limit']);
    expect(await left(ask(SEARCH, '192.0.2.9'))).toBe('0');
    const trace = Array.from({ length: 250 }, (_, i) => `106.9${String(i).padStart(3, '0')},47.9`).join(';');
    expect(await left(ask(`/map/ask/match?trace=${trace}`, '192.0.2.10'))).toBe('0');
  });

  it('each address has its own window, and each network of IPv6', async () => {
    const statuses = async (addresses: string[]): Promise<number[]> => {
      const all: number[] = [];
      for (const address of addresses) all.push((await ask(SEARCH, address)).status);
      return all;
    };
    expect(await statuses(Array<string>(4).fill('192.0.2.3'))).toEqual([200, 200, 200, 429]);
    expect(await statuses(['192.0.2.4'])).toEqual([200]);
    const network = ['2001:db8:1::1', '2001:db8:1::2', '2001:db8:1::3', '2001:db8:1::4'];
    expect(await statuses(network)).toEqual([200, 200, 200, 429]);
    expect(await statuses(['2001:db8:1:1::1'])).toEqual([200]);
    const last = await ask(SEARCH, '192.0.2.3');
    expect([last.headers.get('x-ratelimit-limit'), last.headers.get('x-ratelimit-remaining')]).toEqual([
      '3',
      '0',
    ]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal(last)).toEqual([429, 'RATE_LIMIT_EXCEEDED', undefined]);
  });

  it('parameters are checked', async () => {
    expect(await refusal(await ask('/map/ask/geocode?q=a', '192.0.2.5'))).toEqual([
      ...[400, 'INVALID_REQUEST', 'too_short'],
    ]);
  });
});

it('all addresses together have a window, which those that are over their own do not use up', async () => {
  const other = await startServer({ mapAskLimit: 2, mapAskTotal: 4, trustProxy: '127.0.0.0/8' }, { page });
  const answers: unknown[] = [];
  for (const address of ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map((name) => `2001:db8:${name}::1`)) {
    const headers = { ...OURS, 'x-forwarded-for': address };
    const answer = await fetch(`${other.url}${SEARCH}`, { headers });
    answers.push(answer.status === 200 ? 200 : await refusal(answer));
  }
  const [own, all] = [undefined, 'page_limit'].map((reason) => [429, 'RATE_LIMIT_EXCEEDED', reason]);
  expect(answers).toEqual([200, 200, own, own, 200, 200, all]);
  await other.stop();
});

it('is off by default, and the page is told', async () => {
  const about = async (url: string): Promise<unknown> =>
    ((await (await fetch(`${url}/map/about.json`)).json()) as { asks_without_key: boolean }).asks_without_key;
  expect(await about(server.url)).toBe(true);
  const other = await startServer({}, { page });
  expect(await about(other.url)).toBe(false);
  expect((await fetch(`${other.url}${SEARCH}`, { headers: OURS })).status).toBe(404);
  await other.stop();
});
