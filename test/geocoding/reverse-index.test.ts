import geodesic from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';
import type { Sections, TypedArray } from '../../src/arrays/sections.js';
import { normalLon7 } from '../../src/geo/unwrap.js';
import type { Geometry } from '../../src/geo/feature.js';
import type { MatchKind, PlaceRow } from '../../src/geocoding/places/place.js';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse/reverse-index.js';
import { seededRandom } from '../seeded-random.js';
import { randomPoint, randomRows } from './reverse-world.js';

const DISTRICT = { lon7: 1_069_175_000, lat7: 479_185_000, width_m: 2000 };

describe('ReverseIndex', () => {
  it('finds nothing in an empty world, and outside of the data', () => {
    expect(ReverseIndex.from(buildReverse([])).nearest(106.9, 47.9)).toBeNull();
    const index = ReverseIndex.from(buildReverse(randomRows(seededRandom(1), DISTRICT)));
    expect(index.nearest(0, 0)).toBeNull();
    expect(index.nearest(116.4, 39.9)).toBeNull();
    for (const lat of [90, -90]) expect(index.nearest(0, lat)).toBeNull();
  });

  it('breaks exact ties by size, then by the lower row', () => {
    const corner = Int32Array.of(0, 0, 0, -1000, 1000, -1000, 1000, 0, 0, 0);
    const larger = Int32Array.of(0, 0, 2000, 0, 2000, -2000, 0, -2000, 0, 0);
    const rows = [
      row('place', { kind: 'area', polygons: [[larger]] }),
      row('place', { kind: 'area', polygons: [[corner]] }),
      row('place', { kind: 'line', lines: [Int32Array.of(0, 0, 500, -500)] }),
      row('place', { kind: 'line', lines: [Int32Array.of(500, -500, 0, 0)] }),
      row('place', { kind: 'point', lon7: 0, lat7: 0 }),
    ];
    // All of them meet at 0, 0. The query is 100 units west and north of it, outside of every outline.
    const answers = rows.map(
      (_, from) => ReverseIndex.from(buildReverse(rows.slice(from))).nearest(-1e-5, 1e-5)!.row + from,
    );
    expect(answers).toEqual([2, 2, 2, 3, 4]);
    expect(ReverseIndex.from(buildReverse(rows.slice(0, 2))).nearest(-1e-5, 1e-5)!.row).toBe(1);
  });

  it('reads the same from a shared buffer, aligned or not', () => {
    const sections = buildReverse(randomRows(seededRandom(7), DISTRICT));
    const plain = ReverseIndex.from(sections);
    for (const offset of [0, 4, 8]) {
      const shared = ReverseIndex.from(moved(sections, offset));
      const random = seededRandom(8);
      for (let i = 0; i < 200; i++) {
        const [lon, lat] = randomPoint(random, [row('place', { kind: 'point', ...DISTRICT })], DISTRICT);
        expect(shared.nearest(lon, lat)).toEqual(plain.nearest(lon, lat));
      }
    }
  });

  it('gives the same bytes for the same rows', () => {
    const [a, b] = [1, 2].map(() => buildReverse(randomRows(seededRandom(3), DISTRICT)));
    expect(b).toEqual(a);
  });

  it('verifies what the builder made, and notices damage', () => {
    const rows = randomRows(seededRandom(5), DISTRICT);
    const sections = buildReverse(rows);
    ReverseIndex.from(sections).verify(rows.length);
    ReverseIndex.from(buildReverse([])).verify(0);
    expect(() => ReverseIndex.from(sections).verify(rows.length + 1)).toThrow(
      'columns have different lengths',
    );
    const damages: [string, (array: TypedArray) => void, string][] = [
      ['reverse.near_pieces', (array) => (array[0] = 4000), 'a piece has no row'],
      ['reverse.near_pieces', (array) => (array[1] ^= 2), 'the class of a piece differs'],
      ['reverse.town_pieces', (array) => (array[1] = 4000), 'a nonexistent country'],
      ['reverse.near_start', (array) => (array[3] = 1e9), 'a piece lies outside the records'],
      [
        'reverse.near_boxes',
        (array) => (array[array.length - 4] += 1),
        'a box does not enclose the boxes below it',
      ],
      ['reverse.near_boxes', (array) => (array[5] -= 1e9), 'a box does not enclose the boxes below it'],
      ['reverse.area_row', (array) => (array[0] = 4000), 'reverse.area: a surface has no row'],
      ['reverse.site_row', (array) => (array[0] = 4000), 'reverse.site: a surface has no row'],
      ['reverse.area.owner', (array) => (array[0] = 4000), 'a polygon does not belong to any area'],
      ['reverse.area.height', (array) => (array[0] = 0), 'a slab has no height'],
      ['reverse.area.edges', (array) => (array[2] = 1e9), 'the slabs are out of order'],
      ['reverse.area.entries', (array) => (array[0] = 1e9), 'an edge lies outside the positions'],
    ];
    for (const [name, damage, message] of damages) {
      const damaged = { ...sections, [name]: sections[name].slice() };
      damage(damaged[name]);
      expect(() => ReverseIndex.from(damaged).verify(rows.length), name).toThrow(message);
    }
  });

  it('says which section is missing', () => {
    const rest: Record<string, TypedArray> = { ...buildReverse([]) };
    delete rest['reverse.near_boxes'];
    expect(() => ReverseIndex.from(rest)).toThrow('reverse.near_boxes is missing');
  });

  it('answers on the antimeridian as it does elsewhere', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seededRandom(seed);
      const world = { lon7: 0, lat7: -170_000_000, width_m: 10 ** (2 + (seed % 4)) };
      const rows = randomRows(random, world);
      const here = ReverseIndex.from(buildReverse(rows));
      const there = ReverseIndex.from(
        buildReverse(rows.map((r) => ({ ...r, lon7: turned(r.lon7), geometry: turnedGeometry(r.geometry) }))),
      );
      for (let i = 0; i < 60; i++) {
        const [lon, lat] = randomPoint(random, rows, world);
        // Whole units, because degrees would round differently on the other side of the globe.
        const [lon7, lat7] = [Math.round(lon * 1e7), Math.round(lat * 1e7)];
        const expected = here.nearest(lon7 / 1e7, lat7 / 1e7);
        const found = there.nearest(turned(lon7) / 1e7, lat7 / 1e7);
        expect(found?.row, `seed ${seed}, ${lon7} ${lat7}`).toBe(expected?.row);
        if (expected)
          expect(found!.distance_m, `seed ${seed}, ${lon7} ${lat7}`).toBeCloseTo(expected.distance_m, 3);
      }
    }
  });

  it.each([
    ['in Mongolia', 88, 32, 42, 10],
    ['anywhere', -180, 360, -80, 160],
    ['on the antimeridian', 179.95, 0.1, -80, 160],
  ])(
    'measures as the geodesic library does, 5, 20, 80 and 400 m off a long street %s',
    (_, west, width, south, height) => {
      const wgs84 = geodesic.Geodesic.WGS84;
      for (let seed = 1; seed <= 100; seed++) {
        const random = seededRandom(seed);
        const [lon, lat, bearing] = [west + random() * width, south + random() * height, random() * 360];
        // 6 km with a corner every 100 m. On so short a piece, a straight line on the map is as good as
        // a geodesic.
        const corners = Array.from({ length: 61 }, (_, i) => wgs84.Direct(lat, lon, bearing, (i - 30) * 100));
        const line = Int32Array.from(corners.flatMap((corner) => [corner.lon2! * 1e7, corner.lat2! * 1e7]));
        const index = ReverseIndex.from(buildReverse([row('street', { kind: 'line', lines: [line] })]));
        for (const off_m of [5, 20, 80, 400]) {
          const at = wgs84.Direct(lat, lon, bearing + 90, off_m);
          const found = index.nearest(at.lon2!, at.lat2!)!;
          expect(found.kind).toBe('street');
          expect(
            Math.abs(found.distance_m - off_m),
            `seed ${seed}, ${off_m} m, found ${found.distance_m} m`,
          ).toBeLessThanOrEqual(1e-3 * off_m + 0.03);
        }
      }
    },
  );

  it('answers from a world without streets, without areas, and with areas alone', () => {
    const ring = Int32Array.of(0, 0, 1_000_000, 0, 1_000_000, 1_000_000, 0, 1_000_000, 0, 0);
    const shop = row('place', { kind: 'point', lon7: 500_000, lat7: 500_000 });
    const street = row('street', { kind: 'line', lines: [Int32Array.of(0, 500_100, 1_000_000, 500_100)] });
    const soum = row('area', { kind: 'area', polygons: [[ring]] });
    const answer = (...rows: PlaceRow[]): unknown =>
      ReverseIndex.from(buildReverse(rows)).nearest(0.05, 0.05001)?.row ?? null;
    expect(answer(shop)).toBe(0);
    expect(answer(street)).toBe(0);
    // The point is on the street, and 11 m from the shop.
    expect(answer(street, shop)).toBe(0);
    expect(answer(soum)).toBe(0);
    expect(answer(soum, shop)).toBe(1);
    expect(answer(soum, street)).toBe(1);
    expect(
      answer(row('area', { kind: 'area', polygons: [] }), row('street', { kind: 'line', lines: [] })),
    ).toBeNull();
  });

  it('takes no position that is none', () => {
    const index = ReverseIndex.from(buildReverse(randomRows(seededRandom(1), DISTRICT)));
    for (const [lon, lat] of [
      [Number.NaN, 47.9],
      [106.9, Number.NaN],
      [Infinity, 47.9],
      [106.9, 91],
    ])
      expect(() => index.nearest(lon, lat)).toThrow('is not a position');
  });
});

