import { describe, it } from 'vitest';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import { geodataFeatures } from '../collect.js';
import { hasGeodata } from '../geodata.js';
import { expectVariety, proveSearch, proveTyping } from './search-proof.js';

/** As `search-random.slow.test.ts`, over a country. */
const QUERIES = Number(process.env['GAZARCH_SEARCH_QUERIES'] ?? 700);
const TIMEOUT_MS = Math.max(300_000, QUERIES * 500);

describe.skipIf(!hasGeodata)('forward search equals a slow scan', () => {
  it(
    `on ${QUERIES / 4} random queries over every twentieth place of Mongolia`,
    async () => {
      const features = await geodataFeatures('mongolia-mix.osm.pbf');
      const { model } = collectModel(
        features.filter((feature, i) => i % 20 === 0 || feature.tags['boundary'] !== undefined),
      );
      expectVariety(proveSearch(model, QUERIES / 4, 7));
      proveTyping(model, { people: 8, queries: QUERIES / 4, seed: 8 });
    },
    TIMEOUT_MS,
  );
});
