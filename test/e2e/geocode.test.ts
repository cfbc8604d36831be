import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../src/sources/geocoder.js';
import { Client } from './ask.js';
import { NEAREST, SQUARE } from './fakes.js';

/** GET /v1/geocode: the specification, section 4.1, and what was decided where it says nothing. */

let client: Client;
let searched: SearchRequest[] = [];
let reversed: [number, number][] = [];

beforeAll(async () => {
  client = await Client.start();
  client.server.geocoder.onSearch = (request) => {
    searched.push({ ...request });
    return Array.from({ length: request.limit }, (_, i) => ({ ...SQUARE, id: `osm:way:${i}` }));
  };
  client.server.geocoder.onReverse = (longitude, latitude) => {
    reversed.push([longitude, latitude]);
    return NEAREST;
  };
});
afterAll(() => client.stop());
afterEach(() => {
  searched = [];
  reversed = [];
});

const encode = encodeURIComponent;

interface GeocodeBody {
  query: string;
  results: Record<string, unknown>[];
  count: number;
}

async function answerTo(query: string): Promise<GeocodeBody> {
  const answer = await client.ask(`/v1/geocode?${query}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['cache-control']).toBe('private, max-age=60');
  return answer.body as GeocodeBody;
}

async function expectInvalid(query: string, field: string, reason: string): Promise<void> {
  const error = await client.refusal(`/v1/geocode?${query}`);
  expect({ status: error.status, code: error.code, details: error.details }, query).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    details: { field, reason },
  });
  expect(searched, 'an invalid request asks nobody').toEqual([]);
  expect(reversed).toEqual([]);
}

describe('forward', () => {
  it('answers with the fields of the specification', async () => {
    const body = await answerTo('q=square&limit=1');
    expect(body).toEqual({
      query: 'square',
      results: [
        {
          id: 'osm:way:0',
          name: 'Сүхбаатарын талбай',
          address: 'Улаанбаатар, Сүхбаатар дүүрэг',
          latitude: 47.91884,
          longitude: 106.91758,
          type: 'square',
        },
      ],
      count: 1,
    });
  });

  it.each([
    ['ab', 'ab'],
    ['%D0%A3%D0%91', 'УБ'],
    ['a+b', 'a b'],
    ['a%20b', 'a b'],
    ['a%2Bb', 'a+b'],
    ['++a++b++', 'a b'],
    ['a%09%0A%C2%A0%E2%80%83b', 'a b'],
    ['%D0%B8%CC%86%D0%B8%CC%86', 'йй'],
    ['a%26b%3Dc', 'a&b=c'],
    ['a=b', 'a=b'],
    ['"a\\b"', '"a\\b"'],
    ['a%00b', 'a\0b'],
    ['%F0%9F%98%80a1', '😀a1'],
    ['12', '12'],
    ['%E1%A0%AE%E1%A0%A3', 'ᠮᠣ'],
  ])('understands q=%s', async (sent, text) => {
    const body = await answerTo(`q=${sent.replaceAll('"', '%22').replaceAll('\\', '%5C')}`);
    expect(searched).toEqual([{ text, limit: 5 }]);
    expect(body.query).toBe(text);
  });

  it.each([
    ['200 letters', 'ж'.repeat(200)],
    ['200 letters of four bytes', '𐐀'.repeat(200)],
    ['200 letters after NFC', 'и\u0306'.repeat(200)],
    ['200 letters after trimming', ` ${'ж'.repeat(100)}${' '.repeat(90)}${'ж'.repeat(99)} `],
  ])('takes a q of %s', async (_what, q) => {
    await answerTo(`q=${encode(q)}`);
    expect([...searched[0].text].length).toBe(200);
  });

  it.each([
    ['', 'too_short'],
    ['%20%20', 'too_short'],
    ['a', 'too_short'],
    ['+a+', 'too_short'],
    ['%F0%9F%98%80', 'too_short'],
    ['%D0%B8%CC%86', 'too_short'],
    ['a.', 'too_few_letters'],
    ['--', 'too_few_letters'],
    ['%F0%9F%98%80%F0%9F%98%80', 'too_few_letters'],
    ['a'.repeat(201), 'too_long'],
    [encode('ж'.repeat(201)), 'too_long'],
    [encode('𐐀'.repeat(201)), 'too_long'],
    ['a'.repeat(10_000), 'too_long'],
    [`a${'+'.repeat(1000)}b`, 'too_long'],
  ])('refuses q=%s', async (sent, reason) => expectInvalid(`q=${sent}`, 'q', reason));

  it('reads at most 1,000 bytes of q, whatever they shrink to', async () => {
    await answerTo(`q=a${'+'.repeat(998)}b`);
    expect(searched[0].text).toBe('a b');
    searched = [];
    await expectInvalid(`q=a${'+'.repeat(999)}b`, 'q', 'too_long');
  });

  it.each([
    ['1', 1],
    ['20', 20],
    ['%2B7', 7],
    ['07', 7],
    ['1e1', 10],
    ['3.0', 3],
  ])('takes limit=%s', async (sent, limit) => {
    const body = await answerTo(`q=ab&limit=${sent}`);
    expect(searched[0].limit).toBe(limit);
    expect([body.results.length, body.count]).toEqual([limit, limit]);
  });

  it('has a limit of 5 unless told otherwise', async () => {
    expect((await answerTo('q=ab')).count).toBe(5);
  });

  it.each([
    ['0', 'out_of_range'],
    ['21', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['1e999', 'out_of_range'],
    ['', 'not_an_integer'],
    ['5.5', 'not_an_integer'],
    ['0.5', 'not_an_integer'],
    ['five', 'not_an_integer'],
    ['0x5', 'not_an_integer'],
    ['5,0', 'not_an_integer'],
    ['+5', 'not_an_integer'],
    ['5+', 'not_an_integer'],
    ['%D9%A5', 'not_an_integer'],
    ['NaN', 'not_an_integer'],
    ['Infinity', 'not_an_integer'],
  ])('refuses limit=%s', async (sent, reason) => expectInvalid(`q=ab&limit=${sent}`, 'limit', reason));

  it('gives an empty list when nothing matched', async () => {
    const before = client.server.geocoder.onSearch;
    client.server.geocoder.onSearch = () => [];
    expect(await answerTo('q=nothing')).toEqual({ query: 'nothing', results: [], count: 0 });
    client.server.geocoder.onSearch = before;
  });

  it('never gives more than the limit, rounds to 6 decimals and keeps null addresses', async () => {
    const before = client.server.geocoder.onSearch;
    const odd = {
      ...SQUARE,
      name: 'a "b" \\ \n \u2028 \ud800',
      address: null,
      latitude: 47.12345649,
      longitude: -0.00000051,
    };
    client.server.geocoder.onSearch = () => [odd, odd, odd];
    const body = await answerTo('q=ab&limit=2');
    expect(body.count).toBe(2);
    expect(body.results[0]).toMatchObject({
      name: 'a "b" \\ \n \u2028 \ud800',
      address: null,
      latitude: 47.123456,
      longitude: -0.000001,
    });
    client.server.geocoder.onSearch = before;
  });
});

describe('reverse', () => {
  it('answers with one result and its distance', async () => {
    const body = await answerTo('lat=47.9187&lon=106.9177');
    expect(reversed).toEqual([[106.9177, 47.9187]]);
    expect(body.query).toBe('47.9187,106.9177');
    expect(body.count).toBe(1);
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).toMatchObject({ id: 'osm:way:1', type: 'place', distance_meters: 17.9 });
  });

  it.each([
    ['lat=90&lon=180', '90,180'],
    ['lat=-90&lon=-180', '-90,-180'],
    ['lat=%2B1.50&lon=-0', '1.5,0'],
    ['lat=1e1&lon=1E-7', '10,1e-7'],
    ['lat=.5&lon=5.', '0.5,5'],
    ['lat=-0.0&lon=007', '0,7'],
  ])('takes %s', async (sent, query) => {
    expect((await answerTo(sent)).query).toBe(query);
  });

  it('gives an empty list when nothing is near', async () => {
    const before = client.server.geocoder.onReverse;
    client.server.geocoder.onReverse = () => null;
    expect(await answerTo('lat=0&lon=0')).toEqual({ query: '0,0', results: [], count: 0 });
    client.server.geocoder.onReverse = before;
  });

  it.each([
    ['90.000001', 'out_of_range'],
    ['-90.000001', 'out_of_range'],
    ['1e300', 'out_of_range'],
    ['-1e999', 'out_of_range'],
    ['', 'not_a_number'],
    ['north', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['1_0', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['%201', 'not_a_number'],
    ['1%20', 'not_a_number'],
    ['+1', 'not_a_number'],
    ['1%202', 'not_a_number'],
    ['--1', 'not_a_number'],
    ['1e', 'not_a_number'],
    ['.', 'not_a_number'],
    ['%D9%A1', 'not_a_number'],
  ])('refuses lat=%s', async (sent, reason) => expectInvalid(`lat=${sent}&lon=0`, 'lat', reason));

  it.each([
    ['180.000001', 'out_of_range'],
    ['-180.000001', 'out_of_range'],
    ['east', 'not_a_number'],
    ['', 'not_a_number'],
  ])('refuses lon=%s', async (sent, reason) => expectInvalid(`lat=0&lon=${sent}`, 'lon', reason));

  it('checks limit, which it ignores otherwise', async () => {
    expect((await answerTo('lat=1&lon=2&limit=20')).count).toBe(1);
    reversed = [];
    await expectInvalid('lat=1&lon=2&limit=21', 'limit', 'out_of_range');
  });
});

describe('modes', () => {
  it.each([
    ['', 'q', 'missing'],
    ['limit=5', 'q', 'missing'],
    ['Q=ab', 'q', 'missing'],
    ['q=ab&lat=1&lon=2', 'q', 'conflicting_modes'],
    ['q=ab&lat=1', 'q', 'conflicting_modes'],
    ['q=ab&lon=2', 'q', 'conflicting_modes'],
    ['q=&lat=1&lon=2', 'q', 'conflicting_modes'],
    ['q=ab&lat=', 'q', 'conflicting_modes'],
    ['lat=1', 'lon', 'missing'],
    ['lon=2', 'lat', 'missing'],
    ['q=ab&q=ab', 'q', 'repeated'],
    ['lat=1&lat=1&lon=2', 'lat', 'repeated'],
    ['lat=1&lon=2&lon=3', 'lon', 'repeated'],
    ['q=ab&limit=1&limit=1', 'limit', 'repeated'],
    ['q=ab&%71=ab', 'q', 'repeated'],
    ['q=ab&q', 'q', 'repeated'],
  ])('refuses ?%s', expectInvalid);

  it.each(['q=ab&x=1&x=2&y', '&&q=ab&', 'q=ab#lat=1', 'q=ab&=&=&origin=1', '%71=ab'])(
    'takes ?%s',
    async (query) => {
      expect((await answerTo(query)).query).toBe('ab');
    },
  );
});
