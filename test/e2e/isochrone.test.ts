import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IsochroneRequest } from '../../src/sources/router.js';
import { Client } from './ask.js';
import { ROUTE } from './fakes.js';

/** GET /v1/isochrone: its parameters and its answer. */

let client: Client;
let asked: IsochroneRequest | null = null;
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
                coordinates: [
                  [
                    [106.9, 47.9],
                    [106.91, 47.9],
                  ],
                ],
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
