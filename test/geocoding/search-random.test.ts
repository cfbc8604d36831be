import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import { collectFeatures } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { proveSearch, proveTyping, type Proof } from './search-proof.js';

/** For a longer proof: GAZARCH_SEARCH_QUERIES=5000. */
const QUERIES = Number(process.env['GAZARCH_SEARCH_QUERIES'] ?? 700);
/** Many queries take longer than other tests may. */
const TIMEOUT_MS = Math.max(300_000, QUERIES * 500);
const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

function expectVariety(proof: Proof): void {
  for (const group of [1, 2, 3, 4, 5, 6, 7])
    expect(proof.byGroup[group], `queries that ended in group ${group}`).toBeGreaterThan(1);
  expect(proof.relaxed).toBeGreaterThan(5);
  expect(proof.empty).toBeGreaterThan(5);
}

describe('forward search equals a slow scan', () => {
  it(
    `on ${QUERIES} random queries over the sample`,
    async () => {
      const { model } = collectModel(await collectFeatures(sample));
      expectVariety(proveSearch(model, QUERIES, 20_251));
    },
    TIMEOUT_MS,
  );

  it.each([1, 4, 60])(
    `on ${QUERIES / 4} keystrokes over the sample, of %i people at a time`,
    async (people) => {
      const { model } = collectModel(await collectFeatures(sample));
      const proof = proveTyping(model, { people, queries: QUERIES / 4, seed: 40 + people });
      for (const group of [1, 2, 3, 4, 5, 6])
        expect(proof.byGroup[group], `keystrokes that ended in group ${group}`).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!hasGeodata)(
    `on ${QUERIES / 4} random queries over every twentieth place of Mongolia`,
    async () => {
      const features = await collectFeatures(geodata('mongolia-mix.osm.pbf'));
      const { model } = collectModel(
        features.filter((feature, i) => i % 20 === 0 || feature.tags['boundary'] !== undefined),
      );
      expectVariety(proveSearch(model, QUERIES / 4, 7));
      proveTyping(model, { people: 8, queries: QUERIES / 4, seed: 8 });
    },
    TIMEOUT_MS,
  );
});
