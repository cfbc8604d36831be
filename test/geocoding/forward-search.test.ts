import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/**
 * An index of places in the order given, far from each other and from any area. A place is written as
 * `kind=value Name`, or as its tags.
 */
function indexOf(...places: (string | Tags)[]): GeocodingIndex {
  const features = places.map((place, i): Feature => {
    const tags = typeof place === 'string' ? parse(place) : place;
    return {
      id: `osm:node:${i + 1}`,
      tags,
      geometry: { kind: 'point', lon7: 900_000_000 + i * 1_000_000, lat7: 450_000_000 },
    };
  });
  return GeocodingIndex.from(buildGeocoding(features).sections);
}

function parse(text: string): Tags {
  const [kind, ...name] = text.split(' ');
  const [key, value] = kind.split('=');
  return { [key]: value, name: name.join(' ') };
}

const found = (index: GeocodingIndex, query: string, limit = 10): string[] =>
  index.explain(query, limit).map((hit) => `${hit.group} ${hit.name}`);
const names = (index: GeocodingIndex, query: string, limit = 10): string[] =>
  index.search(query, limit).map((hit) => hit.name);

describe('order', () => {
  it('is by group before prominence', () => {
    const index = indexOf(
      'amenity=university Их Наран',
      'amenity=hospital Нарангийн',
      'shop=mall Агнаран',
      'shop=convenience Наран',
    );
    expect(found(index, 'наран')).toEqual(['1 Наран', '2 Нарангийн', '3 Их Наран', '4 Агнаран']);
  });

  it('with е for ё has a whole name before the bag whose name ends so', () => {
    const index = indexOf('place=hamlet 3-р баг, Ёлын ам', 'natural=valley Ёлын ам');
    expect(names(index, 'елын ам')).toEqual(['Ёлын ам', '3-р баг, Ёлын ам']);
  });

  it('is strict before loose inside a group only', () => {
    const index = indexOf('amenity=hospital Толго', 'shop=convenience Тулга', 'amenity=university Тулгат');
    expect(names(index, 'тулга')).toEqual(['Тулга', 'Тулгат']);
    expect(names(index, 'толг')).toEqual(['Толго', 'Тулгат', 'Тулга']);
    const short = indexOf('amenity=hospital Толл', 'shop=convenience Тулл', 'amenity=university Туллыг');
    expect(names(short, 'tull')).toEqual(['Тулл', 'Туллыг']);
  });

  it('counts loose keys from four letters on', () => {
    const index = indexOf('amenity=hospital Тол', 'shop=convenience Тул', 'amenity=university Тулгат');
    expect(names(index, 'тул')).toEqual(['Тул', 'Тулгат']);
    expect(names(indexOf('amenity=hospital Номун', 'shop=convenience Нум'), 'нумун')).toEqual(['Номун']);
  });

  it('has strict matches before derived ones, and translations behind group 2', () => {
    const index = indexOf(
      { amenity: 'university', name: 'Гудамж', 'name:en': 'Alley' },
      'shop=convenience Street 5',
      'amenity=hospital Grand Street',
      'shop=mall Гудамжны дэлгүүр',
    );
    expect(index.explain('street', 5).map((hit) => [hit.group, hit.key, hit.name])).toEqual([
      [2, 'literal', 'Street 5'],
      [3, 'literal', 'Grand Street'],
      [3, 'strict', 'Гудамж'],
      [3, 'strict', 'Гудамжны дэлгүүр'],
    ]);
  });

  it('takes no ordinal for a cardinal, and no cardinal for an ordinal', () => {
    const index = indexOf(
      'amenity=university 3 булаг',
      'shop=convenience 3-р баг',
      'shop=convenience 13 хороолол',
      'amenity=university 13-р хороолол',
    );
    expect(index.explain('3-р б', 5).map((hit) => [hit.key, hit.name])).toEqual([
      ['literal', '3-р баг'],
      ['strict', '3 булаг'],
    ]);
    expect(names(index, '13 хороолол')).toEqual(['13 хороолол', '13-р хороолол']);
    expect(names(index, '13-р хороолол')).toEqual(['13-р хороолол', '13 хороолол']);
  });

  it('knows listed abbreviations as names, and Mongolian by ear as no name', () => {
    const index = indexOf('boundary=protected_area СБДан', 'place=suburb Сүхбаатар дүүрэг');
    expect(found(index, 'сбд')).toEqual(['1 Сүхбаатар дүүрэг', '2 СБДан']);
    const murun = indexOf('place=hamlet Murun', 'highway=bus_stop Мөрөн');
    expect(murun.explain('murun', 5).map((hit) => hit.key)).toEqual(['loose', 'loose']);
  });

  it('is by prominence, shorter name, id', () => {
    const index = indexOf(
      'shop=convenience Наран б',
      'shop=convenience Наран аа',
      'shop=mall Наран вввв',
      'shop=convenience Наран а',
    );
    expect(names(index, 'нар')).toEqual(['Наран вввв', 'Наран б', 'Наран а', 'Наран аа']);
  });

  it('is literal before written alike, and that before read alike', () => {
    const index = indexOf(
      'tourism=hotel Наран зочид буудал',
      'tourism=hotel Наран отель',
      'place=town Хархорин',
      'highway=bus_stop Хар хорин',
    );
    expect(index.explain('наран отель', 5).map((hit) => [hit.key, hit.name])).toEqual([
      ['literal', 'Наран отель'],
      ['strict', 'Наран зочид буудал'],
    ]);
    expect(names(index, 'наран зочид буудал')).toEqual(['Наран зочид буудал', 'Наран отель']);
    expect(names(index, 'хар хорин')).toEqual(['Хар хорин', 'Хархорин']);
  });

  it('takes the best of all names of a place', () => {
    const index = indexOf(
      { amenity: 'hospital', name: 'Шастин', alt_name: 'Гуравдугаар', 'name:en': 'Third' },
      'shop=convenience Third One',
    );
    expect(found(index, 'third')).toEqual(['1 Шастин', '2 Third One']);
    expect(index.explain('гурав', 1)[0].matched?.name).toBe('Гуравдугаар');
  });

  it('is explained by the name that was found', () => {
    const index = indexOf(
      {
        amenity: 'hospital',
        name: 'Шастины төв эмнэлэг',
        'name:en': 'Third Central Hospital',
        alt_name: 'Гуравдугаар эмнэлэг',
      },
      { highway: 'primary', name: 'Энхтайваны өргөн чөлөө', ref: 'A0301' },
    );
    const matched = (query: string): unknown[] =>
      index.explain(query, 1).map((hit) => [hit.group, hit.key, hit.matched?.name]);
    expect(matched('гуравдугаар эмнэлэг')).toEqual([[1, 'literal', 'Гуравдугаар эмнэлэг']]);
    expect(matched('шастины тө')).toEqual([[2, 'literal', 'Шастины төв эмнэлэг']]);
    expect(matched('third cen')).toEqual([[2, 'literal', 'Third Central Hospital']]);
    expect(matched('эмнэлэг гурав')).toEqual([[3, 'literal', 'Гуравдугаар эмнэлэг']]);
    expect(matched('нтрал хайрд')).toEqual([]);
    expect(matched('entral thir')).toEqual([[4, 'literal', 'Third Central Hospital']]);
    expect(matched('шастан төв эмнэлэг')).toEqual([[7, 'loose', 'Шастины төв эмнэлэг']]);
    expect(matched('A0301')).toEqual([[1, 'literal', 'A0301']]);
    expect(index.explain('A0301', 1)[0].matched?.key).toBe('a0301');
  });

  it('is cut at the limit, whatever the limit', () => {
    const index = indexOf(
      ...Array.from({ length: 30 }, (_, i) => `shop=convenience Наран ${'абвгдежзик'.charAt(i % 10)}${i}`),
    );
    const all = names(index, 'наран', 20);
    expect(all).toHaveLength(20);
    for (let limit = 1; limit <= 20; limit++)
      expect(names(index, 'наран', limit)).toEqual(all.slice(0, limit));
  });
});

