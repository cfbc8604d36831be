import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { explainSearch, type SearchExplanation } from '../../src/geocoding/explain-search.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

/** Places from west to east, 8 km from each other and far from any area. */
const PLACES: Tags[] = [
  { place: 'city', name: 'Наран' },
  { shop: 'convenience', name: 'Наран дэлгүүр', old_name: 'Сарны мухлаг' },
  { shop: 'convenience', name: 'Наран дэлгүүр' },
  { tourism: 'hotel', name: 'Наран' },
  { amenity: 'school', name: 'Хархорин сургууль' },
  { amenity: 'cafe', name: 'Наран цэг' },
  { amenity: 'cafe', name: 'Наран цэцэг' },
];

const index = GeocodingIndex.from(
  buildGeocoding(
    PLACES.map((tags, i): Feature => ({
      id: `osm:node:${i + 1}`,
      tags,
      geometry: { kind: 'point', lon7: 900_000_000 + i * 1_000_000, lat7: 450_000_000 },
    })),
  ).sections,
);

/** Each place with why it stands behind the one before. */
function reasons({ results }: SearchExplanation): string[] {
  return results.map(({ id, behind }) => `${id.slice(9)} ${behind}`);
}

it('says why each place stands behind the one before', () => {
  expect(reasons(explainSearch(index, 'наран', 6))).toEqual([
    '1 null',
    '4 prominence',
    '6 group',
    '7 name length',
    '2 name length',
    '3 id',
  ]);
});

it('names the first place that the limit left out', () => {
  const { results, next } = explainSearch(index, 'наран', 2);
  expect([results.length, next?.id, next?.behind]).toEqual([2, 'osm:node:6', 'group']);
  expect(explainSearch(index, 'хархорин', 2).next).toBeNull();
});

it('says what distance did', () => {
  const explained = explainSearch(index, 'наран дэлгүүр', 2, { near: [90.2, 45] });
  expect(reasons(explained)).toEqual(['3 null', '2 distance']);
  const [nearer, farther] = explained.results;
  expect(nearer.here).toBeCloseTo(nearer.prominence, 1);
  expect(farther.here!).toBeLessThan(farther.prominence - 30);
});

it('says which name matched, and what was dropped', () => {
  const [other] = explainSearch(index, 'сарны мухлаг', 1).results;
  expect([other.name, other.matched?.name, other.relaxed]).toEqual(['Наран дэлгүүр', 'Сарны мухлаг', null]);
  const [relaxed] = explainSearch(index, 'хархорин сургууль 12 тоот', 1).results;
  expect(relaxed.name).toBe('Хархорин сургууль');
  expect(relaxed.relaxed).toEqual({ dropped: ['12', 'тоот'], searched: relaxed.asked, rule: 'left_out' });
});

it('says that a case ending was taken off, and that a word was left out', () => {
  const ruleOf = (query: string): unknown => {
    const [{ name, relaxed }] = explainSearch(index, query, 1).results;
    return [name, relaxed?.rule];
  };
  expect(ruleOf('наранд')).toEqual(['Наран', 'case']);
  expect(ruleOf('хархорин сургууль qzwrtk')).toEqual(['Хархорин сургууль', 'left_out']);
});

it('is empty for what nobody is called', () => {
  expect(explainSearch(index, 'xqzw', 5)).toEqual({ query: 'xqzw', results: [], readings: [], next: null });
});

it('says how the text was read, the cheapest way first', () => {
  const readingsOf = (query: string): unknown[] =>
    explainSearch(index, query, 1).readings.map(({ because, name, leftOut }) => [because, name, leftOut]);
  expect(readingsOf('наран цэг')).toEqual([['typed', 'Наран цэг', []]]);
  expect(readingsOf('наран цэг орц 2')[0]).toEqual(['asides', 'Наран цэг', []]);
  const costs = explainSearch(index, 'хархорин сургууль qzwrtk', 1).readings.map(({ cost }) => cost);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
});

it('knows no way to read a text that finds nothing where it is asked to look', () => {
  const explain = (query: string): unknown => explainSearch(index, query, 1, { bbox: [0, 0, 1, 1] });
  for (const query of ['наран', 'наран цэг орц 2', 'хархорин сургууль qzwrtk'])
    expect(explain(query)).toEqual({ query, results: [], readings: [], next: null });
});
