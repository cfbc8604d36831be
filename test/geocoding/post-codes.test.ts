import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { ownPlaceOf } from '../../src/geocoding/build-own-places.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { layerOf } from '../../src/geocoding/places/layer.js';
import { seededRandom } from '../seeded-random.js';

const random = seededRandom(57);

function point(id: number, lon: number, lat: number, tags: Tags): Feature {
  const [lon7, lat7] = [lon, lat].map((degrees) => Math.round(degrees * 1e7));
  return { id: `osm:node:${id}`, tags, geometry: { kind: 'point', lon7, lat7 } };
}

/** Houses of a code within some 300 m around a point. */
function houses(from: number, code: string, [lon, lat]: [number, number], count: number): Feature[] {
  return Array.from({ length: count }, (_, i) =>
    point(from + i, lon + (random() - 0.5) / 100, lat + (random() - 0.5) / 100, {
      'addr:street': 'Нарны гудамж',
      'addr:housenumber': `${from + i}`,
      'addr:postcode': code,
    }),
  );
}

const FEATURES = [
  ...houses(100, '14200', [106.92, 47.92], 30),
  // Somebody mistyped the code.
  ...houses(150, '14200', [104, 44], 1),
  ...houses(200, '15160;15161', [106.85, 47.9], 5),
  ...houses(300, 'SW1A 2AA', [106.8, 47.91], 1),
  point(1, 106.95, 47.92, { amenity: 'cafe', name: 'Зип кафе', 'addr:postcode': 'байхгүй' }),
];
const index = GeocodingIndex.from(buildGeocoding(FEATURES).sections);
const search = (text: string, types?: readonly string[]) =>
  index.search(text, 20, types === undefined ? {} : { types });

it.each([
  ...['14200', 'zip 14200', 'ZIP code 14200', 'шуудангийн код 14200', 'зип код 14200', 'зип 14200'],
  ...['postcode 14200', 'postal code 14200', 'Шуудангийн индекс: 14200', 'почтовый индекс 14200'],
])('«%s» is the area of the houses with the code', (text) => {
  const [first] = search(text);
  expect(first).toMatchObject({ id: 'postcode:14200', name: '14200', type: 'postcode', layer: 'postcode' });
  const [west, south, east, north] = first.box!.map((units) => units / 1e7);
  expect([west > 106.9, south > 47.9, east < 106.93, north < 47.93]).toEqual([true, true, true, true]);
});

it('each code of a house has its area, also one with letters', () => {
  expect(search('15161')[0].id).toBe('postcode:15161');
  expect(search('zip SW1A 2AA')[0].id).toBe('postcode:SW1A_2AA');
  expect(search('14200', ['postcode']).map(({ id }) => id)).toEqual(['postcode:14200']);
  expect(search('байхгүй', ['postcode'])).toEqual([]);
});

it('a reverse lookup names the house, never the area of a code', () => {
  for (const { id, geometry } of FEATURES) {
    if (geometry.kind !== 'point') continue;
    expect(index.reverse(geometry.lon7 / 1e7, geometry.lat7 / 1e7)?.id).toBe(id);
  }
});

it('a table of own places may have codes', () => {
  const own = ownPlaceOf(point(9, 106.9, 47.9, { 'gazarch:type': 'postcode', name: '17042' }));
  if (typeof own === 'string') throw new Error(own);
  expect(layerOf(own)).toBe('postcode');
  expect(own.refs).toContain('шуудангийн код 17042');
});