describe('numbers of roads and codes', () => {
  const index = indexOf(
    { aeroway: 'aerodrome', name: 'Чингис хаан', iata: 'UBN' },
    'shop=convenience Убнаран',
    {
      highway: 'services',
      name: 'Зогсоол',
      ref: 'A0501;AH3',
    },
  );

  it('are found by exact match only', () => {
    expect(names(index, 'UBN')[0]).toBe('Чингис хаан');
    expect(names(index, 'ub')).toEqual(['Убнаран']);
    expect(names(index, 'A0501')).toEqual(['Зогсоол']);
    expect(names(index, 'ah3')).toEqual(['Зогсоол']);
    expect(names(index, 'A050')).toEqual([]);
  });
});

describe('words of the address', () => {
  const area = (id: string, west: number, name: string, level: string): Feature => {
    const ring = Int32Array.of(west, 0, west + 1000, 0, west + 1000, 1000, west, 1000, west, 0).map(
      (value, i) => (i % 2 === 0 ? 1_000_000_000 : 470_000_000) + value * 1000,
    );
    return {
      id,
      tags: { boundary: 'administrative', admin_level: level, name },
      geometry: { kind: 'area', polygons: [[ring]] },
    };
  };
  const shop = (id: string, x: number, name: string, more: Tags = {}): Feature => ({
    id,
    tags: { shop: 'supermarket', name, ...more },
    geometry: { kind: 'point', lon7: 1_000_000_000 + x * 1000, lat7: 470_500_000 },
  });
  const index = GeocodingIndex.from(
    buildGeocoding([
      area('osm:relation:1', 0, 'Баянзүрх дүүрэг', '6'),
      area('osm:relation:2', 2000, 'Хан-Уул дүүрэг', '6'),
      shop('osm:node:1', 500, 'Номин'),
      shop('osm:node:2', 2500, 'Номин'),
      shop('osm:node:3', 2600, 'Шинэ Номин'),
      shop('osm:node:4', 2700, 'Номин Баянзүрх'),
    ]).sections,
  );

  it('choose among places of one name', () => {
    expect(index.explain('номин хан уул', 5).map((hit) => [hit.group, hit.id])).toEqual([
      [5, 'osm:node:2'],
      [5, 'osm:node:4'],
      [6, 'osm:node:3'],
    ]);
    expect(index.search('hud nomin', 1)[0].id).toBe('osm:node:2');
    expect(index.explain('номин хан уул', 5).map((hit) => hit.matched?.name)).toEqual([
      'Номин',
      'Номин Баянзүрх',
      'Шинэ Номин',
    ]);
  });

  it('come after all that have the words in their name', () => {
    expect(index.explain('номин баянзүрх', 5).map((hit) => [hit.group, hit.id])).toEqual([
      [1, 'osm:node:4'],
      [5, 'osm:node:1'],
    ]);
  });

  it('find the khoroo before what is in it', () => {
    const box = (id: string, west: number, width: number, tags: Tags): Feature => {
      const ring = Int32Array.of(west, 0, west + width, 0, west + width, 1000, west, 1000, west, 0).map(
        (value, i) => (i % 2 === 0 ? 1_000_000_000 : 470_000_000) + value * 1000,
      );
      return {
        id,
        tags: { boundary: 'administrative', ...tags },
        geometry: { kind: 'area', polygons: [[ring]] },
      };
    };
    const point = (id: string, x: number, tags: Tags): Feature => ({
      id,
      tags,
      geometry: { kind: 'point', lon7: 1_000_000_000 + x * 1000, lat7: 470_500_000 },
    });
    const khoroo = (id: string, west: number, name: string): Feature =>
      box(id, west, 500, {
        admin_level: '8',
        'gazarch:type': 'khoroo',
        'gazarch:district': 'Сүхбаатар',
        name,
      });
    const found = GeocodingIndex.from(
      buildGeocoding([
        box('osm:relation:1', 0, 9000, { admin_level: '4', name: 'Улаанбаатар' }),
        point('osm:node:1', 100, { place: 'city', capital: 'yes', name: 'Улаанбаатар' }),
        box('osm:relation:2', 0, 1000, { admin_level: '6', name: 'Сүхбаатар дүүрэг' }),
        khoroo('osm:relation:3', 0, '1-р хороо'),
        khoroo('osm:relation:4', 500, '2-р хороо'),
        point('osm:node:2', 50, { tourism: 'museum', name: 'Сүхбаатарын музей' }),
        point('osm:node:3', 60, { amenity: 'hospital', name: '1-р эмнэлэг' }),
      ]).sections,
    );
    expect(found.search('УБ, СБД, 1-р хороо', 5)[0].name).toBe('СБД-ийн 1-р хороо');
    expect(
      found.explain('сүхбаатар дүүрэг 1-р хороо эмнэлэг', 5).map((hit) => [hit.name, hit.relaxation]),
    ).toEqual([['1-р эмнэлэг', 0]]);
    // The 1 of its name does not match 2-р хороо, and nothing outside of an area answers for it.
    const [khorooAlone] = found.find('сүхбаатар дүүрэг 2-р хороо эмнэлэг', 5);
    expect(found.place(khorooAlone.row).name).toBe('СБД-ийн 2-р хороо');
    expect(khorooAlone).toMatchObject({ match: 'partial', leftOut: ['эмнэлэг'] });
  });

  it('need one word in the name, or the kind of the thing', () => {
    expect(index.search('баянзүрх дүүрэг супермаркет', 5).map((hit) => hit.id)).toContain('osm:node:1');
    expect(index.search('баянзүрх дүүрэг', 5).map((hit) => hit.id)).not.toContain('osm:node:1');
  });

  it('name the kind of a thing too', () => {
    expect(index.search('номин дэлгүүр хан уул', 1)[0].id).toBe('osm:node:2');
  });
});

