import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Metres east (x) and north (y) of a point in Ulaanbaatar, as lon7 and lat7. */
function at(x: number, y: number): [number, number] {
  return [Math.round(1_069_176_000 + (x / 74_600) * 1e7), Math.round(479_189_000 + (y / 111_190) * 1e7)];
}

function point(id: number, x: number, y: number, tags: Tags): Feature {
  const [lon7, lat7] = at(x, y);
  return { id: `osm:node:${id}`, tags, geometry: { kind: 'point', lon7, lat7 } };
}

function street(id: number, y: number, name: string): Feature {
  const positions = Int32Array.from([...at(100, y), ...at(900, y)]);
  return {
    id: `osm:way:${id}`,
    tags: { highway: 'residential', name },
    geometry: { kind: 'line', lines: [positions] },
  };
}

function area(id: number, side: number, name: string, level: string): Feature {
  const corners = [at(0, 0), at(side, 0), at(side, side), at(0, side), at(0, 0)];
  return {
    id: `osm:relation:${id}`,
    tags: { boundary: 'administrative', admin_level: level, name },
    geometry: { kind: 'area', polygons: [[Int32Array.from(corners.flat())]] },
  };
}

const index = GeocodingIndex.from(
  buildGeocoding([
    area(1, 9_000, 'Сонгинохайрхан дүүрэг', '6'),
    area(2, 1_000, 'СХД-ийн 26-р хороо', '8'),
    street(3, 200, 'Дэнж 63-р гудамж'),
    point(4, 300, 210, { 'addr:street': 'Дэнж 63-р гудамж', 'addr:housenumber': '30' }),
    street(5, 500, 'Баянтүмэнгийн гудамж'),
    point(6, 400, 700, { tourism: 'hotel', name: 'Номун зочид буудал' }),
    // Elsewhere, so that their words are known.
    point(7, 5_000, 5_000, { amenity: 'marketplace', name: 'Эвэр зах' }),
    point(8, 5_200, 5_000, { shop: 'mall', name: 'Улаан тоосгон төв' }),
    point(9, 5_400, 5_000, { shop: 'convenience', name: 'Контейнер дэлгүүр' }),
    point(10, 500, 800, { shop: 'supermarket', name: 'Бөртэ супермаркет' }),
    // What has the number of the khoroo, or the name, outside of it.
    point(11, 400, 510, { 'addr:street': 'Баянтүмэнгийн гудамж', 'addr:housenumber': '26' }),
    point(12, 600, 510, { 'addr:street': 'Баянтүмэнгийн гудамж', 'addr:housenumber': '24' }),
    point(13, 650, 510, { 'addr:street': 'Баянтүмэнгийн гудамж', 'addr:housenumber': '4' }),
    point(14, 6_000, 5_000, { shop: 'supermarket', name: 'Бөртэ супермаркет' }),
    point(15, 6_000, 6_000, { amenity: 'school', name: '26-р сургууль' }),
    point(16, 600, 600, { amenity: 'school', name: '12-р сургууль' }),
    point(17, 200, 300, { office: 'government', name: 'СХД-ийн 26-р хороо' }),
    point(18, 3_000, 3_000, { highway: 'bus_stop', name: 'Баруун 4 зам' }),
    // A few meters outside the khoroo.
    street(19, 900, 'Хилийн гудамж'),
    point(20, 1_008, 900, { 'addr:street': 'Хилийн гудамж', 'addr:housenumber': '31' }),
    point(21, 1_060, 900, { 'addr:street': 'Хилийн гудамж', 'addr:housenumber': '33' }),
    // A name in the genitive, which is also a word of another name.
    street(22, 400, 'Яргайт 38-р гудамж'),
    point(23, 300, 410, { 'addr:street': 'Яргайт 38-р гудамж', 'addr:housenumber': '27' }),
    point(24, 5_600, 5_000, { shop: 'convenience', name: 'Яргайтын дэлгүүр' }),
    // A quarter, and a hotel in it.
    point(25, 7_000, 7_000, { place: 'suburb', name: 'Яармаг' }),
    point(26, 7_300, 7_000, { tourism: 'hotel', name: 'Номин зочид буудал' }),
    // A street with a short name.
    street(27, 1_500, 'Их тойруу'),
    point(28, 500, 1_510, { 'addr:street': 'Их тойруу', 'addr:housenumber': '13' }),
    point(30, 60_000, 0, { place: 'village', name: 'Өргөн' }),
    // A street whose name begins with a side, and one without it.
    street(31, 1_700, 'Баруун салааны гудамж'),
    point(32, 500, 1_710, { 'addr:street': 'Баруун салааны гудамж', 'addr:housenumber': '5' }),
    street(33, 1_900, 'Салааны гудамж'),
    point(34, 500, 1_910, { 'addr:street': 'Салааны гудамж', 'addr:housenumber': '5' }),
    street(36, 2_100, '78-р гудамж'),
    point(37, 500, 2_110, { 'addr:street': '78-р гудамж', 'addr:housenumber': '16' }),
    point(35, 90_000, 0, { place: 'town', name: 'Цэцэрлэг' }),
    point(29, 520, 810, { highway: 'bus_stop', name: 'Хөх байр' }),
    // A namesake of the city.
    area(30, 20_000, 'Улаанбаатар', '4'),
    point(31, 700, 700, { shop: 'convenience', name: 'Улаанбаатар дэлгүүр' }),
  ]).sections,
);

