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

function line(id: number, points: [number, number][], tags: Tags): Feature {
  const positions = Int32Array.from(points.flatMap(([x, y]) => at(x, y)));
  return { id: `osm:way:${id}`, tags, geometry: { kind: 'line', lines: [positions] } };
}

function box(id: number, [x, y, side]: [number, number, number], tags: Tags): Feature {
  const corners = [at(x, y), at(x + side, y), at(x + side, y + side), at(x, y + side), at(x, y)];
  return {
    id: `osm:relation:${id}`,
    tags,
    geometry: { kind: 'area', polygons: [[Int32Array.from(corners.flat())]] },
  };
}

const DISTRICT = box(1, [-20_000, -20_000, 40_000], {
  ...{ boundary: 'administrative', admin_level: '6', name: 'Баянзүрх дүүрэг' },
});

function indexOf(...features: Feature[]): GeocodingIndex {
  return GeocodingIndex.from(buildGeocoding([DISTRICT, ...features]).sections);
}

/** Ids of what a text finds. */
function found(index: GeocodingIndex, text: string, near?: [number, number]): string[] {
  const hits = index.search(
    text,
    20,
    near === undefined ? {} : { near: near.map((own) => own / 1e7) as never },
  );
  return hits.map(({ id }) => id);
}

describe('branches of a chain', () => {
  const CU = { shop: 'convenience', name: 'CU' };

  it('are shown each, the nearest first', () => {
    const index = indexOf(...[0, 1, 2, 3, 4].map((i) => point(i, i * 600, 0, CU)));
    expect(found(index, 'CU')).toHaveLength(5);
    expect(found(index, 'CU', at(1900, 0))).toEqual([3, 4, 2, 1, 0].map((i) => `osm:node:${i}`));
  });

  it.each<[string, Feature[], number]>([
    ['mapped twice', [point(1, 0, 0, CU), point(2, 40, 0, CU)], 1],
    ['60 m apart', [point(1, 0, 0, CU), point(2, 60, 0, CU)], 2],
    // Nothing is joined over a third one.
    ['in a row', [point(1, 0, 0, CU), point(2, 40, 0, CU), point(3, 80, 0, CU)], 2],
    [
      'at two sides of a street',
      [
        ...[point(1, 0, -20, CU), point(2, 0, 20, CU)],
        line(
          3,
          [
            [-100, 0],
            [100, 0],
          ],
          { highway: 'primary', name: 'Нарны зам' },
        ),
      ],
      2,
    ],
    [
      'with a branch each',
      [point(1, 0, 0, { ...CU, branch: 'Зүүн' }), point(2, 40, 0, { ...CU, branch: 'Баруун' })],
      2,
    ],
    ['on two floors', [point(1, 0, 0, { ...CU, level: '0' }), point(2, 5, 0, { ...CU, level: '2' })], 2],
    ['as an outline and a node beside it', [box(1, [0, 0, 60], { ...CU }), point(2, 90, 30, CU)], 1],
    [
      'and two stops across a street',
      [
        ...[
          point(1, 0, -30, { highway: 'bus_stop', name: 'CU' }),
          point(2, 0, 30, { highway: 'bus_stop', name: 'CU' }),
        ],
        line(
          3,
          [
            [-100, 0],
            [100, 0],
          ],
          { highway: 'primary', name: 'Нарны зам' },
        ),
      ],
      1,
    ],
    [
      'and blocks of flats of one name',
      [
        point(1, 0, 0, { building: 'apartments', name: 'CU' }),
        point(2, 300, 0, { building: 'apartments', name: 'CU' }),
      ],
      1,
    ],
  ])('%s', (_, features, count) => {
    expect(found(indexOf(...features), 'CU')).toHaveLength(count);
  });

  it.each(['Хаан банк Нисэх', 'Хаан банк Нисэх салбар', 'Khan Bank Nisekh', 'нисэх хаан банк'])(
    'are found by their names: %s',
    (text) => {
      const bank = { amenity: 'bank', name: 'Хаан банк', 'name:en': 'Khan Bank' };
      const index = indexOf(
        point(1, 0, 0, { ...bank, branch: 'Сансар', wikidata: 'Q1' }),
        point(2, 900, 0, { ...bank, branch: 'Нисэх салбар' }),
      );
      expect(found(index, text)[0]).toBe('osm:node:2');
    },
  );
});

