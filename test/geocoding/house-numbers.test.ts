import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { collectFeatures } from '../collect.js';

/** House numbers as they are painted, and as people say them. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-houses-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STREETS = ['Нарны гудамж', 'Сөүлийн гудамж', 'Энхтайваны өргөн чөлөө', 'Jasper Avenue'];
const AREA: Tags = { boundary: 'administrative', admin_level: '6', name: 'Баянзүрх дүүрэг' };
const point = (lon: number, lat: number): Feature['geometry'] => ({
  kind: 'point',
  lon7: 1_069_000_000 + lon * 10_000,
  lat7: 479_000_000 + lat * 10_000,
});
const square = (lon: number, lat: number, half: number): Feature['geometry'] => {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].flatMap(([x, y]) => [1_069_000_000 + lon * 10_000 + x * half, 479_000_000 + lat * 10_000 + y * half]);
  return { kind: 'area', polygons: [[Int32Array.from(corners)]] };
};

/** The same houses on each street, 500 m from street to street. */
function indexOf(numbers: readonly string[], more: readonly Feature[] = []): GeocodingIndex {
  const houses = STREETS.flatMap((street, s) => [
    { id: `osm:way:${s}`, tags: { highway: 'residential', name: street }, geometry: line(s) },
    ...numbers.map((number, i) => ({
      id: `osm:node:${s}-${number}`,
      tags: { 'addr:street': street, 'addr:housenumber': number },
      geometry: point(2 * i, 5 * s),
    })),
  ]);
  const district = { id: 'osm:relation:1', tags: AREA, geometry: square(0, 0, 5_000_000) };
  return GeocodingIndex.from(buildGeocoding([district, ...houses, ...more]).sections);
}

function line(s: number): Feature['geometry'] {
  const lat = 479_000_000 + s * 50_000;
  return { kind: 'line', lines: [Int32Array.of(1_069_000_000, lat, 1_069_400_000, lat)] };
}

const SAID: readonly (readonly [written: string, ...said: string[]])[] = [
  ['42 к1', '42к1', '42 К1', '42 корпус 1', '42 корп. 1'],
  ['29к2', '29 к 2', '29 корпус 2', 'дом 29, корпус 2', 'д. 29 корп 2'],
  ['27А с1', '27а с1', '27А строение 1', '27а стр. 1'],
  ['5 литБ', '5 лит Б', '5 литера Б', '5б'],
  ['44ab', '44 ab', '44AB'],
  ['40-р байр', '40', '40 байр', '40-р байр'],
  ['71 байр', '71', '71-р байр'],
  ['B12', 'b12', 'B-12', 'B 12'],
  ['Б-8', 'Б8', 'б-8', 'Б 8'],
  ['С14', 'С-14', 'с14'],
  ['17+19', '17', '19'],
  ['11 ба 13', '11', '13'],
  ['81;83а', '81', '83а', '83 А'],
  ['33 (хуучин 12)', '33'],
  ['214-41 REAR', '214-41 rear'],
  ['4bis', '4 bis'],
  ['8/2', '8-2', '8/2 байр'],
  ['№ 77', '77', '№77'],
  ['Цэнхэр', 'цэнхэр'],
  ['90 1/2', '90 1/2'],
];

it('finds each house as it is written and as people say it, alone and in its district', () => {
  const index = indexOf(SAID.map(([written]) => written));
  const missed = STREETS.flatMap((street, s) =>
    SAID.flatMap(([written, ...said]) =>
      [written, ...said].flatMap((number) =>
        [`${street} ${number}`, `Баянзүрх дүүрэг, ${street} ${number}`].filter(
          (text) => !index.search(text, 5).some(({ id }) => id === `osm:node:${s}-${written}`),
        ),
      ),
    ),
  );
  expect(missed).toEqual([]);
});

it('does not take one number for another', () => {
  const index = indexOf(['42 к1', '42', '42б', '8/2', '8']);
  for (const number of ['42 к1', '42', '42б', '8/2', '8'])
    expect(index.search(`Нарны гудамж ${number}`, 1)[0].id).toBe(`osm:node:0-${number}`);
});

it.each(['99', '99 к5', '99-р байр', 'Б-99', '99 (хуучин 98)', 'дом 99', '99/7'])(
  'gives the street without the number where no house has %s',
  (number) => {
    const index = indexOf(['42', 'Б-8']);
    for (const street of STREETS)
      for (const text of [`${street} ${number}`, `Баянзүрх дүүрэг, ${street} ${number}`]) {
        const [first] = index.find(text, 1);
        expect([text, first === undefined ? null : index.place(first.row).name]).toEqual([text, street]);
        expect(first.match).toBe('partial');
        expect(first.leftOut.join(' ')).toContain('99');
      }
  },
);

it.each([
  ['11-15', 'odd', ['11', '13', '15'], ['12', '17']],
  ['10–14', 'even', ['10', '12', '14'], ['11']],
  ['3-6', 'all', ['3', '4', '5', '6'], ['7']],
])('finds the house %s of %s numbers by each of them', (range, addr, inside, outside) => {
  const tags = { 'addr:street': STREETS[0], 'addr:housenumber': range, 'addr:interpolation': addr };
  const index = indexOf(['1'], [{ id: 'osm:way:99', tags, geometry: point(50, 0) }]);
  const idOf = (number: string): string => index.search(`Баянзүрх дүүрэг, Нарны гудамж ${number}`, 1)[0].id;
  expect(inside.map(idOf)).toEqual(inside.map(() => 'osm:way:99'));
  expect(outside.map(idOf)).toEqual(outside.map(() => 'osm:way:0'));
});

