import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FoundPlace, SearchRequest } from '../../src/sources/geocoder.js';
import { notSupported } from '../../src/sources/not-supported.js';
import { fakeKey, NEAREST, SQUARE } from './fakes.js';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/** `/compat/…`: keys in other places, errors of other projects, Photon and Nominatim. */

const KEY = 'geo_abcdEFGHijklMNOPqrstUVWXyz0123456789';
const ALL = 'photon,nominatim,osrm';

let server: TestServer;
let searched: SearchRequest[] = [];
beforeAll(async () => {
  server = await startServer({ compat: ALL });
  server.keys.known.set(KEY, fakeKey('mine'));
});
afterAll(() => server.stop());
beforeEach(() => {
  searched = [];
  server.geocoder.onSearch = (request) => {
    searched.push(request);
    return [HOUSE, SQUARE];
  };
});

const HOUSE: FoundPlace = {
  id: 'osm:node:17',
  name: 'Энхтайваны өргөн чөлөө 12',
  address: 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо, Энхтайваны өргөн чөлөө',
  ...{ latitude: 47.9179214, longitude: 106.9175123, type: 'address', layer: 'address' },
  components: {
    ...{
      house_number: '12',
      street: 'Энхтайваны өргөн чөлөө',
      khoroo: '8-р хороо',
      district: 'Сүхбаатар дүүрэг',
    },
    ...{ city: 'Улаанбаатар', postcode: '14200', country: 'Монгол Улс' },
  },
  bbox: [106.917, 47.917, 106.918, 47.918],
};