function row(matchKind: MatchKind, geometry: Geometry): PlaceRow {
  return {
    id: 'test:1',
    name: 'x',
    type: 'place',
    matchKind,
    prominence: 0,
    lon7: 0,
    lat7: 0,
    address: null,
    part: null,
    geometry,
    tags: {},
  };
}

/** The longitude half-way round the globe. */
function turned(lon7: number): number {
  return normalLon7(lon7 + 1_800_000_000);
}

function turnedGeometry(geometry: Geometry): Geometry {
  const line = (positions: Int32Array): Int32Array =>
    positions.map((value, i) => (i % 2 === 0 ? turned(value) : value));
  switch (geometry.kind) {
    case 'point':
      return { ...geometry, lon7: turned(geometry.lon7) };
    case 'line':
      return { kind: 'line', lines: geometry.lines.map(line) };
    case 'area':
      return { kind: 'area', polygons: geometry.polygons.map((rings) => rings.map(line)) };
  }
}

/** The same sections as views on one shared buffer, each `offset` bytes past a multiple of 8. */
function moved(sections: Sections, offset: number): Sections {
  const arrays = Object.entries(sections);
  const room = arrays.reduce((sum, [, array]) => sum + array.byteLength + 24, 16);
  const shared = new SharedArrayBuffer(room);
  let at = 0;
  return Object.fromEntries(
    arrays.map(([name, array]) => {
      const start = Math.ceil(at / 8) * 8 + (array.BYTES_PER_ELEMENT === 8 ? 0 : offset);
      at = start + array.byteLength;
      const view = new (
        array.constructor as new (buffer: SharedArrayBuffer, start: number, length: number) => TypedArray
      )(shared, start, array.length);
      view.set(array);
      return [name, view];
    }),
  );
}