describe('typing errors', () => {
  const index = indexOf(
    'place=city Улаанбаатар',
    'place=town Сайншанд',
    'tourism=museum Гандантэгчэнлин хийд',
    'place=village Дархан',
    'place=town Мөрөн',
  );

  it.each([
    ['сайншант', 'Сайншанд'],
    ['sainshadn', 'Сайншанд'],
    ['сайншнд', 'Сайншанд'],
    ['сайнншандд', 'Сайншанд'],
    ['gandantegchinlen', 'Гандантэгчэнлин хийд'],
    ['гандантэгчинлен хийд', 'Гандантэгчэнлин хийд'],
    ['дарахан', 'Дархан'],
    ['darhn', 'Дархан'],
    ['улаанбаатра', 'Улаанбаатар'],
    ['мөрн', 'Мөрөн'],
    ['mrun', 'Мөрөн'],
  ])('%s is %s', (query, name) => {
    expect(names(index, query)[0]).toBe(name);
  });

  it('are the last resort: with any other match there are none', () => {
    const both = indexOf('place=town Сайншанд', 'shop=convenience Сайншант');
    expect(found(both, 'сайншант')).toEqual(['1 Сайншант']);
  });

  it.each(['xqzjwvk', 'дрхн', 'мрн', 'мөрн талх', 'йцукенгш', 'zzzzz', 'сайн шүү дээ', '12345'])(
    '%s finds nothing',
    (query) => {
      expect(names(index, query)).toEqual([]);
    },
  );
});

