import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions, type CurrentRoads } from '../../src/routing/current/current-roads.js';
import { readRoads, roadsSections } from '../../src/routing/current/roads-sections.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { differenceOf, oracleRoute } from './against-oracle.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { proveChangedStreets } from './prove-changed-streets.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';

/** For a long run: GAZARCH_TEST_TOWNS=5000. */
const TOWNS = Number(process.env['GAZARCH_TEST_TOWNS'] ?? 8);
const ROUNDS = 3;
const PAIRS = 12;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const CELL_VERTICES = [2, 8, 256];

describe('routes with changed roads are those of the oracle', () => {
  it.each(TRAVEL_MODES)('%s', (mode) => {
    const counts = { same: 0, other: 0, no_path: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = seed % 2 === 0 ? randomNetwork(seed) : withDates(randomNetwork(seed), seed);
      const { sections } = buildRouting(network, PROFILES[mode], {
        cellVertices: CELL_VERTICES[seed % CELL_VERTICES.length],
      });
      const [index, before] = [RoutingIndex.from(sections), RoutingIndex.from(sections)];
      const conditions = new RoadConditions(readRoutingData(sections));
      const random = seededRandom(seed + 2_000_000);
      let last: CurrentRoads | null = null;
      for (let round = 0; round <= ROUNDS; round++) {
        // In the last round everything is as it was.
        const changes = round === ROUNDS ? [] : randomChanges(network, random);
        const now = round === ROUNDS ? null : randomTime(random);
        const { roads, isKnown } = conditions.at(changes, now);
        // Made of those of the round before, they are the same.
        expect(conditions.at(changes, now, structuredClone(last))).toEqual({ roads, isKnown });
        last = roads;
        // As it goes through a file.
        const written = roads === null ? null : readRoads(roadsSections(roads));
        index.use(written === null ? { kind: 'imported' } : { kind: 'current', roads: written });
        const oracle = new RoutingOracle(network, everOpen(PROFILES[mode]));
        if (now !== null) setOracleTime(oracle.model, PROFILES[mode], now);
        expect(isKnown).toEqual(changeOracle(oracle.model, changes));
        for (let pair = 0; pair < PAIRS; pair++) {
          const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
          const answer = index.route({ origin: from, destination: to }, LIMITS);
          const where = `town ${seed}, round ${round}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
          const expected = oracleRoute(index, oracle, from, to, LIMITS);
          expect(differenceOf(answer, expected), where).toBeNull();
          const old = before.route({ origin: from, destination: to }, LIMITS);
          if (round === ROUNDS) expect(answer, where).toEqual(old);
          const isSame = JSON.stringify(old) === JSON.stringify(answer);
          counts[isSame ? 'same' : answer.kind === 'no_path' ? 'no_path' : 'other']++;
        }
      }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(TOWNS / 3);
  });
});

describe.skipIf(!hasGeodata)('routes on real streets with closures are those of the oracle', () => {
  // changed-streets.proof.test.ts has many more.
  it('Monaco', async () => {
    const network = await collectNetwork(geodata('monaco-250101-osmix.osm.pbf'));
    const proof = proveChangedStreets(network, {
      ...{ origins: 2, destinations: 10 },
      seed: 22,
      snapLimit_m: 100,
    });
    expect(proof.differences).toEqual([]);
    expect(proof.kinds['route']).toBeGreaterThan(6);
  });
});
