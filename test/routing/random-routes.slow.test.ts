import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RecentArcs } from '../../src/routing/paths/recent-arcs.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { seedsOf } from '../random-cases.js';
import { differenceOf, oracleRoute } from './against-oracle.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

/** For a long run: GAZARCH_TEST_WHOLE=1 GAZARCH_TEST_TOWNS=5000. */
const SEEDS = seedsOf(Number(process.env['GAZARCH_TEST_TOWNS'] ?? 100));
const PAIRS = 20;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
/** Vertices in a cell. 256 is the usual size: a whole town fits into one such cell. */
const CELL_VERTICES = [2, 8, 256];
/**
 * Memories of recent arcs, each used again for the next town. One of the usual size, which no town
 * fills, and some that are full after one route or during it.
 */
const RECENT_ARCS = [
  undefined,
  { halfBytes: 2 ** 14, halfPlaces: 32 },
  { halfBytes: 2 ** 11, halfPlaces: 8 },
  { halfBytes: 2 ** 16, halfPlaces: 4 },
].map((size) => new RecentArcs(size));

describe('routes in random towns are those of the oracle', () => {
  it.each(TRAVEL_MODES)('%s', (mode) => {
    const kinds: Record<string, number> = {};
    for (const seed of SEEDS) {
      const network = randomNetwork(seed);
      const index = RoutingIndex.from(
        buildRouting(network, PROFILES[mode], { cellVertices: CELL_VERTICES[seed % CELL_VERTICES.length] })
          .sections,
        RECENT_ARCS[seed % RECENT_ARCS.length],
      );
      index.verify();
      const oracle = new RoutingOracle(network, PROFILES[mode]);
      const random = seededRandom(seed + 1_000_000);
      for (let pair = 0; pair < PAIRS; pair++) {
        const from = randomPoint(network, random);
        const to = random() < 0.05 ? from : randomPoint(network, random);
        const answer = index.route({ origin: from, destination: to }, LIMITS);
        const difference = differenceOf(answer, oracleRoute(index, oracle, from, to, LIMITS));
        expect(difference, `town ${seed}, ${mode}, ${from.join(',')} to ${to.join(',')}`).toBeNull();
        kinds[answer.kind] = (kinds[answer.kind] ?? 0) + 1;
      }
    }
    // The test is useful only when both kinds of answer are frequent.
    expect(kinds['route']).toBeGreaterThan(SEEDS.length * PAIRS * 0.1);
    expect(kinds['no_path']).toBeGreaterThan(0);
  });
});
