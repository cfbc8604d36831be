import { describe, expect, it } from 'vitest';
import { distanceM } from '../../src/geo/distance.js';
import { placeOf, readPlace } from '../../src/sources/nominatim/nominatim-place.js';
import { outlineDistanceM } from '../../src/sources/nominatim/outline-distance.js';

/** What Nominatim writes, in the words of the contract. */

const HOUSE = {
  ...{ osm_type: 'node', osm_id: 7, lat: '47.9', lon: '106.9', category: 'place', type: 'house' },
  ...{ addresstype: 'place', name: '', display_name: '7, Энхтайваны өргөн чөлөө, …' },
  address: {
    ...{ house_number: '7', road: 'Энхтайваны өргөн чөлөө', suburb: '1-р хороо' },
    ...{ city: 'Улаанбаатар', 'ISO3166-2-lvl4': 'MN-1', postcode: '15160', country: 'Монгол Улс' },
    country_code: 'mn',
  },
  boundingbox: ['47.8', '48.0', '106.8', '107.0'],
};

describe('a place', () => {
  it('is a house by its number', () => {
    expect(placeOf(readPlace(HOUSE), undefined)).toEqual({
      id: 'osm:node:7',
      name: 'Энхтайваны өргөн чөлөө 7',
      address: 'Улаанбаатар, 1-р хороо',
      latitude: 47.9,
      longitude: 106.9,
      type: 'address',
      components: {
        house_number: '7',
        street: 'Энхтайваны өргөн чөлөө',
        city: 'Улаанбаатар',
        postcode: '15160',
        country: 'Монгол Улс',
      },
      bbox: [106.8, 47.8, 107, 48],
    });
  });

  it('has its street and number in the address when it has a name', () => {
    const cafe = { ...HOUSE, name: 'Кафе', category: 'amenity', type: 'cafe', addresstype: 'amenity' };
    expect(placeOf(readPlace(cafe), undefined)).toMatchObject({
      name: 'Кафе',
      type: 'cafe',
      address: 'Улаанбаатар, 1-р хороо, Энхтайваны өргөн чөлөө 7',
    });
    expect(placeOf(readPlace(cafe), 'en')?.address).toBe('Энхтайваны өргөн чөлөө 7, 1-р хороо, Улаанбаатар');
  });

  it.each([
    ['highway', 'residential', 'road', 'street'],
    ['highway', 'bus_stop', 'highway', 'bus_stop'],
    ['boundary', 'administrative', 'city_district', 'city_district'],
    ['building', 'yes', 'building', 'building'],
    ['shop', 'Mall;Car', 'shop', 'mall_car'],
  ])('of %s=%s, which is a %s, is of the type %s', (category, type, addresstype, ours) => {
    expect(placeOf(readPlace({ ...HOUSE, name: 'A', category, type, addresstype }), undefined)?.type).toBe(
      ours,
    );
  });

  it('without an address, a box or an object of OSM', () => {
    const bare = { ...HOUSE, name: 'A', address: undefined, boundingbox: undefined };
    expect(placeOf(readPlace(bare), undefined)).not.toHaveProperty('bbox');
    expect(placeOf(readPlace(bare), undefined)?.address).toBeNull();
    expect(placeOf(readPlace({ ...bare, osm_type: null }), undefined)).toBeNull();
    expect(placeOf(readPlace({ ...bare, name: null }), undefined)).toBeNull();
    const country = { country: 'Монгол Улс', country_code: 'mn' };
    expect(placeOf(readPlace({ ...bare, address: country }), undefined)?.address).toBe('Монгол Улс');
  });
});

describe('the distance to an outline', () => {
  const square = (a: number, b: number): number[][] => [
    ...[
      [a, a],
      [b, a],
      [b, b],
      [a, b],
    ],
    [a, a],
  ];

  it.each<[string, unknown, readonly [number, number], number]>([
    ['a point', { type: 'Point', coordinates: [0, 1] }, [0, 0], distanceM(0, 0, 0, 1)],
    ['beside a line', line([-1, 1], [1, 1]), [0, 0], distanceM(0, 0, 0, 1)],
    ['behind its end', line([1, 0], [2, 0]), [0, 0], distanceM(0, 0, 1, 0)],
    ['a line of one position', line([0, 1]), [0, 0], distanceM(0, 0, 0, 1)],
    ['across the antimeridian', line([179.9, -1], [179.9, 1]), [-179.9, 0], distanceM(179.9, 0, -179.9, 0)],
    ['inside of an area', area(square(-1, 1)), [0, 0], 0],
    ['outside of it', area(square(1, 2)), [1.5, 0], distanceM(1.5, 0, 1.5, 1)],
    ['in its hole', area(square(-2, 2), square(-1, 1)), [0, 0.5], distanceM(0, 0.5, 0, 1)],
    [
      'the nearest of several',
      { type: 'MultiPolygon', coordinates: [[square(3, 4)], [square(1, 2)]] },
      [1.5, 0],
      distanceM(1.5, 0, 1.5, 1),
    ],
    [
      'the nearest of several lines',
      { type: 'MultiLineString', coordinates: [[[5, 5]], [[0, 1]]] },
      [0, 0],
      distanceM(0, 0, 0, 1),
    ],
  ])('is measured: %s', (_what, geometry, point, expected_m) => {
    expect(Math.abs(outlineDistanceM(geometry, point) - expected_m)).toBeLessThan(1 + expected_m / 1000);
  });

  it.each<[unknown]>([
    [undefined],
    [{ type: 'Circle' }],
    [{ type: 'LineString', coordinates: [] }],
    [{ type: 'Polygon', coordinates: [[[0]]] }],
    [{ type: 'MultiPoint', coordinates: [] }],
    [{ type: 'Point', coordinates: [0, 91] }],
  ])('is not that of %j', (geometry) => {
    expect(() => outlineDistanceM(geometry, [0, 0])).toThrow(/a (geometry|position|line)/);
  });

  function line(...coordinates: number[][]): unknown {
    return { type: 'LineString', coordinates };
  }

  function area(...coordinates: number[][][]): unknown {
    return { type: 'Polygon', coordinates };
  }
});
