import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryWindowCounter } from '../../src/limits/memory-window-counter.js';
import type { NewReport } from '../../src/reports/map-reports.js';
import type { MapPage } from '../../src/sources/map-page.js';
import { startServer, type TestServer } from './server.js';

/** What people say is wrong on the map: taken from our page only, and seldom. */

const page: MapPage = {
  facts: () => ({ isSample: true, explainsSearches: true, explainsRoutes: true, examples: null }),
  roads: () => [],
} as unknown as MapPage;

let kept: NewReport[] = [];
/** Null: the database is away. */
let hasRoom: boolean | null = true;
const reports = {
  add: (report: NewReport): Promise<boolean> => {
    if (hasRoom === null) return Promise.reject(new Error('it is away'));
    kept.push(report);
    return Promise.resolve(hasRoom);
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ trustProxy: '127.0.0.0/8' }, { page, reports });
});
afterAll(() => server.stop());
beforeEach(() => {
  kept = [];
  hasRoom = true;
});

/** The part of the description that is read here. */
interface Described {
  paths: Record<string, { post: Post }>;
}
interface Post {
  responses: object;
  requestBody: { content: Record<string, { schema: { $ref: string }; example: unknown }> };
}

const GOOD = { kind: 'road', text: ' Гүүр\u0000 эвдэрсэн ', longitude: 106.9, latitude: 47.9 };

/** Each test has an address of its own, as each has a window of its own. */
function send(report: unknown, address: string, site = 'same-origin', url = server.url): Promise<Response> {
  return fetch(`${url}/map/report`, {
    method: 'POST',
    headers: { 'sec-fetch-site': site, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: typeof report === 'string' ? report : JSON.stringify(report),
  });
}

async function refusal(answer: Response): Promise<unknown[]> {
  const { error } = (await answer.json()) as {
    error: { code: string; details?: { field?: string; reason?: string } };
  };
  return [answer.status, error.details?.field, error.details?.reason];
}

describe('a report', () => {
  it('is kept as it was sent, without what nobody sees, and says nothing of who sent it', async () => {
    const more = { place_id: 'osm:way:1', place_name: '<b>', asked: '#q=a', address: '192.0.2.1', id: 7 };
    const answer = await send({ ...GOOD, ...more }, '192.0.2.1');
    expect([answer.status, await answer.json()]).toEqual([200, { kept: true }]);
    expect((await send({ ...GOOD, kind: 'place' }, '192.0.2.1')).status).toBe(200);
    const said = { text: 'Гүүр эвдэрсэн', longitude: 106.9, latitude: 47.9 };
    expect(kept).toEqual([
      { ...said, kind: 'road', place_id: 'osm:way:1', place_name: '<b>', asked: '#q=a' },
      { ...said, kind: 'place', place_id: null, place_name: null, asked: '' },
    ]);
    expect(server.logText()).not.toContain('эвдэрсэн');
  });

  it('is refused when it is from elsewhere, or asked for with GET', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await refusal(await send(GOOD, '192.0.2.2', site))).toEqual([401, undefined, 'not_same_origin']);
    const got = await fetch(`${server.url}/map/report`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(got.status).toBe(405);
    expect(kept).toEqual([]);
  });

  it.each([
    ['body', 'bad_format', 'no JSON'],
    ['body', 'bad_format', 'null'],
    ['kind', 'unknown', { ...GOOD, kind: 'rude' }],
    ['text', 'missing', { ...GOOD, text: ' \n ' }],
    ['text', 'too_long', { ...GOOD, text: 'а'.repeat(501) }],
    ['text', 'bad_format', { ...GOOD, text: 7 }],
    ['longitude', 'out_of_range', { ...GOOD, longitude: 181 }],
    ['latitude', 'out_of_range', { ...GOOD, latitude: '47' }],
    ['asked', 'bad_format', { ...GOOD, asked: 'javascript:alert(1)' }],
    ['place_name', 'too_long', { ...GOOD, place_name: 'a'.repeat(201) }],
  ])('with a wrong %s (%s) is refused', async (field, reason, report) => {
    const address = `192.0.2.${100 + [...field, ...reason].length}`;
    expect(await refusal(await send(report, address))).toEqual([400, field, reason]);
    expect(kept).toEqual([]);
  });

  it('is not kept when there are too many, or the database is away', async () => {
    hasRoom = false;
    expect(await refusal(await send(GOOD, '192.0.2.4'))).toEqual([503, undefined, 'reports_full']);
    hasRoom = null;
    expect(await refusal(await send(GOOD, '192.0.2.4'))).toEqual([503, undefined, undefined]);
    expect(server.errors.map(({ fields }) => String(fields['err']))).toEqual(['Error: it is away']);
  });

  it('comes three times a minute from an address, and 20 times from all', async () => {
    const other = await startServer({ trustProxy: '127.0.0.0/8' }, { page, reports });
    // All in one minute, however long the machine takes.
    const windows = new MemoryWindowCounter();
    other.counter.onHit = (asked, _, requests) => windows.hit(asked, 0, requests);
    const statuses: number[] = [];
    const sent = [...Array<number>(4).fill(1), ...Array.from({ length: 19 }, (_, i) => 10 + i)];
    for (const last of sent)
      statuses.push((await send(GOOD, `198.51.100.${last}`, 'same-origin', other.url)).status);
    expect(statuses).toEqual([200, 200, 200, 429, ...Array<number>(17).fill(200), 429, 429]);
    await other.stop();
  });

  it('is described where it is taken, as it is taken', async () => {
    const off = await startServer({}, { page });
    const described = async (url: string) => (await (await fetch(`${url}/openapi.json`)).json()) as Described;
    expect((await described(off.url)).paths['/map/report']).toBeUndefined();
    await off.stop();
    const document = await described(server.url);
    const { post } = document.paths['/map/report'];
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '503']));
    const { schema, example } = post.requestBody.content['application/json'];
    expect(schema.$ref).toBe('#/components/schemas/MapReport');
    const ajv = new Ajv2020({ strict: false }).addSchema(document, 'openapi');
    const fits = ajv.compile({ $ref: `openapi${schema.$ref}` });
    const wrong = [
      { ...GOOD, kind: 'rude' },
      { ...GOOD, text: 'а'.repeat(501) },
      { ...GOOD, latitude: '47' },
    ];
    expect([example, GOOD, ...wrong].map((one) => fits(one))).toEqual([true, true, false, false, false]);
    expect((await send(example, '192.0.2.6')).status).toBe(200);
  });

  it('is asked for where somebody wants it, and nowhere else', async () => {
    const off = await startServer({}, { page });
    const asks = async (url: string): Promise<unknown> =>
      ((await (await fetch(`${url}/map/about.json`)).json()) as Record<string, unknown>)['takes_reports'];
    expect([await asks(server.url), await asks(off.url)]).toEqual([true, false]);
    expect((await send(GOOD, '192.0.2.5', 'same-origin', off.url)).status).toBe(404);
    await off.stop();
  });
});
