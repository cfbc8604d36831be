import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReverseRequest, SearchRequest } from '../../src/sources/geocoder.js';
import { refuseOfGeocoder } from '../../src/sources/not-supported.js';
import { Client } from './ask.js';
import { NEAREST, SQUARE } from './fakes.js';
import {
  REFUSED_DIRECTIONS,
  REFUSED_LATITUDES,
  REFUSED_LIMITS,
  REFUSED_LONGITUDES,
  REFUSED_TEXTS,
} from './refused-requests.js';

/** GET /v1/geocode: the specification, section 4.1, and what was decided where it says nothing. */

let client: Client;
let searched: SearchRequest[] = [];
let reversed: ReverseRequest[] = [];

beforeAll(async () => {
  client = await Client.start();
  client.server.geocoder.onSearch = (request) => {
    searched.push({ ...request });
    return Array.from({ length: request.limit }, (_, i) => ({ ...SQUARE, id: `osm:way:${i}` }));
  };
  client.server.geocoder.onReverse = (request) => {
    reversed.push(request);
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

  it.each(REFUSED_TEXTS)('refuses q=%s', async (sent, reason) => expectInvalid(`q=${sent}`, 'q', reason));

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

  it.each(REFUSED_LIMITS)('refuses limit=%s', async (sent, reason) =>
    expectInvalid(`q=ab&limit=${sent}`, 'limit', reason),
  );

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
    expect(reversed).toEqual([{ longitude: 106.9177, latitude: 47.9187 }]);
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

  it.each(REFUSED_LATITUDES)('refuses lat=%s', async (sent, reason) =>
    expectInvalid(`lat=${sent}&lon=0`, 'lat', reason),
  );

  it.each(REFUSED_LONGITUDES)('refuses lon=%s', async (sent, reason) =>
    expectInvalid(`lat=0&lon=${sent}`, 'lon', reason),
  );

  it('checks limit, which it ignores otherwise', async () => {
    expect((await answerTo('lat=1&lon=2&limit=20')).count).toBe(1);
    reversed = [];
    await expectInvalid('lat=1&lon=2&limit=21', 'limit', 'out_of_range');
  });
});

describe('what else a client may ask', () => {
  const TWENTY = Array.from({ length: 20 }, (_, i) => `t${i}`);

  it.each<[string, Partial<SearchRequest>]>([
    ['near=106.9176,47.9189', { near: [106.9176, 47.9189] }],
    ['near=-180,90', { near: [-180, 90] }],
    ['near=%2B1e2,.5', { near: [100, 0.5] }],
    ['lang=mn', { lang: 'mn' }],
    ['lang=en', { lang: 'en' }],
    ['lang=mn-Latn', { lang: 'mn-Latn' }],
    ['type=cafe', { types: ['cafe'] }],
    ['type=restaurant,cafe,poi,cafe', { types: ['restaurant', 'cafe', 'poi'] }],
    [`type=${TWENTY.join()}`, { types: TWENTY }],
    ['bbox=106.8,47.8,107,48', { bbox: [106.8, 47.8, 107, 48] }],
    ['bbox=170,50,-170,50', { bbox: [170, 50, -170, 50] }],
    [
      'lang=en&near=1,2&type=bank&bbox=1,2,3,4',
      { lang: 'en', near: [1, 2], types: ['bank'], bbox: [1, 2, 3, 4] },
    ],
  ])('takes %s', async (sent, options) => {
    await answerTo(`q=ab&${sent}`);
    await answerTo(`${sent}&limit=7&q=ab`);
    expect(searched).toEqual([
      { text: 'ab', limit: 5, ...options },
      { text: 'ab', limit: 7, ...options },
    ]);
    const { lang } = options;
    await answerTo(`lat=1&lon=2&${sent}`);
    expect(reversed, 'only the language holds in a reverse lookup').toEqual([
      lang === undefined ? { longitude: 2, latitude: 1 } : { longitude: 2, latitude: 1, lang },
    ]);
  });

  it('asks a source for nothing that was not sent', async () => {
    await answerTo('q=ab');
    expect(Object.keys(searched[0])).toEqual(['text', 'limit']);
  });

  it.each([
    ['near=', 'near', 'bad_format'],
    ['near=106.9', 'near', 'bad_format'],
    ['near=106.9,47.9,1', 'near', 'bad_format'],
    ['near=106.9;47.9', 'near', 'bad_format'],
    ['near=106.9,%2047.9', 'near', 'bad_format'],
    ['near=47.9189,106.9176', 'near', 'out_of_range'],
    ['near=181,1', 'near', 'out_of_range'],
    [`near=1,${'0'.repeat(64)}`, 'near', 'too_long'],
    ['lang=', 'lang', 'unknown_value'],
    ['lang=fr', 'lang', 'unknown_value'],
    ['lang=EN', 'lang', 'unknown_value'],
    ['lang=toString', 'lang', 'unknown_value'],
    ['type=', 'type', 'bad_format'],
    ['type=,', 'type', 'bad_format'],
    ['type=cafe,', 'type', 'bad_format'],
    ['type=cafe,%20bar', 'type', 'bad_format'],
    ['type=Cafe', 'type', 'bad_format'],
    ['type=bus-stop', 'type', 'bad_format'],
    [`type=${TWENTY.join()},one`, 'type', 'bad_format'],
    [`type=${'a'.repeat(201)}`, 'type', 'too_long'],
    ['bbox=', 'bbox', 'bad_format'],
    ['bbox=1,2,3', 'bbox', 'bad_format'],
    ['bbox=1,2,3,4,5', 'bbox', 'bad_format'],
    ['bbox=1,2,3,NaN', 'bbox', 'bad_format'],
    ['bbox=47.8,106.8,48,107', 'bbox', 'out_of_range'],
    ['bbox=181,2,3,4', 'bbox', 'out_of_range'],
    ['bbox=1,2,3,90.1', 'bbox', 'out_of_range'],
    ['bbox=1,3,2,2', 'bbox', 'out_of_range'],
    [`bbox=1,2,3,${'0'.repeat(128)}`, 'bbox', 'too_long'],
    ['near=1,2&near=1,2', 'near', 'repeated'],
    ['lang=en&lang=en', 'lang', 'repeated'],
    ['type=a&type=b', 'type', 'repeated'],
    ['bbox=1,2,3,4&bbox=1,2,3,4', 'bbox', 'repeated'],
  ])('refuses %s in both modes', async (sent, field, reason) => {
    await expectInvalid(`q=ab&${sent}`, field, reason);
    await expectInvalid(`lat=1&lon=2&${sent}`, field, reason);
  });

  it('is a 400 not_supported where the source cannot honour it', async () => {
    const { onSearch } = client.server.geocoder;
    client.server.geocoder.onSearch = (request) => {
      refuseOfGeocoder('postgis', request);
      return [];
    };
    await answerTo('q=ab&lang=en');
    await expectInvalid('q=ab&near=1,2', 'near', 'not_supported');
    await expectInvalid('q=ab&lang=en&type=cafe', 'type', 'not_supported');
    await expectInvalid('q=ab&bbox=1,2,3,4', 'bbox', 'not_supported');
    Object.assign(client.server.geocoder, { onSearch });
  });

  it('answers with what a source knows more', async () => {
    const { onSearch, onReverse } = client.server.geocoder;
    const more = {
      matched_name: 'Sukhbaatar square',
      match: 'partial',
      left_out: ['5', 'байр'],
      layer: 'poi',
      components: { street: 'Бага тойруу', city: 'Улаанбаатар', country: 'Монгол Улс' },
      bbox: [106.9, 47.9, 106.91, 47.92],
    } as const;
    client.server.geocoder.onSearch = () => [{ ...SQUARE, ...more }];
    client.server.geocoder.onReverse = () => ({ ...NEAREST, ...more });
    expect((await answerTo('q=ab')).results).toEqual([{ ...SQUARE, ...more }]);
    expect((await answerTo('lat=1&lon=2')).results).toEqual([
      { ...SQUARE, ...more, type: 'place', distance_meters: 17.9 },
    ]);
    Object.assign(client.server.geocoder, { onSearch, onReverse });
  });
});

describe('modes', () => {
  it.each(REFUSED_DIRECTIONS)('refuses ?%s', expectInvalid);

  it.each(['q=ab&x=1&x=2&y', '&&q=ab&', 'q=ab#lat=1', 'q=ab&=&=&origin=1', '%71=ab'])(
    'takes ?%s',
    async (query) => {
      expect((await answerTo(query)).query).toBe('ab');
    },
  );
});
