import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from './ask.js';
import { FakeGeocoder, KNOWN, SQUARE } from './fakes.js';

/** GET /v1/places: its parameters and its answer. */

let client: Client;
const geocoder = new FakeGeocoder();
beforeAll(async () => {
  client = await Client.start({}, { geocoder });
});
afterAll(() => client.stop());

it('answers with all that is known of a place', async () => {
  const { status, body } = await client.ask(`/v1/places?id=${SQUARE.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    place: {
      ...KNOWN,
      links: {
        openstreetmap: 'https://www.openstreetmap.org/way/1',
        edit: 'https://www.openstreetmap.org/edit?way=1',
      },
    },
  });
});

it('hands on the id as it was sent, and the language', async () => {
  const asked: unknown[] = [];
  geocoder.onPlace = (request) => {
    asked.push(request);
    return { ...KNOWN, id: request.id };
  };
  const own = 'geojson:салбар банк:7 а/б';
  const { body } = await client.ask(`/v1/places?id=${encodeURIComponent(own)}&lang=en`);
  expect(asked).toEqual([{ id: own, lang: 'en' }]);
  expect((body as { place: { links: object } }).place.links).toEqual({});
});

it('says of a point where it is in OpenStreetMap', async () => {
  geocoder.onPlace = ({ id }) => ({ ...KNOWN, id });
  const { body } = await client.ask('/v1/places?id=point:106.91758,47.91884');
  expect((body as { place: { links: object } }).place.links).toEqual({
    openstreetmap: 'https://www.openstreetmap.org/?mlat=47.91884&mlon=106.91758#map=18/47.91884/106.91758',
    edit: 'https://www.openstreetmap.org/edit#map=18/47.91884/106.91758',
  });
});

it('says that an id is gone', async () => {
  geocoder.onPlace = () => null;
  expect(await client.refusal('/v1/places?id=osm:node:404')).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    details: { field: 'id', reason: 'unknown_place' },
  });
});

it.each([
  ['', 'id', 'missing'],
  ['id=', 'id', 'missing'],
  ['id=a&id=b', 'id', 'repeated'],
  [`id=${'x'.repeat(1_201)}`, 'id', 'too_long'],
  ['id=point:47.9', 'id', 'bad_format'],
  ['id=point:47.9,106.9', 'id', 'out_of_range'],
  ['id=a&lang=zz', 'lang', 'unknown_value'],
])('refuses %s', async (query, field, reason) => {
  expect(await client.refusal(`/v1/places?${query}`)).toMatchObject({
    status: 400,
    details: { field, reason },
  });
});

it('refuses ids where the source knows none', async () => {
  const without = await Client.start(
    {},
    { geocoder: { search: () => [], reverse: () => null, state: () => 'ok' } },
  );
  expect(await without.refusal('/v1/places?id=osm:node:1')).toMatchObject({
    status: 400,
    details: { field: 'id', reason: 'not_supported' },
  });
  await without.stop();
});

it.each([
  ['names', { names: { name: 7 } }],
  ['a telephone', { phone: 7 }],
  ['an entrance', { entrance: { longitude: 200, latitude: 0 } }],
  ['a name', { name: null }],
])('does not send nonsense for %s', async (_, wrong) => {
  geocoder.onPlace = () => ({ ...KNOWN, ...(wrong as object) });
  expect(await client.refusal('/v1/places?id=osm:way:1')).toMatchObject({ status: 502 });
});