interface Got {
  status: number;
  headers: Headers;
  body: any;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

it('is not there unless it is asked for', async () => {
  const off = await startServer();
  const unknown = await fetch(`${off.url}/compat/photon/api?q=Дархан&key=geo_good`);
  const other = await fetch(`${off.url}/nothing`);
  expect([unknown.status, other.status]).toEqual([404, 404]);
  const { error } = (await unknown.json()) as { error: object };
  expect(error).toMatchObject({ code: 'NOT_FOUND', details: { reason: 'unknown_path' } });
  await off.stop();
  const one = await startServer({ compat: 'photon' });
  expect((await fetch(`${one.url}/compat/nominatim/search?q=Дархан&key=geo_good`)).status).toBe(404);
  expect((await fetch(`${one.url}/compat/photon/api?q=Дархан&key=geo_good`)).status).toBe(200);
  await one.stop();
});

describe('a key', () => {
  const AT = '/compat/photon/api?q=Дархан';
  it.each([
    ['in the header', AT, { authorization: `Bearer ${KEY}` }],
    ['as key', `${AT}&key=${KEY}`, {}],
    ['as api_key', `${AT}&api_key=${KEY}`, {}],
    ['as access_token', `${AT}&access_token=${KEY}`, {}],
    ['in the path', `/compat/key/${KEY}/photon/api?q=Дархан`, {}],
    ['in the path, percent-encoded', `/compat/key/geo%5f${KEY.slice(4)}/photon/api?q=Дархан`, {}],
    ['beside a password of a proxy', `${AT}&key=${KEY}`, { authorization: 'Basic eDp5' }],
  ])('is taken %s', async (_, path, headers) => {
    const { status, headers: got } = await get(path, headers);
    expect(status).toBe(200);
    expect(got.get('x-ratelimit-limit')).toBe('1000000');
    expect(got.get('vary')).toBe('Authorization, Origin');
    expect(got.get('referrer-policy')).toBe('no-referrer');
  });

  it('is in no line of the log, and neither are points', async () => {
    for (const path of [
      `/compat/photon/api?q=x&key=${KEY}`,
      `/compat/key/${KEY}/osrm/route/v1/driving/106.9175,47.9181;106.923,47.9179`,
      `/compat/key/geo%5f${KEY.slice(4)}/osrm/route/v1/driving/106.9175,47.9181;106.923,47.9179`,
      `/%63ompat/key/${KEY}/osrm/route/v1/driving/106.9175,47.9181;106.923,47.9179`,
      `/compat/key/wrongKEYwithoutForm/osrm/match/v1/driving/106.9175,47.9181`,
      `/compat/${KEY}/osrm/route/v1/driving/106.9175,47.9181`,
      `/compat/osrm/route/v1/driving/106.9175,47.9181?${KEY}=1`,
    ])
      await get(path);
    await expect
      .poll(() => server.lines().filter(({ path }) => path === '/compat/osrm/route/***').length)
      .toBe(1);
    const text = server.logText();
    for (const secret of [KEY.slice(8), 'EFGHijkl', 'wrongKEY', '106.9', '47.9', 'driving'])
      expect(text).not.toContain(secret);
    const paths = server.lines().map(({ path }) => path);
    expect(paths).toContain('/compat/key/***/osrm/route/***');
    expect(server.lines().find(({ path }) => path === '/compat/key/***/osrm/route/***')).toMatchObject({
      key_id: 'mine',
      status: 200,
    });
  });

  it('is missing, unknown, sent twice or without the scope, in the form of each project', async () => {
    const refused = async (path: string, headers = {}): Promise<unknown[]> => {
      const { status, body } = await get(path, headers);
      return [status, body];
    };
    const hint = expect.stringContaining('/compat/key/KEY/') as string;
    const unknown = expect.stringContaining('The API key is unknown') as string;
    expect(await refused(AT)).toEqual([401, { message: hint }]);
    expect(await refused('/compat/nominatim/search?q=x')).toEqual([
      401,
      { error: { code: 401, message: hint } },
    ]);
    expect(await refused('/compat/osrm/nearest/v1/driving/1,2')).toEqual([
      401,
      { code: 'InvalidKey', message: hint },
    ]);
    expect(await refused(`${AT}&key=${KEY}&key=other`)).toEqual([401, { message: hint }]);
    expect(await refused(`${AT}&key=other`)).toEqual([401, { message: unknown }]);
    expect(await refused(`${AT}&key=geo_route`)).toEqual([
      403,
      { message: 'The API key may not call the geocode endpoint. Request a key for this endpoint.' },
    ]);
    expect(await refused('/compat/osrm/route/v1/driving/1,2;1,2?key=geo_geocode')).toEqual([
      403,
      {
        code: 'Forbidden',
        message: 'The API key may not call the route endpoint. Request a key for this endpoint.',
      },
    ]);
    const two = 'Authorization: Bearer geo_good\r\n'.repeat(2);
    const request = `GET ${encodeURI(AT)}&key=geo_good HTTP/1.1\r\nHost: x\r\n${two}\r\n`;
    const [answer] = parseResponses(await exchangeBytes(server.port, [request], { quiet_ms: 200 }));
    expect(answer.status).toBe(401);
  });

  it.each(['GET', 'POST'])(
    'is in an error of its project for a path that cannot be decoded, by %s',
    async (method) => {
      const answer = await fetch(`${server.url}/compat/key/${KEY}/osrm/route/v1/driving/%ff`, { method });
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await answer.json()).toMatchObject({ code: 'InvalidUrl' });
    },
  );

  it('has its limit there, too', async () => {
    for (let i = 0; i < 3; i++) expect((await get(`${AT}&key=geo_three`)).status).toBe(200);
    const { status, headers } = await get('/compat/osrm/nearest/v1/driving/1,2?key=geo_three');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is asked in /v1 by the header only', async () => {
    expect((await fetch(`${server.url}/v1/geocode?q=Дархан&key=${KEY}`)).status).toBe(401);
    expect((await fetch(`${server.url}/compat/key/${KEY}/v1/geocode?q=Дархан`)).status).toBe(404);
  });
});

