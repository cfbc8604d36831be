import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { buildOwnPlaces } from '../../src/geocoding/build-own-places.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { IdRows } from '../../src/geocoding/lookup/id-rows.js';
import { MapAround } from '../../src/geocoding/map-around.js';
import { OverlaidIndex } from '../../src/geocoding/overlaid-index.js';
import { StringTableBuilder } from '../../src/arrays/string-table.js';
import { seededRandom } from '../seeded-random.js';

/** What is known of a place that is asked for by its id. */

function point(id: string, tags: Tags, lon7 = 1_069_000_000): Feature {
  return { id, tags, geometry: { kind: 'point', lon7, lat7: 479_000_000 } };
}

const SQUARE = Int32Array.of(
  ...[1_069_010_000, 479_010_000, 1_069_020_000, 479_010_000],
  ...[1_069_020_000, 479_020_000, 1_069_010_000, 479_020_000, 1_069_010_000, 479_010_000],
);
const FEATURES: Feature[] = [
  point('osm:node:1', {
    ...{ shop: 'supermarket', name: 'Номин', 'name:en': 'Nomin', old_name: 'Дэлгүүр', 'name:etymology': 'x' },
    ...{ opening_hours: 'Mo-Su 09:00-22:00', 'contact:phone': '+976 11', wheelchair: 'yes' },
  }),
  point('osm:node:2', { shop: 'kiosk', name: 'ТҮЦ' }, 1_069_100_000),
  {
    id: 'osm:way:3',
    tags: { amenity: 'school', name: '5-р сургууль', website: 'https://example.com' },
    geometry: { kind: 'area', polygons: [[SQUARE]] },
    entrance: [1_069_015_000, 479_010_000],
  },
];
const map = buildGeocoding(FEATURES).sections;
const index = GeocodingIndex.from(map);

it('keeps what only /v1/places tells', () => {
  expect(index.details(index.rowOf('osm:node:1'))).toEqual({
    names: { name: 'Номин', 'name:en': 'Nomin', old_name: 'Дэлгүүр' },
    ...{ opening_hours: 'Mo-Su 09:00-22:00', phone: '+976 11', wheelchair: 'yes' },
  });
  expect(index.details(index.rowOf('osm:way:3'))).toEqual({
    names: { name: '5-р сургууль' },
    website: 'https://example.com',
    box: [1_069_010_000, 479_010_000, 1_069_020_000, 479_020_000],
    entrance: [1_069_015_000, 479_010_000],
  });
  expect(index.details(index.rowOf('osm:node:2'))).toBeNull();
  expect(index.rowOf('osm:node:4')).toBe(-1);
  expect(() => index.verify()).not.toThrow();
});

it('opens a dataset of before, which has no details', () => {
  const before = GeocodingIndex.from(
    Object.fromEntries(Object.entries(map).filter(([name]) => !name.startsWith('detail.'))),
  );
  before.verify();
  expect(before.details(before.rowOf('osm:node:1'))).toBeNull();
  expect(before.place(before.rowOf('osm:node:1')).name).toBe('Номин');
});

it('refuses a text that ends before it begins', () => {
  const broken = { ...map, 'detail.start': Uint32Array.of(0, 9, 5) };
  expect(() => GeocodingIndex.from(broken).verify()).toThrow(/detail/);
});

it('finds own places beside those of the map, and instead of one with the same id', () => {
  const places = [
    point('geojson:branches:7', { amenity: 'bank', name: 'Салбар', phone: '7' }, 1_069_050_000),
    point('osm:node:2', { shop: 'kiosk', name: 'Миний ТҮЦ' }, 1_069_060_000),
  ];
  const own = GeocodingIndex.ofOwnPlaces(buildOwnPlaces(places, new MapAround(map, index)), index);
  const both = new OverlaidIndex(index, own);
  const nameOf = (id: string): string => both.place(both.rowOf(id)).name;
  expect(['geojson:branches:7', 'osm:node:2', 'osm:node:1', 'osm:way:3'].map(nameOf)).toEqual([
    'Салбар',
    'Миний ТҮЦ',
    'Номин',
    '5-р сургууль',
  ]);
  expect(both.details(both.rowOf('geojson:branches:7'))).toMatchObject({ phone: '7' });
  expect(both.rowOf('nothing')).toBe(-1);
});

it('finds each id, as a map does', () => {
  const random = seededRandom(42);
  const strings = new StringTableBuilder();
  const rows = new Map<string, number>();
  const ids: number[] = [];
  for (let i = 0; i < 5_000; i++) {
    const id = `osm:${['node', 'way', 'ү'][Math.floor(random() * 3)]}:${Math.floor(random() * 10_000)}`;
    if (rows.has(id)) continue;
    strings.add(`other ${i}`);
    rows.set(id, ids.length);
    ids.push(strings.add(id));
  }
  const table = new IdRows(strings.finish(), Uint32Array.from(ids));
  for (const [id, row] of rows) expect(table.rowOf(id)).toBe(row);
  for (let i = 0; i < 5_000; i++) {
    const id = `osm:node:${Math.floor(random() * 20_000)}`;
    expect(table.rowOf(id), `seed 42, ${id}`).toBe(rows.get(id) ?? -1);
  }
  expect(new IdRows(new StringTableBuilder().finish(), new Uint32Array()).rowOf('')).toBe(-1);
});
