import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding, collectModel } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Metres east (x) and north (y) of a point in Ulaanbaatar, as lon7 and lat7. */
function at(x: number, y: number): [number, number] {
  return [Math.round(1_069_176_000 + (x / 74_600) * 1e7), Math.round(479_189_000 + (y / 111_190) * 1e7)];
}

let next = 1;

function point(x: number, y: number, tags: Tags, id = `osm:node:${next++}`): Feature {
  const [lon7, lat7] = at(x, y);
  return { id, tags, geometry: { kind: 'point', lon7, lat7 } };
}

function line(points: [number, number][], tags: Tags, id = `osm:way:${next++}`): Feature {
  return {
    id,
    tags,
    geometry: { kind: 'line', lines: [Int32Array.from(points.flatMap(([x, y]) => at(x, y)))] },
  };
}

function box(
  x: number,
  y: number,
  width: number,
  height: number,
  tags: Tags,
  more: Partial<Feature> = {},
): Feature {
  const corners: [number, number][] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ];
  const ring = Int32Array.from(corners.flatMap(([cx, cy]) => at(cx, cy)));
  return { id: `osm:relation:${next++}`, tags, geometry: { kind: 'area', polygons: [[ring]] }, ...more };
}

const admin = (level: number, name: string, more: Tags = {}): Tags => ({
  boundary: 'administrative',
  admin_level: String(level),
  name,
  ...more,
});

/**
 * The country, the capital with two districts and their khoroo, and an aimag with a soum. The square is
 * in the first khoroo.
 */
function world(): Feature[] {
  return [
    box(-90_000, -90_000, 180_000, 180_000, admin(2, 'Монгол Улс', { 'name:en': 'Mongolia' }), {
      id: 'osm:relation:1',
    }),
    box(-10_000, -10_000, 20_000, 20_000, admin(4, 'Улаанбаатар'), { id: 'osm:relation:2' }),
    box(-10_000, -10_000, 10_000, 20_000, admin(6, 'Сүхбаатар дүүрэг'), { id: 'osm:relation:3' }),
    box(0, -10_000, 10_000, 20_000, admin(6, 'Баянзүрх'), { id: 'osm:relation:4' }),
    box(
      -5000,
      -5000,
      5000,
      10_000,
      { ...admin(8, '1-р хороо'), 'gazarch:type': 'khoroo', 'gazarch:district': 'Сүхбаатар' },
      { id: 'geojson:khoroo:1' },
    ),
    box(
      0,
      -5000,
      5000,
      10_000,
      { ...admin(8, '4-р хороо'), 'gazarch:type': 'khoroo' },
      { id: 'geojson:khoroo:2' },
    ),
    box(20_000, -30_000, 40_000, 60_000, admin(4, 'Төв'), { id: 'osm:relation:5' }),
    box(25_000, -10_000, 20_000, 20_000, admin(6, 'Баян сум'), { id: 'osm:relation:6' }),
    point(
      100,
      50,
      { place: 'city', name: 'Улаанбаатар', capital: 'yes', population: '1600000' },
      'osm:node:1',
    ),
  ];
}

function rowsOf(features: Feature[]) {
  return collectModel(features).model.rows;
}

function rowOf(features: Feature[], id: string) {
  const row = rowsOf(features).find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
}

