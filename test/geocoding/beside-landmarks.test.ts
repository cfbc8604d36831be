import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** @param east_m metres east of the market */
const at = (id: number, east_m: number, tags: Tags): Feature => ({
  id: `osm:node:${id}`,
  tags,
  geometry: { kind: 'point', lon7: 1_069_000_000 + Math.round(east_m * 134), lat7: 479_000_000 },
});

/** A market, a shopping centre 20 km from it and a quarter 40 km from it, with branches of a chain. */
const index = GeocodingIndex.from(
  buildGeocoding([
    at(1, 0, { amenity: 'marketplace', name: 'Барс зах' }),
    at(2, 20_000, { shop: 'mall', name: 'Хар хорин' }),
    at(3, 40_000, { place: 'suburb', name: 'Зайсан' }),
    at(11, 800, { amenity: 'bank', name: 'Голомт банк' }),
    at(12, -300, { amenity: 'bank', name: 'Голомт банк' }),
    at(13, 20_100, { amenity: 'bank', name: 'Голомт банк' }),
    at(14, 42_500, { amenity: 'bank', name: 'Голомт банк' }),
    at(15, 41_000, { amenity: 'bank', name: 'Хас банк' }),
    at(16, 40_500, { amenity: 'pharmacy', name: 'Монос' }),
    at(17, 40_100, { amenity: 'pharmacy', name: 'Саруул' }),
    at(18, 100, { amenity: 'atm', name: 'Хас АТМ' }),
    at(21, 60_000, { amenity: 'hospital', name: 'Шастины нэрэмжит төв эмнэлэг' }),
    at(22, 62_500, { amenity: 'pharmacy', name: 'Азифарма эмийн сан' }),
    at(23, 68_000, { amenity: 'pharmacy', name: 'Азифарма эмийн сан' }),
    at(24, 70_000, { highway: 'bus_stop', name: 'Дамбадаржаагийн эцэс' }),
    at(26, 90_000, { amenity: 'pharmacy', name: 'Азифарма' }),
    at(27, 100, { office: 'company', name: 'Петровис' }),
    at(28, 400, { amenity: 'fuel', name: 'Петровис' }),
    at(31, 41_500, { highway: 'bus_stop', name: '118-р сургууль' }),
    at(32, 120_000, { amenity: 'school', name: '118-р сургууль' }),
    at(33, 150_000, { highway: 'bus_stop', name: 'Вокзал' }),
    at(34, 150_400, { amenity: 'bank', name: 'Голомт банк' }),
    at(35, 170_000, { railway: 'station', name: 'Сайн' }),
    at(36, 190_000, { shop: 'department_store', name: 'Улсын их дэлгүүр', wikidata: 'Q1' }),
    at(37, 210_000, { shop: 'department_store', name: 'Саран их дэлгүүр' }),
    at(38, 190_300, { amenity: 'bank', name: 'Голомт банк' }),
    at(39, 210_300, { amenity: 'bank', name: 'Голомт банк' }),
    at(40, 230_000, { place: 'square', name: 'Сүхбаатарын талбай', wikidata: 'Q2' }),
    at(41, 230_000, { highway: 'bus_stop', name: 'Сүхбаатарын талбай' }),
    at(42, 230_300, { amenity: 'bank', name: 'Голомт банк' }),
    at(43, 250_000, { highway: 'bus_stop', name: 'Вива сити' }),
    at(44, 250_200, { amenity: 'bank', name: 'Голомт банк' }),
    at(45, 20_300, { amenity: 'fuel', name: 'МТ шатахуун түгээх станц' }),
    at(46, 0, { amenity: 'fuel', name: 'МТ шатахуун түгээх станц' }),
    at(50, 280_000, { highway: 'bus_stop', name: 'МУБИС' }),
    at(51, 280_100, { shop: 'supermarket', name: 'Оргил супермаркет' }),
    at(52, 280_050, { amenity: 'place_of_worship', name: 'Оргил хийд' }),
    at(53, 282_000, { shop: 'supermarket', name: 'Оргил супермаркет', alt_name: 'Оргил' }),
    at(54, 300_000, { place: 'suburb', name: '13-р хороолол' }),
    at(55, 300_900, { amenity: 'pharmacy', name: 'Тав эмийн сан' }),
    at(56, 300_300, { amenity: 'pharmacy', name: 'Тав эмийн сан' }),
    at(57, 320_000, { natural: 'peak', name: 'Улаан овоо' }),
    at(58, 340_000, { place: 'suburb', name: 'Яармаг' }),
    at(59, 342_000, { highway: 'bus_stop', name: 'Яармагийн 3-р буудал' }),
    at(61, 360_000, { highway: 'bus_stop', name: 'Сансарын үйлчилгээний төв' }),
    at(62, 360_300, { shop: 'convenience', name: 'Сансар дэлгүүр' }),
    at(63, 380_000, { place: 'suburb', name: 'Драгон төв' }),
    at(64, 380_400, { highway: 'residential', name: 'Ардчилалын гудамж' }),
    at(71, 400_000, { shop: 'convenience', name: 'Одон', wikidata: 'Q3' }),
    at(72, 440_000, { shop: 'convenience', name: 'Одон' }),
    at(73, 400_600, { amenity: 'cinema', name: 'Тэнгис' }),
    at(74, 440_100, { amenity: 'cinema', name: 'Тэнгис' }),
    at(81, 460_000, { shop: 'mall', name: 'Бөмбөгөр төв' }),
    at(82, 460_200, { amenity: 'bank', name: 'Голомт банк' }),
    at(85, 520_000, { highway: 'bus_stop', name: 'Зүүн 4 зам' }),
    at(86, 520_100, { amenity: 'bank', name: 'Голомт банк' }),
    at(83, 480_000, { office: 'company', name: 'Блү Скай цамхаг', 'name:en': 'Blue Sky Tower' }),
    at(84, 480_100, { amenity: 'bank', name: 'Голомт банк' }),
    at(25, 70_200, { 'addr:street': 'Азифарма гудамж', 'addr:housenumber': '1' }),
  ]).sections,
);
const found = (query: string): string[] =>
  index.search(query, 5).map(({ id }) => id.replace('osm:node:', ''));

