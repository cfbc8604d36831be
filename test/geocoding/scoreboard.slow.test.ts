import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { collectFeatures } from '../collect.js';
import { readQueryTable } from './query-table.js';
import { expectGood, report, scoreOf } from './score.js';

const table = readQueryTable();

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