describe('what becomes a place', () => {
  it.each([
    [{ amenity: 'restaurant', name: 'Хан' }, 'restaurant', 'place'],
    [{ highway: 'bus_stop', public_transport: 'platform', name: 'Хан' }, 'bus_stop', 'place'],
    [{ place: 'suburb', name: 'Зайсан' }, 'suburb', 'settlement'],
    [{ place: 'square', name: 'Талбай' }, 'square', 'place'],
    [{ natural: 'peak', name: 'Уул' }, 'peak', 'place'],
    [{ building: 'yes', name: 'Байшин' }, 'building', 'place'],
    [{ 'addr:housenumber': '8б', 'addr:place': '13-р хороолол' }, 'address', 'address'],
    [
      { 'addr:housenumber': '43', 'addr:street': 'Их тойруу', building: 'apartments', name: '43-р байр' },
      'address',
      'address',
    ],
    [
      { 'addr:housenumber': '43', 'addr:street': 'Их тойруу', amenity: 'cafe', name: 'Кафе' },
      'cafe',
      'place',
    ],
    [{ name: 'Юм', 'gazarch:type': 'logistics' }, 'logistics', 'place'],
  ])('%j is a %s', (tags, type, matchKind) => {
    const [row] = rowsOf([point(0, 0, tags)]);
    expect([row.type, row.matchKind]).toEqual([type, matchKind]);
  });

  it.each([
    [{ name: 'Хуучин', 'disused:shop': 'convenience' }],
    [{ name: 'Хуучин', 'abandoned:amenity': 'fuel', building: 'yes' }],
    [{ name: 'Шинэ', highway: 'construction' }],
    [{ name: 'Юу ч биш' }],
    [{ 'addr:housenumber': '15' }],
    [{ amenity: 'bench' }],
    [{ operator: 'Хан', amenity: 'restaurant' }],
    [{ name: '—', amenity: 'cafe' }],
  ])('%j is none', (tags) => {
    const { model, report } = collectModel([point(0, 0, tags)]);
    expect(model.rows).toEqual([]);
    expect(Object.values(report.skipped)).toEqual([1]);
  });

  it('shows the Mongolian name, without traditional script, the first of a list', () => {
    expect(rowsOf([point(0, 0, { place: 'village', name: 'Халхгол ᠬᠠᠯᠬᠠ ᠭᠣᠣᠯ' })])[0].name).toBe('Халхгол');
    expect(rowsOf([point(0, 0, { shop: 'mall', name: 'Max Mall', 'name:mn': 'Макс молл' })])[0].name).toBe(
      'Макс молл',
    );
    expect(rowsOf([point(0, 0, { shop: 'mall', 'name:en': 'Max Mall' })])[0].name).toBe('Max Mall');
    expect(rowsOf([point(0, 0, { shop: 'mall', name: 'Макс;Max' })])[0].name).toBe('Макс');
  });

  it('is found by all of its names, but not by who runs it', () => {
    const tags = {
      amenity: 'hospital',
      name: 'Шастин',
      alt_name: '3-р эмнэлэг;Клиник',
      'old_name:en': 'Third',
      short_name_1: 'III',
      brand: 'Эрүүл',
      operator: 'Яам',
      'brand:wikidata': 'Q1',
      'name:etymology': 'Хэн нэгэн',
    };
    const { model } = collectModel([point(0, 0, tags)]);
    expect([...model.names[0]].sort()).toEqual(
      ['3-р эмнэлэг', 'Third', 'III', 'Клиник', 'Шастин', 'Эрүүл'].sort(),
    );
  });
});

describe('one street', () => {
  const street = (name: string, points: [number, number][], more: Tags = {}, id?: string): Feature =>
    line(points, { highway: 'residential', name, ...more }, id);

  it('is made of ways that meet or lie near, whatever their class and spelling', () => {
    //   a-----b-----c   140 m   d-----e
    const rows = rowsOf([
      street(
        'Энхтайваны өргөн чөлөө',
        [
          [500, 0],
          [900, 0],
        ],
        { highway: 'primary', 'name:en': 'Peace Avenue' },
        'osm:way:20',
      ),
      street(
        'Энх тайвны өргөн чөлөө',
        [
          [0, 0],
          [500, 0],
        ],
        {},
        'osm:way:9',
      ),
      street(
        'Энхтайваны өргөн чөлөө',
        [
          [1040, 10],
          [1500, 0],
        ],
        {},
        'osm:way:100',
      ),
      street(
        'Энхтайваны гүүр',
        [
          [1500, 0],
          [1600, 0],
        ],
        {},
        'osm:way:101',
      ),
    ]);
    expect(
      rows.map((row) => [row.id, row.name, row.geometry.kind === 'line' && row.geometry.lines.length]),
    ).toEqual([
      ['osm:way:9', 'Энхтайваны өргөн чөлөө', 3],
      ['osm:way:101', 'Энхтайваны гүүр', 1],
    ]);
  });

  it('does not reach into the next town', () => {
    expect(
      rowsOf([
        street('Их тойруу', [
          [0, 0],
          [500, 0],
        ]),
        street('Их тойруу', [
          [660, 0],
          [900, 0],
        ]),
      ]),
    ).toHaveLength(2);
  });

  it('has its point on it', () => {
    const [row] = rowsOf([
      street('Их тойруу', [
        [0, 0],
        [500, 0],
        [500, 500],
      ]),
    ]);
    const [x, y] = [(row.lon7 - at(0, 0)[0]) / 134_000, (row.lat7 - at(0, 0)[1]) / 89_900];
    expect(Math.min(Math.abs(x - 5), Math.abs(y))).toBeLessThan(0.01);
  });

  it('named like two towns ranks low', () => {
    const rows = rowsOf([
      street(
        'Дархан - Эрдэнэт',
        [
          [0, 0],
          [90_000, 0],
        ],
        { highway: 'primary' },
      ),
      street('Бага гудамж', [
        [0, 900],
        [100, 900],
      ]),
    ]);
    expect(rows.map((row) => row.name)).toEqual(['Бага гудамж', 'Дархан - Эрдэнэт']);
  });
});

