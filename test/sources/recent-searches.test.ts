import { expect, it } from 'vitest';
import { RecentSearches } from '../../src/sources/recent-searches.js';
import { seededRandom } from '../seeded-random.js';

it('asks once for what was asked lately, and again for another limit', () => {
  const recent = new RecentSearches(10);
  let asked = 0;
  const ask = (text: string, limit: number): readonly number[] => recent.rows({ text, limit }, () => [++asked]);
  expect([ask('зах', 5), ask('зах', 5), ask('зах', 6), ask('зах 5', 5), ask('зах', 5)]).toEqual([[1], [1], [2], [3], [1]]);
});

it('never gives the rows of another request, and never holds more than two generations', () => {
  const random = seededRandom(3);
  const recent = new RecentSearches(50);
  for (let i = 0; i < 20_000; i++) {
    const number = Math.floor(random() ** 3 * 400);
    const limit = 1 + Math.floor(random() * 2);
    expect(recent.rows({ text: `${number}`, limit }, () => [number, limit])).toEqual([number, limit]);
    expect(recent.size).toBeLessThanOrEqual(100);
  }
});

it('keeps what is asked again and again, and forgets what is not', () => {
  const recent = new RecentSearches(50);
  let asked = 0;
  const ask = (text: string): readonly number[] => recent.rows({ text, limit: 5 }, () => [++asked]);
  const first = ask('popular');
  for (let i = 0; i < 5_000; i++) {
    recent.rows({ text: `new ${i}`, limit: 5 }, () => []);
    if (i % 10 === 0) expect(ask('popular')).toEqual(first);
  }
  ask('new 0');
  expect(asked).toBe(2);
});
