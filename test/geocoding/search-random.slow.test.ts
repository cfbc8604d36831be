import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import { collectFeatures } from '../collect.js';
import { randomSentence } from './random-queries.js';
import { expectVariety, proveSearch, proveTyping } from './search-proof.js';

/** For a longer proof: GAZARCH_SEARCH_QUERIES=5000. */
const QUERIES = Number(process.env['GAZARCH_SEARCH_QUERIES'] ?? 250);
/** Fewer do not end in each group of results. */
const KEYSTROKES = Math.max(175, QUERIES / 4);
const SENTENCES = Math.max(100, QUERIES / 4);
/** Many queries take longer than other tests may. */
const TIMEOUT_MS = Math.max(900_000, QUERIES * 500);
const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

describe('forward search equals a slow scan', () => {
  it(
    `on ${QUERIES} random queries over the sample`,
    async () => {
      const { model } = collectModel(await collectFeatures(sample));
      expectVariety(proveSearch(model, QUERIES, 20_251));
    },
    TIMEOUT_MS,
  );

  it(
    `on ${SENTENCES} random sentences over the sample`,
    async () => {
      const { model } = collectModel(await collectFeatures(sample));
      const proof = proveSearch(model, SENTENCES, 20_252, randomSentence);
      expect(proof.relaxed).toBeGreaterThan(SENTENCES / 4);
    },
    TIMEOUT_MS,
  );

  it.each([1, 4, 60])(
    `on ${KEYSTROKES} keystrokes over the sample, of %i people at a time`,
    async (people) => {
      const { model } = collectModel(await collectFeatures(sample));
      const proof = proveTyping(model, { people, queries: KEYSTROKES, seed: 40 + people });
      for (const group of [1, 2, 3, 4, 5, 6])
        expect(proof.byGroup[group], `keystrokes that ended in group ${group}`).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