describe('one place', () => {
  it('is the node in the outline of the same name and kind', () => {
    const rows = rowsOf([
      point(50, 50, {
        shop: 'department_store',
        name: 'Улсын их дэлгүүр',
        'name:en': 'State Department Store',
      }),
      box(
        0,
        0,
        100,
        100,
        { shop: 'department_store', name: 'Улсын Их Дэлгүүр', building: 'yes' },
        { id: 'osm:way:7' },
      ),
      point(50, 60, { highway: 'bus_stop', name: 'Улсын их дэлгүүр' }),
      point(500, 50, { shop: 'department_store', name: 'Улсын их дэлгүүр' }),
    ]);
    expect(rows.map((row) => [row.type, row.id.startsWith('osm:way')])).toEqual([
      ['department_store', true],
      ['department_store', false],
      ['bus_stop', false],
    ]);
    expect(rows[0].tags['name:en']).toBe('State Department Store');
  });

  it('is what carries the same wikidata, or what an area names as its label', () => {
    const far = { place: 'state', name: 'Төв' };
    expect(
      rowsOf([
        point(0, 0, { ...far, wikidata: 'Q1' }),
        box(5000, 0, 100, 100, admin(4, 'Төв', { wikidata: 'Q1' })),
      ]),
    ).toHaveLength(1);
    expect(
      rowsOf([
        point(0, 0, far, 'osm:node:5'),
        box(5000, 0, 100, 100, admin(4, 'Төв'), { labels: ['osm:node:5'] }),
      ]),
    ).toHaveLength(1);
    expect(rowsOf([point(0, 0, far, 'osm:node:5'), box(5000, 0, 100, 100, admin(4, 'Төв'))])).toHaveLength(2);
  });

  it('is not a town and the soum around it', () => {
    const rows = rowsOf([...world(), point(30_000, 0, { place: 'village', name: 'Баян' })]);
    expect(
      rows
        .filter((row) => row.name.startsWith('Баян') && row.type !== 'district')
        .map((row) => row.type)
        .sort(),
    ).toEqual(['soum', 'village']);
  });
});

