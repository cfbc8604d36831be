import { describe, expect, it, vi } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { KeyLayer } from '../../src/geocoding/lookup/key-layer.js';

/** Degrees east and north of 100 and 45. */
type At = readonly [east: number, north: number];

const lon7 = (east: number): number => Math.round(1_000_000_000 + east * 1e7);
const lat7 = (north: number): number => Math.round(450_000_000 + north * 1e7);

const at = (id: string, [east, north]: At, tags: Tags): Feature => ({
  id: `osm:node:${id}`,
  tags,
  geometry: { kind: 'point', lon7: lon7(east), lat7: lat7(north) },
});

function area(
  id: string,
  name: string,
  level: number,
  [west, south, east, north]: readonly number[],
): Feature {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const ring = Int32Array.from(corners.flatMap(([x, y]) => [lon7(x), lat7(y)]));
  return {
    id: `osm:relation:${id}`,
    tags: { boundary: 'administrative', admin_level: `${level}`, name },
    geometry: { kind: 'area', polygons: [[ring]] },
  };
}

/** An aimag Ховд with the soums Ховд and Алтай, an aimag Сэлэнгэ with another Алтай; a district. */
const index = GeocodingIndex.from(
  buildGeocoding([
    area('1', 'Ховд аймаг', 4, [0, 0, 2, 1]),
    area('2', 'Ховд сум', 6, [0, 0, 1, 1]),
    area('3', 'Алтай сум', 6, [1, 0, 2, 1]),
    area('4', 'Сэлэнгэ аймаг', 4, [3, 0, 4, 1]),
    area('5', 'Алтай сум', 6, [3, 0, 4, 1]),
    at('11', [0.5, 0.5], { amenity: 'school', name: 'Эхлэл сургууль' }),
    at('12', [1.5, 0.5], { amenity: 'school', name: 'Номын өргөө сургууль', wikidata: 'Q1' }),
    at('13', [3.5, 0.5], { amenity: 'school', name: 'Алтайн сургууль', 'name:en': 'Altai school' }),
    area('6', 'Улаанбаатар', 4, [6, 0, 7, 1]),
    area('7', 'Баянзүрх дүүрэг', 6, [6, 0, 6.5, 1]),
    area('8', 'Хан-Уул дүүрэг', 6, [6.5, 0, 7, 1]),
    at('21', [6.1, 0.5], { office: 'government', name: 'БЗД-ийн 26-р хороо' }),
    at('22', [6.4, 0.5], { office: 'government', name: 'БЗД-ийн 27-р хороо' }),
    at('23', [6.9, 0.5], { office: 'government', name: 'ХУД-ийн 26-р хороо' }),
    at('31', [6.105, 0.5], { amenity: 'pharmacy', name: 'Сүлд' }),
    at('32', [6.3, 0.5], { amenity: 'pharmacy', name: 'Монос' }),
    at('33', [6.905, 0.5], { amenity: 'pharmacy', name: 'Оргил' }),
    at('34', [6.6, 0.5], { amenity: 'pharmacy', name: 'Баянгийн эмийн сан' }),
    at('35', [6.105, 0.51], { shop: 'mall', name: 'Баянзүрх төв' }),
    at('41', [0.2, 0.2], { place: 'town', name: 'Жаргалант' }),
    area('42', 'Бат-Өлзий сум', 6, [4, 0, 4.5, 1]),
    area('43', 'Өлзийт сум', 6, [4.5, 0, 5, 1]),
    area('44', 'Матад сум', 6, [5, 0, 5.5, 1]),
    at('45', [5.6, 0.5], { place: 'town', name: 'Хархорин' }),
    at('46', [6.5, 0.5], { highway: 'bus_stop', name: 'Хар хорин' }),
    // A town outside the outline of its soum.
    area('50', 'Увс аймаг', 4, [8, 0, 10, 1]),
    area('51', 'Улаангом сум', 6, [8, 0, 9, 1]),
    area('52', 'Тариалан сум', 6, [9, 0, 10, 1]),
    at('53', [9.5, 0.5], { place: 'town', name: 'Улаангом' }),
    at('54', [9.505, 0.5], { amenity: 'pharmacy', name: 'Тайван' }),
    at('55', [8.5, 0.5], { amenity: 'school', name: 'Од сургууль' }),
    at('56', [9.51, 0.5], { amenity: 'school', name: 'Нар сургууль' }),
  ]).sections,
);
const all = (query: string): string[] => index.search(query, 5).map(({ id }) => id.replace('osm:node:', ''));

describe('a kind in two areas whose names stand side by side', () => {
  it.each([
    ['Ховд аймаг Ховд сум сургууль', '11'],
    ['Ховд аймгийн Ховд сумын сургууль', '11'],
    ['Ховд сум, Ховд аймаг, сургууль', '11'],
    ['сургууль Ховд Алтай сум', '12'],
    ['Ховд Алтай сум сургууль', '12'],
    ['Алтай сум Сэлэнгэ сургууль', '13'],
    // The seat stands for its aimag.
    ['Жаргалант Алтай сум', 'osm:relation:3'],
    ['Жаргалант Алтай сумын сургууль', '12'],
  ])('is looked for in both: «%s»', (query, id) => {
    expect(all(query)[0]).toBe(id);
  });
});

it.each([
  ['Бат-Өлзийт сум', '42'],
  ['батөлзий сум', '42'],
  ['Өлзийт сум', '43'],
  ['Мтаад сум', '44'],
])('finds a soum by a name with a typing error or without its dash: «%s»', (query, id) => {
  expect(all(query)[0]).toBe(`osm:relation:${id}`);
});

it('looks in the town of a soum that is outside of it, after the soum', () => {
  expect(all('Увс аймаг, Улаангом сум, эмийн сан')).toEqual(['54']);
  expect(all('Увс аймаг, Улаангом сум, сургууль')).toEqual(['55']);
});

it('does not read a number in the name of a town that is typed as two words', () => {
  expect(all('Хар хорин зүүн хойно')).toEqual(['46', '45']);
});

it('does not look for two areas in each split of a long text', () => {
  const asked = vi.spyOn(KeyLayer.prototype, 'wholeRange');
  index.search(`сургууль ${'а б в г д '.repeat(18)}`, 5);
  expect(asked.mock.calls.length).toBeLessThan(5_000);
  asked.mockRestore();
});

describe('a kind in a khoroo', () => {
  it.each([
    'БЗД 26-р хороо эмийн сан',
    'БЗД-ийн 26-р хороо эмийн сан',
    'Баянзүрх дүүрэг 26-р хороо эмийн сан',
    'Баянзүрх дүүргийн 26 хороо эмийн сан',
    'эмийн сан Баянзүрх дүүрэг 26-р хороо',
    'Баянзүрх 26-р хороо эмийн сан',
  ])('is what is near its office, however the district is written: «%s»', (query) => {
    expect(all(query)).toEqual(['31']);
  });

  it('is one of the district where the khoroo has none, or is not known', () => {
    for (const query of ['Баянзүрх дүүрэг 27-р хороо эмийн сан', 'БЗД 99-р хороо эмийн сан'])
      expect(all(query).sort(), query).toEqual(['31', '32']);
  });
});
