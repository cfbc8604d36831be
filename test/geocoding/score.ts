import { expect } from 'vitest';
import type { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { PlaceHit } from '../../src/geocoding/place-hit.js';
import type { ExpectedResult } from './query-table.js';

interface Score {
  first: number;
  inFive: number;
  /** Queries whose first answer is not an expected name, each with its answers. */
  misses: string[];
}

export function scoreOf(
  index: GeocodingIndex,
  rows: readonly Pick<ExpectedResult, 'query' | 'names'>[],
  fits = hasName,
): Score {
  const score: Score = { first: 0, inFive: 0, misses: [] };
  for (const { query, names } of rows) {
    const found = index.search(query, 5);
    const at =
      names.length === 0
        ? found.length === 0
          ? 0
          : -1
        : found.findIndex((hit) => names.some((name) => fits(hit, name)));
    if (at === 0) score.first++;
    if (at >= 0) score.inFive++;
    const shown = found
      .slice(0, 3)
      .map((hit) => `${hit.name} (${hit.type})`)
      .join(', ');
    if (at !== 0)
      score.misses.push(`${query} => ${shown || '(none)'} instead of ${names.join(' | ') || '(none)'}`);
  }
  return score;
}

function hasName(hit: PlaceHit, name: string): boolean {
  return hit.name === name;
}

/**
 * Whether a hit fits `Сүхбаатар (аймаг)` or `Сүхбаатар (хот, Сэлэнгэ)`: the name, the kind, and the area
 * it is in.
 */
export function hasNameAndKind(hit: PlaceHit, expected: string): boolean {
  const [, name, notes] = /^(.*?)(?: \((.*)\))?$/.exec(expected)!;
  const kinds: Record<string, readonly string[]> = { аймаг: ['aimag'], хот: ['city', 'town'] };
  return (
    hit.name === name &&
    (notes ?? '')
      .split(', ')
      .every(
        (note) => note === '' || (kinds[note]?.includes(hit.type) ?? hit.address?.includes(note) === true),
      )
  );
}

export function report(name: string, rows: readonly unknown[], { first, inFive, misses }: Score): void {
  const share = (count: number): string => `${((100 * count) / rows.length).toFixed(1)} %`;
  const lines = [
    `${name}: ${rows.length} queries, ${first} first (${share(first)}), ` +
      `${inFive} in the first five (${share(inFive)})`,
    ...misses.map((miss) => `  not first: ${miss}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function expectGood(rows: readonly unknown[], score: Score): void {
  expect(score.first / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(score.inFive / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.995);
}
