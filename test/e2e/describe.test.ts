import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NearestPlace, ReverseRequest } from '../../src/sources/geocoder.js';
import { Client } from './ask.js';
import { FakeGeocoder, NEAREST } from './fakes.js';

/** `describe=true` of /v1/geocode: the parameter, and how a description is written. */

let client: Client;
const geocoder = new FakeGeocoder();
let asked: ReverseRequest[] = [];
const DESCRIBED: NearestPlace = {
  ...NEAREST,
  description: {
    text: 'Номингоос хойш 120 м',
    landmarks: [
      {
        ...{ id: 'osm:node:1', name: 'Номин', type: 'supermarket', longitude: 106.9, latitude: 47.9 },
        ...{ direction: 'north', distance_m: 117.26 },
      },
    ],
    plus_code: '8PV8WW99+52',
  },
};
beforeAll(async () => {
  client = await Client.start({}, { geocoder });
});
afterAll(() => client.stop());
beforeEach(() => {
  asked = [];
  geocoder.onReverse = (request) => {
    asked.push(request);
    return request.describe === true ? DESCRIBED : NEAREST;
  };
});

const POINT = 'lat=47.9187&lon=106.9177';

it('adds the description only when it is asked for', async () => {
  const { body } = await client.ask(`/v1/geocode?${POINT}&describe=true&lang=en`);
  expect(asked).toEqual([{ longitude: 106.9177, latitude: 47.9187, lang: 'en', describe: true }]);
  const [place] = (body as { results: { description?: unknown }[] }).results;
  expect(place.description).toEqual({
    text: 'Номингоос хойш 120 м',
    landmarks: [
      {
        ...{ id: 'osm:node:1', name: 'Номин', type: 'supermarket', longitude: 106.9, latitude: 47.9 },
        ...{ direction: 'north', distance_meters: 117.3 },
      },
    ],
    plus_code: '8PV8WW99+52',
  });
  for (const other of ['', '&describe=false', '&lang=en']) {
    const answer = await client.ask(`/v1/geocode?${POINT}${other}`);
    expect((answer.body as { results: object[] }).results[0]).not.toHaveProperty('description');
  }
});

it('describes a point that is typed as a text', async () => {
  const { body } = await client.ask('/v1/geocode?q=47.9187,106.9177&describe=true');
  expect(asked).toEqual([{ longitude: 106.9177, latitude: 47.9187, describe: true }]);
  expect((body as { results: object[] }).results[0]).toHaveProperty('description');
});

it('is checked, and has no effect, when a name is searched', async () => {
  expect((await client.ask('/v1/geocode?q=nomin&describe=true')).status).toBe(200);
  for (const query of ['q=nomin', POINT])
    expect(await client.refusal(`/v1/geocode?${query}&describe=yes`)).toMatchObject({
      status: 400,
      details: { field: 'describe', reason: 'unknown_value' },
    });
  expect(await client.refusal(`/v1/geocode?${POINT}&describe=true&describe=true`)).toMatchObject({
    details: { field: 'describe', reason: 'repeated' },
  });
});

it('does not send landmarks that are nowhere', async () => {
  const [landmark] = DESCRIBED.description!.landmarks;
  for (const wrong of [{ latitude: 100 }, { distance_m: -1 }]) {
    const description = { ...DESCRIBED.description!, landmarks: [{ ...landmark, ...wrong }] };
    geocoder.onReverse = () => ({ ...DESCRIBED, description });
    expect(await client.refusal(`/v1/geocode?${POINT}&describe=true`)).toMatchObject({ status: 502 });
  }
});
