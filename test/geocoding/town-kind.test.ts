import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

const names = (index: GeocodingIndex, query: string): string[] =>
  index.search(query, 10).map((hit) => hit.name);

describe('a town and a kind', () => {
  it('finds the nearest of a kind to a town that has none, up to 100 km away', () => {
    const at = (lon: number, tags: Tags): Feature => ({
      id: `osm:node:${lon}`,
      tags,
      geometry: { kind: 'point', lon7: 900_000_000 + lon * 1_000_000, lat7: 450_000_000 },
    });
    const index = GeocodingIndex.from(
      buildGeocoding([
        at(0, { place: 'town', name: 'Мөрөн' }),
        at(5, { tourism: 'museum', name: 'Түүхийн музей' }),
        at(-3, { tourism: 'museum', name: 'Байгалийн музей' }),
        at(60, { tourism: 'museum', name: 'Мөрөнгийн' }),
        at(40, { railway: 'station', name: 'Алслагдсан' }),
        at(61, { amenity: 'cafe', name: 'Мөрөн' }),
        at(62, { amenity: 'place_of_worship', name: 'Чингис' }),
        at(63, { place: 'village', name: 'Цэцэг' }),
      ]).sections,
    );
    const near = ['Байгалийн музей', 'Түүхийн музей'];
    for (const query of ['Мөрөн музей', 'музей Мөрөн', 'museum in Mörön'])
      expect(names(index, query).slice(0, 2), query).toEqual(near);
    for (const query of ['Мөрөн дахь музей', 'Мөрөн хотын музей', 'Мөрөнд музей'])
      expect(names(index, query).slice(0, 2), query).toEqual(near);
    // What is called so comes first, and what is farther is left out.
    expect(names(index, 'Мөрөн кафе')[0]).toBe('Мөрөн');
    expect(names(index, 'Мөрөн галт тэрэгний буудал')).toEqual(['Мөрөн', 'Мөрөн']);
    expect(names(index, 'temple in Tsetseg')[0]).toBe('Чингис');
  });
});