describe('words for kinds', () => {
  it('take a hot spring for a mineral spring', () => {
    const index = indexOf('natural=peak Отгон', 'natural=hot_spring Шаргалжуут', 'natural=tree Рашаан');
    expect(names(index, 'шаргалжуут рашаан')).toEqual(['Шаргалжуут']);
    expect(names(index, 'hot spring')).toContain('Шаргалжуут');
  });

  it('are left out of the names of banks', () => {
    const index = indexOf('amenity=bank Голомт банк', 'amenity=atm Голомт');
    expect(names(index, 'голомт')).toEqual(['Голомт', 'Голомт банк']);
  });

  it('tell a station from a hotel', () => {
    const index = indexOf(
      { railway: 'station', name: 'Зүүнхараа', 'name:en': 'Zuunkharaa Railway Station' },
      'tourism=hotel Зүүнхараа зочид буудал',
    );
    expect(names(index, 'zuunkharaa station')[0]).toBe('Зүүнхараа');
    expect(names(index, 'зүүнхараа буудал')).toContain('Зүүнхараа зочид буудал');
  });

  it('stand beside names that English spells with an h', () => {
    const index = indexOf('highway=residential Махатма Гандигийн гудамж');
    expect(names(index, 'mahatma gandhi street')).toEqual(['Махатма Гандигийн гудамж']);
  });
});