it.each([
  ['СХД, 26-р хороо, Яргайтын 38-р гудамж 27 тоот', 'osm:node:23'],
  ['СХД, Яармаг, Номин зочид буудал', 'osm:node:26'],
  // The 30 of a plot on a 63rd street is no door.
  ['СХД 26-р хороо, Дэнж 63-30 тоот', 'osm:node:4'],
  ['СХД Дэнж 63-30 тоот', 'osm:node:4'],
  ['СХД 26-р хороо, Дэнж 63 30 тоот', 'osm:node:4'],
  ['СХД 26-р хороо Дэнж 63 45 тоот', 'osm:way:3'],
  ['СХД 26-р хороо, Дэнж 63-31 тоот', 'osm:way:3'],
  // Parts of which the khoroo has nothing do not hide those that it has.
  ['СХД, 26-р хороо, Баянтүмэнгийн гудамж, Эвэр захын урд', 'osm:way:5'],
  ['СХД, 26-р хороо Номун зочид буудлын урд талын улаан тоосгон байр', 'osm:node:6'],
  ['СХД 26-р хороо, Бөртэ супермаркетын хажууд, контейнер дэлгүүр', 'osm:node:10'],
  ['Хаяг: СХД 26-р хороо, Баянтүмэнгийн гудамж', 'osm:way:5'],
  ['Эко ХХК | Дэнж 63-р гудамж 30 | СХД 26-р хороо | info@eko.mn', 'osm:node:4'],
  ['СХД 26-р хороо, Дэнж 63-р гудамж, 30-р барилга, 6 давхар 603', 'osm:node:4'],
  // The number of a khoroo without the word for one.
  ['СХД-26 Бөртэ супермаркет', 'osm:node:10'],
  ['схд 26 бөртэ', 'osm:node:10'],
  ['Бөртэ супермаркет, СХД-26', 'osm:node:10'],
  ['СХД26 Баянтүмэнгийн гудамж 24', 'osm:node:12'],
  ['СХД 26 баянтүмэнгийн 26', 'osm:node:11'],
  ['Сонгинохайрхан дүүрэг 26 Дэнж 63-р гудамж 30', 'osm:node:4'],
  ['СХД хорин зургаа Бөртэ', 'osm:node:10'],
  ['СХД-26', 'osm:relation:2'],
  ['СХД 26 сургууль', 'osm:node:15'],
  ['СХД-26 сургууль', 'osm:node:15'],
  ['Сонгинохайрхан дүүрэг, 26', 'osm:relation:2'],
  // Words that somebody is still typing.
  ['Songinokhairkhan district, 26th k', 'osm:relation:2'],
  ['СХД, 26-р хороо, Дэнж 63-р г', 'osm:way:3'],
  ['СХД, 26-р хороо, Дэнж 63-р гудамж 30 б', 'osm:node:4'],
  // The office of a khoroo.
  ['СХД 26-р хорооны Засаг даргын тамгын газар', 'osm:node:17'],
  // A name that begins with a side, and the crossing there.
  ['Баруун 4 замын уулзвар', 'osm:node:18'],
  ['Баруун 4 замын уулзвар дээр', 'osm:node:18'],
  // Outlines of khoroo are not exact.
  ['СХД 26-р хороо Хилийн гудамж 31', 'osm:node:20'],
  ['СХД 26-р хороо Хилийн гудамж 33', 'osm:way:19'],
  // A place elsewhere in the district, but not a kind of place.
  ['СХД, 26-р хороо, Эвэр зах', 'osm:node:7'],
  ['СХД, 26-р хороо, Эвэр зах, Улаанбаатар 14201', 'osm:node:7'],
  ['СХД, 26-р хороо, Эвэр', 'osm:relation:2'],
  ['СХД, 26-р хороо, худалдааны төв', 'osm:relation:2'],
  // Numbers in words.
  ['Баянтүмэнгийн гудамж хорин дөрвөн тоот', 'osm:node:12'],
  ['СХД хорин зургаадугаар хороо Баянтүмэнгийн гудамж хорин дөрөв', 'osm:node:12'],
  // A landmark and its side, then the address.
  ['Бөртэ супермаркетын хажууд Баянтүмэнгийн гудамж 24 сургуулийн байр', 'osm:node:12'],
  ['Баруун 4 зам буудлын дэргэд Баянтүмэнгийн гудамж 24', 'osm:node:12'],
  ['Номун зочид буудлын урд Их тойруу 13, Эвэр 2222 5-р байр, 7 давхар 72 тоот', 'osm:node:28'],
  ['Номун зочид буудлын хойно Баруун салааны гудамж 5', 'osm:node:32'],
  ['Од цэцэрлэгийн урд талын 78-р гудамж 16', 'osm:node:37'],
  ['Сонгино хайрхан дүүрэг 26-р хороо, Бөртэ супермаркетын хажууд, контейнер дэлгүүр', 'osm:node:10'],
  // Өргөн is a village.
  ['Баянтүмэнгийн гудамж Оргилын өргөн чөлөөний уулзвар', 'osm:way:5'],
  // A school that is not on the map, in a house that is.
  ['СХД 26-р хороо, Баянтүмэнгийн гудамж-24, ерөнхий боловсролын сургууль', 'osm:node:12'],
  // A building of a place that has several.
  ['Яармаг 1 байрны урд', 'osm:node:25'],
  // A name beside a landmark is not cut short: there is a Хөх байр.
  ['Номун зочид буудлын гадаа зогсож байна хөх прадо', 'osm:node:6'],
])('finds by "%s" the place %s', (text, id) => {
  const [hit] = index.search(text, 1);
  expect(hit.id).toBe(id);
});