it('refuses what is no GET, in the form of the project', async () => {
  const answer = await fetch(`${server.url}/compat/photon/api?q=x&key=${KEY}`, { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(Object.keys((await answer.json()) as object)).toEqual(['message']);
});

describe('Photon', () => {
  it('answers a search', async () => {
    const { body } = await get(
      `/compat/photon/api/?q=Сүхбаатар&limit=1&lat=47.9&lon=106.9&lang=en&key=${KEY}`,
    );
    expect(searched).toEqual([{ text: 'Сүхбаатар', limit: 20, near: [106.9, 47.9], lang: 'en' }]);
    expect(body).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: {
            ...{ osm_type: 'N', osm_id: 17, osm_key: 'place', osm_value: 'house', type: 'house' },
            ...{ housenumber: '12', street: 'Энхтайваны өргөн чөлөө', postcode: '14200' },
            ...{ locality: '8-р хороо', district: 'Сүхбаатар дүүрэг', city: 'Улаанбаатар' },
            ...{ country: 'Монгол Улс', countrycode: 'MN', extent: [106.917, 47.918, 106.918, 47.917] },
          },
          geometry: { type: 'Point', coordinates: [106.917512, 47.917921] },
        },
      ],
    });
  });

  it('answers a reverse lookup within a radius', async () => {
    const near = await get(`/compat/photon/reverse?lat=47.9&lon=106.9&radius=1&key=${KEY}`);
    expect(near.body.features).toHaveLength(1);
    expect(near.body.features[0].properties).toMatchObject({ name: SQUARE.name, osm_type: 'W', osm_id: 1 });
    const far = await get(`/compat/photon/reverse?lat=47.9&lon=106.9&radius=0.01&key=${KEY}`);
    expect(far.body.features).toEqual([]);
  });

  it('asks again without a place to prefer where the source knows none', async () => {
    server.geocoder.onSearch = async (request) => {
      searched.push(request);
      if (request.near !== undefined) throw notSupported('near', 'no');
      return [SQUARE];
    };
    const { body } = await get(`/compat/photon/api?q=Сүхбаатар&lat=47.9&lon=106.9&key=${KEY}`);
    expect(body.features).toHaveLength(1);
    expect(searched.map(({ near }) => near)).toEqual([[106.9, 47.9], undefined]);
  });

  it.each([
    ['q', '/api?'],
    ['q', '/api?q='],
    ['lat', '/reverse?lon=1'],
    ['lat', '/api?q=xx&lon=1'],
    ['lat', '/reverse?lat=91&lon=1'],
    ['lat must be', '/api?q=xx&lat=91&lon=1'],
    ['limit', '/api?q=xx&limit=x'],
    ['Language', '/api?q=xx&lang=de'],
    ['layer', '/api?q=xx&layer=planet'],
    ['osm_tag', '/api?q=xx&osm_tag=a:b'],
    ['Unknown query parameter', '/api?q=xx&quelle=1'],
    ['bbox', '/api?q=xx&bbox=1,2,3'],
    ['radius', '/reverse?lat=1&lon=1&radius=0'],
    ['limit', '/api?q=xx&limit=1&limit=2'],
  ])('says that %s is wrong in %s', async (word, path) => {
    const { status, body } = await get(`/compat/photon${path}&key=${KEY}`);
    expect([status, Object.keys(body)]).toEqual([400, ['message']]);
    expect(body.message).toContain(word);
  });

  it('finds nothing for a letter, which is no error', async () => {
    const { status, body } = await get(`/compat/photon/api?q=д&key=${KEY}`);
    expect([status, body, searched]).toEqual([200, { type: 'FeatureCollection', features: [] }, []]);
  });

  it.each([0, -5])('takes a limit of %i for one', async (limit) => {
    const { status, body } = await get(`/compat/photon/api?q=xx&limit=${limit}&key=${KEY}`);
    expect([status, body.features?.length]).toEqual([200, 1]);
  });

  it('keeps to the layers that are asked for', async () => {
    const houses = await get(`/compat/photon/api?q=xx&layer=house,street&key=${KEY}`);
    const cities = await get(`/compat/photon/api?q=xx&layer=city&key=${KEY}`);
    expect([houses.body.features.length, cities.body.features.length]).toEqual([2, 0]);
    const both = await get(`/compat/photon/api?q=xx&layer=city&layer=house&key=${KEY}`);
    expect([both.status, both.body.features.length]).toEqual([
      200,
      (await get(`/compat/photon/api?q=xx&layer=house&key=${KEY}`)).body.features.length,
    ]);
  });
});

