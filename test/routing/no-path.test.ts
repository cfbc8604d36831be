import { describe, expect, it } from 'vitest';
import { DisjointSets } from '../../src/arrays/disjoint-sets.js';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { RoutingOracle, type OracleTree } from '../oracles/routing-dijkstra.js';
import type { OracleModel } from '../oracles/routing-model.js';
import { seededRandom } from '../seeded-random.js';
import { fartherRoute, points, withinHalf, type LonLat } from './against-oracle.js';

/**
 * For a long run: GAZARCH_TEST_NO_PATH=500, and
 * GAZARCH_TEST_NO_PATH_FILES=real-merged.osm.pbf,north-bayreuth.osm.gz,andorra-2013.osm.pbf.
 */
const PAIRS = Number(process.env['GAZARCH_TEST_NO_PATH'] ?? 120);
const FILES = (
  process.env['GAZARCH_TEST_NO_PATH_FILES'] ?? 'monaco-250101-osmix.osm.pbf,andorra-2013.osm.pbf'
).split(',');
const LIMIT_M = 1000;
const OFF_M = 40;
const NEAR_M = 20_000;
const SEED = 40;

/**
 * Why no path connects two places:
 * - `apart`: the map has no way at all from the one to the other.
 * - `closed`: it has, but only over what the mode may not use.
 * - `one-way`: the mode may use it, but not in this direction: out of a dead end that one only gets into, for
 *   one.
 */
type Kind = 'apart' | 'closed' | 'one-way';

/** A point 40 m beside a road that the mode may use. */
function besideRoad({ network, access, firstPairOfWay }: OracleModel, random: () => number): LonLat {
  for (;;) {
    const way = Math.floor(random() * network.ways.length);
    const { nodes } = network.ways[way];
    const place = Math.floor(random() * (nodes.length - 1));
    const directed = 2 * (firstPairOfWay[way] + place);
    if (access[directed] === 0 && access[directed + 1] === 0) continue;
    const [lon, lat] = [network.nodeLon7[nodes[place]], network.nodeLat7[nodes[place]]].map(toDegrees);
    const turn = 2 * Math.PI * random();
    return [
      lon + (OFF_M * Math.cos(turn)) / metersPerDegreeLon(lat),
      lat + (OFF_M * Math.sin(turn)) / metersPerDegreeLat(lat),
    ];
  }
}

/** Tells the kind from what is joined, whatever the direction. */
class Kinds {
  readonly #network: RoadNetwork;
  readonly #all: DisjointSets;
  readonly #usable: DisjointSets;
  readonly #model: OracleModel;

  constructor(model: OracleModel) {
    const { network, access, firstPairOfWay } = model;
    this.#network = network;
    this.#model = model;
    this.#all = new DisjointSets(network.nodeLon7.length);
    // A node that cannot be passed joins nothing, so here the members are pairs.
    this.#usable = new DisjointSets(model.pairCount);
    const firstAt = new Map<number, number>();
    network.ways.forEach(({ nodes }, way) => {
      for (let place = 0; place + 1 < nodes.length; place++) {
        this.#all.union(nodes[place], nodes[place + 1]);
        const pair = firstPairOfWay[way] + place;
        if (access[2 * pair] === 0 && access[2 * pair + 1] === 0) continue;
        for (const node of [nodes[place], nodes[place + 1]]) {
          if (model.nodeAccess(node) === 'none') continue;
          const first = firstAt.get(node);
          if (first === undefined) firstAt.set(node, pair);
          else this.#usable.union(first, pair);
        }
      }
    });
  }

  of(origins: readonly NetworkPoint[], destinations: readonly NetworkPoint[]): Kind {
    const isJoined = (setOf: (point: NetworkPoint) => number): boolean => {
      const sets = new Set(origins.map(setOf));
      return destinations.some((point) => sets.has(setOf(point)));
    };
    const { ways } = this.#network;
    if (!isJoined(({ way, place }) => this.#all.find(ways[way].nodes[place]))) return 'apart';
    const pairOf = ({ way, place }: NetworkPoint): number => this.#model.firstPairOfWay[way] + place;
    return isJoined((point) => this.#usable.find(pairOf(point))) ? 'one-way' : 'closed';
  }
}

describe.skipIf(!hasGeodata)('40 m off the road, no_path is only for what nothing connects', () => {
  it.each(FILES)(
    '%s',
    async (file) => {
      const network = await collectNetwork(geodata(file));
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        const oracle = new RoutingOracle(network, PROFILES[mode]);
        const kinds = new Kinds(oracle.model);
        const random = seededRandom(SEED);
        const counts = { route: 0, no_path: 0, impossible: 0, apart: 0, closed: 0, 'one-way': 0 };
        for (let pair = 0; pair < PAIRS; pair++) {
          const from = besideRoad(oracle.model, random);
          let to = besideRoad(oracle.model, random);
          for (let tries = 0; tries < 20_000 && distanceM(...from, ...to) > NEAR_M; tries++)
            to = besideRoad(oracle.model, random);
          const answer = index.route({ origin: from, destination: to }, { snapLimit_m: LIMIT_M });
          const where = `${file}, ${mode}, pair ${pair}, ${from.join(',')} to ${to.join(',')}`;
          if (answer.kind === 'route') {
            counts.route++;
            continue;
          }
          expect(answer.kind, where).toBe('no_path');
          counts.no_path++;
          const [origins, destinations] = [from, to].map((point, k) =>
            withinHalf(index.candidates(point, { snapLimit_m: LIMIT_M, snapDetour_m: LIMIT_M }), point, [
              [from, to][1 - k],
            ]),
          );
          const treeFrom = (some: readonly NetworkPoint[]): OracleTree => oracle.from(points(some));
          if (fartherRoute(treeFrom, origins, destinations) !== null) continue;
          counts.impossible++;
          counts[kinds.of(origins, destinations)]++;
        }
        if (process.env['GAZARCH_TEST_NO_PATH'] !== undefined)
          process.stderr.write(`${file} ${mode}: ${JSON.stringify(counts)}\n`);
        expect(counts.no_path - counts.impossible, `${file}, ${mode}`).toBeLessThanOrEqual(PAIRS / 100);
        expect(counts.route, `${file}, ${mode}`).toBeGreaterThan(PAIRS / 2);
      }
    },
    7_200_000,
  );
});