describe('houses of one address', () => {
  const HOUSE = { building: 'yes', 'addr:street': 'Нарны зам', 'addr:housenumber': '5' };

  it.each([
    [30, 1],
    [60, 2],
    [400, 2],
  ])('%d m apart are %d', (metres, count) => {
    expect(found(indexOf(point(1, 0, 0, HOUSE), point(2, metres, 0, HOUSE)), 'Нарны зам 5')).toHaveLength(
      count,
    );
  });
});

describe('what has no name of its own', () => {
  it.each([
    [{ amenity: 'atm', operator: 'Голомт банк' }, 'Голомт банк АТМ'],
    [{ amenity: 'atm', operator: 'Голомт банк', name: 'АТМ' }, 'Голомт банк'],
    [{ amenity: 'vending_machine', operator: 'Дөлгөөн' }, 'Дөлгөөн'],
    [{ 'addr:housename': 'Шангри-Ла төв', 'addr:street': 'Олимпийн гудамж' }, 'Шангри-Ла төв'],
    [{ 'addr:housename': 'Шангри-Ла төв', building: 'yes' }, 'Шангри-Ла төв'],
    [{ 'addr:housename': 'Шангри-Ла', building: 'yes', name: 'Оффис' }, 'Шангри-Ла'],
    [{ junction: 'yes', name: 'Сансрын уулзвар' }, 'Сансрын уулзвар'],
    [{ highway: 'traffic_signals', name: '120 мянгат' }, '120 мянгат'],
    [{ highway: 'crossing', junction: 'yes', name: 'Сансрын уулзвар' }, 'Сансрын уулзвар'],
  ])('%j is found: %s', (tags: Tags, text) => {
    const other = point(2, 500, 0, { amenity: 'bank', name: 'Хаан банк' });
    expect(found(indexOf(point(1, 0, 0, tags), other), text)[0]).toBe('osm:node:1');
  });

  it.each([
    [{ 'addr:full': 'Улаанбаатар, БЗД, 14-р хороо, Нарны зам 36' }, 'Нарны зам 36', 'Нарны зам 36'],
    [{ 'addr:full': 'Нарны зам 36, 2-р орц, 5 тоот' }, 'Нарны зам 36', 'Нарны зам 36'],
    [
      { 'addr:full': '14200, СБД, Баянбүрдийн гудамж, 40-р байр' },
      'Баянбүрдийн гудамж 40',
      'Баянбүрдийн гудамж 40-р байр',
    ],
    [{ 'addr:full': 'БЗД, Хавдрын эмнэлгийн хойд тал' }, 'БЗД, Хавдрын эмнэлгийн хойд тал', undefined],
    [{ 'addr:full': 'БЗД, Хавдрын эмнэлгийн хойд тал', name: 'Номин' }, 'Номин', 'Номин'],
    [{ 'addr:full': 'БЗД, 14-р хороо, Нарны зам 36', name: 'Номин' }, 'Нарны зам 36', 'Номин'],
    [{ 'addr:full': 'БЗД, 14-р хороо', name: 'Номин' }, 'Номин', 'Номин'],
  ])('%j is found by its address as a whole, too: %s', (tags: Tags, text, name) => {
    const index = indexOf(point(1, 0, 0, { shop: 'kiosk', ...tags }), point(2, 500, 0, { shop: 'kiosk' }));
    for (const asked of [text, tags['addr:full']]) {
      if (asked === 'БЗД, 14-р хороо') continue;
      const [first] = index.search(asked, 5);
      expect([first?.id, first?.name]).toEqual(['osm:node:1', name ?? tags['addr:full']]);
    }
  });

  it('an address that only names areas is no name of what lies there', () => {
    const index = indexOf(point(1, 0, 0, { shop: 'kiosk', 'addr:full': 'Улаанбаатар, Баянзүрх дүүрэг' }));
    expect(found(index, 'Улаанбаатар, Баянзүрх дүүрэг')).toEqual(['osm:relation:1']);
  });

  it.each(['name', 'name:mn', 'name:mn-Mong'])('traditional script alone in %s is shown in Latin', (key) => {
    const index = indexOf(point(1, 0, 0, { amenity: 'school', [key]: 'ᠤᠯᠠᠭᠠᠨ ᠮᠣᠳᠤ' }));
    for (const text of ['ᠤᠯᠠᠭᠠᠨ ᠮᠣᠳᠤ', 'Ulaan modu', 'улаан моду', 'ᠤᠯᠠᠭᠠᠨ']) {
      const [first] = index.search(text, 5);
      expect([text, first?.id, first?.name]).toEqual([text, 'osm:node:1', 'Ulaan Modu']);
    }
  });

  it('traditional script beside another name is searched, and not shown', () => {
    const index = indexOf(
      point(1, 0, 0, { amenity: 'school', name: 'Мод', 'name:mn-Mong': 'ᠤᠯᠠᠭᠠᠨ ᠮᠣᠳᠤ' }),
      point(2, 500, 0, { amenity: 'bank', name: 'Хаан ᠬᠠᠭᠠᠨ банк' }),
    );
    expect(index.search('ᠤᠯᠠᠭᠠᠨ ᠮᠣᠳᠤ', 5).map(({ name }) => name)).toEqual(['Мод']);
    expect(index.search('Хаан ᠬᠠᠭᠠᠨ банк', 5).map(({ name }) => name)).toEqual(['Хаан банк']);
  });

  it('a numbered house is called by its street and number, and found by its name, too', () => {
    const house = { building: 'yes', 'addr:housename': 'Шангри-Ла', 'addr:housenumber': '5' };
    const index = indexOf(point(1, 0, 0, { ...house, 'addr:street': 'Олимпийн гудамж' }));
    const [byName] = index.search('Шангри-Ла', 5);
    const [byNumber] = index.search('Олимпийн гудамж 5', 5);
    expect([byName?.name, byNumber?.name]).toEqual(['Олимпийн гудамж 5', 'Олимпийн гудамж 5']);
  });

  it.each([
    ['bridge', 'Энхтайваны гүүр'],
    ['tunnel', 'Богд уулын хонгил'],
  ])('a %s of a street is a place beside the street', (kind, name) => {
    const street = { highway: 'primary', name: 'Нарны зам' };
    const index = indexOf(
      line(
        7,
        [
          [0, 0],
          [100, 0],
        ],
        street,
      ),
      line(
        8,
        [
          [100, 0],
          [200, 0],
        ],
        { ...street, [kind]: 'yes', [`${kind}:name`]: name },
      ),
      line(
        9,
        [
          [100, 15],
          [200, 15],
        ],
        { ...street, [kind]: 'yes', [`${kind}:name`]: name },
      ),
    );
    expect(index.search(name, 5).map(({ id, type }) => [id, type])).toEqual([[`osm:way:8:${kind}`, kind]]);
    expect(found(index, 'Нарны зам')).toEqual(['osm:way:7']);
  });
});

it.each(['historic', 'political', 'census', 'postal_code'])(
  'nobody is told to be in a %s boundary, which is found by its name',
  (boundary) => {
    const index = indexOf(
      box(2, [-3000, -3000, 6000], { boundary, admin_level: '7', name: 'Хуучин дүүрэг' }),
    );
    const [lon, lat] = at(0, 0).map((own) => own / 1e7);
    expect(index.reverse(lon, lat)?.name).toBe('Баянзүрх дүүрэг');
    expect(found(index, 'Хуучин дүүрэг')[0]).toBe('osm:relation:2');
  },
);

it('finds a place by a name that looks like markup, and nothing else by such a text', () => {
  const cafe = point(2, 0, 0, { amenity: 'cafe', name: '<b>Bold</b>' });
  const index = indexOf(cafe, point(3, 900, 0, { amenity: 'cafe', name: 'Наран' }));
  expect(found(index, '<b>Bold</b>')).toEqual(['osm:node:2']);
  expect(found(index, '<i>Bold</i>')).toEqual([]);
  expect(found(index, '<script>Нара')).toEqual([]);
});
