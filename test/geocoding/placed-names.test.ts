import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { explainSearch } from '../../src/geocoding/explain-search.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

const at = (id: number, lon: number, tags: Tags): Feature => ({
  id: `osm:node:${id}`,
  tags,
  geometry: { kind: 'point', lon7: 900_000_000 + lon * 1_000_000, lat7: 450_000_000 + id * 1000 },
});

/** Two towns 100 km from each other, and a village that is called like a kind. */
const index = GeocodingIndex.from(
  buildGeocoding([
    at(1, 0, { place: 'town', name: 'Сайншанд', population: '20000' }),
    at(2, 10, { place: 'town', name: 'Мөрөн', population: '30000' }),
    at(3, 20, { place: 'village', name: 'Цэцэрлэг' }),
    at(11, 10, { amenity: 'bank', name: 'Хаан банк' }),
    at(12, 0, { amenity: 'bank', name: 'Хаан банк' }),
    at(13, 0, { amenity: 'school', name: '2-р сургууль' }),
    at(14, 10, { amenity: 'school', name: '2-р сургууль' }),
    at(15, 20, { amenity: 'bank', name: 'Хаан банк' }),
    at(16, 0, { amenity: 'clinic', name: 'Бөртэ шүдний эмнэлэг' }),
    at(17, 0, { amenity: 'hospital', name: 'Сүлд' }),
    at(18, 10, { amenity: 'hospital', name: 'Дүүргийн нэгдсэн эмнэлэг' }),
    at(19, 10, { amenity: 'kindergarten', name: '102-р цэцэрлэг' }),
    at(20, 10, { tourism: 'hotel', name: 'Номин отель' }),
    at(21, 10, { tourism: 'hotel', name: 'Номин зочид буудал' }),
    at(22, 10, { building: 'apartments', name: '12-р байр' }),
    at(23, 10, { tourism: 'attraction', name: '7-р гудамж' }),
    at(24, 0, { amenity: 'school', name: '27-р дунд сургууль' }),
    at(25, 10, { amenity: 'school', name: '27-р сургууль' }),
  ]).sections,
);
const first = (query: string): string | undefined => index.search(query, 1)[0]?.id.replace('osm:node:', '');

describe('a name and the town that it is in', () => {
  it.each([
    ['Сайншандад Хаан банк', '12'],
    // A typing error, a case, another keyboard, and two of them.
    ['Хаан банк Сайшнанд', '12'],
    ['Хаан банк Сайшнандад', '12'],
    ['hggy dgy[ vgaiygy;', '12'],
    ['hggy dgy[ vgaiygy;g;', '12'],
    ['Хаан банк Сайншандад', '12'],
    ['Сайншанд дахь Хаан банк', '12'],
    ['Сайншанд хотын Хаан банк', '12'],
    ['Мөрөнд Хаан банк', '11'],
    ['Мөрөнгийн 2-р сургууль', '14'],
    ['Сайншандад 2-р сургууль', '13'],
    ['Цэцэрлэгт Хаан банк', '15'],
    // A number tells what it is, with words between, too.
    ['Сайншандад 27-р сургууль', '24'],
    ['Мөрөнд 27-р сургууль', '25'],
  ])('finds «%s»', (query, id) => {
    expect(first(query)).toBe(id);
  });

  it.each([
    ['Сайншанд хотын Хаан банк', '12'],
    ['Хаан банк Сайншанд хотод', '12'],
    ['Мөрөн тосгоны Хаан банк', '11'],
    ['Цэцэрлэг тосгоны Хаан банк', '15'],
  ])('finds nothing outside of it, with a word for a town: «%s»', (query, id) => {
    const { results } = explainSearch(index, query, 5);
    expect(results.map((found) => found.id)).toEqual([`osm:node:${id}`]);
  });

  it('says by which words it was found', () => {
    const [found] = explainSearch(index, 'Сайншандад Хаан банк', 1).results;
    expect(found).toMatchObject({ id: 'osm:node:12', group: 5 });
  });
});

it.each([
  ['Сайншанд нэгдсэн эмнэлэг', '17'],
  ['Сайншандад төв эмнэлэг', '17'],
  ['Сайншандын төв эмнэлэг', '17'],
  ['Мөрөнгийн нэгдсэн эмнэлэг', '18'],
])('finds the hospital of a town for «%s», and no dentist', (query, id) => {
  expect(first(query)).toBe(id);
});

