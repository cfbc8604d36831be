import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions, type RoadChange } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { proveRoutes, type Proof, type ProofRequest } from './prove-routes.js';
import { timeOf } from './time-of.js';

const CHANGES = 1_000;

/**
 * Drives through a real network with a thousand changed ways on a day of winter. The oracle has all routes of
 * an origin at once: many destinations for few origins are quick.
 */
export function proveChangedStreets(
  network: RoadNetwork,
  pairs: Omit<ProofRequest, 'network' | 'mode' | 'index' | 'oracle'>,
): Proof {
  const { sections } = buildRouting(network, PROFILES.driving);
  const index = RoutingIndex.from(sections);
  const conditions = new RoadConditions(readRoutingData(sections));
  const random = seededRandom(pairs.seed);
  // Half of them only make roads slower. Otherwise hardly a route would be left.
  const changes = Array.from({ length: CHANGES }, (_, i): RoadChange => ({
    way: network.ways[Math.floor(random() * network.ways.length)].id,
    factor: i % 2 === 0 ? 0 : 0.2 + 0.7 * random(),
  }));
  const now = timeOf('2027-01-15');
  const oracle = new RoutingOracle(network, everOpen(PROFILES.driving));
  setOracleTime(oracle.model, PROFILES.driving, now);
  changeOracle(oracle.model, changes);
  index.use({ kind: 'current', roads: conditions.at(changes, now).roads! });
  return proveRoutes({ ...pairs, network, mode: 'driving', index, oracle });
}
