import { expect, it } from 'vitest';
import { KINDS } from '../../src/geocoding/places/kinds.js';
import { osmClassOf } from '../../src/http/compat/osm-class.js';

const place = { id: 'osm:node:1', name: 'Нэг', address: null, latitude: 47.9, longitude: 106.9 };
const keysOf = (value: string): string[] => Object.keys(KINDS).filter((key) => value in KINDS[key]);

it.each(['amenity', 'tourism', 'leisure', 'historic', 'office', 'man_made', 'power', 'landuse'])(
  'knows the key of each kind of %s that the import knows',
  (key) => {
    const values = Object.keys(KINDS[key]).filter((value) => value !== '*' && keysOf(value).length === 1);
    const told = values.map((type) => osmClassOf({ ...place, type, layer: 'poi' }));
    expect(told).toEqual(values.map((value) => ({ key, value })));
  },
);

it.each([
  ['leisure', 'marina'],
  ['leisure', 'fitness_station'],
  ['amenity', 'bicycle_rental'],
  ['craft', 'carpenter'],
  ['shop', 'books'],
])('says %s=%s', (key, value) => {
  expect(osmClassOf({ ...place, type: value, layer: 'poi' })).toEqual({ key, value });
});

it('says of a building that it is one', () => {
  expect(osmClassOf({ ...place, type: 'building', layer: 'poi' })).toEqual({ key: 'building', value: 'yes' });
});
