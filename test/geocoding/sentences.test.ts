import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { explainSearch } from '../../src/geocoding/explain-search.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Places from west to east, 8 km from each other. */
const PLACES: Tags[] = [
  { tourism: 'attraction', name: 'Зайсан толгой' },
  { amenity: 'pharmacy', name: 'Наран' },
  { amenity: 'pharmacy', name: 'Мерси' },
  { amenity: 'cafe', name: 'Хаана байна' },
  { amenity: 'cafe', name: 'Take me home' },
  { highway: 'track', name: 'Давс руу явах зам' },
];
const index = GeocodingIndex.from(
  buildGeocoding(
    PLACES.map((tags, i): Feature => {
      const lon7 = 900_000_000 + i * 1_000_000;
      const geometry: Feature['geometry'] =
        'highway' in tags
          ? { kind: 'line', lines: [Int32Array.of(lon7, 450_000_000, lon7 + 1000, 450_000_000)] }
          : { kind: 'point', lon7, lat7: 450_000_000 };
      return { id: `osm:node:${i + 1}`, tags, geometry };
    }),
  ).sections,
);
const first = (text: string, near?: readonly [number, number]): string | undefined =>
  index.search(text, 1, near && { near })[0]?.name;

it('finds the place of a sentence', () => {
  expect(first('би зайсан толгой руу явмаар байна')).toBe('Зайсан толгой');
  expect(first('how do I get to Zaisan tolgoi?')).toBe('Зайсан толгой');
  expect(first('как доехать до Зайсан толгой')).toBe('Зайсан толгой');
});

it('finds the nearest of a kind that a sentence asks for', () => {
  for (const text of ['хамгийн ойрын эмийн сан хаана вэ', 'pharmacy near me', 'где ближайшая аптека'])
    expect([first(text, [90.1, 45]), first(text, [90.2, 45])], text).toEqual(['Наран', 'Мерси']);
});

it('finds things of the kind when the nearest is asked for, and nothing that is called alike', () => {
  const called = GeocodingIndex.from(
    buildGeocoding(
      [
        { highway: 'residential', name: 'Эмин сан' },
        { amenity: 'pharmacy', name: 'Наран' },
      ].map((tags, i): Feature => {
        const geometry: Feature['geometry'] = { kind: 'point', lon7: 900_000_000 + i * 1_000_000, lat7: 0 };
        return { id: `osm:node:${i + 1}`, tags, geometry };
      }),
    ).sections,
  );
  const names = (text: string): string[] => called.search(text, 2).map(({ name }) => name);
  expect(names('эмийн сан')).toEqual(['Эмин сан', 'Наран']);
  for (const text of ['хамгийн ойр эмийн сан', 'эмийн сан ойролцоо', 'ойр эмийн сан', 'nearest pharmacy'])
    expect(names(text)[0], text).toBe('Наран');
  // With a blank more it is the same text, and not the one before it.
  expect(names('эмийн сан рядом')[0]).toBe('Наран');
  expect(names('эмийн сан')).toEqual(['Эмин сан', 'Наран']);
});

it('leaves names alone that have such words', () => {
  expect(first('хаана байна')).toBe('Хаана байна');
  expect(first('take me home')).toBe('Take me home');
  expect(first('take me ho')).toBe('Take me home');
  expect(first('давс руу явах зам')).toBe('Давс руу явах зам');
});

describe('words of asking that names have, too', () => {
  const places: [key: string, value: string, name: string][] = [
    ['amenity', 'parking', 'Зогсоол'],
    ['amenity', 'taxi', 'Такси зогсоол'],
    ['office', 'company', 'Тээвэр'],
    ['office', 'company', 'Ачаа тээвэр ХХК'],
    ['shop', 'car_parts', 'Road'],
    ['shop', 'car_parts', 'Off Road Shop'],
    ['tourism', 'hotel', 'Blue'],
    ['tourism', 'hotel', 'Hotel Blue Door'],
    ['shop', 'mobile_phone', 'Гар'],
    ['shop', 'mobile_phone', 'Шинэ гар утас'],
    ['shop', 'copyshop', 'Реклам'],
    ['shop', 'copyshop', 'Мөнх хаяг реклам'],
    ['amenity', 'fast_food', 'Burgr'],
    ['amenity', 'fast_food', 'Big Za Burgr'],
    ['place', 'town', 'Замын-Үүд'],
    ['natural', 'peak', 'Орой'],
  ];
  const called = GeocodingIndex.from(
    buildGeocoding(
      places.map(([key, value, name], i): Feature => {
        const geometry: Feature['geometry'] = { kind: 'point', lon7: 900_000_000 + i * 1_000_000, lat7: 0 };
        return { id: `osm:node:${i + 1}`, tags: { [key]: value, name }, geometry };
      }),
    ).sections,
  );

  it.each([
    ['такси зогсоол хаана байна', 'Такси зогсоол'],
    ['Ачаа тээвэр хаана байдаг вэ', 'Ачаа тээвэр ХХК'],
    ['off road хаана байна', 'Off Road Shop'],
    ['blue door', 'Hotel Blue Door'],
    ['blue door хаана байна', 'Hotel Blue Door'],
    ['гар утас', 'Шинэ гар утас'],
    ['хаяг реклам', 'Мөнх хаяг реклам'],
    ['za burgr', 'Big Za Burgr'],
    ['Орой руу яаж явах вэ', 'Орой'],
    ['замын үүдэнд очмоор байна', 'Замын-Үүд'],
    ['такси Орой руу явъя', 'Орой'],
  ])('finds «%s»', (text, name) => {
    expect(called.search(text, 1)[0]?.name).toBe(name);
  });
});

it('says what was only asking', () => {
  const [place] = explainSearch(index, 'зайсан толгой хаана байна вэ', 1).results;
  expect(place.relaxed).toEqual({
    dropped: ['хаана', 'байна', 'вэ'],
    searched: place.asked,
    rule: 'request',
  });
});

it('leaves out several unknown words of a long query, when half of it stays', () => {
  const [place] = index.find('abrakadab qzwrtk Зайсан толгой', 1);
  expect([index.place(place.row).name, place.match]).toEqual(['Зайсан толгой', 'partial']);
  expect(first('abrakadab qzwrtk plimplam толгой')).toBeUndefined();
});

it('finds what a sentence of unknown words names, by the longest name in it', () => {
  const [place] = index.find('маргааш өглөө зайсан толгойд цуглацгаая шүү', 1);
  expect([index.place(place.row).name, place.match]).toEqual(['Зайсан толгой', 'partial']);
  expect(first('өвдөөд байна эмийн сан заагаад өгөөч дөө', [90.2, 45])).toBe('Мерси');
  expect(first('qzwrtk abrakadab толгой дээр'), 'a part of a name').toBeUndefined();
  expect(first('qzwrtk abrakadab 12 зайсан толгой'), 'a number that is not there').toBeUndefined();
});

it('looks for no name in a text that is no sentence', () => {
  const unknown = 'qzwrtk '.repeat(39);
  expect(first(`${unknown}мерси`), '40 words').toBe('Мерси');
  expect(first(`qz ${unknown}мерси`), '41 words').toBeUndefined();
});
