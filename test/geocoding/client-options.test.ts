import type { Language } from '../../src/geocoding/languages.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { distanceM } from '../../src/geo/distance.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { lossOfDistance } from '../../src/geocoding/forward/refinement.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { PlaceHit } from '../../src/geocoding/place-hit.js';
import { LAYERS } from '../../src/geocoding/places/layer.js';
import { isLatin, latinText } from '../../src/text/romanise.js';

/** What a client asks beyond a text, in a world of a few streets. */

/** Metres east (x) and north (y) of a point in Ulaanbaatar, as lon7 and lat7. */
function at(x: number, y: number): [number, number] {
  return [Math.round(1_069_176_000 + (x / 74_600) * 1e7), Math.round(479_189_000 + (y / 111_190) * 1e7)];
}

/** The same in degrees. */
function degrees(x: number, y: number): [number, number] {
  const [lon7, lat7] = at(x, y);
  return [lon7 / 1e7, lat7 / 1e7];
}

function point(id: number, x: number, y: number, tags: Tags): Feature {
  const [lon7, lat7] = at(x, y);
  return { id: `osm:node:${id}`, tags, geometry: { kind: 'point', lon7, lat7 } };
}

function line(id: number, points: [number, number][], tags: Tags): Feature {
  const lines = [Int32Array.from(points.flatMap(([x, y]) => at(x, y)))];
  return { id: `osm:way:${id}`, tags, geometry: { kind: 'line', lines } };
}

function box(id: number, [west, south, east, north]: [number, number, number, number], tags: Tags): Feature {
  const corners: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const ring = Int32Array.from(corners.flatMap(([x, y]) => at(x, y)));
  return {
    id: `osm:relation:${id}`,
    tags: { boundary: 'administrative', ...tags },
    geometry: { kind: 'area', polygons: [[ring]] },
  };
}

const FEATURES: Feature[] = [
  box(1, [-90_000, -90_000, 90_000, 90_000], { admin_level: '2', name: 'Монгол Улс', 'name:en': 'Mongolia' }),
  box(2, [-10_000, -10_000, 10_000, 10_000], { admin_level: '4', name: 'Улаанбаатар' }),
  box(3, [-10_000, -10_000, 0, 10_000], {
    admin_level: '6',
    name: 'Сүхбаатар дүүрэг',
    'name:en': 'Sükhbaatar',
  }),
  box(4, [-5000, -5000, 0, 5000], { admin_level: '8', name: '8-р хороо', 'gazarch:type': 'khoroo' }),
  box(5, [20_000, -30_000, 60_000, 30_000], { admin_level: '4', name: 'Төв' }),
  box(6, [25_000, -10_000, 45_000, 10_000], { admin_level: '6', name: 'Баян сум', 'name:mn-Latn': 'Bayan' }),
  point(7, 100, 50, {
    place: 'city',
    name: 'Улаанбаатар',
    capital: 'yes',
    population: '1600000',
    'name:ru': 'Улан-Батор',
  }),
  point(8, 26_000, 9000, { place: 'village', name: 'Баянтөв' }),
  line(
    10,
    [
      [-3000, -2000],
      [-1000, -2000],
    ],
    {
      highway: 'primary',
      name: 'Энхтайваны өргөн чөлөө',
      'name:en': 'Peace Avenue',
      'name:ru': 'Проспект Мира',
    },
  ),
  line(
    11,
    [
      [-3000, -1000],
      [-1000, -1000],
    ],
    { highway: 'residential', name: 'Мандалговь - Даланзадгад' },
  ),
  point(20, -2000, -1950, { shop: 'supermarket', name: 'Номин супермаркет', 'addr:postcode': '14200' }),
  point(21, -2500, -1900, { amenity: 'cafe', name: 'Кафе Амттан' }),
  point(22, -2000, -1010, { amenity: 'bank', name: 'Хаан банк', 'name:en': 'Khan Bank' }),
  point(23, -2800, -2020, { 'addr:housenumber': '15А', 'addr:street': 'Энхтайваны өргөн чөлөө' }),
  point(24, 26_100, 9100, { amenity: 'bank', name: 'Хаан банк', 'name:en': 'Khan Bank' }),
  point(25, 26_200, 9100, { natural: 'peak', name: 'Баян уул', old_name: 'Хуучин уул' }),
  point(26, -1500, -1900, { highway: 'bus_stop', name: 'Зогсоол' }),
  point(27, -1500, 1900, {
    amenity: 'school',
    name: '北京 сургууль',
    'name:ru': 'Школа',
    alt_name: 'Beijing',
  }),
  point(28, -1500, 2900, { amenity: 'fast_food', name: '北京' }),
  ...Array.from({ length: 12 }, (_, i) =>
    point(40 + i, -4000 + i * 10, 4000, { shop: 'yes', name: `Мухлаг ${i}` }),
  ),
];

let index: GeocodingIndex;
beforeAll(() => {
  index = GeocodingIndex.from(buildGeocoding(FEATURES).sections);
  index.verify();
});

