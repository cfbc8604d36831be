import { expect, it } from 'vitest';
import { distanceM } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { AlternativesOracle } from '../oracles/routing-alternatives.js';
import { seededRandom } from '../seeded-random.js';
import { randomPoint } from './random-point.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
/** For a country: GAZARCH_TEST_ALTERNATIVES=2000 GAZARCH_TEST_ALTERNATIVES_MAP=mongolia-mix.osm.pbf */
const PAIRS = Number(process.env['GAZARCH_TEST_ALTERNATIVES'] ?? 150);
const MAP = process.env['GAZARCH_TEST_ALTERNATIVES_MAP'] ?? 'ulaanbaatar-mix.osm.pbf';
const FARTHEST_M = 100_000;
const WANTED = { line: false, notes: false, steps: false, alternatives: 2 };

it.skipIf(!hasGeodata)(
  'alternatives on real roads are those of the oracle',
  async () => {
    const network = await collectNetwork(geodata(MAP));
    const { sections } = buildRouting(network, PROFILES.driving);
    const index = RoutingIndex.from(sections);
    const oracle = new AlternativesOracle(readRoutingData(sections));
    const random = seededRandom(20261125);
    const counts = [0, 0, 0];
    let ties = 0;
    for (let pair = 0; pair < PAIRS;) {
      const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
      if (distanceM(...from, ...to) > FARTHEST_M) continue;
      pair++;
      const expected = oracle.between(from, to, LIMITS.snapLimit_m, 2);
      if (expected === null) continue;
      if (expected.hasTies) {
        ties++;
        continue;
      }
      const answer = index.describe([from, to], LIMITS, WANTED);
      const where = `${MAP}, ${from.join(',')} to ${to.join(',')}`;
      if (answer.kind !== 'route') throw new Error(`${answer.kind}: ${where}`);
      const durations = [answer, ...answer.alternatives].map(({ duration_s }) =>
        Math.round(1000 * duration_s),
      );
      expect(durations, where).toEqual([expected.best_ms, ...expected.others_ms]);
      counts[expected.others_ms.length]++;
    }
    const figures = JSON.stringify({ counts, ties });
    for (const count of counts) expect(count, figures).toBeGreaterThan(PAIRS / 100);
  },
  7_200_000,
);
