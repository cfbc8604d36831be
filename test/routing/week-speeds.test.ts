import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import type { Week } from '../../src/routing/frozen/week.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import type { OracleModel } from '../oracles/routing-model.js';
import { seededRandom } from '../seeded-random.js';
import { differenceOf, oracleRoute, type LonLat } from './against-oracle.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';
import { timeOf } from './time-of.js';

/** For a long run: GAZARCH_TEST_WEEK_TOWNS=100 has 2,000 pairs and more in each slot. */
const TOWNS = Number(process.env['GAZARCH_TEST_WEEK_TOWNS'] ?? 3);
const ROUNDS = 3;
const PAIRS = 8;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const SLOWER = { name: 'peak', hours: 'Mo-Fr 07:30-10:00', citySpeed: 0.2 };
const QUICKER = { name: 'night', hours: '22:00-07:00', citySpeed: 0.9 };
/** Monday to Wednesday in the winter: a peak, a night, and another time. */
const MOMENTS = ['2027-02-01 08:00', '2027-02-02 23:30', '2027-02-03 12:00'];

/** The sections of a town of which some ways are in a city. */
function town(network: RoadNetwork, random: () => number): ReturnType<typeof buildRouting>['sections'] {
  const { sections } = buildRouting(network, PROFILES.driving, { cellVertices: 8 });
  const { id } = readRoutingData(sections).ways;
  // By id: some towns have two ways of one.
  const chosen = new Set([...new Set(id)].filter(() => random() < 0.5));
  const rows = [...id.keys()].filter((row) => chosen.has(id[row]));
  const week: Week = { citySpeed: 0.5, times: [SLOWER, QUICKER], rows };
  return { ...sections, 'week.json': new TextEncoder().encode(JSON.stringify(week)) };
}

/** As docs/routing-model.md, 13 says. */
function slowOracle(model: OracleModel, { ids, factor }: { ids: Set<number>; factor: number }): void {
  model.network.ways.forEach(({ id }, w) => {
    if (!ids.has(id)) return;
    for (let pair = model.firstPairOfWay[w]; pair < model.firstPairOfWay[w + 1]; pair++)
      for (const own of [2 * pair, 2 * pair + 1])
        model.cost_ms[own] = Math.round(model.cost_ms[own] / factor);
  });
}

it('routes and cells in slots of the week are those of the oracle, with closures, both ways', () => {
  const routes: Record<string, number> = {};
  for (let seed = 1; seed <= TOWNS; seed++) {
    const network = seed % 2 === 0 ? randomNetwork(seed) : withDates(randomNetwork(seed), seed);
    const random = seededRandom(seed + 610_000);
    const sections = town(network, random);
    const data = readRoutingData(sections);
    const { rows } = JSON.parse(new TextDecoder().decode(data.week)) as Week;
    const ids = new Set(rows.map((row) => data.ways.id[row]));
    const [index, conditions] = [RoutingIndex.from(sections), new RoadConditions(data)];
    for (let round = 0; round < ROUNDS; round++) {
      const changes = round === 0 ? [] : randomChanges(network, random);
      const now = { ...randomTime(random), minute: 90 * round };
      const { roads } = conditions.at(changes, now);
      index.use(roads === null ? { kind: 'imported', now } : { kind: 'current', roads, changes, now });
      for (const departAt of [...MOMENTS.map(timeOf), null]) {
        const time = departAt ?? now;
        const slot = conditions.week.slotAt(time)!;
        const factor = { peak: 0.4, night: 1.8, other: 1 }[slot]!;
        const oracle = new RoutingOracle(network, everOpen(PROFILES.driving));
        setOracleTime(oracle.model, PROFILES.driving, time);
        slowOracle(oracle.model, { ids, factor });
        changeOracle(oracle.model, changes);
        expect(index.slotAt(departAt)).toBe(slot);
        for (let pair = 0; pair < PAIRS; pair++) {
          const ends: LonLat[] = [randomPoint(network, random), randomPoint(network, random)];
          for (const [from, to] of [ends, [...ends].reverse()]) {
            const where = `town ${seed}, round ${round}, ${slot}, ${from.join(',')} to ${to.join(',')}`;
            const asked = { line: true, notes: false, steps: false, ...(departAt !== null && { departAt }) };
            const answer = index.describe([from, to], LIMITS, asked);
            const expected = oracleRoute(index, oracle, from, to, LIMITS);
            const own = answer.kind === 'route' ? Math.round(1000 * answer.duration_s) : answer.kind;
            expect(own, where).toBe(typeof expected === 'string' ? expected : expected.duration_ms);
            if (departAt === null)
              expect(
                differenceOf(index.route({ origin: from, destination: to }, LIMITS), expected),
              ).toBeNull();
            expect(cell(index, [from, to], departAt), where).toBe(
              answer.kind === 'route' ? answer.duration_s : Infinity,
            );
            if (answer.kind === 'route') routes[slot] = (routes[slot] ?? 0) + 1;
          }
        }
      }
    }
  }
  for (const slot of ['peak', 'night', 'other']) expect(routes[slot], slot).toBeGreaterThan(10 * TOWNS);
}, 600_000);

function cell(index: RoutingIndex, [from, to]: LonLat[], departAt: ReturnType<typeof timeOf> | null): number {
  const steps = index.matrix(
    {
      ...{ origins: [from], destinations: [to], durations: true, distances: false, without: null },
      ...(departAt !== null && { departAt }),
    },
    LIMITS,
  );
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.durations_s[0];
  }
}
