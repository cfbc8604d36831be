import { describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { onOtherKeyboard } from '../../src/geocoding/reading/other-keyboard.js';

const index = GeocodingIndex.from(
  buildGeocoding([
    {
      id: 'osm:node:1',
      tags: { shop: 'mall', name: 'Номин их дэлгүүр' },
      geometry: { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 },
    },
    {
      id: 'osm:node:2',
      tags: { amenity: 'fast_food', name: 'KFC' },
      geometry: { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 },
    },
  ]).sections,
);
const { ground } = index;

describe('a query as typed on another keyboard', () => {
  it('is a name whose letters were typed with Latin keys', () => {
    expect(onOtherKeyboard('yjvby', ground)?.switched).toBe('номин');
  });

  it('is none in which the words for an entrance and a door become letters without meaning', () => {
    expect(onOtherKeyboard('Номин их дэлгүүр, орц 3, 45 тоот', ground)).toBeNull();
  });
});

describe('a query with the names of letters', () => {
  it('finds what these letters are the name of', () => {
    expect(index.find('кэй эф си', 1)).toMatchObject([{ row: 1, match: 'derived' }]);
    expect(index.find('КЭЙ-ЭФ-СИ', 1)).toMatchObject([{ row: 1, match: 'derived' }]);
  });
});
