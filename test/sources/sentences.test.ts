import { expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { askedCrossing } from '../../src/geocoding/describe/crossing.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import { slowGeodesic } from '../oracles/slow-geodesic.js';

/** Searches by sentences: what they mean, and where that stands in the list. */

const units = (degrees: number): number => Math.round(degrees * 1e7);
const point = (id: number, tags: Feature['tags'], lon: number, lat: number): Feature => ({
  id: `osm:node:${id}`,
  tags,
  geometry: { kind: 'point', lon7: units(lon), lat7: units(lat) },
});
const CAPITAL: [number, number] = [106.9, 47.9];
/** Along a parallel: 40 km are 0.535 degrees. In two ways with a gap, the second one drawn backwards. */
const road = (id: number, lons: number[]): Feature => ({
  id: `osm:way:${id}`,
  tags: { highway: 'trunk', name: 'Дархан зам' },
  geometry: { kind: 'line', lines: [Int32Array.from(lons.flatMap((lon) => [units(lon), units(47.9)]))] },
});
const street = (id: number, name: string, ...line: [number, number][]): Feature => ({
  id: `osm:way:${id}`,
  tags: { highway: 'residential', name },
  geometry: {
    kind: 'line',
    lines: [Int32Array.from(line.flatMap(([lon, lat]) => [units(lon), units(lat)]))],
  },
});
const FEATURES: Feature[] = [
  point(1, { place: 'city', name: 'Улаанбаатар', capital: 'yes', population: '1500000' }, ...CAPITAL),
  point(2, { shop: 'department_store', name: 'Их дэлгүүр' }, 106.91, 47.92),
  point(3, { shop: 'supermarket', name: 'Номин' }, 106.92, 47.91),
  point(4, { amenity: 'pharmacy', name: 'Эрүүл эмийн сан' }, 106.92, 47.912),
  point(5, { amenity: 'pharmacy', name: 'Монос эмийн сан' }, 106.92, 47.907),
  point(6, { amenity: 'cafe', name: 'Номингийн ард' }, 106.95, 47.95),
  point(7, { place: 'suburb', name: 'Баянгол дүүрэг' }, 106.88, 47.91),
  point(8, { highway: 'bus_stop', name: 'Алтай хотхон зүүн' }, 106.881, 47.911),
  point(9, { building: 'apartments', name: 'Алтай хотхон' }, 106.88, 47.911),
  road(1, [107, 107.1, 107.3]),
  road(2, [108, 107.6, 107.32]),
  street(11, 'Сөүлийн гудамж', [106.91, 47.9], [106.92, 47.9], [106.93, 47.9]),
  street(12, 'Энхтайваны өргөн чөлөө', [106.92, 47.89], [106.92, 47.9], [106.92, 47.905]),
  street(13, 'Бээжингийн гудамж', [106.95, 47.9], [106.96, 47.9]),
];
const sourceOf = (features: readonly Feature[]): CurrentDataset => {
  const index = GeocodingIndex.from(buildGeocoding(features).sections);
  const dataset = { geocoding: index, map: index, mapSections: index.sections };
  return { pinned: () => dataset, state: () => 'ok' } as unknown as CurrentDataset;
};
const geocoder = new EmbeddedGeocoder(sourceOf(FEATURES), { radii: DEFAULT_REVERSE_RADII });
const search = (text: string, more = {}): readonly FoundPlace[] =>
  geocoder.search({ text, limit: 5, ...more });
const measured = (from: [number, number], { longitude, latitude }: FoundPlace) =>
  slowGeodesic(from, [longitude, latitude]);

it.each([
  ['Их дэлгүүрээс хойш 200 м', [106.91, 47.92], 0, 200],
  ['Номингоос зүүн урагш 1.5 км', [106.92, 47.91], 135, 1_500],
  ['200 m west of Nomin', [106.92, 47.91], 270, 200],
] as const)('finds «%s»', (text, from, azimuth, distance_m) => {
  const [found] = search(text);
  expect(found.type).toBe('place');
  expect(found.id).toBe(`point:${found.longitude},${found.latitude}`);
  const true_ = measured([...from], found);
  expect(true_.distance_m).toBeCloseTo(distance_m, -1);
  expect(Math.abs(((true_.azimuth - azimuth + 540) % 360) - 180)).toBeLessThan(0.1);
  expect(geocoder.place({ id: found.id })).toMatchObject({ id: found.id, type: 'place' });
});

it('puts a point behind a name that is written so, and before all that is only alike', () => {
  expect(search('Номингийн ард').map(({ id }) => id.split(':')[0])).toEqual(['osm', 'point']);
  expect(search('Номингийн ард')[0].name).toBe('Номингийн ард');
  expect(search('Номингийн урд').map(({ id }) => id.split(':')[0])).toEqual(['point', 'osm', 'osm']);
  expect(search('Номингийн урд')[0].name).toBe('Номин дэлгүүрээс урагш 50 м');
  expect(search('Номингийн урд', { lang: 'en' })[0].name).toBe('50 m south of Nomin (supermarket)');
});

it('finds where both landmarks of a sentence are right', () => {
  const [found, ...others] = search('Их дэлгүүрээс урагш 780 м, Номингоос баруун хойш 850 м');
  expect(others).toEqual([]);
  expect(measured([106.91, 47.92], found).distance_m).toBeCloseTo(780, -2);
  expect(measured([106.92, 47.91], found).distance_m).toBeCloseTo(850, -2);
});

it('puts the house before the point beside a landmark that helps to find it', () => {
  const house = point(31, { 'addr:street': 'Сөүлийн гудамж', 'addr:housenumber': '12' }, 106.915, 47.9);
  const described = new EmbeddedGeocoder(sourceOf([...FEATURES, house]), { radii: DEFAULT_REVERSE_RADII });
  const first = (text: string): string | undefined => described.search({ text, limit: 5 }).at(0)?.id;
  expect(first('Номингийн урд, Сөүлийн гудамж 12')).toBe('osm:node:31');
  expect(first('Сөүлийн гудамж 12, Номин дэлгүүрийн хойно')).toBe('osm:node:31');
  // What says how far, or nothing else that is known, is the point.
  expect(first('Номингоос урагш 200 м, Сөүлийн гудамж 12')).toMatch(/^point:/);
  expect(first('Номингийн урд, Зүбгхьь')).toMatch(/^point:/);
});

it('shows a kind on the side that was asked for first', () => {
  expect(search('Номингийн урд талын эмийн сан')[0].name).toBe('Монос эмийн сан');
  expect(search('Номингийн хойд талын эмийн сан')[0].name).toBe('Эрүүл эмийн сан');
});

it.each(['км 40 Дархан зам', 'Дархан зам 40 км', 'Дархан замын 40-р км'])('finds «%s»', (text) => {
  const found = search(text).find(({ id }) => id.startsWith('point:'))!;
  expect(found.name).toBe('Дархан зам, 40 км');
  expect(found.latitude).toBeCloseTo(47.9, 3);
  // Straight from the capital, as the road is: the gap of 1.5 km counts as road.
  expect(measured(CAPITAL, found).distance_m).toBeCloseTo(40_000, -2);
});

it('has no kilometre where the road has ended, and no point of a kind that is wanted otherwise', () => {
  const points = (text: string, more = {}): unknown[] =>
    search(text, more).filter(({ id }) => id.startsWith('point:'));
  expect(points('Дархан зам 400 км')).toEqual([]);
  expect(points('Их дэлгүүрээс хойш 200 м', { types: ['pharmacy'] })).toEqual([]);
  expect(points('Их дэлгүүрээс хойш 200 м', { bbox: [100, 40, 101, 41] })).toEqual([]);
  expect(points('Их дэлгүүрээс хойш 200 м', { bbox: [106, 47, 108, 48] })).toHaveLength(1);
});

it('keeps a name that ends with a wind, and names an area behind it', () => {
  const found = search('Алтай хотхон зүүн, Баянгол дүүрэг', { limit: 20 });
  expect(found.map(({ name }) => name)).toContain('Алтай хотхон зүүн');
});

it('answers every id that it gives, beyond the map, too', () => {
  for (const text of ['Улаанбаатараас хойш 300 км', '250 km east of Nomin', 'Номингоос урагш 60 км'])
    for (const { id } of search(text)) {
      const place = geocoder.place({ id });
      expect(place?.id, id).toBe(id);
      expect(place!.name.length, id).toBeGreaterThan(0);
    }
});

it('leaves out a khoroo that lies in another district, as sources draw borders differently', () => {
  const area = (id: number, name: string, west: number, east: number): Feature => {
    const [w, e, s, n] = [west, east, 47.9, 47.92].map(units);
    const ring = Int32Array.of(w, s, e, s, e, n, w, n, w, s);
    const tags = { boundary: 'administrative', admin_level: name.endsWith('хороо') ? '9' : '6', name };
    return { id: `osm:relation:${id}`, tags, geometry: { kind: 'area', polygons: [[ring]] } };
  };
  const described = new EmbeddedGeocoder(
    sourceOf([
      area(1, 'Чингэлтэй дүүрэг', 106.9, 106.92),
      area(2, 'Сүхбаатар дүүрэг', 106.92, 106.94),
      area(3, '1-р хороо', 106.905, 106.922),
      point(1, { shop: 'supermarket', name: 'Номин' }, 106.9195, 47.91),
    ]),
    { radii: DEFAULT_REVERSE_RADII },
  );
  const areas = (longitude: number): string | undefined =>
    described.reverse({ longitude, latitude: 47.911, describe: true })?.description?.text.split(':')[0];
  expect(areas(106.9195)).toBe('Чингэлтэй дүүрэг, 1-р хороо');
  expect(areas(106.9205)).toBe('Сүхбаатар дүүрэг');
  expect(areas(106.91)).toBe('Чингэлтэй дүүрэг, 1-р хороо');
});

it.each([
  'Сөүлийн гудамж Энхтайваны өргөн чөлөөний уулзвар',
  'Сөүлийн гудамж, Энхтайваны өргөн чөлөөний буланд',
  'Энхтайваны өргөн чөлөө ба Сөүлийн гудамжны огтлолцол',
  'Сөүлийн гудамж Энхтайваны өргөн чөлөөтэй нийлдэг хэсэг',
  'Сөүлийн гудамж x Энхтайваны өргөн чөлөө',
  'Сөүлийн гудамж Энхтайваны өргөн чөлөөтэй огтлолцох уулзвар',
  'Сөүлийн гудамж - Энхтайваны өргөн чөлөө уулзвар',
  'Сөүлийн гудамж Энхтайваны өргөн чөлөөний уулзвар дээр',
  'corner of Сөүлийн гудамж and Энхтайваны өргөн чөлөө',
  'Сөүлийн гудамж & Энхтайваны өргөн чөлөө',
  'Сөүл - Энхтайван',
  'Сөүлийн гудамж – Энхтайван',
  'Баянгол дүүрэг, Сөүлийн гудамж, Энхтайваны өргөн чөлөөний уулзвар',
  // Two whole names of streets mean their crossing, without a word for it.
  'Сөүлийн гудамж, Энхтайваны өргөн чөлөө',
  'Сөүлийн гудамж / Энхтайваны өргөн чөлөө',
  'Энхтайваны өргөн чөлөө ба Сөүлийн гудамж',
  'Энхтайваны өргөн чөлөө Сөүлийн гудамж',
])('finds the crossing of «%s»', (text) => {
  const [found] = search(text);
  expect([found.longitude, found.latitude]).toEqual([106.92, 47.9]);
  expect(found.name.split(' – ').sort()).toEqual(['Сөүлийн гудамж', 'Энхтайваны өргөн чөлөө']);
});

it.each([
  'Сөүл Энхтайваны уулзвар',
  'soul ba enhtaivan ulzvar',
  'Энхтайван Сөүлийн булан',
  'Сөүл Энхтайван хоёрын уулзвар дээр',
  'Сөүлийн гудамж Энхтайван огтлолцох',
  'Сөүл гудамж Энхтайван гудамжны уулзвар',
  'seoul enhtaivan uulzvar',
  'угол улиц Энхтайваны и Сөүлийн',
])('finds the crossing of streets by some words of their names: «%s»', (text) => {
  const [found] = search(text);
  expect([found.longitude, found.latitude]).toEqual([106.92, 47.9]);
});

it('finds the crossing before a street in an area that has the name of the other one', () => {
  const corners = [110, 46, 112, 46, 112, 47, 110, 47, 110, 46].map(units);
  const other: Feature = {
    id: 'osm:relation:1',
    tags: { boundary: 'administrative', admin_level: '4', name: 'Сүхбаатар' },
    geometry: { kind: 'area', polygons: [[Int32Array.from(corners)]] },
  };
  const streets = [
    street(21, 'Д.Сүхбаатарын гудамж', [106.91, 47.9], [106.92, 47.9], [106.93, 47.9]),
    street(22, 'Анкарагийн гудамж', [106.92, 47.89], [106.92, 47.9], [106.92, 47.905]),
    street(23, 'Анкарагийн гудамж', [111, 46.5], [111.01, 46.5]),
  ];
  const elsewhere = new EmbeddedGeocoder(sourceOf([...streets, other]), { radii: DEFAULT_REVERSE_RADII });
  const [first] = elsewhere.search({ text: 'сүхбаатарын гудамж анкара уулзвар', limit: 5 });
  expect([first.longitude, first.latitude]).toEqual([106.92, 47.9]);
});

it.each([
  'Их тойруу / Сөүлийн гудамж',
  'Сөүлийн гудамж, Их тойруу',
  // A name without its initial.
  'Чингүнжав - Сөүл',
])('finds the crossing with another street: «%s»', (text) => {
  const ring = street(23, 'Их тойруу', [106.92, 47.9], [106.93, 47.91]);
  const named = street(24, 'Х.Чингүнжавын гудамж', [106.92, 47.9], [106.93, 47.91]);
  const source = sourceOf([...FEATURES, text.includes('Их') ? ring : named]);
  const [found] = new EmbeddedGeocoder(source, { radii: DEFAULT_REVERSE_RADII }).search({ text, limit: 1 });
  expect([found.longitude, found.latitude]).toEqual([106.92, 47.9]);
});

it.each([
  'Дархан Сөүлийн гудамж Энхтайваны өргөн чөлөөний уулзвар',
  'Дархан Сөүлийн гудамж Энхтайваны өргөн чөлөө',
  'Дархан Сөүл Энхтайваны уулзвар',
])('finds the crossing in the town named before it: «%s»', (text) => {
  const source = sourceOf([
    ...FEATURES,
    point(41, { place: 'city', name: 'Дархан', population: '80000' }, 104.92, 49.9),
    street(21, 'Сөүлийн гудамж', [104.91, 49.9], [104.92, 49.9]),
    street(22, 'Энхтайваны өргөн чөлөө', [104.92, 49.89], [104.92, 49.9]),
  ]);
  const [found] = new EmbeddedGeocoder(source, { radii: DEFAULT_REVERSE_RADII }).search({ text, limit: 5 });
  expect([found.longitude, found.latitude]).toEqual([104.92, 49.9]);
});

it('has no crossing of streets that do not meet, nor of one street', () => {
  const points = (text: string): unknown[] => search(text).filter(({ id }) => id.startsWith('point:'));
  expect(points('Сөүлийн гудамж, Бээжингийн гудамжны уулзвар')).toEqual([]);
  expect(points('Сөүлийн гудамж, Сөүлийн гудамжны уулзвар')).toEqual([]);
  expect(points('Сөүлийн гудамжны уулзвар')).toEqual([]);
  // What only begins so, one letter, or an area is no street.
  for (const text of ['Энхтайваны өргөн чөлөө гудамж', 'Сөүлийн гудамж, гудамж', 'Сөүлийн гудамж, Бээжин'])
    expect(points(text), text).toEqual([]);
  for (const text of ['С & Э', 'Сөү & Энх', 'Энхтайваны дүүрэг, Сөүлийн гудамжны уулзвар'])
    expect(points(text), text).toEqual([]);
});

it('gives the crossing that is nearest, or in the box, of those in two towns', () => {
  const towns = new EmbeddedGeocoder(
    sourceOf([
      ...FEATURES,
      street(21, 'Сөүлийн гудамж', [104.91, 49.9], [104.92, 49.9]),
      street(22, 'Энхтайваны өргөн чөлөө', [104.92, 49.89], [104.92, 49.9]),
    ]),
    { radii: DEFAULT_REVERSE_RADII },
  );
  const crossing = (more: object): unknown =>
    towns
      .search({ text: 'Сөүлийн гудамж & Энхтайваны өргөн чөлөө', limit: 5, ...more })
      .filter(({ id }) => id.startsWith('point:'))
      .map(({ longitude, latitude }) => [longitude, latitude]);
  for (const at of [
    [106.92, 47.9],
    [104.92, 49.9],
  ] as const) {
    expect(crossing({ near: at })).toEqual([at]);
    expect(crossing({ bbox: [at[0] - 0.1, at[1] - 0.1, at[0] + 0.1, at[1] + 0.1] })).toEqual([at]);
  }
});

it('finds the crossing of streets without the word for a street, behind what is called so', () => {
  for (const text of ['Сөүл & Энхтайван', 'Энхтайваны өргөн чөлөө Сөүлийн уулзвар']) {
    const found = search(text).find(({ id }) => id.startsWith('point:'));
    expect([found?.longitude, found?.latitude], text).toEqual([106.92, 47.9]);
  }
});

it('looks for parts of the names around a dash only with a word for a crossing', () => {
  expect(askedCrossing('Найрамдал - Сөүл уулзвар')?.bare).toEqual([['Найрамдал', 'Сөүл']]);
  expect(askedCrossing('Найрамдал - Сөүл')).toEqual({ whole: [['Найрамдал', 'Сөүл']], bare: [] });
});

it('reads a text of many words for streets in a few ways only', () => {
  expect(askedCrossing(`${'Урт гудамж '.repeat(5)}уулзвар`)).toMatchObject({
    whole: { length: 4 },
    bare: { length: 4 },
  });
  expect(askedCrossing(`${'Урт гудамж '.repeat(15)}уулзвар`), 'no street of 9 words').toBeNull();
  expect(askedCrossing('Сөүлийн гудамж Энхтайваны өргөн чөлөөний уулзвар')?.whole[0]).toEqual([
    'Сөүлийн гудамж',
    'Энхтайваны өргөн чөлөөний',
  ]);
});
