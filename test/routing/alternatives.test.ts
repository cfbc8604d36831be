import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { AlternativesOracle } from '../oracles/routing-alternatives.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap } from './ascii/ascii-map.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
/** For a long run: GAZARCH_TEST_ALTERNATIVE_TOWNS=200. Pairs with several equal paths are left out. */
const TOWNS = Number(process.env['GAZARCH_TEST_ALTERNATIVE_TOWNS'] ?? 8);
const PAIRS = 30;
const WANTED = { line: true, notes: false, steps: true, alternatives: 2 };

it('gives the other way round a block, and no detour', () => {
  //  A--1--B-- ... --C--2--D
  //        |         |
  //        E-- ... --F
  const far = '-'.repeat(60);
  const { network, positions } = asciiMap({
    picture: [`A--1--B${far}C--2--D`, `      |${' '.repeat(60)}|`, `      E${far}F`].join('\n'),
    ways: { ABCD: '', BEFC: 'highway=residential, name=South' },
  });
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  const ends = [positions.get('1')!, positions.get('2')!];
  const route = index.describe(ends, LIMITS, WANTED);
  expect(route).toMatchObject({ kind: 'route' });
  if (route.kind !== 'route') return;
  const [other, ...more] = route.alternatives;
  expect(more).toEqual([]);
  expect(other.distance_m - route.distance_m).toBeGreaterThan(90);
  expect(other.coordinates.slice(0, 2)).toEqual(route.coordinates.slice(0, 2));
  expect(other.coordinates.slice(-2)).toEqual(route.coordinates.slice(-2));
  expect(other.legs[0].steps.map(({ name }) => name)).toContain('South');
  const without = index.describe(ends, LIMITS, { line: true, notes: false, steps: false });
  expect(without).toMatchObject({ distance_m: route.distance_m, alternatives: [] });
});

it.each(TRAVEL_MODES)('alternatives are those of the oracle, %s', (mode) => {
  const counts = [0, 0, 0];
  let ties = 0;
  for (let seed = 1; seed <= TOWNS; seed++) {
    const network = randomNetwork(seed);
    const random = seededRandom(seed + 150_000);
    const { sections } = buildRouting(network, PROFILES[mode]);
    const index = RoutingIndex.from(sections);
    const oracle = new AlternativesOracle(readRoutingData(sections));
    for (let pair = 0; pair < PAIRS; pair++) {
      const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
      const expected = oracle.between(from, to, LIMITS.snapLimit_m, 2);
      if (expected === null) continue;
      if (expected.hasTies) {
        ties++;
        continue;
      }
      const answer = index.describe([from, to], LIMITS, WANTED);
      const where = `town ${seed}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
      if (answer.kind !== 'route') throw new Error(`${answer.kind}: ${where}`);
      const durations = [answer, ...answer.alternatives].map(({ duration_s }) =>
        Math.round(1000 * duration_s),
      );
      expect(durations, where).toEqual([expected.best_ms, ...expected.others_ms]);
      counts[expected.others_ms.length]++;
    }
  }
  const [none, one, two] = counts;
  const figures = JSON.stringify({ counts, ties });
  expect(Math.min(none, one + two), figures).toBeGreaterThanOrEqual(TOWNS / 4);
  expect(ties, figures).toBeLessThan(3 * (none + one + two));
});