describe('Nominatim', () => {
  const SEARCH = '/compat/nominatim/search?';
  it('answers a search', async () => {
    const { body } = await get(`${SEARCH}q=Сүхбаатар&format=json&addressdetails=1&limit=1&key=${KEY}`);
    expect(body).toEqual([
      {
        place_id: expect.any(Number) as number,
        licence: 'See /copyright',
        ...{ osm_type: 'node', osm_id: 17, lat: '47.9179210', lon: '106.9175120' },
        ...{
          class: 'place',
          type: 'house',
          place_rank: 30,
          importance: 0.001,
          addresstype: 'place',
          name: '',
        },
        display_name:
          '12, Энхтайваны өргөн чөлөө, 8-р хороо, Сүхбаатар дүүрэг, Улаанбаатар, 14200, Монгол Улс',
        address: {
          ...{ house_number: '12', road: 'Энхтайваны өргөн чөлөө', suburb: '8-р хороо' },
          ...{ city_district: 'Сүхбаатар дүүрэг', city: 'Улаанбаатар', postcode: '14200' },
          ...{ country: 'Монгол Улс', country_code: 'mn' },
        },
        boundingbox: ['47.9170000', '47.9180000', '106.9170000', '106.9180000'],
      },
    ]);
  });

  it('always has a boundingbox, and no address unless it is asked for', async () => {
    const { body } = await get(`${SEARCH}q=Сүхбаатар&key=${KEY}`);
    expect(body).toHaveLength(2);
    expect(body[1].boundingbox).toEqual(['47.9187900', '47.9188900', '106.9175300', '106.9176300']);
    expect(body[1].category).toBeDefined();
    expect(body[0].address).toBeUndefined();
  });

  it('draws a box of the size of a town around its point', async () => {
    const town = { ...SQUARE, layer: 'settlement', type: 'town' } as const;
    server.geocoder.onSearch = () => [town];
    const { body } = await get(`${SEARCH}q=Зуунмод&key=${KEY}`);
    const [south, north, west, east] = body[0].boundingbox.map(Number);
    expect([north - south, east - west].map((size) => size.toFixed(6))).toEqual(['0.080000', '0.080000']);
  });

  it('answers a reverse lookup with one object, and nothing with an error and status 200', async () => {
    const { body } = await get(`/compat/nominatim/reverse?lat=47.9&lon=106.9&zoom=18&format=json&key=${KEY}`);
    expect(body).toMatchObject({ name: SQUARE.name, display_name: `${SQUARE.name}, ${SQUARE.address}` });
    server.geocoder.onReverse = () => null;
    const none = await get(`/compat/nominatim/reverse?lat=47.9&lon=106.9&key=${KEY}`);
    server.geocoder.onReverse = () => NEAREST;
    expect([none.status, none.body]).toEqual([200, { error: 'Unable to geocode' }]);
  });

  it('makes one text of a structured question', async () => {
    await get(`${SEARCH}street=Энхтайваны%20өргөн%20чөлөө&city=Улаанбаатар&country=Mongolia&key=${KEY}`);
    expect(searched[0].text).toBe('Энхтайваны өргөн чөлөө, Улаанбаатар');
    const { status } = await get(`${SEARCH}q=x&city=y&key=${KEY}`);
    expect(status).toBe(400);
  });

  it('finds nothing for an empty text, and refuses none at all', async () => {
    const empty = await get(`${SEARCH}q=&key=${KEY}`);
    expect([empty.status, empty.body]).toEqual([200, []]);
    const none = await get(`${SEARCH}city=&key=${KEY}`);
    expect([none.status, none.body.error]).toEqual([400, { code: 400, message: 'Nothing to search for.' }]);
  });

  it.each([0, -5])('takes a limit of %i for one', async (limit) => {
    const { status, body } = await get(`${SEARCH}q=xx&limit=${limit}&key=${KEY}`);
    expect([status, body.length]).toEqual([200, 1]);
  });

  it('takes a viewbox as a wish, or as a border', async () => {
    await get(`${SEARCH}q=Дархан&viewbox=107,48,106,47&key=${KEY}`);
    await get(`${SEARCH}q=Дархан&viewbox=107,48,106,47&bounded=1&key=${KEY}`);
    expect(searched).toEqual([
      { text: 'Дархан', limit: 20, near: [106.5, 47.5] },
      { text: 'Дархан', limit: 20, bbox: [106, 47, 107, 48] },
    ]);
  });

  it('leaves out countries, layers and places that are not asked for', async () => {
    const ids = async (more: string): Promise<number[]> =>
      (await get(`${SEARCH}q=Дархан&${more}&key=${KEY}`)).body.map((place: any) => place.osm_id);
    expect(await ids('countrycodes=MN,ru')).toEqual([17, 1]);
    // The other one is in a country that is not known.
    expect(await ids('countrycodes=de')).toEqual([1]);
    expect(await ids('layer=natural')).toEqual([1]);
    const [{ place_id }] = (await get(`${SEARCH}q=Дархан&key=${KEY}`)).body;
    expect(await ids(`exclude_place_ids=${place_id}`)).toEqual([1]);
  });

  it('writes GeoJSON', async () => {
    const { body } = await get(`${SEARCH}q=Дархан&format=geojson&limit=1&key=${KEY}`);
    expect(body).toMatchObject({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', bbox: [106.917, 47.917, 106.918, 47.918], geometry: { type: 'Point' } }],
    });
  });

  it.each([
    'q=xx&format=xml',
    'q=xx&limit=x',
    'q=xx&viewbox=1',
    'q=xx&polygon_geojson=1',
    'q=xx&layer=planet',
  ])('refuses %s', async (query) => {
    const { status, body } = await get(`${SEARCH}${query}&key=${KEY}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: { code: 400, message: expect.stringMatching(/^Parameter '|^limit/) as string },
    });
  });

  it('looks places up by their ids', async () => {
    const { onPlace } = server.geocoder;
    server.geocoder.onPlace = async ({ id }) =>
      id === HOUSE.id ? { ...HOUSE, names: { name: HOUSE.name } } : null;
    const { body } = await get(`/compat/nominatim/lookup?osm_ids=n17,W5,N17&format=json&key=${KEY}`);
    expect(body).toMatchObject([{ osm_type: 'node', osm_id: 17, address: { house_number: '12' } }]);
    expect((await get(`/compat/nominatim/lookup?osm_ids=R5&key=${KEY}`)).body).toEqual([]);
    server.geocoder.onPlace = onPlace;
    for (const wrong of ['', 'X1', '17', Array.from({ length: 51 }, (_, i) => `N${i}`).join(',')])
      expect((await get(`/compat/nominatim/lookup?osm_ids=${wrong}&key=${KEY}`)).status).toBe(400);
    expect((await get('/compat/nominatim/lookup?osm_ids=N1&key=geo_geocode')).status).toBe(403);
  });

  it('says how it is, to anybody', async () => {
    expect((await get('/compat/nominatim/status?format=json')).body).toMatchObject({
      status: 0,
      message: 'OK',
    });
    expect(await (await fetch(`${server.url}/compat/nominatim/status`)).text()).toBe('OK');
    server.geocoder.now = () => 'fail';
    expect((await get('/compat/nominatim/status?format=json')).body).toMatchObject({ status: 700 });
    expect((await fetch(`${server.url}/compat/nominatim/status`)).status).toBe(500);
    server.geocoder.now = () => 'ok';
  });
});

it('is a 502 when a source gives what is no place', async () => {
  server.geocoder.onSearch = () => [{ ...SQUARE, id: 3 as never }];
  for (const path of ['photon/api', 'nominatim/search'])
    expect((await get(`/compat/${path}?q=xx&key=${KEY}`)).status).toBe(502);
});
