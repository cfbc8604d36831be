import { toDegrees } from '../../src/geo/coordinates.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { TravelMode } from '../../src/travel-mode.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { RouteAbsent } from '../../src/routing/route-answers.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import { RoutingOracle, type OracleRoute, type OracleTree } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { differenceOf, fartherRoute, points, withinHalf, type LonLat } from './against-oracle.js';

/** A tree of a country takes a hundred megabytes. Only the first ones are kept: they are used again most. */
const TREE_BYTES = 4_000_000_000;

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
  /** The oracle that knows what the index knows; made here when there is none. */
  oracle?: RoutingOracle;
  onProgress?(done: number, total: number, proof: Proof): void;
}

export interface Proof {
  pairs: number;
  /** How often each kind of answer occurred. */
  kinds: Record<string, number>;
  onOneSegment: number;
  /** Pairs whose nearest roads no path connects, and farther ones do. */
  fartherEnds: number;
  /** Routes that cut through private stretches. */
  cutsThrough: number;
  /** Where the index and the oracle disagree, each with all that is needed to repeat it. */
  differences: string[];
}

/** Compares the answers of the index with those of the oracle, for random pairs on a network. */
export function proveRoutes(request: ProofRequest): Proof {
  const { network, mode, snapLimit_m } = request;
  const index = request.index ?? RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
  const oracle = request.oracle ?? new RoutingOracle(network, PROFILES[mode]);
  const treesKept = TREE_BYTES / (oracle.model.pairCount * 6 * 12);
  const random = seededRandom(request.seed);
  const proof: Proof = {
    pairs: 0,
    kinds: {},
    onOneSegment: 0,
    fartherEnds: 0,
    cutsThrough: 0,
    differences: [],
  };
  for (let i = 0; i < request.origins; i++) {
    const from = randomPoint(network, random);
    const origin = index.candidates(from, { snapLimit_m });
    const trees = new Map<string, OracleTree>();
    const treeFrom = (origins: readonly NetworkPoint[]): OracleTree => {
      const key = points(origins)
        .map(({ way, place, share }) => `${way} ${place} ${share}`)
        .join();
      const found = trees.get(key) ?? oracle.from(points(origins));
      if (trees.size < treesKept) trees.set(key, found);
      return found;
    };
    for (let k = 0; k < request.destinations; k++) {
      const to =
        k % 8 === 7
          ? besidePoint(from, random)
          : k % 2 === 0
            ? nearPoint(network, from, random)
            : randomPoint(network, random);
      const answer = index.route({ origin: from, destination: to }, { snapLimit_m });
      const destination = index.candidates(to, { snapLimit_m });
      let expected: OracleRoute | RouteAbsent['kind'] | null;
      if (origin.nearest.length === 0) expected = 'origin_not_on_network';
      else if (destination.nearest.length === 0) expected = 'destination_not_on_network';
      else expected = treeFrom(origin.nearest).to(points(destination.nearest));
      if (expected === null) {
        expected = fartherRoute(
          treeFrom,
          withinHalf(origin, from, [to]),
          withinHalf(destination, to, [from]),
        );
        if (expected !== null) proof.fartherEnds++;
      }
      const difference = differenceOf(answer, expected ?? 'no_path');
      if (difference !== null)
        proof.differences.push(
          `${mode}, seed ${request.seed}, ${from.join(',')} to ${to.join(',')}: ${difference}`,
        );
      proof.pairs++;
      proof.kinds[answer.kind] = (proof.kinds[answer.kind] ?? 0) + 1;
      if (answer.kind === 'route' && answer.cutsThrough > 0) proof.cutsThrough++;
      if (expected !== null && typeof expected !== 'string' && expected.nodes.length === 0)
        proof.onOneSegment++;
    }
    request.onProgress?.(i + 1, request.origins, proof);
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
export function nearPoint(network: RoadNetwork, [lon, lat]: LonLat, random: () => number): LonLat {
  for (let tries = 0; tries < 40; tries++) {
    const point = randomPoint(network, random);
    if (Math.abs(point[0] - lon) < 0.7 && Math.abs(point[1] - lat) < 0.5) return point;
  }
  return randomPoint(network, random);
}

function besidePoint([lon, lat]: LonLat, random: () => number): LonLat {
  return [lon + (random() - 0.5) * 0.0005, lat + (random() - 0.5) * 0.0005];
}