describe('areas', () => {
  it('have the words of Mongolia', () => {
    const types = Object.fromEntries(rowsOf(world()).map((row) => [row.name, row.type]));
    expect(types).toEqual({
      'Монгол Улс': 'country',
      Улаанбаатар: 'city',
      'Сүхбаатар дүүрэг': 'district',
      Баянзүрх: 'district',
      'СБД-ийн 1-р хороо': 'khoroo',
      'БЗД-ийн 4-р хороо': 'khoroo',
      Төв: 'aimag',
      'Баян сум': 'soum',
    });
  });

  it('make the capital one place, most prominent of all, at its centre', () => {
    const rows = rowsOf(world());
    expect([rows[0].name, rows[0].id, rows[0].lon7, rows[0].lat7]).toEqual([
      'Улаанбаатар',
      'osm:relation:2',
      ...at(100, 50),
    ]);
  });

  it.each([
    [
      'a house',
      point(-100, 0, { 'addr:street': 'Энхтайваны өргөн чөлөө', 'addr:housenumber': '15' }, 'osm:node:99'),
      'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
    ],
    [
      'a shop',
      point(100, 0, { shop: 'mall', name: 'Молл' }, 'osm:node:99'),
      'Улаанбаатар, Баянзүрх дүүрэг, 4-р хороо',
    ],
    [
      'a shop outside of the khoroo',
      point(9000, 0, { shop: 'mall', name: 'Молл' }, 'osm:node:99'),
      'Улаанбаатар, Баянзүрх дүүрэг',
    ],
    [
      'a well',
      point(30_000, 0, { man_made: 'water_well', name: 'Худаг' }, 'osm:node:99'),
      'Төв аймаг, Баян сум',
    ],
    ['a peak', point(70_000, 70_000, { natural: 'peak', name: 'Уул' }, 'osm:node:99'), 'Монгол Улс'],
    [
      'a suburb',
      point(-100, 0, { place: 'suburb', name: 'Хороолол' }, 'osm:node:99'),
      'Улаанбаатар, Сүхбаатар дүүрэг',
    ],
    ['a village', point(30_000, 0, { place: 'village', name: 'Баян' }, 'osm:node:99'), 'Төв аймаг, Баян сум'],
    [
      'a street through two districts',
      line(
        [
          [-3000, 0],
          [3000, 0],
        ],
        { highway: 'primary', name: 'Өргөн чөлөө' },
        'osm:node:99',
      ),
      'Улаанбаатар',
    ],
    [
      'a shop in a town that is called otherwise than its soum',
      [
        point(30_000, 4000, { place: 'town', name: 'Эрдэнэт' }, 'osm:node:98'),
        point(30_000, 0, { shop: 'mall', name: 'Молл' }, 'osm:node:99'),
      ],
      'Төв аймаг, Баян сум, Эрдэнэт',
    ],
    [
      'a shop in a town that is called like its soum',
      [
        point(30_000, 4000, { place: 'town', name: 'Баян' }, 'osm:node:98'),
        point(30_000, 0, { shop: 'mall', name: 'Молл' }, 'osm:node:99'),
      ],
      'Төв аймаг, Баян сум',
    ],
    [
      'a shop with a number outside of a town',
      [
        point(30_000, 6000, { place: 'town', name: 'Эрдэнэт' }, 'osm:node:98'),
        point(
          30_000,
          0,
          { shop: 'mall', name: 'Молл', 'addr:street': 'Төв зам', 'addr:housenumber': '7' },
          'osm:node:99',
        ),
      ],
      'Төв аймаг, Баян сум, Төв зам 7',
    ],
    ['nothing around', point(200_000, 0, { natural: 'peak', name: 'Уул' }, 'osm:node:99'), null],
    [
      'tags only',
      point(
        200_000,
        0,
        { shop: 'mall', name: 'Молл', 'addr:district': 'Хан-Уул дүүрэг', 'addr:city': 'Улаанбаатар' },
        'osm:node:99',
      ),
      'Улаанбаатар, Хан-Уул дүүрэг',
    ],
  ])('make the address of %s', (_, features, address) => {
    expect(rowOf([...world(), features].flat(), 'osm:node:99').address).toBe(address);
  });

  it('are in what is larger, not in what they contain', () => {
    expect(rowOf(world(), 'osm:relation:3').address).toBe('Улаанбаатар');
    expect(rowOf(world(), 'geojson:khoroo:2').address).toBe('Улаанбаатар, Баянзүрх дүүрэг');
    expect(rowOf(world(), 'osm:relation:2').address).toBe('Монгол Улс');
  });
});

describe('a list', () => {
  it('shows the two stops of a street once, and each branch of a bank', () => {
    const bank = { amenity: 'bank', name: 'Хаан банк' };
    const stop = { highway: 'bus_stop', name: 'Хаан банк' };
    const features = [
      ...world(),
      point(-100, 0, bank),
      point(-4000, 0, bank),
      point(3000, 0, bank),
      point(-200, 0, stop),
      point(-200, 40, stop),
    ];
    const index = GeocodingIndex.from(buildGeocoding(features).sections);
    expect(index.search('хаан банк', 10).map((hit) => hit.type)).toEqual([
      'bank',
      'bank',
      'bank',
      'bus_stop',
    ]);
  });

  it('names a khoroo by its number, its district, and both', () => {
    const index = GeocodingIndex.from(buildGeocoding(world()).sections);
    for (const query of [
      '4-р хороо',
      'бзд 4 хороо',
      'Баянзүрх дүүргийн 4-р хороо',
      'bzd 4 r horoo',
      'баянзүрх 4',
    ]) {
      expect(index.search(query, 1)[0]?.id, query).toBe('geojson:khoroo:2');
    }
  });
});