describe('ten thousand candidates', () => {
  const index = indexOf(
    ...Array.from({ length: 10_000 }, (_, i) => `shop=convenience Наран ${i + 1}`),
    'shop=mall Наран',
  );

  it.each([
    ['на', 'Наран'],
    ['наран', 'Наран'],
    ['ара', 'Наран'],
    ['наран 777', 'Наран 777'],
    ['77 наран', 'Наран 77'],
    ['нарран', 'Наран'],
    [`${'наран '.repeat(33)}на`, 'Наран'],
  ])('do not keep %s from its answer', (query, name) => {
    expect(names(index, query, 20)[0]).toBe(name);
    expect(names(index, query, 20).slice(0, 5)).toEqual(names(index, query, 5));
  });

  it('are all left out for gibberish', () => {
    for (const query of ['xqzjwvk', 'наааааран', 'нннннн', 'bqwrtz нарxqzgh'])
      expect(names(index, query)).toEqual([]);
  });
});

describe('any text', () => {
  const index = indexOf('place=city Улаанбаатар', 'shop=mall Макс молл', '' + 'amenity=cafe 北京饭店');

  it.each([
    'ул',
    'У',
    ' ',
    '…',
    'а'.repeat(200),
    'а б в г д '.repeat(20),
    '1 2 3 4 5 6 7 8 9 '.repeat(11),
    '\u0000\u0001',
    '🙂🙂',
    'ᠮᠣᠩᠭᠣᠯ',
    '%',
    "'; drop table",
  ])('is answered: %j', (query) => {
    expect(() => index.search(query, 5)).not.toThrow();
    expect(() => index.explain(query, 20)).not.toThrow();
  });

  it('may be in another script', () => {
    expect(names(index, '北京')).toEqual(['北京饭店']);
    expect(names(index, '饭店')).toEqual(['北京饭店']);
  });
});

