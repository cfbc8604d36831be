import { describe, expect, it } from 'vitest';
import { addressText, columnOf, degreesOf } from '../../src/tables/table-columns.js';

describe('columns', () => {
  it('are known by their names', () => {
    expect(columnOf(['Нэр', ' ХАЯГ '], 'address')).toBe(1);
    expect(columnOf(['Lat', 'lng'], 'longitude')).toBe(1);
    expect(columnOf(['anything'], 'address')).toBe(0);
    expect(columnOf(['a', 'b'], 'address')).toBe(-1);
  });

  it('have degrees with a point or a comma', () => {
    expect([47.9, '47.9', ' 47,9 ', '-0,5'].map((cell) => degreesOf(cell, 90))).toEqual([
      47.9, 47.9, 47.9, -0.5,
    ]);
    expect(['', null, 'x', '91', '1e1', NaN].map((cell) => degreesOf(cell, 90))).toEqual([
      ...[null, null, null, null, null, null],
    ]);
  });

  it('are joined to a text that a search takes', () => {
    expect(addressText([' БЗД ', null, '', 12, 'a\nb'])).toBe('БЗД, 12, a b');
    expect(addressText(['x'.repeat(10_000_000)])).toHaveLength(200);
    expect(addressText(['-', '!'])).toBe('');
  });
});

it.each<[string, number]>([
  ['47°55\'07.3"N', 47.918694],
  ["47° 55.12'", 47.918667],
  ['47 55 07', 47.918611],
  ['47 55 07,5 N', 47.91875],
  ['N47.9187', 47.9187],
  ['n 47,9187', 47.9187],
  ['47.9187°', 47.9187],
  ['47.9187 S', -47.9187],
  ['−47.5', -47.5],
  ['47º55′07″ С', 47.918611],
  ["47°55'07''Ю", -47.918611],
])('degrees are read as maps and receivers write them: %s', (cell, degrees) => {
  expect(degreesOf(cell, 90)).toBeCloseTo(degrees, 5);
});

it.each([
  '47 918',
  '47 61 07',
  '47 55 61',
  '4755.12',
  'N47.9 S',
  '-47.9S',
  '47.9E',
  'N',
  '°',
  '47.9.1',
  '47,55,07',
])('no degrees of latitude: %s', (cell) => expect(degreesOf(cell, 90)).toBeNull());
