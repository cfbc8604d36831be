import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Places close together, so that all of them lie in the one bag. */
const PLACES: readonly Tags[] = [
  ...[
    '1-р эмнэлэг',
    '19-р эмнэлэг',
    '1-р багийн эмнэлэг',
    'Наран багш 1',
    'Агнаран',
    'Хан уул',
    'Хануул',
    'Нарны хан',
    'Сумъяа баатар',
    'Гарьд магнай',
  ].map((name) => ({ amenity: 'hospital', name })),
  ...['19', 'Наран 19', 'Наран 1', '1-р баг Наран', 'Багийн 1', 'Максимус молл'].map((name) => ({
    shop: 'convenience',
    name,
  })),
];
const TEXTS = [
  'эмнэлэг 19',
  '19 эмнэлэг',
  '1-р багийн эмнэлэг',
  '1-р багш наран',
  'баг 1 наран',
  'наран 19',
  'хан уул эмнэлэг',
  'х ануул',
  'наран, 1-р баг',
  'сум баатар',
  'сумъяа ба атар',
  'сумъяа баг',
  'гарь маг',
  'эмнэлэг ар',
  'уул хан',
  'ар ан',
  'р х',
  'наран 1 баг',
  '1-р баг 19',
  'максимус молл',
];

function features(): Feature[] {
  const points = PLACES.map((tags, i): Feature => ({
    id: `osm:node:${i + 1}`,
    tags,
    geometry: { kind: 'point', lon7: 1_000_010_000 + i * 1000, lat7: 450_010_000 },
  }));
  const [w, s, e, n] = [1_000_000_000, 450_000_000, 1_000_100_000, 450_100_000];
  const ring = Int32Array.of(w, s, e, s, e, n, w, n, w, s);
  return [
    ...points,
    {
      id: 'osm:relation:1',
      tags: { boundary: 'administrative', admin_level: '6', name: '1-р баг' },
      geometry: { kind: 'area', polygons: [[ring]] },
    },
  ];
}

describe('what is typed letter by letter', () => {
  const { sections } = buildGeocoding(features());
  const found = (index: GeocodingIndex, query: string, limit: number): string[] =>
    index
      .explain(query, limit)
      .map((hit) => `${hit.group} ${hit.key} ${hit.relaxation} ${hit.name} by ${hit.matched?.key}`);
  /** Each is worked out once, by an index that was asked nothing before. */
  const known = new Map<string, string[]>();
  const onItsOwn = (query: string, limit: number): string[] => {
    const name = `${limit} ${query}`;
    if (!known.has(name)) known.set(name, found(GeocodingIndex.from(sections), query, limit));
    return known.get(name)!;
  };

  it.each([1, 2, 3])('finds at each %i letters what it finds when nothing was asked before', (step) => {
    const index = GeocodingIndex.from(sections);
    for (const limit of [20, 3]) {
      for (const text of TEXTS) {
        for (let length = 2; length < text.length + step; length += step) {
          const query = text.slice(0, length);
          expect(found(index, query, limit), `"${query}", limit ${limit}`).toEqual(onItsOwn(query, limit));
        }
      }
    }
  });

  it('is not changed by whoever gets the answer, nor by another limit', () => {
    const index = GeocodingIndex.from(sections);
    index.search('наран 1', 2).length = 0;
    expect(found(index, 'наран 1 ', 2)).toEqual(onItsOwn('наран 1', 2));
    expect(found(index, 'наран 1 ', 20)).toEqual(onItsOwn('наран 1', 20));
    expect(onItsOwn('наран 1', 20).length).toBeGreaterThan(2);
  });
});
