import { describe, expect, it } from 'vitest';
import { judge, type JudgedPlace } from '../../src/tables/certainty.js';
import { addressText, columnOf, degreesOf } from '../../src/tables/table-columns.js';

const house: JudgedPlace = {
  name: 'Сөүлийн гудамж 12',
  address: 'Улаанбаатар, Сүхбаатар, 1-р хороо',
  latitude: 47.91,
  longitude: 106.91,
  layer: 'address',
  components: { house_number: '12', street: 'Сөүлийн гудамж', district: 'Сүхбаатар', city: 'Улаанбаатар' },
};
const shop = (name: string, longitude: number): JudgedPlace => ({
  name,
  address: 'Улаанбаатар, Сүхбаатар',
  latitude: 47.9,
  longitude,
  layer: 'poi',
  components: { district: 'Сүхбаатар', city: 'Улаанбаатар' },
});

describe('how a text and a place belong together', () => {
  it.each([
    ['Сөүлийн гудамж 12, Сүхбаатар', [house], 'exact'],
    ['Сүхбаатар дүүрэг, Сөүлийн гудамж 12 байр', [house], 'exact'],
    ['Soul 12', [house], 'derived'],
    ['Сөүлийн', [house], 'beginning'],
    ['Улаанбаатар Сөүлийн гудамж', [house], 'words'],
    ['Сөүлийн гудамж 14', [house], 'derived'],
    ['Номин', [shop('Номин', 106.9)], 'exact'],
    ['Номин Сүхбаатар', [shop('Номин', 106.9)], 'words'],
    ['Номин хүнс', [{ ...shop('Номин', 106.9), match: 'partial' as const }], 'partial'],
    ['Номин', [], 'none'],
  ])('%s', (text, places, match) => {
    expect(judge(text, places).match).toBe(match);
  });

  it('is less sure of one of many, of another number, and of nothing', () => {
    const sure = (text: string, ...places: JudgedPlace[]): number => judge(text, places).confidence;
    const one = sure('Номин', shop('Номин', 106.9));
    const many = sure('Номин', ...[106.9, 106.95, 107, 107.05].map((lon) => shop('Номин', lon)));
    expect(many).toBeLessThan(one);
    const right = sure('Сүхбаатар Сөүлийн гудамж 12', house);
    expect(right).toBeGreaterThan(0.9);
    expect(sure('Сүхбаатар Сөүлийн гудамж 14', house)).toBeLessThan(0.5);
    expect(sure('Номин')).toBe(0);
  });

  it('takes one place that is there twice for one', () => {
    const alone = judge('Номин', [shop('Номин', 106.9)]);
    const twice = judge('Номин', [shop('Номин', 106.9), shop('Номин', 106.9001)]);
    const two = judge('Номин', [shop('Номин', 106.9), shop('Номин', 106.99)]);
    expect(two.confidence).toBeLessThan(twice.confidence);
    expect(twice.confidence).toBeLessThanOrEqual(alone.confidence);
  });
});

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
