import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import type { SearchModel } from '../../src/geocoding/places/search-model.js';
import { collectFeatures } from '../collect.js';
import { casesOf, isWhole, seedOf } from '../random-cases.js';
import { expectVariety, proveSearch, proveTyping } from './search-proof.js';

/** For a longer proof: GAZARCH_SEARCH_QUERIES=5000. */
const ALL = Number(process.env['GAZARCH_SEARCH_QUERIES'] ?? 250);
const QUERIES = casesOf(ALL);
/** Fewer do not end in each group of results. */
const KEYSTROKES = casesOf(Math.max(175, ALL / 4));
/** Many queries take longer than other tests may. */
const TIMEOUT_MS = Math.max(900_000, QUERIES * 500);
const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

describe('forward search equals a slow scan', () => {
  let model: SearchModel;
  beforeAll(async () => {
    ({ model } = collectModel(await collectFeatures(sample)));
  });

  it(
    `on ${QUERIES} random queries over the sample`,
    () => {
      const proof = proveSearch(model, QUERIES, seedOf(20_251));
      if (isWhole) expectVariety(proof);
    },
    TIMEOUT_MS,
  );

  it.each([1, 4, 60])(
    `on ${KEYSTROKES} keystrokes over the sample, of %i people at a time`,
    (people) => {
      const proof = proveTyping(model, { people, queries: KEYSTROKES, seed: seedOf(40 + people) });
      for (const group of isWhole ? [1, 2, 3, 5] : [])
        expect(proof.byGroup[group], `keystrokes that ended in group ${group}`).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