it('finds a short name in a town before names whose words only begin so', () => {
  const town = (id: number, x: number, name: string): Feature => point(id, x, x, { place: 'town', name });
  const shops = GeocodingIndex.from(
    buildGeocoding([
      town(1, 30_000, 'Даланзадгад'),
      point(2, 30_100, 30_000, { shop: 'convenience', name: 'CU' }),
      point(3, 0, 0, { shop: 'convenience', name: 'CU' }),
      street(4, 0, 'Даланзадгад - Цогтцэций'),
    ]).sections,
  );
  expect(shops.search('CU Даланзадгад', 1)[0].id).toBe('osm:node:2');
});

it('keeps the number in the name of an area', () => {
  const towns = GeocodingIndex.from(
    buildGeocoding([
      point(1, 0, 0, { place: 'town', name: 'Арвайхээр' }),
      point(2, 100, 0, { shop: 'supermarket', name: 'Говь', 'name:en': 'Gobi', 'addr:city': 'Арвайхээр' }),
      point(3, 80_000, 0, { place: 'village', name: 'Гучин-Ус' }),
      point(4, 80_100, 0, { shop: 'supermarket', name: 'Говь', 'addr:city': 'Гучин-Ус' }),
    ]).sections,
  );
  for (const town of ['Гучин-Ус', 'Гучин Ус', 'Гучин-Усын'])
    expect(towns.search(`${town} тосгон, Говь дэлгүүр`, 1)[0].id, town).toBe('osm:node:4');
});

describe('a name beside a quarter or a stop', () => {
  const places = GeocodingIndex.from(
    buildGeocoding([
      point(1, 0, 0, { place: 'city', name: 'Улаанбаатар' }),
      point(2, 4_000, 0, { place: 'suburb', name: 'Зайсан' }),
      // The English name makes the farther branch more prominent.
      point(3, 4_900, 0, { shop: 'clothes', name: 'Говь кашемир', 'name:en': 'Gobi Cashmere' }),
      point(4, 4_200, 0, { shop: 'clothes', name: 'Говь кашемир' }),
      point(5, 0, 5_000, { highway: 'bus_stop', name: 'Амгалан' }),
      point(6, 60, 5_000, { highway: 'bus_stop', name: 'Амгалан' }),
      point(7, 300, 5_000, { amenity: 'hospital', name: 'Ану эмнэлэг' }),
    ]).sections,
  );

  it.each([
    ['Говь кашемир Зайсан', 'osm:node:4'],
    ['Зайсан Говь кашемир', 'osm:node:4'],
    ['Ану эмнэлэг Амгалан', 'osm:node:7'],
  ])('finds by "%s" the place %s', (text, id) => {
    expect(places.search(text, 1)[0].id).toBe(id);
  });
});

it('finds a name that has all words before a kind in the area that they also name', () => {
  const soum = GeocodingIndex.from(
    buildGeocoding([
      area(1, 9_000, 'Тариат сум', '6'),
      point(2, 500, 500, { amenity: 'school', name: 'Эзэн цогцолбор сургууль' }),
      point(3, 600, 500, { amenity: 'school', name: 'Тариат сумын ерөнхий боловсролын сургууль' }),
    ]).sections,
  );
  expect(soum.search('Тариат сумын сургууль', 2).map(({ id }) => id)).toEqual(['osm:node:3', 'osm:node:2']);
});

it.each(['СХД-и', 'СХД-ий', 'схд-ий'])('takes %s for a district whose genitive is not finished', (text) => {
  const [hit] = index.find(text, 1);
  expect(index.place(hit.row).id).toBe('osm:relation:1');
  expect(hit).toMatchObject({ match: 'derived', leftOut: [] });
});