function named(id: string, language?: Language): PlaceHit {
  for (let row = 0; row < index.size; row++)
    if (index.place(row).id === id) return index.place(row, language);
  throw new Error(`no place ${id}`);
}

describe('near', () => {
  it('puts the nearer of two places with one name first', () => {
    const first = (near: [number, number]): string => index.search('хаан банк', 5, { near })[0].id;
    expect(index.search('хаан банк', 5).map(({ id }) => id)).toEqual(['osm:node:22', 'osm:node:24']);
    expect(first(degrees(26_000, 9000))).toBe('osm:node:24');
    expect(first(degrees(-2000, 0))).toBe('osm:node:22');
    expect(first([-73, 40])).toBe('osm:node:22');
  });

  it('does not move a place out of its match group', () => {
    // A name that begins so stands behind an exact one, however far that is.
    const ids = index.search('хаан', 5, { near: degrees(26_000, 9000) }).map(({ id }) => id);
    expect(ids).toEqual(['osm:node:24', 'osm:node:22']);
    const towns = index.search('баян', 5, { near: degrees(26_200, 9100) }).map(({ name }) => name);
    expect(towns[0]).toBe('Баян сум');
  });

  it('counts twenty points for each tenfold of the distance beyond 100 m, smoothly', () => {
    expect(lossOfDistance(0)).toBe(0);
    expect(lossOfDistance(900)).toBeCloseTo(200, 9);
    expect(lossOfDistance(9900)).toBeCloseTo(400, 9);
    expect(lossOfDistance(99_900)).toBeCloseTo(600, 9);
    for (let m = 1; m < 1e6; m *= 1.1) expect(lossOfDistance(m * 1.1)).toBeGreaterThan(lossOfDistance(m));
  });

  it('is the order of prominence minus that loss, by every row', () => {
    const near = degrees(-2500, -1900);
    const found = index.search('мухлаг', 20, { near });
    expect(found.length).toBe(12);
    const far = found.map(({ lon7, lat7 }) => distanceM(...near, lon7 / 1e7, lat7 / 1e7));
    expect(far).toEqual([...far].sort((a, b) => a - b));
    expect(index.search('мухлаг', 3, { near }).map(({ id }) => id)).toEqual(
      found.slice(0, 3).map(({ id }) => id),
    );
  });
});

describe('type and bbox', () => {
  it('give only what was asked for', () => {
    const ids = (text: string, types: string[]): string[] =>
      index
        .search(text, 20, { types })
        .map(({ id }) => id)
        .sort();
    expect(ids('баян', ['peak'])).toEqual(['osm:node:25']);
    expect(ids('баян', ['area'])).toEqual(['osm:relation:6']);
    expect(ids('баян', ['settlement', 'natural'])).toEqual(['osm:node:25', 'osm:node:8']);
    expect(ids('баян', ['nothing'])).toEqual([]);
    expect(index.search('хаан банк', 5, { types: ['cafe'] })).toEqual([]);
  });

  it('find what is behind others in the list', () => {
    const [only] = index.search('мухлаг', 1, { bbox: [...degrees(-3895, 3990), ...degrees(-3885, 4010)] });
    expect(only.id).toBe('osm:node:51');
  });

  it('take a box across the antimeridian', () => {
    const [, lat] = degrees(0, 0);
    const around = (west: number, east: number): number =>
      index.search('хаан банк', 5, { bbox: [west, lat - 1, east, lat + 1] }).length;
    expect([around(106, 108), around(170, 108), around(106, -170), around(170, -170)]).toEqual([2, 2, 2, 0]);
  });

  it('hold together with near', () => {
    const near = degrees(26_000, 9000);
    const found = index.search('банк', 5, { near, types: ['bank'], bbox: [106, 47, 107, 48] });
    expect(found.map(({ id }) => id)).toEqual(['osm:node:22']);
  });
});

