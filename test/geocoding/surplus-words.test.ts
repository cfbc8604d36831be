import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Addresses with words between their parts, or around them, that the map does not have. */

/** Metres east (x) and north (y) of a point in Ulaanbaatar, as lon7 and lat7. */
const at = (x: number, y: number): [number, number] => [
  Math.round(1_069_176_000 + (x / 74_600) * 1e7),
  Math.round(479_189_000 + (y / 111_190) * 1e7),
];
const point = (id: number, [x, y]: [number, number], tags: Tags): Feature => {
  const [lon7, lat7] = at(x, y);
  return { id: `osm:node:${id}`, tags, geometry: { kind: 'point', lon7, lat7 } };
};
const street = (id: number, y: number, name: string): Feature => ({
  id: `osm:way:${id}`,
  tags: { highway: 'residential', name },
  geometry: { kind: 'line', lines: [Int32Array.from([...at(100, y), ...at(900, y)])] },
});
const area = (id: number, side: number, name: string, level: string): Feature => {
  const corners = [at(0, 0), at(side, 0), at(side, side), at(0, side), at(0, 0)];
  const polygons = [[Int32Array.from(corners.flat())]];
  const tags = { boundary: 'administrative', admin_level: level, name };
  return { id: `osm:relation:${id}`, tags, geometry: { kind: 'area', polygons } };
};
const house = (of: string, number: string): Tags => ({ 'addr:street': of, 'addr:housenumber': number });

const index = GeocodingIndex.from(
  buildGeocoding([
    area(1, 9_000, 'Баянзүрх дүүрэг', '6'),
    area(2, 1_000, 'БЗД-ийн 37-р хороо', '8'),
    point(3, [500, 500], { building: 'apartments', name: 'Хүннү 2222 29-р байр' }),
    street(4, 200, 'Шархад 56-р гудамж'),
    point(5, [300, 210], house('Шархад 56-р гудамж', '23')),
    street(6, 300, 'Чойбалсангийн гудамж'),
    point(7, [400, 310], house('Чойбалсангийн гудамж', '25')),
    point(8, [600, 800], { highway: 'bus_stop', name: 'Капитрон банк' }),
    point(9, [700, 700], { amenity: 'restaurant', name: 'Ганц худаг' }),
    // Elsewhere, so that their words are known.
    point(10, [5_000, 5_000], { shop: 'florist', name: 'Айвуу цэцгийн дэлгүүр' }),
    point(11, [5_200, 5_000], { shop: 'clothes', name: 'Баянхошуу хувцасны дэлгүүр' }),
    street(12, 800, 'Өгөөмөр гудамж'),
    point(13, [450, 810], house('Өгөөмөр гудамж', '3')),
    point(14, [8_000, 8_000], { highway: 'bus_stop', name: 'Баянзүрх дүүрэг' }),
    street(15, 250, 'Шархад 23-р гудамж'),
    point(16, [300, 260], house('Шархад 23-р гудамж', '56')),
    street(17, 500, 'Их тойруу'),
    point(18, [350, 510], house('Их тойруу', '52')),
    area(20, 60_000, 'Завхан аймаг', '4'),
    point(21, [3_000, 3_000], { place: 'hamlet', name: '3-р баг, Чигэстэй' }),
    street(22, 850, 'Дэнжийн 1000 гудамж'),
    point(23, [6_000, 5_000], { amenity: 'marketplace', name: 'Эвэр зах' }),
    point(24, [6_500, 5_000], { highway: 'bus_stop', name: 'Эвэр захын буудал' }),
  ]).sections,
);
const first = (text: string): string | undefined => index.search(text, 5).at(0)?.id;

