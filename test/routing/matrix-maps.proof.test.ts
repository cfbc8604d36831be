import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions, type RoadChange } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import type { LonLat } from './against-oracle.js';
import { differencesOfMatrix, wholeMatrix } from './matrix-cells.js';

/** Of each matrix; 26 x 26 cells of 3 maps, 2 modes and 5 states of the roads are 20,280. */
const POINTS = Number(process.env['GAZARCH_TEST_MATRIX_POINTS'] ?? 8);
const FILES = ['monaco-250101-osmix.osm.pbf', 'andorra-2013.osm.pbf', 'north-bayreuth.osm.gz'];
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const SEED = 584;
/** About 200 m: people ask beside roads, not on them. */
const BESIDE_DEGREES = 0.002;

/** What changes: nothing, one road, one in a hundred, all of them, and one that is faster than imported. */
const STATES: Readonly<Record<string, (ids: readonly number[], random: () => number) => RoadChange[]>> = {
  'as imported': () => [],
  'one road closed': (ids, random) => [{ way: ids[Math.floor(random() * ids.length)], factor: 0 }],
  '1 % of the ways': (ids, random) =>
    ids.filter(() => random() < 0.01).map((way, i) => ({ way, factor: i % 2 === 0 ? 0 : 0.5 })),
  'all ways slower': (ids, random) => ids.map((way) => ({ way, factor: 0.3 + 0.7 * random() })),
  'one way faster': (ids, random) => [{ way: ids[Math.floor(random() * ids.length)], factor: 3 }],
};

describe.skipIf(!hasGeodata)('each cell of a matrix is the single route, on real maps', () => {
  it.each(FILES)('%s', async (file) => {
    const network = await collectNetwork(geodata(file));
    const ids = [...new Set(network.ways.map(({ id }) => id))];
    const counts = { cells: 0, routes: 0, farther: 0 };
    for (const mode of TRAVEL_MODES) {
      const { sections } = buildRouting(network, PROFILES[mode]);
      const index = RoutingIndex.from(sections);
      const conditions = new RoadConditions(readRoutingData(sections));
      for (const [state, changesOf] of Object.entries(STATES)) {
        const random = seededRandom(SEED);
        const changes = changesOf(ids, random);
        const { roads } = conditions.at(changes);
        index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes });
        const [origins, destinations] = [pointsOf(network, random), pointsOf(network, random)];
        const where = `seed ${SEED}, ${mode}, ${state}`;
        const matrix = wholeMatrix(index, { origins, destinations, distances: false }, LIMITS);
        expect(differencesOfMatrix(index, matrix, { origins, destinations }, LIMITS), where).toEqual([]);
        const both = wholeMatrix(index, { origins, destinations }, LIMITS);
        expect(both.durations_s, where).toEqual(matrix.durations_s);
        expect(differencesOfMatrix(index, both, { origins, destinations }, LIMITS), where).toEqual([]);
        counts.cells += matrix.durations_s.length;
        counts.routes += matrix.durations_s.filter(Number.isFinite).length;
        counts.farther += matrix.farther.length;
      }
    }
    if (process.env['GAZARCH_TEST_MATRIX_POINTS'] !== undefined)
      process.stderr.write(`${file}: ${JSON.stringify(counts)}\n`);
    expect(counts.routes).toBeGreaterThan(counts.cells / 2);
  });
});

/** Points beside random nodes of roads. */
function pointsOf({ ways, nodeLon7, nodeLat7 }: RoadNetwork, random: () => number): LonLat[] {
  return Array.from({ length: POINTS }, () => {
    const { nodes } = ways[Math.floor(random() * ways.length)];
    const node = nodes[Math.floor(random() * nodes.length)];
    const beside = (): number => (random() - 0.5) * 2 * BESIDE_DEGREES;
    return [toDegrees(nodeLon7[node]) + beside(), toDegrees(nodeLat7[node]) + beside()];
  });
}
