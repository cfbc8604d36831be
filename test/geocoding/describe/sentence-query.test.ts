import { expect, it } from 'vitest';
import {
  askedPoint,
  askedSide,
  mayBeSentence,
  type AskedLandmark,
} from '../../../src/geocoding/describe/sentence-query.js';

function only(text: string): AskedLandmark | undefined {
  expect(mayBeSentence(text), text).toBe(true);
  return askedPoint(text)?.landmarks[0];
}

it.each([
  ['Их дэлгүүрээс хойш 200 м', 'Их дэлгүүр', 'north', 200],
  ['Их дэлгүүрээс 200м хойш', 'Их дэлгүүр', 'north', 200],
  ['Номингоос зүүн урагш 1.5 км', 'номин', 'southeast', 1_500],
  ['Номингоос баруун тийш 1,2 километр', 'номин', 'west', 1_200],
  ['Номингийн ард', 'номин', 'north', null],
  ['Номингийн урд талд 50 метр зайд', 'номин', 'south', 50],
  ['nominoos hoish 200 m', 'nominoos', 'north', 200],
  ['200 m north of Nomin', 'Nomin', 'north', 200],
  ['1.2 km south-west of Nomin (supermarket)', 'Nomin', 'southwest', 1_200],
  ['behind Nomin', 'Nomin', 'north', null],
])('reads «%s»', (text, name, wind, distance_m) => {
  expect(only(text)).toMatchObject({ wind, distance_m });
  expect(only(text)!.names).toContain(name);
});

it('takes no distance for one that lies beyond the country', () => {
  for (const text of ['Номингоос хойш 99999999999 м', '9999 km north of Nomin'])
    expect(askedPoint(text)).toBeNull();
  expect(askedPoint('Номингоос хойш 300 км')).not.toBeNull();
});

it('takes a town that begins with a side for no side', () => {
  for (const town of ['Баруун-Урт', 'Баруунтуруун', 'Зүүн-Хараа', 'Өмнө-Дэлгэр'])
    expect(askedPoint(`Сүхбаатар аймаг ${town}, 3-р гудамж 14`), town).toBeNull();
  expect(only('Номингоос зүүн-урагш 200 м')).toMatchObject({ wind: 'southeast', distance_m: 200 });
});

it('reads two landmarks and the area of a whole sentence', () => {
  const text =
    'Баянгол дүүрэг, 4-р хороо: Номин дэлгүүрээс хойш 120 м, Энхтайваны өргөн чөлөөний мөн талд, ' +
    '5-р сургуулийн дэргэд';
  expect(askedPoint(text)).toEqual({
    area: 'Баянгол дүүрэг 4-р хороо',
    rest: '',
    landmarks: [
      { names: ['Номин дэлгүүр', 'Номин'], wind: 'north', distance_m: 120 },
      { names: ['5-р сургууль', '5-р'], wind: null, distance_m: 0 },
    ],
  });
});

it('reads a side of a landmark before a kind', () => {
  expect(askedSide('Баянзүрх захын урд талын эмийн сан')).toMatchObject({
    wind: 'south',
    landmark: { names: ['Баянзүрх зах', 'Баянзүрх'] },
  });
});

it('reads no side where no kind is behind it', () => {
  for (const text of ['Баян зүүн салаа', 'Баян зүүн салаа 3', 'Номингийн урд талын Саран'])
    expect(askedSide(text), text).toBeNull();
});

it.each([
  'Сүхбаатарын талбай',
  'Урд гол',
  'Баруун 4 зам',
  'Зүүн хараа',
  'Хойд',
  'эмийн сан',
  '200 м',
  'Энхтайваны өргөн чөлөө 15',
  'north',
])('takes «%s» for a name', (text) => {
  expect(askedPoint(text)).toBeNull();
});

it('never fails on what it does not know', () => {
  for (const text of [
    '',
    ' ',
    ':',
    ', ,',
    '1 км',
    'м м м',
    'of of',
    '-ээс хойш',
    'хойш хойш',
    'a'.repeat(200),
  ])
    expect(() => [askedPoint(text), askedSide(text)]).not.toThrow();
});
