import { expect, it } from 'vitest';
import type { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { MATCHES } from '../../src/geocoding/forward/match.js';
import type { PlaceHit } from '../../src/geocoding/place-hit.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { RecentPlaces } from '../../src/sources/embedded/geocoder/recent-places.js';
import { seededRandom } from '../seeded-random.js';

function remembering(generation: number): { places: RecentPlaces; reads: number[] } {
  const reads: number[] = [];
  const place = (row: number): PlaceHit => {
    reads.push(row);
    return {
      row,
      id: `osm:way:${row}`,
      name: `Name ${row}`,
      address: null,
      lon7: 1_069_175_128,
      lat7: 479_188_412,
      type: 'residential',
      layer: 'poi',
      components: { city: 'Улаанбаатар' },
      box: row === 8 ? [1_069_000_000, 479_000_000, 1_069_100_001, 479_100_000] : null,
    };
  };
  const index = { place, size: 1000 } as unknown as GeocodingIndex;
  return { places: new RecentPlaces(index, 'mn', generation), reads };
}

it('reads a place once, and nobody can change it', () => {
  const { places, reads } = remembering(50);
  const place = places.place(7, 'exact');
  expect(place).toEqual({
    id: 'osm:way:7',
    name: 'Name 7',
    address: null,
    latitude: 47.918841,
    longitude: 106.917513,
    type: 'residential',
    layer: 'poi',
    components: { city: 'Улаанбаатар' },
    match: 'exact',
  });
  expect([places.place(7, 'exact'), places.place(7, 'exact')]).toEqual([place, place]);
  expect(reads).toEqual([7]);
  expect(() => ((place as { name: string }).name = 'x')).toThrow(TypeError);
});

it('says by which match a place was found, and remembers one place for each', () => {
  const { places, reads } = remembering(50);
  const whole = places.place(7, 'exact');
  const begun = places.place(7, 'beginning');
  expect([whole.match, begun.match]).toEqual(['exact', 'beginning']);
  expect({ ...begun, match: 'exact' }).toEqual(whole);
  expect(places.place(7, 'exact')).toBe(whole);
  expect(places.place(7, 'beginning')).toBe(begun);
  expect(reads).toEqual([7]);
});

it('gives the box of what has one', () => {
  const { places } = remembering(50);
  expect(places.place(8, 'exact').bbox).toEqual([106.9, 47.9, 106.91, 47.91]);
  expect('bbox' in places.place(9, 'exact')).toBe(false);
});

it('gives the right place after forgetting, keeps popular ones, holds at most two generations', () => {
  const random = seededRandom(4);
  const { places, reads } = remembering(50);
  const popular = places.place(999, 'exact');
  const last = new Map<number, FoundPlace>();
  let remembered = 0;
  for (let i = 0; i < 10_000; i++) {
    const row = Math.floor(random() ** 3 * 400);
    const place = places.place(row, 'exact');
    expect(place.id).toBe(`osm:way:${row}`);
    if (last.get(row) === place) remembered++;
    last.set(row, place);
    expect(places.size).toBeLessThanOrEqual(100);
    if (i % 10 === 0) expect(places.place(999, 'exact')).toBe(popular);
  }
  expect(reads.length + remembered).toBe(10_001);
  expect(remembered).toBeGreaterThan(3_000);
});

it('holds at most two generations when every match finds every row', () => {
  const random = seededRandom(5);
  const { places } = remembering(50);
  for (let i = 0; i < 10_000; i++) {
    places.place(Math.floor(random() * 400), MATCHES[Math.floor(random() * MATCHES.length)]);
    // A row that becomes young brings the places of up to four other matches, which are a quarter each.
    expect(places.size).toBeLessThanOrEqual(2 * 51);
  }
});
