import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { collectFeatures } from '../../src/importer/collect-osm.js';
import { readGeojson } from '../../src/importer/geojson.js';
import { Skipped } from '../../src/importer/skipped.js';
import { geodata, hasGeodata } from '../geodata.js';
import { readQueryTable, type ExpectedResult } from './query-table.js';

const table = readQueryTable();

interface Score {
  first: number;
  inFive: number;
  /** Queries that do not have an expected name first, with what they have. */
  misses: string[];
}

function scoreOf(index: GeocodingIndex, rows: readonly ExpectedResult[]): Score {
  const score: Score = { first: 0, inFive: 0, misses: [] };
  for (const { query, names } of rows) {
    const found = index.search(query, 5).map((hit) => hit.name);
    const at = names.length === 0 ? (found.length === 0 ? 0 : -1) : found.findIndex((name) => names.includes(name));
    if (at === 0) score.first++;
    if (at >= 0) score.inFive++;
    if (at !== 0) score.misses.push(`${query} => ${found.slice(0, 3).join(', ') || '(none)'} instead of ${names.join(' | ') || '(none)'}`);
  }
  return score;
}

function report(name: string, rows: readonly ExpectedResult[], { first, inFive, misses }: Score): void {
  const share = (count: number): string => `${((100 * count) / rows.length).toFixed(1)} %`;
  const lines = [`${name}: ${rows.length} queries, ${first} first (${share(first)}), ${inFive} in the first five (${share(inFive)})`, ...misses.map((miss) => `  not first: ${miss}`)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

describe('what people type finds what they mean', () => {
  it('has a table worth the name, without a query twice', () => {
    expect(table.length).toBeGreaterThanOrEqual(300);
    expect(new Set(table.map((row) => `${row.data} ${row.query}`)).size).toBe(table.length);
  });

  it('over the sample', async () => {
    const rows = table.filter((row) => row.data === 'sample');
    const index = GeocodingIndex.from(buildGeocoding(await collectFeatures(resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm'))).sections);
    const score = scoreOf(index, rows);
    report('sample', rows, score);
    expect(score.first / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(score.inFive / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.995);
  });

  it.skipIf(!hasGeodata)('over Mongolia', async () => {
    const rows = table.filter((row) => row.data === 'mix');
    const khoroo = readGeojson(geodata('ub-khoroo.geojson'), null, new Skipped());
    const features = [...(await collectFeatures(geodata('mongolia-mix.osm.pbf'))), ...khoroo];
    const index = GeocodingIndex.from(buildGeocoding(features).sections);
    const score = scoreOf(index, rows);
    report('Mongolia', rows, score);
    expect(score.first / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(score.inFive / rows.length, score.misses.join('\n')).toBeGreaterThanOrEqual(0.995);
  });
});
