import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

const at = (lon: number, tags: Tags): Feature => ({
  id: `osm:node:${lon}`,
  tags,
  geometry: { kind: 'point', lon7: 1_069_000_000 + lon * 100_000, lat7: 479_000_000 },
});

const index = GeocodingIndex.from(
  buildGeocoding([
    at(0, { place: 'town', name: 'Сайншанд' }),
    at(1, { shop: 'mall', name: 'Их дэлгүүр' }),
    at(2, { amenity: 'bank', name: 'Хаан банк', 'addr:city': 'Сайншанд' }),
    at(4, { 'addr:street': 'Сөүлийн гудамж', 'addr:housenumber': '12', 'addr:city': 'Сайншанд' }),
  ]).sections,
);

const first = (text: string): [name: string, match: string, leftOut: readonly string[]] => {
  const [{ row, match, leftOut }] = index.find(text, 1);
  return [index.place(row).name, match, leftOut];
};

it.each([
  ['Сайншанд', 'Сайншанд', 'exact'],
  ['сайншанд', 'Сайншанд', 'exact'],
  ['Sainshand', 'Сайншанд', 'exact'],
  ['Сөүлийн гудамж 12', 'Сөүлийн гудамж 12', 'exact'],
  ['Сайнш', 'Сайншанд', 'beginning'],
  ['дэлгүүр их', 'Их дэлгүүр', 'words'],
  ['айншан', 'Сайншанд', 'words'],
  ['Сайншнад', 'Сайншанд', 'derived'],
])('%s finds %s: %s', (text, name, match) => {
  expect(first(text)).toEqual([name, match, []]);
});

it('tells the words that were left out, as they were typed and in their order', () => {
  expect(first('Өгөөмөр Хаан банк')).toEqual(['Хаан банк', 'partial', ['Өгөөмөр']]);
  expect(first('Хаан банк, «Цацал» хаана байна')).toEqual(['Хаан банк', 'partial', ['Цацал']]);
});

it('tells a word as typed where only its completion says something', () => {
  expect(first('Сайншанд 14 ба')).toEqual(['Сайншанд', 'partial', ['14', 'ба']]);
});

it('says the same of every result of a search that left words out', () => {
  for (const { match, leftOut } of index.find('Өгөөмөр Хаан банк', 5))
    expect([match, leftOut]).toEqual(['partial', ['Өгөөмөр']]);
});