describe('the build', () => {
  const features = (): Feature[] => [
    ...world(),
    line(
      [
        [0, 0],
        [900, 0],
      ],
      { highway: 'primary', name: 'Энхтайваны өргөн чөлөө', ref: 'A1' },
      'osm:way:900',
    ),
    line(
      [
        [900, 0],
        [1900, 0],
      ],
      { highway: 'primary', name: 'Энхтайваны өргөн чөлөө' },
      'osm:way:901',
    ),
    point(300, 20, { 'addr:street': 'Энхтайваны өргөн чөлөө', 'addr:housenumber': '15' }, 'osm:node:900'),
    point(300, 40, { amenity: 'cafe', name: 'Кафе' }, 'osm:node:901'),
  ];

  it('gives the same bytes for the same features', () => {
    expect(buildGeocoding(features())).toEqual(buildGeocoding(features()));
  });

  it('gives the same ids, names and addresses when the data around changes', () => {
    const seen = (list: readonly { id: string; name: string; address: string | null }[]) =>
      new Map(list.map(({ id, name, address }) => [id, `${name}, ${address}`]));
    const before = seen(rowsOf(features()));
    const after = seen(
      rowsOf([
        point(-300, 0, { shop: 'mall', name: 'Шинэ молл' }, 'osm:node:950'),
        ...features()
          .reverse()
          .filter((feature) => feature.id !== 'osm:node:901'),
      ]),
    );
    expect([...before.keys()].filter((id) => id !== 'osm:node:901')).toEqual(
      expect.arrayContaining([...after.keys()].filter((id) => id !== 'osm:node:950')),
    );
    for (const [id, text] of after) if (before.has(id)) expect(text).toBe(before.get(id));
  });

  it('passes its own verification, and a damaged one does not', () => {
    const { sections } = buildGeocoding(features());
    expect(() => GeocodingIndex.from(sections).verify()).not.toThrow();
    const spoil = (name: string, change: (array: Uint32Array) => void): void => {
      const copy = (sections[name] as Uint32Array).slice();
      change(copy);
      expect(() => GeocodingIndex.from({ ...sections, [name]: copy }).verify(), name).toThrow();
    };
    for (const name of [
      'place.id',
      'name.s.tails_form',
      'name.l.use',
      'name.l.words_tail',
      'house.row',
      'place.context',
      'contexts_list',
      'context.s.parts_word',
    ])
      spoil(name, (array) => array.fill(4_000_000_000, 0, 1));
    expect(() => GeocodingIndex.from({ ...sections, 'place.id': new Uint8Array(1) })).toThrow(/place.id/);
    const without = Object.fromEntries(Object.entries(sections).filter(([name]) => name !== 'house.start'));
    expect(() => GeocodingIndex.from(without)).toThrow(/house.start/);
  });

  it('answers an empty dataset', () => {
    const index = GeocodingIndex.from(buildGeocoding([]).sections);
    index.verify();
    expect(index.size).toBe(0);
    for (const query of ['улаанбаатар', 'peace avenue 15', 'у', '', 'бзд 4-р хороо'])
      expect(index.search(query, 5)).toEqual([]);
    expect(index.reverse(106.9, 47.9)).toBeNull();
  });

  it('has section names and types that a dataset can hold', () => {
    for (const name of Object.keys(buildGeocoding(features()).sections))
      expect(name).toMatch(/^[a-z0-9_.]{1,31}$/);
  });

  it('counts what it did', () => {
    const { report } = buildGeocoding(features());
    expect(report).toMatchObject({
      places: 11,
      mergedPieces: 1,
      mergedDuplicates: 1,
      houseNumbers: 1,
      areasByLevel: { 2: 1, 4: 2, 6: 3, 8: 2 },
    });
    expect(Object.values(report.byMatchKind).reduce((a, b) => a + b)).toBe(11);
  });

  it('shows the same thing forward and reverse', () => {
    const index = GeocodingIndex.from(buildGeocoding(features()).sections);
    const [lon7, lat7] = at(300, 21);
    const reverse = index.reverse(lon7 / 1e7, lat7 / 1e7);
    const forward = index.search('энхтайван 15', 1)[0];
    expect(reverse).toMatchObject({ ...forward, matchKind: 'address' });
  });
});