describe('a name beside a landmark', () => {
  it.each([
    ['Голомт банк Барс зах', ['12', '11']],
    ['Барс зах Голомт банк', ['12', '11']],
    ['Голомт банк Барс захын хажууд', ['12', '11']],
    ['golomt bank bars zah', ['12', '11']],
    // The word for the kind of the landmark may be missing.
    ['Голомт банк Барс', ['12', '11']],
    ['Голомт банк Хар хорин', ['13']],
    ['Голомт банк Зайсан', ['14']],
    // The beginning of a name, and a landmark by a part of its name; up to 3 km where nothing is nearer.
    ['азифарма шастины эмнэлэг', ['22']],
    ['дамбадаржаа азифарма', ['23']],
    // A side of the landmark says nothing, and the name behind it may be in a case.
    ['Барс захын урд талд Голомт банк', ['12', '11']],
    ['Хар хорины хажуу талын Голомт банкны үүдэнд', ['13']],
    ['Барс захын доод талын Голомт банк', ['12', '11']],
    // A brand and a word for its kind.
    ['Барс захын урд Петровис шатахуун', ['28']],
    ['Петровис шатахуун Барс зах', ['28']],
    ['Хар хорины урд МТ колонк', ['45']],
    // All branches have the name that one of them also has.
    ['мубис оргил', ['51', '53']],
    ['13 хорооллын тав', ['56', '55']],
    // People do not name a quarter by what is in it.
    ['118-р сургууль Зайсан', ['31']],
    // A stop that has the name of another kind.
    ['вокзал Голомт банк', ['34']],
    // Of several landmarks with one name, people mean the best-known one.
    ['Одонгийн хажууд Тэнгис', ['73', '74']],
    // A name in English letters.
    ['Viva city golomt bank', ['44']],
    ['golomt bank Viva city', ['44']],
    // A name that is known by its sound, by short words, or in the genitive.
    ['bumbuguriin hajuud golomt bank', ['82']],
    ['blue sky hajuud golomt bank', ['84']],
    ['блю скайн хажууд Голомт банк', ['84']],
    ['Голомт банк Зүүн дөрвөн замын ойролцоо', ['86']],
    // The best known place of a kind.
    ['их дэлгүүрийн урд Голомт банк', ['38']],
    ['талбайн баруун талын Голомт банк', ['42']],
    // The landmark and the name stand anywhere in what somebody says.
    ['сайн байна уу Хар хорины хажууд байгаа Голомт банк дээр ирээрэй', ['13']],
    ['2 хүн Голомт банкны гадаа, Хар хорины урд хүлээж байна', ['13']],
    ['ажилтан маань Барс захын урд байх Голомт банк руу явна', ['12', '11']],
  ])('«%s» is found nearest first, and nowhere else', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });
});

describe('a kind in a quarter', () => {
  it.each([
    ['эмийн сан Зайсан', ['17', '16']],
    ['Зайсангийн эмийн сан', ['17', '16']],
    ['АТМ Барсын хажууд', '18'],
    ['шастины эмнэлгийн дэргэдэх эмийн сан', '22'],
    ['эмийн сан дамбадаржаагийн ойролцоо', '23'],
    ['банк их дэлгүүрийн ойролцоо', '38'],
    ['талбайн урд талын банк', '42'],
    ['бөмбөгөрт ойрхон банк', '82'],
    // Of several landmarks with one name, people mean the best-known one.
    ['Одон ойролцоо кино театр', ['73', '74']],
  ])('«%s» is found nearest first', (query, ids) => {
    expect(Array.isArray(ids) ? found(query) : found(query)[0]).toEqual(ids);
  });
});

describe('a house described behind a landmark', () => {
  it.each([
    ['Барс захын урд 5 давхар улаан байр 2 орц', '1'],
    ['Барс захын зүүн хойно улаан барилга', '1'],
    ['Зайсангийн урд талын улаан тоосгон байшин', '3'],
    ['Хар хорины ард улаан хаалгатай хашаа', '2'],
    ['Яармаг 3р буудал замын урд талын 9 давхар', '59'],
    ['Драгон төвийн ард', '63'],
    ['Сансар үйлчилгээний төвийн урд', '61'],
  ])('«%s» is found as the landmark', (query, id) => {
    expect(found(query)[0]).toBe(id);
  });
});

it('finds a kind beside the place of a kind in a town', () => {
  const town = GeocodingIndex.from(
    buildGeocoding([
      at(1, 0, { place: 'town', name: 'Өлгий', population: '30000' }),
      at(2, 600, { amenity: 'theatre', name: 'Драмын ордон' }),
      at(3, 900, { amenity: 'restaurant', name: 'Тэнгэр' }),
      at(4, 100, { amenity: 'restaurant', name: 'Тулга', wikidata: 'Q4' }),
      at(5, 400_000, { amenity: 'theatre', name: 'Улсын театр', wikidata: 'Q5' }),
    ]).sections,
  );
  const [first] = town.search('Өлгий театрын хажууд хоолны газар', 5);
  expect(first.id).toBe('osm:node:3');
});
