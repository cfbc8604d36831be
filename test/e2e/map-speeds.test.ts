import { afterEach, expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import type { MapPage, ShownSpeeds } from '../../src/sources/map-page.js';
import { startServer, type TestServer } from './server.js';

/** Who may see on the map what was learned of speeds. */

const SHOWN: ShownSpeeds = {
  slots: ['night', 'day'],
  slot: 'day',
  roads: [
    {
      along: 2,
      against: null,
      lines: [
        [
          [106.9123456, 47.9],
          [106.92, 47.91],
        ],
      ],
    },
  ],
};
const page = {
  facts: () => ({
    isSample: false,
    explainsSearches: true,
    explainsRoutes: true,
    hasSpeeds: true,
    examples: null,
  }),
  roads: () => [],
  speeds: (slot: string | null) => {
    if (slot === null || slot === 'day') return SHOWN;
    throw new OperatingError('INVALID_REQUEST', 'slot must be one of night, day.', {
      details: { field: 'slot', reason: 'unknown_value' },
    });
  },
} as unknown as MapPage;

let server: TestServer;
afterEach(() => server.stop());

const PATH = '/map/speeds.geojson';

async function statusOf(key: string | null, path = PATH): Promise<number> {
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  return (await fetch(`${server.url}${path}`, { headers })).status;
}

async function said(): Promise<unknown> {
  const about = await fetch(`${server.url}/map/about.json`);
  return ((await about.json()) as { speeds: unknown }).speeds;
}

it('shows them to nobody unless the operator says so', async () => {
  server = await startServer({}, { page });
  expect([await said(), await statusOf(null), await statusOf('geo_route')]).toEqual(['off', 404, 404]);
});

it('shows them to keys for routes, and to no others', async () => {
  server = await startServer({ mapSpeeds: 'keys', mapAskLimit: 60 }, { page });
  expect(await said()).toBe('keys');
  const statuses = [null, 'geo_unknown', 'geo_geocode', 'geo_route'].map((key) => statusOf(key));
  expect(await Promise.all(statuses)).toEqual([401, 401, 403, 200]);
  // Nor does the page that asks without a key.
  const headers = { 'sec-fetch-site': 'same-origin' };
  expect((await fetch(`${server.url}${PATH}`, { headers })).status).toBe(401);
  expect((await fetch(`${server.url}/map/ask/speeds.geojson`, { headers })).status).toBe(404);
});

it('shows them to all where the operator says so: levels and lines, and nothing else', async () => {
  server = await startServer({ mapSpeeds: 'all' }, { page });
  const answer = await fetch(`${server.url}${PATH}?slot=day`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toEqual({
    ...{ type: 'FeatureCollection', slots: ['night', 'day'], slot: 'day' },
    features: [
      {
        type: 'Feature',
        properties: { along: 2, against: null },
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [106.91235, 47.9],
              [106.92, 47.91],
            ],
          ],
        },
      },
    ],
  });
  const refused = await fetch(`${server.url}${PATH}?slot=noon`);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { code: 'INVALID_REQUEST', details: { field: 'slot', reason: 'unknown_value' } } },
  ]);
});