it('gives a place in a numbered building its number, and finds it by that', () => {
  const cafe = (id: number, lon: number, tags: Tags): Feature => ({
    id: `osm:node:${id}`,
    tags: { amenity: 'cafe', ...tags },
    geometry: point(lon, 0),
  });
  const houseTags = { building: 'yes', 'addr:street': 'Нарны гудамж', 'addr:housenumber': '36' };
  const index = indexOf(
    ['1'],
    [
      { id: 'osm:way:50', tags: houseTags, geometry: square(60, 0, 3000) },
      cafe(51, 60, { name: 'Цэлмэг кафе' }),
      cafe(52, 60, { name: 'Өглөө', 'addr:street': 'Нарны гудамж', 'addr:housenumber': '38' }),
      cafe(53, 70, { name: 'Цэлмэг' }),
    ],
  );
  const address = (id: string): unknown => {
    const { address: text, components } = index.place(index.rowOf(id));
    return [text, components.house_number];
  };
  expect(address('osm:node:51')).toEqual(['Баянзүрх дүүрэг, Нарны гудамж 36', '36']);
  expect(address('osm:node:52')).toEqual(['Баянзүрх дүүрэг, Нарны гудамж 38', '38']);
  expect(address('osm:node:53')).toEqual(['Баянзүрх дүүрэг', undefined]);
  for (const text of ['Нарны гудамж 36 Цэлмэг кафе', 'Цэлмэг кафе, Нарны гудамж 36', 'Цэлмэг Нарны 36'])
    for (const whole of [text, `Баянзүрх дүүрэг, ${text}`])
      expect([whole, index.search(whole, 1)[0]?.id]).toEqual([whole, 'osm:node:51']);
  expect(index.search('Нарны гудамж 38 Өглөө', 1)[0].id).toBe('osm:node:52');
  // The building alone stands for its number.
  expect(index.search('Нарны гудамж 36', 5).map(({ id }) => id)).toEqual(['osm:way:50']);
});

const ROAD = `<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/>
  <tag k="name" v="Баатрын гудамж"/></way>`;
const node = (id: number, lon: number, tags: Tags = {}): string =>
  `<node id="${id}" lon="${lon}" lat="47.9">${tagsOf(tags)}</node>`;
const tagsOf = (tags: Tags): string =>
  Object.entries(tags)
    .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
    .join('');

async function indexOfOsm(xml: string): Promise<GeocodingIndex> {
  const path = join(folder, 'houses.osm');
  writeFileSync(path, `<osm version="0.6">${xml}</osm>`);
  return GeocodingIndex.from(buildGeocoding(await collectFeatures(path)).sections);
}

const house = (number: string): Tags => ({ 'addr:street': 'Баатрын гудамж', 'addr:housenumber': number });

it.each([
  ['even', ['2', '10'], ['4', '6', '8'], ['3', '5']],
  ['odd', ['9', '1'], ['7', '5', '3'], ['2', '8']],
  ['all', ['1', '4'], ['2', '3'], ['5']],
  ['5', ['10', '20'], ['15'], ['12']],
])('finds the houses along a line of %s numbers', async (kind, ends, between, outside) => {
  const index = await indexOfOsm(
    `${node(1, 106.9, house(ends[0]))}${node(2, 106.905)}${node(3, 106.91, house(ends[1]))}${ROAD}
    <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/>${tagsOf({ 'addr:interpolation': kind })}</way>`,
  );
  const lons = between.map((number) => {
    const [found] = index.search(`Баатрын гудамж ${number}`, 1);
    expect(found.name).toBe(`Баатрын гудамж ${number}`);
    return found.lon7 / 1e7;
  });
  lons.forEach((lon, i) => expect(lon).toBeCloseTo(106.9 + (0.01 * (i + 1)) / (between.length + 1), 4));
  for (const number of outside) expect(index.find(`Баатрын гудамж ${number}`, 1)[0].match).toBe('partial');
});

it('makes no second house of a number that the street has', async () => {
  const index = await indexOfOsm(
    `${node(1, 106.9, house('2'))}${node(2, 106.905)}${node(3, 106.91, house('6'))}
    ${node(4, 106.904, house('4'))}
    ${ROAD}<way id="7"><nd ref="1"/><nd ref="3"/>${tagsOf({ 'addr:interpolation': 'even' })}</way>`,
  );
  expect(index.search('Баатрын гудамж 4', 5).map(({ id }) => id)).toEqual(['osm:node:4']);
});

it.each([
  ['the name of the relation', { name: 'Баатрын гудамж' }],
  ['the name of its street', {}],
])('gives houses of an associatedStreet %s', async (_, tags) => {
  const index = await indexOfOsm(
    `${node(1, 106.9)}${node(2, 106.905)}${node(3, 106.91)}${node(4, 106.904, { 'addr:housenumber': '17' })}
    ${node(5, 106.906, { 'addr:housenumber': '18', 'addr:street': 'Өөр гудамж' })}${ROAD}
    <relation id="3"><member type="way" ref="1" role="street"/><member type="node" ref="4" role="house"/>
    <member type="node" ref="5" role="house"/>${tagsOf({ type: 'associatedStreet', ...tags })}</relation>`,
  );
  expect(index.search('Баатрын гудамж 17', 1)[0].id).toBe('osm:node:4');
  expect(index.search('Өөр гудамж 18', 1)[0].id).toBe('osm:node:5');
});