describe('ways of asking', () => {
  it('finds what is in a town by the name of the town', () => {
    const index = GeocodingIndex.from(
      buildGeocoding(
        [
          { place: 'town', name: 'Мандалговь' },
          { tourism: 'museum', name: 'Түүхийн музей' },
          { place: 'town', name: 'Сайншанд' },
          { tourism: 'museum', name: 'Байгалийн музей' },
        ].map((tags, i) => ({
          id: `osm:node:${i + 1}`,
          tags,
          geometry: {
            kind: 'point',
            lon7: 900_000_000 + (i >> 1) * 10_000_000 + (i % 2) * 100_000,
            lat7: 450_000_000,
          },
        })),
      ).sections,
    );
    expect(names(index, 'музей Мандалговь')[0]).toBe('Түүхийн музей');
    expect(names(index, 'Сайншанд музей')[0]).toBe('Байгалийн музей');
  });

  it('takes a case ending off before a name that reads alike across two words', () => {
    const index = indexOf(
      'place=town Булган',
      'highway=residential Bulgan - Duut',
      'place=village Дуут',
      'place=village Хужирт',
      'amenity=university Тэмүжин дээд сургууль',
      'amenity=university Тэмүжин их сургууль',
    );
    for (const [query, name] of [
      ['Булганд', 'Булган'],
      ['Булганаас', 'Булган'],
      ['Дууттай', 'Дуут'],
      ['Хужирттай', 'Хужирт'],
      ['Тэмүжин их сургуульд', 'Тэмүжин их сургууль'],
    ])
      expect(names(index, query)[0], query).toBe(name);
    // What is not typed to its end yet may be either.
    expect(names(index, 'Bulgan d')[0]).toBe('Bulgan - Duut');
  });

  it('reads a direction as part of a name, and as one only at an end', () => {
    const index = indexOf(
      'highway=residential Баруун салааны гудамж',
      'amenity=theatre Цирк',
      'amenity=hospital Баян эмнэлэг',
    );
    expect(names(index, 'баруун салаа')).toEqual(['Баруун салааны гудамж']);
    expect(names(index, 'циркийн баруун талд')).toEqual(['Цирк']);
    expect(names(index, 'near цирк')).toEqual(['Цирк']);
  });

  it('takes no ordinal for a house number, and тоот for the plot when there is no other number', () => {
    const house = (street: string, number: string): Tags => ({
      'addr:street': street,
      'addr:housenumber': number,
    });
    const index = indexOf(
      house('Шархад 4-р гудамж', '23'),
      house('Шархад 23-р гудамж', '4'),
      house('Бага тойруу', '40'),
      house('Бага тойруу', '8'),
    );
    expect(names(index, 'Шархад 4-р гудамж 23')[0]).toBe('Шархад 4-р гудамж 23');
    expect(names(index, '23 Шархад 4-р гудамж')[0]).toBe('Шархад 4-р гудамж 23');
    expect(names(index, 'Бага тойруу 40 тоот')[0]).toBe('Бага тойруу 40');
    expect(names(index, 'Бага тойруу 8 байр 40 тоот')[0]).toBe('Бага тойруу 8');
  });

  it('reads German and French spellings, post codes and город', () => {
    const index = indexOf('place=town Чойбалсан', 'place=town Цэцэрлэг', 'place=town Дархан', {
      shop: 'mall',
      name: 'Молл',
      'addr:postcode': '14200',
    });
    expect(names(index, 'Tschoibalsan')).toEqual(['Чойбалсан']);
    expect(names(index, 'Tchoibalsan')).toEqual(['Чойбалсан']);
    expect(names(index, 'Zezerleg')).toEqual(['Цэцэрлэг']);
    expect(names(index, 'Darchan')).toEqual(['Дархан']);
    expect(names(index, 'Дархан город')).toEqual(['Дархан']);
    expect(names(index, '14200')).toEqual(['14200', 'Молл']);
    expect(names(index, '1420')).toEqual([]);
  });

  it('puts the street in the larger town before streets of the same name', () => {
    const street = { highway: 'residential', name: 'Чингисийн өргөн чөлөө' };
    const features = [
      { place: 'town', name: 'Жижиг', population: '2000' },
      { ...street, highway: 'primary' },
      { place: 'town', name: 'Том', population: '80000' },
      street,
    ].map((tags, i): Feature => {
      const lon7 = 900_000_000 + (i >> 1) * 10_000_000;
      return {
        id: `osm:way:${i + 1}`,
        tags,
        geometry:
          i % 2 === 0
            ? { kind: 'point', lon7, lat7: 450_000_000 }
            : { kind: 'line', lines: [Int32Array.of(lon7, 450_000_000, lon7 + 10_000, 450_010_000)] },
      };
    });
    const index = GeocodingIndex.from(buildGeocoding(features).sections);
    expect(index.search('Чингисийн өргөн чөлөө', 5).map((hit) => hit.id)).toEqual(['osm:way:4', 'osm:way:2']);
  });

  it('reads a misspelt word right before it drops what stands beside it', () => {
    const index = indexOf(
      'amenity=kindergarten Дэлгэрэх сумын цэцэрлэг',
      'place=town Цэцэрлэг',
      'place=town Ховд',
    );
    expect(names(index, 'дэглэрэх сумын цэцэрлэг')[0]).toBe('Дэлгэрэх сумын цэцэрлэг');
    expect(names(index, 'хвд')).toEqual(['Ховд']);
    expect(names(index, 'хлвд')).toEqual(['Ховд']);
  });

  it('finds things of a kind in an area, behind what is called so', () => {
    const features = [
      { place: 'town', name: 'Мандалговь' },
      { amenity: 'school', name: 'Ирээдүй' },
      { amenity: 'bank', name: 'Голомт' },
      { tourism: 'hotel', name: 'Мандалговь зочид буудал' },
      { tourism: 'hotel', name: 'Говь' },
    ].map((tags, i): Feature => ({
      id: `osm:node:${i + 1}`,
      tags,
      geometry: { kind: 'point', lon7: 900_000_000 + i * 10_000, lat7: 450_000_000 },
    }));
    const index = GeocodingIndex.from(buildGeocoding(features).sections);
    expect(names(index, 'сургууль Мандалговь')).toEqual(['Ирээдүй']);
    expect(names(index, 'Мандалговь atm')).toEqual(['Голомт']);
    expect(names(index, 'Мандалговийн сургууль')).toEqual(['Ирээдүй']);
    expect(names(index, 'hotel мандалговь')).toEqual(['Мандалговь зочид буудал', 'Говь']);
    expect(names(index, 'school')).toEqual(['Ирээдүй']);
    expect(names(index, 'банк')).toEqual(['Голомт']);
  });
});
