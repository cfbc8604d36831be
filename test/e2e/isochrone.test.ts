import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IsochroneRequest } from '../../src/sources/router.js';
import { Client } from './ask.js';
import { ROUTE } from './fakes.js';

/** GET /v1/isochrone: its parameters and its answer. */

let client: Client;
let asked: IsochroneRequest | null = null;
/** Positions of the only line of a step. */
let positions = 2;
beforeAll(async () => {
  client = await Client.start(
    {},
    {
      router: {
        route: () => ROUTE,
        isochrone: (request) => {
          asked = request;
          if (request.mode === 'walking')
            return { kind: 'origin_not_on_network', nearestRoad_m: 1_234.56, limit_m: 1_000 };
          return {
            kind: 'isochrone',
            point: ROUTE.origin,
            steps: request.limits.map((limit) => ({
              limit,
              geometry: {
                type: 'MultiLineString',
                coordinates: lines(),
              },
              tolerance_m: 0,
            })),
          };
        },
        state: () => 'ok',
      },
    },
  );
});
afterAll(() => client.stop());

/** Of two positions each, as they lie one behind the other. */
function lines(): Int32Array[] {
  return Array.from({ length: positions / 2 }, (_, i) =>
    Int32Array.of(1_069_000_010 + 100 * i, 479_000_000, 1_069_100_000 + 100 * i, 479_123_450),
  );
}

const POINT = 'point=106.9175,47.9181';

it('answers with a feature for each of the minutes', async () => {
  const { status, body } = await client.ask(`/v1/isochrone?${POINT}&minutes=5,10&direction=to&format=lines`);
  expect(status).toBe(200);
  expect(asked).toEqual({
    ...{ point: [106.9175, 47.9181], mode: 'driving', limits: [5, 10], unit: 'minutes', direction: 'to' },
    ...{ format: 'lines', around_m: 250 },
  });
  expect(body).toMatchObject({
    type: 'FeatureCollection',
    features: [
      { properties: { minutes: 5, direction: 'to' }, geometry: { type: 'MultiLineString' } },
      { properties: { minutes: 10 } },
    ],
  });
});

it('counts meters, too', async () => {
  const { status, body } = await client.ask(`/v1/isochrone?${POINT}&meters=500,16000`);
  expect(status).toBe(200);
  expect(asked).toMatchObject({ limits: [500, 16_000], unit: 'meters' });
  const features = (body as { features: { properties: object }[] }).features;
  expect(features.map(({ properties }) => Object.keys(properties)[0])).toEqual(['meters', 'meters']);
});

it('says how far the nearest road is', async () => {
  const refused = await client.refusal(`/v1/isochrone?${POINT}&minutes=5&mode=walking`);
  expect(refused).toMatchObject({
    status: 404,
    details: { reason: 'origin_not_on_network', nearest_road_meters: 1_234.6, limit_meters: 1_000 },
  });
});

it.each([
  ['minutes=5', 'point', 'missing'],
  [POINT, 'minutes', 'missing'],
  [`${POINT}&minutes=61`, 'minutes', 'out_of_range'],
  [`${POINT}&meters=0`, 'meters', 'out_of_range'],
  [`${POINT}&meters=60001`, 'meters', 'out_of_range'],
  [`${POINT}&meters=500&minutes=5`, 'meters', 'conflicting_modes'],
  [`${POINT}&minutes=5,x`, 'minutes', 'not_an_integer'],
  [`${POINT}&minutes=10,5`, 'minutes', 'not_ascending'],
  [`${POINT}&minutes=1,2,3,4,5,6,7`, 'minutes', 'too_many'],
  [`${POINT}&minutes=5&direction=up`, 'direction', 'unknown_value'],
  [`${POINT}&minutes=5&format=svg`, 'format', 'unknown_value'],
])('refuses %s', async (query, field, reason) => {
  const refused = await client.refusal(`/v1/isochrone?${query}`);
  expect(refused).toMatchObject({ status: 400, details: { field, reason } });
});

it.each([
  ['minutes=5', 2],
  ['minutes=10,20,30', 8],
  ['minutes=60&format=lines', 4],
  ['meters=2500,5000,7500,10000,12500,15000', 12],
  ['meters=60000', 5],
])('counts each step of %s: %i', async (query, requests) => {
  const left = async (target: string): Promise<number> =>
    Number((await client.ask(target)).headers['x-ratelimit-remaining']);
  const before = await left('/v1/geocode?q=a');
  expect(before - (await left(`/v1/isochrone?${POINT}&${query}`))).toBe(requests);
});

it('writes a large answer while it is sent, byte for byte as a small one', async () => {
  positions = 120_000;
  const { status, headers, text } = await client.ask(`/v1/isochrone?${POINT}&minutes=5,10&format=lines`);
  const written = lines().map((line) => [
    [line[0] / 1e7, line[1] / 1e7],
    [line[2] / 1e7, line[3] / 1e7],
  ]);
  positions = 2;
  expect(status).toBe(200);
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  expect(text.length).toBeGreaterThan(4_000_000);
  const { features } = JSON.parse(text) as { features: { geometry: { coordinates: unknown } }[] };
  // As texts: to compare so many arrays takes seconds.
  expect(
    features.map(({ geometry }) => JSON.stringify(geometry.coordinates) === JSON.stringify(written)),
  ).toEqual([true, true]);
});

it('refuses an answer above 8 MiB before its first byte, and counts it', async () => {
  positions = 260_000;
  const refused = await client.refusal(`/v1/isochrone?${POINT}&minutes=20,40&format=lines`);
  positions = 2;
  expect(refused).toMatchObject({
    status: 400,
    details: { field: 'minutes', reason: 'too_large', limit_bytes: 8_388_608 },
  });
});
