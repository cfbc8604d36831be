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
