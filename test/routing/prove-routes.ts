import { toDegrees } from '../../src/geo/coordinates.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { TravelMode } from '../../src/travel-mode.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex, type RouteAbsent } from '../../src/routing/routing-index.js';
import { RoutingOracle, type OracleRoute, type OracleTree } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { differenceOf, points, type LonLat } from './against-oracle.js';

export interface ProofRequest {
  network: RoadNetwork;
  mode: TravelMode;
  seed: number;
  /**
   * Each origin is tried with `destinations` points, because the oracle finds all routes from one origin
   * at once.
   */
  origins: number;
  destinations: number;
  snapLimit_m: number;
  /** The index to test; made here when there is none. */
  index?: RoutingIndex;
  onProgress?(done: number, total: number): void;
}

export interface Proof {
  pairs: number;
  /** How often each kind of answer occurred. */
  kinds: Record<string, number>;
  onOneSegment: number;
  /** Pairs for which an end on an island was replaced by its alternative. */
  fromIslands: number;
  /** Where the index and the oracle disagree, each with all that is needed to repeat it. */
  differences: string[];
}

/** Compares the answers of the index with those of the oracle, for random pairs on a network. */
export function proveRoutes(request: ProofRequest): Proof {
  const { network, mode, snapLimit_m } = request;
  const index = request.index ?? RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
  const oracle = new RoutingOracle(network, PROFILES[mode]);
  const random = seededRandom(request.seed);
  const proof: Proof = { pairs: 0, kinds: {}, onOneSegment: 0, fromIslands: 0, differences: [] };
  for (let i = 0; i < request.origins; i++) {
    const from = randomPoint(network, random);
    const origin = index.candidates(from[0], from[1], 'origin', { snapLimit_m });
    const trees = new Map<boolean, OracleTree>();
    // The tree from the nearest candidates, and the one from their alternatives.
    const tree = (instead: boolean): OracleTree => {
      let found = trees.get(instead);
      if (found === undefined)
        trees.set(
          instead,
          (found = oracle.from(points((instead ? origin.instead : null) ?? origin.nearest))),
        );
      return found;
    };
    for (let k = 0; k < request.destinations; k++) {
      const to =
        k % 8 === 7
          ? besidePoint(from, random)
          : k % 2 === 0
            ? nearPoint(network, from, random)
            : randomPoint(network, random);
      const answer = index.route(from[0], from[1], to[0], to[1], { snapLimit_m });
      const destination = index.candidates(to[0], to[1], 'destination', { snapLimit_m });
      let expected: OracleRoute | RouteAbsent['kind'] | null;
      if (origin.nearest.length === 0) expected = 'origin_not_on_network';
      else if (destination.nearest.length === 0) expected = 'destination_not_on_network';
      else expected = tree(false).to(points(destination.nearest));
      if (expected === null && (origin.instead !== null || destination.instead !== null)) {
        expected = tree(true).to(points(destination.instead ?? destination.nearest));
        if (expected !== null) proof.fromIslands++;
      }
      const difference = differenceOf(answer, expected ?? 'no_path');
      if (difference !== null)
        proof.differences.push(
          `${mode}, seed ${request.seed}, ${from.join(',')} to ${to.join(',')}: ${difference}`,
        );
      proof.pairs++;
      proof.kinds[answer.kind] = (proof.kinds[answer.kind] ?? 0) + 1;
      if (expected !== null && typeof expected !== 'string' && expected.nodes.length === 0)
        proof.onOneSegment++;
    }
    request.onProgress?.(i + 1, request.origins);
  }
  return proof;
}

/** A point near a way of any mode: some lie far from what the mode can use, some on islands. */
export function randomPoint({ ways, nodeLon7, nodeLat7 }: RoadNetwork, random: () => number): LonLat {
  const { nodes } = ways[Math.floor(random() * ways.length)];
  const i = Math.floor(random() * (nodes.length - 1));
  const share = random() < 0.2 ? 0 : random();
  const off = random() < 0.3 ? 0 : (random() - 0.5) * 0.002;
  const between = (values: Int32Array): number =>
    toDegrees(values[nodes[i]] + share * (values[nodes[i + 1]] - values[nodes[i]]));
  return [between(nodeLon7) + off, between(nodeLat7) + off * (random() - 0.5)];
}

/**
 * A random point within about 50 km, the first found in 40 tries; otherwise any. On a network of several
 * towns most random pairs are far apart.
 */
function nearPoint(network: RoadNetwork, [lon, lat]: LonLat, random: () => number): LonLat {
  for (let tries = 0; tries < 40; tries++) {
    const point = randomPoint(network, random);
    if (Math.abs(point[0] - lon) < 0.7 && Math.abs(point[1] - lat) < 0.5) return point;
  }
  return randomPoint(network, random);
}

function besidePoint([lon, lat]: LonLat, random: () => number): LonLat {
  return [lon + (random() - 0.5) * 0.0005, lat + (random() - 0.5) * 0.0005];
}