describe('the language', () => {
  it('of names and addresses is that of the data, else romanised', () => {
    expect(named('osm:node:20', 'en')).toMatchObject({
      name: 'Nomin supermarket',
      address: 'Peace Avenue, 8th khoroo, Sükhbaatar District, Ulaanbaatar',
    });
    expect(named('osm:node:20', 'mn-Latn')).toMatchObject({
      name: 'Nomin supyermarkyet',
      address: 'Ulaanbaatar, Sükhbaatar düüreg, 8-r khoroo, Enkhtaivany örgön chölöö',
    });
    expect(named('osm:node:20')).toMatchObject({
      name: 'Номин супермаркет',
      address: 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо, Энхтайваны өргөн чөлөө',
    });
    expect(named('osm:node:20', 'ru')).toMatchObject({
      name: 'Номин супермаркет',
      address: 'Улан-Батор, Сүхбаатар дүүрэг, 8-р хороо, Проспект Мира',
    });
    expect(named('osm:node:24', 'en').address).toBe('Bayantöv, Bayan soum, Töv aimag');
    expect(named('osm:node:24', 'mn-Latn').address).toBe('Töv aimag, Bayan sum, Bayantöv');
  });

  it('of a house is that of its street', () => {
    expect(named('osm:node:23')).toMatchObject({ name: 'Энхтайваны өргөн чөлөө 15А' });
    expect(named('osm:node:23', 'en')).toMatchObject({
      name: 'Peace Avenue 15A',
      address: '8th khoroo, Sükhbaatar District, Ulaanbaatar',
      components: { house_number: '15A', street: 'Peace Avenue', khoroo: '8th khoroo' },
    });
  });

  it('of what has a name in another script only is what it is', () => {
    expect(named('osm:node:27', 'en').name).toBe('Beijing');
    expect(named('osm:node:28', 'en').name).toBe('fast food');
    expect(named('osm:node:28').name).toBe('北京');
  });

  it('never mixes scripts in one text', () => {
    for (let row = 0; row < index.size; row++) {
      for (const language of ['en', 'mn-Latn'] as const) {
        const { id, name, address, components } = index.place(row, language);
        for (const text of [name, ...(address === null ? [] : [address]), ...Object.values(components)])
          expect(isLatin(text), `${id} ${language}: ${text}`).toBe(true);
      }
    }
  });

  it('holds in a reverse lookup too', () => {
    const hit = index.reverse(...degrees(-2000, -2000), {}, 'en')!;
    expect(hit).toMatchObject({
      name: 'Peace Avenue',
      address: '8th khoroo, Sükhbaatar District, Ulaanbaatar',
    });
  });

  it('writes every Cyrillic letter in Latin', () => {
    expect(latinText('Құлыншақ Һәм Їєрөө Ёндонжамц щъьы')).toMatch(/^[\p{Script=Latin} ]+$/u);
  });
});

describe('what a place tells', () => {
  it('is its coarse kind', () => {
    const layers = [1, 8, 10, 20, 23, 25, 26].map((id) =>
      id === 10 ? named('osm:way:10').layer : named(`osm:${id === 1 ? 'relation' : 'node'}:${id}`).layer,
    );
    expect(layers).toEqual(['area', 'settlement', 'street', 'poi', 'address', 'natural', 'transport']);
    expect(new Set([...layers, named('postcode:14200').layer])).toEqual(new Set(LAYERS));
  });

  it('are the parts of its address, and its own', () => {
    expect(named('osm:node:23').components).toEqual({
      house_number: '15А',
      street: 'Энхтайваны өргөн чөлөө',
      khoroo: '8-р хороо',
      district: 'Сүхбаатар дүүрэг',
      city: 'Улаанбаатар',
      country: 'Монгол Улс',
    });
    expect(named('osm:node:24').components).toEqual({
      city: 'Баянтөв',
      soum: 'Баян сум',
      aimag: 'Төв аймаг',
      country: 'Монгол Улс',
    });
    expect(named('osm:node:20').components.postcode).toBe('14200');
    expect(named('osm:relation:6').components).toMatchObject({ soum: 'Баян сум', aimag: 'Төв аймаг' });
    expect(named('osm:way:10').components.street).toBe('Энхтайваны өргөн чөлөө');
  });

  it('is the box of an area or a street', () => {
    expect(named('osm:way:10').box).toEqual([...at(-3000, -2000), ...at(-1000, -2000)]);
    expect(named('osm:relation:6').box).toEqual([...at(25_000, -10_000), ...at(45_000, 10_000)]);
    expect(named('osm:node:20').box).toBeNull();
  });

  it('is the street that a shop stands on, within 60 m', () => {
    expect(named('osm:node:20').components.street).toBe('Энхтайваны өргөн чөлөө');
    expect(named('osm:node:21').components.street, '100 m away').toBeUndefined();
    expect(named('osm:node:22').components.street, 'a road between towns').toBeUndefined();
  });

  it('is the name that was found, when another one is displayed', () => {
    const other = (text: string): string | null => index.find(text, 1)[0].otherName;
    expect(other('хуучин уул')).toBe('Хуучин уул');
    expect(other('huuchin')).toBe('Хуучин уул');
    expect(other('баян уул')).toBeNull();
    expect(other('khan bank'), 'the same in Latin letters').toBeNull();
    expect(other('khaan bank'), 'read as the same name').toBeNull();
    expect(other('huuchen uul'), 'with a typing error').toBe('Хуучин уул');
    expect(other('энхтайван')).toBeNull();
    expect(other('14200'), 'a post code').toBeNull();
    expect(other('peace avenue'), 'the English name').toBe('Peace Avenue');
    expect(other('баян сум төв аймаг'), 'a name made of its own and that of its aimag').toBeNull();
  });
});

it('has the point of an area where its people are', () => {
  const away = (hit: PlaceHit, x: number, y: number): number =>
    distanceM(hit.lon7 / 1e7, hit.lat7 / 1e7, ...degrees(x, y));
  expect(away(named('osm:relation:6'), 26_000, 9000), 'the village of the soum').toBeLessThan(1);
  expect(away(named('osm:relation:5'), 26_000, 9000), 'the only settlement of the aimag').toBeLessThan(1);
  expect(away(named('osm:relation:3'), -3945, 4000), 'the densest part of the district').toBeLessThan(20);
});