it.each([
  ['хүүхдээ 102-р цэцэрлэгт хүргэж өгнө', '19'],
  ['өглөө эрт 102-р цэцэрлэг рүү', '19'],
  ['Номин отелийн үүдэнд зогсоорой', '20'],
  ['Номин зочид буудлаас такси дуудъя', '21'],
  ['pick me up at Номин отель', '20'],
  ['Номин отель гэсэн газар', '20'],
])('finds the place of the sentence «%s»', (query, id) => {
  expect(first(query)).toBe(id);
});

it('finds what has all words in its name before a kind that is called like one of them', () => {
  const some = GeocodingIndex.from(
    buildGeocoding([
      at(1, 0, { amenity: 'clinic', name: 'Нэгдэл эмнэлэг' }),
      at(2, 0, { amenity: 'university', name: 'Нэгдэл их сургууль' }),
      at(3, 0, { natural: 'peak', name: 'Нэгдэл' }),
      at(4, 0, { natural: 'peak', name: 'Өндөр' }),
    ]).sections,
  );
  expect(some.search('уул Нэгдэл', 5)[0].id).toBe('osm:node:2');
});

it('finds nothing with a longer number beside what has the whole one', () => {
  const town = GeocodingIndex.from(
    buildGeocoding([
      at(1, 20, { place: 'village', name: 'Цэцэрлэг' }),
      at(2, 20, { building: 'apartments', name: '13-р байр' }),
      at(3, 0, { amenity: 'kindergarten', name: '132-р цэцэрлэг' }),
    ]).sections,
  );
  expect(town.search('13 цэцэрлэг', 5).map(({ name }) => name)).toEqual(['13-р байр']);
});

it('finds nothing with another number', () => {
  expect(index.search('хүүхдээ 103-р цэцэрлэгт хүргэж өгнө', 5)).toEqual([]);
});

describe('a sentence with a town and a number', () => {
  it.each([
    ['хүүхдээ Сайншандад 2-р сургуульд хүргэж өгнө', ['osm:node:13']],
    ['хүүхдээ Мөрөнд 2-р сургуульд хүргэж өгнө', ['osm:node:14']],
    ['маргааш Сайншанд хотод 2-р сургуульд хүргэж өгнө', ['osm:node:13']],
    ['маргааш Мөрөн дэх 2-р сургуульд хүргэж өгнө', ['osm:node:14']],
    ['хүүхдээ 2-р сургуульд Мөрөнд хүргэж өгнө', ['osm:node:14']],
    ['хүүхдээ Сайншандад 102-р цэцэрлэгт хүргэж өгнө', ['osm:node:1']],
    ['хүүхдээ Цэцэрлэгт 2-р сургуульд хүргэж өгнө', ['osm:node:3']],
    ['өглөө Мөрөнгөөс Сайншандад 2-р сургуульд хүргэж өгнө', ['osm:node:13']],
    ['өглөө эрт Мөрөнд Сүлд орно', ['osm:node:2']],
  ])('finds nothing in another town, at most the town itself: «%s»', (query, ids) => {
    expect(index.search(query, 5).map(({ id }) => id)).toEqual(ids);
  });

  it.each(['өглөө эрт 12-р байр', 'өглөө эрт 12-р байрны', 'өглөө эрт 7-р гудамжинд'])(
    'finds no house or street of any town for «%s»',
    (query) => {
      expect(index.search(query, 5)).toEqual([]);
    },
  );
});

describe('a word with one wrong letter', () => {
  const rare = GeocodingIndex.from(
    buildGeocoding([
      at(1, 0, { place: 'town', name: 'Мөрөн' }),
      at(2, 0, { amenity: 'hospital', name: 'Мөрөн эмнэлэг' }),
      at(3, 5, { tourism: 'attraction', name: 'Meren' }),
      at(4, 5, { office: 'company', name: 'Блү Скай цамхаг' }),
    ]).sections,
  );

  it.each([
    // Besides the wrong letter, у may be typed for ө: the common word comes before the rare one.
    ['мурэн', 'osm:node:1'],
    ['Мурэн эмнэлэг', 'osm:node:2'],
    ['мерен', 'osm:node:3'],
    ['блюскай', 'osm:node:4'],
    ['блю скай', 'osm:node:4'],
  ])('is read in "%s" as one of %s', (text, id) => {
    expect(rare.search(text, 1)[0]?.id).toBe(id);
  });
});
