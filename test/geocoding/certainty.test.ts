import { describe, expect, it } from 'vitest';
import { confidenceOf, matchBetween, type JudgedPlace } from '../../src/geocoding/certainty.js';

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
    ['Сөүлийн гудамж 12, Сүхбаатар', house, 'exact'],
    ['Сүхбаатар дүүрэг, Сөүлийн гудамж 12 байр', house, 'exact'],
    ['Soul 12', house, 'derived'],
    ['Сөүлийн', house, 'beginning'],
    ['Улаанбаатар Сөүлийн гудамж', house, 'words'],
    ['Сөүлийн гудамж 14', house, 'derived'],
    ['Номин', shop('Номин', 106.9), 'exact'],
    ['Номин Сүхбаатар', shop('Номин', 106.9), 'words'],
  ])('%s', (text, place, match) => {
    expect(matchBetween(text, place)).toBe(match);
  });

  it('is less sure of one of many, of another number, and of nothing', () => {
    const sure = (text: string, ...places: JudgedPlace[]): number => confidenceOf(text, places);
    const one = sure('Номин', shop('Номин', 106.9));
    const many = sure('Номин', ...[106.9, 106.95, 107, 107.05].map((lon) => shop('Номин', lon)));
    expect(many).toBeLessThan(one);
    const right = sure('Сүхбаатар Сөүлийн гудамж 12', house);
    expect(right).toBeGreaterThan(0.9);
    expect(sure('Сүхбаатар Сөүлийн гудамж 14', house)).toBeLessThan(0.5);
    expect(sure('Номин')).toBe(0);
  });

  it.each([', 12 тоот', ', 3 давхар', ' орц 2', ', утас 99112233', ' 99112233', ', орцны код 1234'])(
    'is as sure of a house with %s behind it',
    (aside) => {
      const text = 'Сүхбаатар Сөүлийн гудамж 12';
      expect(confidenceOf(text + aside, [house])).toBe(confidenceOf(text, [house]));
    },
  );

  it('takes one place that is there twice for one', () => {
    const alone = confidenceOf('Номин', [shop('Номин', 106.9)]);
    const twice = confidenceOf('Номин', [shop('Номин', 106.9), shop('Номин', 106.9001)]);
    const two = confidenceOf('Номин', [shop('Номин', 106.9), shop('Номин', 106.99)]);
    expect(two).toBeLessThan(twice);
    expect(twice).toBeLessThanOrEqual(alone);
  });
});
