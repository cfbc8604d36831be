import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { countrySections } from '../country.js';
import { geodata, hasGeodata } from '../geodata.js';
import { readQueryTable } from './query-table.js';
import { expectGood, hasNameAndKind, report, scoreOf } from './score.js';

const table = readQueryTable();
/** The queries of the search's design, which lie beside the real extracts: query, expected names, note. */
const designTable = geodata('../design/geocoding-queries.tsv');

describe.skipIf(!hasGeodata)('what people type finds what they mean over Mongolia', () => {
  let index: GeocodingIndex;

  beforeAll(async () => {
    index = GeocodingIndex.from(await countrySections());
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
