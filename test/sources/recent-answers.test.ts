import { expect, it } from 'vitest';
import type { GeocodingIndex, PlaceHit } from '../../src/geocoding/geocoding-index.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { RecentAnswers } from '../../src/sources/recent-answers.js';
import { seededRandom } from '../seeded-random.js';

/** Finds the rows that are written in the query, and counts how often it is asked. */
class Rows {
  searches = 0;
  reads = 0;

  search(text: string, limit: number): PlaceHit[] {
    this.searches++;
    return text.split(',').slice(0, limit).map((row) => hit(Number(row)));
  }

  place(row: number): PlaceHit {
    this.reads++;
    return hit(row);
  }
}

function hit(row: number): PlaceHit {
  return { row, id: `osm:node:${row}`, name: `Name ${row}`, address: row % 2 === 0 ? null : 'Улаанбаатар', lon7: 1_069_175_128, lat7: 479_188_412, type: 'cafe' };
}

function remembering(limits?: { searches: number; places: number }): { rows: Rows; answers: RecentAnswers } {
  const rows = new Rows();
  return { rows, answers: new RecentAnswers(rows as unknown as GeocodingIndex, limits) };
}

it('asks once for what was asked lately, and again for another limit', () => {
  const { rows, answers } = remembering();
  const first = answers.search({ text: '1,2,3', limit: 2 });
  expect(first).toEqual([
    { id: 'osm:node:1', name: 'Name 1', address: 'Улаанбаатар', latitude: 47.918841, longitude: 106.917513, type: 'cafe' },
    { id: 'osm:node:2', name: 'Name 2', address: null, latitude: 47.918841, longitude: 106.917513, type: 'cafe' },
  ]);
  expect(answers.search({ text: '1,2,3', limit: 2 })).toBe(first);
  expect(rows.searches).toBe(1);
  expect(answers.search({ text: '1,2,3', limit: 3 })).toHaveLength(3);
  expect(answers.search({ text: '3', limit: 2 }).map(({ id }) => id)).toEqual(['osm:node:3']);
  expect(rows.searches).toBe(3);
});

it('gives the same place for the same row, whatever was asked, and lets nobody change it', () => {
  const { rows, answers } = remembering();
  const [one, two] = answers.search({ text: '1,2', limit: 5 });
  const other = answers.search({ text: '2,1,1', limit: 5 });
  expect([other[0] === two, other[1] === one, other[2] === one]).toEqual([true, true, true]);
  expect(rows.reads).toBe(2);
  expect(() => ((one as { name: string }).name = 'x')).toThrow(TypeError);
  expect(() => (other as unknown[]).pop()).toThrow(TypeError);
});

it('gives the right answer whatever it has forgotten, holds no more than its limits, and no two places of one row', () => {
  const random = seededRandom(3);
  for (const limits of [{ searches: 50, places: 1_000 }, { searches: 1_000, places: 40 }]) {
    const { answers } = remembering(limits);
    const last = new Map<string, readonly FoundPlace[]>();
    let remembered = 0;
    for (let i = 0; i < 5_000; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() ** 3 * 60));
      const text = wanted.join(',');
      const found = answers.search({ text, limit: 5 });
      expect(found.map(({ id }) => id)).toEqual(wanted.map((row) => `osm:node:${row}`));
      if (last.get(text) === found) remembered++;
      last.set(text, found);
      // Whatever is remembered shares its places with what was just found.
      for (const [other, places] of last) {
        if (i % 100 !== 0 || answers.search({ text: other, limit: 5 }) !== places) continue;
        for (const place of places) expect(found.find(({ id }) => id === place.id) ?? place).toBe(place);
      }
      expect(answers.size.searches).toBeLessThanOrEqual(2 * limits.searches);
      expect(answers.size.places).toBeLessThanOrEqual(2 * (limits.places + 3));
    }
    expect(remembered).toBeGreaterThan(500);
  }
});

it('keeps what is asked again and again, and forgets what is not', () => {
  const { rows, answers } = remembering({ searches: 50, places: 1_000 });
  const popular = answers.search({ text: '1,2', limit: 5 });
  answers.search({ text: '7', limit: 5 });
  for (let i = 0; i < 5_000; i++) {
    answers.search({ text: `${100 + i}`, limit: 5 });
    if (i % 10 === 0) expect(answers.search({ text: '1,2', limit: 5 })).toBe(popular);
  }
  expect(rows.searches).toBe(5_002);
  answers.search({ text: '7', limit: 5 });
  expect(rows.searches).toBe(5_003);
  expect(answers.search({ text: '2', limit: 5 })[0]).toBe(popular[1]);
});