it.each([
  ['БЗД 37-р хороо, Хүннү 2222 хороолол, 29-р байрны 1 давхарт цэцгийн дэлгүүр', 'osm:node:3'],
  ['БЗД 37 хороо баянхошуу шархад 56-23', 'osm:node:5'],
  ['БЗД 37 хороо, Шархад 56-ийн 23 тоот, 5 буудал дээр ирээд залга', 'osm:node:5'],
  ['Хувцасны дэлгүүр "Айвуу" БЗД-37, Х.Чойбалсангийн гудамж 25', 'osm:node:7'],
  // Signs and maps say Их тойруу, addresses often add гудамж.
  ['БЗД 37-р хороо, Их тойруу гудамж, 52-р байр, 3 давхарт', 'osm:node:18'],
  ['Их тойруу гудамж 52', 'osm:node:18'],
  ['ih toiruu gudamj 52', 'osm:node:18'],
  // A house by its number and the word for one, wherever that stands.
  ['БЗД, 37-р хороо, Чойбалсангийн гудамж, 25-р байр, ногоон хаалга', 'osm:node:7'],
  ['Нотариат: БЗД, 37-р хороо, Чойбалсангийн гудамж 25-р байр', 'osm:node:7'],
  ['БЗД, Чойбалсангийн гудамж 25-р байр нотариат', 'osm:node:7'],
  ['Баянзүрх дүүрэг, Чойбалсангийн гудамж, нотариат, 25-р байр, зоорийн давхар', 'osm:node:7'],
  // A landmark helps to find the house, and is not meant.
  ['БЗД, 37-р хороо, Капитрон банкны буудлын урд, Чойбалсангийн гудамж 25', 'osm:node:7'],
  ['БЗД, 37-р хороо, Капитрон банкны буудлын урд', 'osm:node:8'],
  // The number before a word for a street is that of a street, and no house.
  ['БЗД, 37 хороо, Ганц худагаас дээш 3 гудамж 12 тоот', 'osm:node:9'],
  // A stop with the name of a district.
  ['Баянзүрх дүүрэг автобусны буудал', 'osm:node:14'],
  // The number of the house is the last one.
  ['шархад 56-23', 'osm:node:5'],
  ['шархад 23-56', 'osm:node:16'],
  // A street's name in another case, and words that are not of the address.
  ['Шархадын 23-р гудамжны 56, агуулах', 'osm:node:16'],
  // What is beside the address in many words.
  ['шархад 56-р гудамж 23 тоот, гадна нь том цэнхэр хашаа байгаа шүү орж ирээрэй', 'osm:node:5'],
])('finds «%s»', (text, id) => {
  expect(first(text)).toBe(id);
});

it('reads the name of a bag before the word for one', () => {
  const [reading] = index.readings('Завхан аймаг, Чигэстэй баг, Өгөөмөр гудамж 3', 5);
  expect(reading.areas).toContain('3-р баг, Чигэстэй');
});

it('reads «shd» as the abbreviation of a district', () => {
  const other = GeocodingIndex.from(
    buildGeocoding([
      area(1, 9_000, 'Сонгинохайрхан дүүрэг', '6'),
      point(2, [500, 500], { shop: 'convenience', name: 'Шинэ хүнс' }),
    ]).sections,
  );
  const [reading] = other.readings('shd shine huns 14-5 toot', 5);
  expect(reading.areas).toEqual(['Сонгинохайрхан дүүрэг']);
});

it('has nothing for a text of which it would know a word or two', () => {
  expect(index.search('Тэнгэрийн хажууд зогсож байгаа хүмүүсийг аваад ирээрэй 3 хүн', 5)).toEqual([]);
});

it('keeps the list while the next word is typed', () => {
  const before = index.search('Ганц 145-р', 5).map(({ id }) => id);
  expect(before).not.toEqual([]);
  for (const text of ['Ганц 145-р ц', 'Ганц 145-р цэцэр'])
    expect(index.search(text, 5).map(({ id }) => id)).toEqual(before);
});

it('leaves out up to half of the words at the end rather than find nothing', () => {
  expect(first('Дэнжийн мянга захын буудал')).toBe('osm:way:22');
});
