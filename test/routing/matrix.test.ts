import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { avoidedFlags } from '../../src/routing/search/avoided-roads.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { oracleRoute, type LonLat } from './against-oracle.js';
import { differencesOfMatrix, wholeMatrix } from './matrix-cells.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';

/** For a long run: GAZARCH_TEST_TOWNS=2000. */
const TOWNS = Number(process.env['GAZARCH_TEST_TOWNS'] ?? 12);
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const CELL_VERTICES = [2, 8, 256];
/** Some towns have more origins, others more destinations. */
const SIDES = [
  [4, 9],
  [9, 4],
  [6, 6],
];

describe('each cell of a matrix is the single route', () => {
  it.each(TRAVEL_MODES)('%s', (mode) => {
    const counts = { route: 0, none: 0, farther: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = withDates(randomNetwork(seed), seed);
      const { sections } = buildRouting(network, PROFILES[mode], {
        cellVertices: CELL_VERTICES[seed % CELL_VERTICES.length],
      });
      const index = RoutingIndex.from(sections);
      const conditions = new RoadConditions(readRoutingData(sections));
      const random = seededRandom(seed + 4_100_000);
      const [rows, columns] = SIDES[Math.floor(seed / 3) % SIDES.length];
      for (const isChanged of [false, true]) {
        const changes = isChanged ? randomChanges(network, random) : [];
        const now = isChanged ? randomTime(random) : null;
        const { roads } = conditions.at(changes, now);
        index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads });
        const oracle = new RoutingOracle(network, everOpen(PROFILES[mode]));
        if (now !== null) setOracleTime(oracle.model, PROFILES[mode], now);
        changeOracle(oracle.model, changes);
        const some = (count: number): LonLat[] =>
          Array.from({ length: count }, () => randomPoint(network, random));
        const [origins, destinations] = [some(rows), some(columns)];
        destinations[1] = origins[1];
        const where = `town ${seed}, ${mode}, ${isChanged ? 'changed' : 'as imported'}`;
        const matrix = wholeMatrix(index, { origins, destinations }, LIMITS);
        expect(differencesOfMatrix(index, matrix, { origins, destinations }, LIMITS), where).toEqual([]);
        // Without metres, cells on changed roads are joined at once.
        const times = wholeMatrix(index, { origins, destinations, distances: false }, LIMITS);
        expect(times.durations_s, where).toEqual(matrix.durations_s);
        counts.farther += matrix.farther.length;
        matrix.durations_s.forEach((duration_s) => counts[duration_s === Infinity ? 'none' : 'route']++);
        // One cell of each also straight from the oracle.
        const own = oracleRoute(index, oracle, origins[2], destinations[3], LIMITS);
        const expected_s = typeof own === 'string' ? Infinity : own.duration_ms / 1000;
        expect(matrix.durations_s[2 * columns + 3], where).toBe(expected_s);
      }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(TOWNS / 2);
  });
});

describe('roads of another time, and roads to avoid', () => {
  it.each(TRAVEL_MODES)('each cell is the route of that time that avoids them, %s', (mode) => {
    const counts = { route: 0, other: 0 };
    for (let seed = 1; seed <= TOWNS / 2; seed++) {
      const random = seededRandom(seed + 5_100_000);
      const network = withDates(randomNetwork(seed), seed);
      network.ways.forEach((way) => (way.tags = { ...way.tags, toll: random() < 0.3 ? 'yes' : 'no' }));
      const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
      const points = Array.from({ length: 5 }, () => randomPoint(network, random));
      for (const departAt of [undefined, randomTime(random)])
        for (const avoided of [0, avoidedFlags(['toll'])]) {
          const roads = { ...(departAt !== undefined && { departAt }), avoided };
          const sides = { origins: points, destinations: points, ...roads };
          const matrix = wholeMatrix(index, sides, LIMITS);
          const times = wholeMatrix(index, { ...sides, distances: false }, LIMITS);
          const plain = wholeMatrix(index, { origins: points, destinations: points }, LIMITS);
          expect(times.durations_s).toEqual(matrix.durations_s);
          matrix.durations_s.forEach((duration_s, cell) => {
            const ends = [points[Math.floor(cell / 5)], points[cell % 5]];
            const route = index.describe(ends, LIMITS, { line: true, notes: false, steps: false, ...roads });
            expect(duration_s, `town ${seed}, cell ${cell}`).toBe(
              route.kind === 'route' ? route.duration_s : Infinity,
            );
            counts[duration_s === plain.durations_s[cell] ? 'route' : 'other']++;
          });
        }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(TOWNS);
  });

  it('roads of now that nobody has worked out yet are searched all the same', () => {
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = withDates(randomNetwork(seed), seed);
      const { sections } = buildRouting(network, PROFILES.driving);
      const conditions = new RoadConditions(readRoutingData(sections));
      const random = seededRandom(seed + 6_100_000);
      const [changes, now] = [randomChanges(network, random), randomTime(random)];
      const [marks, { roads }] = [conditions.look(changes, now), conditions.at(changes, now)];
      if (marks === null || roads === null) continue;
      const [waiting, ready] = [RoutingIndex.from(sections), RoutingIndex.from(sections)];
      waiting.use({ kind: 'awaited', marks, changes, now });
      ready.use({ kind: 'current', roads, changes });
      const time = randomTime(random);
      for (let i = 0; i < 20; i++) {
        const ends = { origin: randomPoint(network, random), destination: randomPoint(network, random) };
        const answers = [waiting, ready].map((index) => {
          const route = index.route(ends, LIMITS);
          const later = index.describe([ends.origin, ends.destination], LIMITS, {
            ...{ line: true, notes: true, steps: true, departAt: time },
          });
          return [route, later].map((own) =>
            own.kind === 'route' ? [own.duration_s, Array.from(own.coordinates)] : own.kind,
          );
        });
        expect(answers[0], `town ${seed}`).toEqual(answers[1]);
      }
    }
  });
});

describe('while a matrix is worked on', () => {
  const network = randomNetwork(7);
  const { sections } = buildRouting(network, PROFILES.driving);
  const random = seededRandom(77);
  const points = Array.from({ length: 8 }, () => randomPoint(network, random));
  const wanted = { origins: points, destinations: points, distances: true, without: null };

  it('other searches change nothing', () => {
    const index = RoutingIndex.from(sections);
    const expected = wholeMatrix(index, wanted, LIMITS);
    const work = index.matrix(wanted, LIMITS);
    let next = work.next();
    for (; next.done !== true; next = work.next())
      index.route({ origin: points[0], destination: randomPoint(network, random) }, LIMITS);
    expect(next.value).toEqual(expected);
  });

  it('roads that change are those of the whole answer', () => {
    const index = RoutingIndex.from(sections);
    const { roads } = new RoadConditions(readRoutingData(sections)).at(
      network.ways.slice(0, 5).map(({ id }) => ({ way: id, factor: 0 })),
    );
    const work = index.matrix(wanted, LIMITS);
    for (let step = 0; step < 20; step++) work.next();
    index.use({ kind: 'current', roads: roads! });
    let next = work.next();
    while (next.done !== true) next = work.next();
    expect(next.value).toEqual(wholeMatrix(index, wanted, LIMITS));
  });

  it('cells that nobody asks for stay empty', () => {
    const index = RoutingIndex.from(sections);
    const without = new Uint8Array(64).fill(1, 8, 16);
    const matrix = wholeMatrix(index, { ...wanted, without }, LIMITS);
    expect(matrix.durations_s.slice(8, 16)).toEqual(new Float64Array(8).fill(Infinity));
    expect(matrix.durations_s[0]).toBe(0);
  });
});
