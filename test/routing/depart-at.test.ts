import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { oracleRoute } from './against-oracle.js';
import { asciiMap } from './ascii/ascii-map.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';
import { timeOf } from './time-of.js';

/** For a long run: GAZARCH_TEST_DEPART_TOWNS=30 has 1,000 requests and more in each mode. */
const TOWNS = Number(process.env['GAZARCH_TEST_DEPART_TOWNS'] ?? 3);
const ROUNDS = 3;
const PAIRS = 12;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const WANTED = { line: true, notes: false, steps: true };

it('a road over ice is taken in winter, whatever holds now', () => {
  //  A--1--B-----------C--2--D
  //        |           |
  //        E-----------F
  const { network, positions } = asciiMap({
    picture: 'A--1--B-----------C--2--D\n      |           |\n      E-----------F',
    ways: {
      AB: 'highway=residential',
      CD: 'highway=residential',
      BC: 'highway=residential, ice_road=yes',
      BEFC: 'highway=residential',
    },
  });
  const { sections } = buildRouting(network, PROFILES.driving);
  const index = RoutingIndex.from(sections);
  const summer = timeOf('2026-07-01');
  const conditions = new RoadConditions(readRoutingData(sections));
  index.use({ kind: 'current', roads: conditions.at([], summer).roads! });
  const ends = [positions.get('1')!, positions.get('2')!];
  const positionsOf = (departAt?: typeof summer): number => {
    const found = index.describe(ends, LIMITS, { ...WANTED, ...(departAt !== undefined && { departAt }) });
    if (found.kind !== 'route') throw new Error(found.kind);
    return found.coordinates.length / 2;
  };
  expect([positionsOf(), positionsOf(timeOf('2027-01-15')), positionsOf(summer), positionsOf()]).toEqual([
    6, 4, 6, 6,
  ]);
});

it.each(TRAVEL_MODES)(
  'routes at a time of departure are those of the oracle, %s',
  (mode) => {
    const counts = { asNow: 0, other: 0, no_path: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = withDates(randomNetwork(seed), seed);
      const { sections } = buildRouting(network, PROFILES[mode]);
      const index = RoutingIndex.from(sections);
      const conditions = new RoadConditions(readRoutingData(sections));
      const random = seededRandom(seed + 120_000);
      for (let round = 0; round < ROUNDS; round++) {
        const changes = round === 0 ? [] : randomChanges(network, random);
        const { roads } = conditions.at(changes, randomTime(random));
        index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes });
        const departAt = randomTime(random);
        const oracle = new RoutingOracle(network, everOpen(PROFILES[mode]));
        setOracleTime(oracle.model, PROFILES[mode], departAt);
        changeOracle(oracle.model, changes);
        for (let pair = 0; pair < PAIRS; pair++) {
          const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
          const where = `town ${seed}, round ${round}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
          const before = index.route({ origin: from, destination: to }, LIMITS);
          const answer = index.describe([from, to], LIMITS, { ...WANTED, departAt });
          const expected = oracleRoute(index, oracle, from, to, LIMITS);
          if (answer.kind !== 'route') expect(answer.kind, where).toBe(expected);
          else if (typeof expected === 'string') expect(answer.kind, where).toBe(expected);
          else {
            expect(Math.round(1000 * answer.duration_s), where).toBe(expected.duration_ms);
            const steps_s = answer.legs[0].steps.reduce((sum, { duration_s }) => sum + duration_s, 0);
            // A point at a signal inside a segment waits there, even when it is both ends.
            if (answer.distance_m > 0)
              expect(Math.abs(steps_s - answer.duration_s), where).toBeLessThan(0.01);
          }
          const asNow =
            answer.kind === 'route' && before.kind === 'route' && answer.duration_s === before.duration_s;
          counts[asNow ? 'asNow' : answer.kind === 'no_path' ? 'no_path' : 'other']++;
          const after = index.route({ origin: from, destination: to }, LIMITS);
          expect(after.kind, where).toBe(before.kind);
          if (after.kind === 'route' && before.kind === 'route')
            expect(after.duration_s).toBe(before.duration_s);
        }
      }
    }
    for (const count of Object.values(counts))
      expect(count, JSON.stringify(counts)).toBeGreaterThan(TOWNS / 3);
  },
  600_000,
);
