import { expect, it } from 'vitest';
import type { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import { RecentSearches } from '../../src/sources/embedded/geocoder/recent-searches.js';
import type { FoundPlace, SearchRequest } from '../../src/sources/geocoder.js';

const place = (name: string): FoundPlace =>
  Object.freeze({ id: name, name, address: null, latitude: 47, longitude: 106, type: 'poi' });

it('asks once for each request, and gives the same list again', () => {
  const searches = new RecentSearches();
  const asked: SearchRequest[] = [];
  const search = (request: SearchRequest): FoundPlace[] => {
    asked.push(request);
    return [place(JSON.stringify(request))];
  };
  const first = searches.places({ text: 'талбай', limit: 3 }, search);
  expect(searches.places({ text: 'талбай', limit: 3 }, search)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(asked.length).toBe(1);
});

it('never gives the answer to another request, whatever field makes it another', () => {
  const searches = new RecentSearches();
  const search = (request: SearchRequest): FoundPlace[] => [place(JSON.stringify(request))];
  const requests: SearchRequest[] = [
    { text: 'a', limit: 1 },
    { text: 'a', limit: 2 },
    { text: 'b', limit: 1 },
    { text: 'a","limit":1,"x":"', limit: 1 },
    { text: 'a', limit: 1, lang: 'mn' },
    { text: 'a', limit: 1, lang: 'en' },
    { text: 'a', limit: 1, near: [106.9, 47.9] },
    { text: 'a', limit: 1, near: [47.9, 106.9] },
    { text: 'a', limit: 1, types: ['cafe', 'bar'] },
    { text: 'a', limit: 1, types: ['cafe'] },
    { text: 'a', limit: 1, bbox: [106, 47, 107, 48] },
    // A field that the seam may get later.
    { text: 'a', limit: 1, later: 1 } as SearchRequest,
  ];
  for (let round = 0; round < 2; round++) {
    for (const request of requests)
      expect(searches.places(request, search)[0].name).toBe(JSON.stringify(request));
  }
});

it('forgets what was not asked for during a whole generation', () => {
  const searches = new RecentSearches(10);
  let asked = 0;
  const ask = (text: string): void =>
    void searches.places({ text, limit: 1 }, () => {
      asked++;
      return [];
    });
  for (let i = 0; i < 25; i++) {
    ask(`n${i}`);
    ask('again and again');
  }
  expect(asked).toBe(26);
  ask('n0');
  expect(asked).toBe(27);
});

it('is of one dataset: another one is asked anew', () => {
  const dataset = (name: string): { geocoding: GeocodingIndex } => ({
    geocoding: {
      size: 1,
      find: () => [{ row: 0, otherName: null, match: 'exact', leftOut: [], at: null }],
      place: () => ({ row: 0, id: name, name, address: null, lon7: 0, lat7: 0, type: 'poi', box: null }),
    } as unknown as GeocodingIndex,
  });
  let pinned = dataset('first');
  const geocoder = new EmbeddedGeocoder({ pinned: () => pinned } as unknown as CurrentDataset, {
    radii: {} as never,
  });
  const names = (): string[] => geocoder.search({ text: 'x', limit: 5 }).map(({ name }) => name);
  expect(names()).toEqual(['first']);
  pinned = dataset('second');
  expect(names()).toEqual(['second']);
});
