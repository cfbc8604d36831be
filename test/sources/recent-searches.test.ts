import { expect, it } from 'vitest';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { RecentSearches } from '../../src/sources/recent-searches.js';
import { seededRandom } from '../seeded-random.js';

function place(name: string): FoundPlace {
  return { id: name, name, address: null, latitude: 0, longitude: 0, type: 'place' };
}

it('asks once for what was asked lately, and again for another limit', () => {
  const recent = new RecentSearches(10);
  let asked = 0;
  const ask = (text: string, limit: number): FoundPlace[] => recent.answer({ text, limit }, () => [place(`${text} ${limit} ${++asked}`)]);
  expect(ask('зах', 5)).toBe(ask('зах', 5));
  expect(asked).toBe(1);
  expect(ask('зах', 6)[0].name).toBe('зах 6 2');
  expect(ask('зах 5', 5)[0].name).toBe('зах 5 5 3');
});

it('never gives the answer of another request, and never holds more than two generations', () => {
  const random = seededRandom(3);
  const recent = new RecentSearches(50);
  for (let i = 0; i < 20_000; i++) {
    const text = `${Math.floor(random() ** 3 * 400)}`;
    const limit = 1 + Math.floor(random() * 2);
    expect(recent.answer({ text, limit }, () => [place(`${text}/${limit}`)])[0].name).toBe(`${text}/${limit}`);
    expect(recent.size).toBeLessThanOrEqual(100);
  }
});

it('keeps what is asked again and again, and forgets what is not', () => {
  const recent = new RecentSearches(50);
  let asked = 0;
  for (let i = 0; i < 5_000; i++) {
    recent.answer({ text: `new ${i}`, limit: 5 }, () => []);
    if (i % 10 === 0) recent.answer({ text: 'popular', limit: 5 }, () => { asked++; return []; });
  }
  expect(asked).toBe(1);
  recent.answer({ text: 'new 0', limit: 5 }, () => { asked++; return []; });
  expect(asked).toBe(2);
});
