import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex, type PlaceHit } from '../../src/geocoding/geocoding-index.js';
import { collectFeatures, geodataFeatures } from '../collect.js';
import { readGeojsonLayer } from '../../src/importer/geojson.js';
import { Skipped } from '../../src/importer/skipped.js';
import { geodata, hasGeodata } from '../geodata.js';
import { readQueryTable, type ExpectedResult } from './query-table.js';

const table = readQueryTable();
/** The queries of the search's design, which lie beside the real extracts: query, expected names, note. */
const designTable = geodata('../design/geocoding-queries.tsv');

interface Score {
  first: number;
  inFive: number;
  /** Queries whose first answer is not an expected name, each with its answers. */
  misses: string[];
}

function scoreOf(
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
function hasNameAndKind(hit: PlaceHit, expected: string): boolean {
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

function report(name: string, rows: readonly unknown[], { first, inFive, misses }: Score): void {
  const share = (count: number): string => `${((100 * count) / rows.length).toFixed(1)} %`;
  const lines = [
    `${name}: ${rows.length} queries, ${first} first (${share(first)}), ` +
      `${inFive} in the first five (${share(inFive)})`,
    ...misses.map((miss) => `  not first: ${miss}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function expectGood(rows: readonly unknown[], score: Score): void {
  expect(score.first / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(score.inFive / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.995);
}

describe('what people type finds what they mean', () => {
  it('has a table worth the name, without a query twice', () => {
    expect(table.length).toBeGreaterThanOrEqual(300);
    expect(new Set(table.map((row) => `${row.data} ${row.query}`)).size).toBe(table.length);
  });

  it('over the sample', async () => {
    const rows = table.filter((row) => row.data === 'sample');
    const index = GeocodingIndex.from(
      buildGeocoding(await collectFeatures(resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm')))
        .sections,
    );
    const score = scoreOf(index, rows);
    report('sample', rows, score);
    expectGood(rows, score);
  });
});

describe.skipIf(!hasGeodata)('what people type finds what they mean over Mongolia', () => {
  let index: GeocodingIndex;

  beforeAll(async () => {
    const khoroo = readGeojsonLayer(geodata('ub-khoroo.geojson'), null, new Skipped()).features;
    index = GeocodingIndex.from(
      buildGeocoding([...(await geodataFeatures('mongolia-mix.osm.pbf')), ...khoroo]).sections,
    );
  });

  it('in the table', () => {
    const rows = table.filter((row) => row.data === 'mix');
    const score = scoreOf(index, rows);
    report('Mongolia', rows, score);
    expectGood(rows, score);
  });

  it.skipIf(!existsSync(designTable) && process.env['GAZARCH_REQUIRE_GEODATA'] === undefined)(
    'in the queries of the design, every one',
    () => {
      const lines = readFileSync(designTable, 'utf8').trim().split('\n').slice(1);
      const rows = lines
        .map((line) => line.split('\t'))
        .map(([query, names]) => ({
          query,
          names: names === '(none)' ? [] : names.split(' | ').map((name) => name.trim()),
        }));
      expect(rows.length).toBeGreaterThan(60);
      const score = scoreOf(index, rows, hasNameAndKind);
      report('design', rows, score);
      expect(score.misses).toEqual([]);
    },
  );

  it('finds nothing for letters at random', () => {
    const found = [
      'xqzjwvk',
      'bqwrtzpk',
      'йфцъыщзх',
      'qzxwvkj hgfdsp',
      'ххххх',
      'aaaaaaaa',
      'wwwwwwwww',
    ].filter((query) => index.search(query, 5).length > 0);
    expect(found).toEqual([]);
  });
});
