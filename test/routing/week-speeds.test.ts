import { expect, it } from 'vitest';
import { atOnce } from '../../src/arrays/steps.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { LearnedSpeeds, type SpeedRow } from '../../src/routing/current/learned-speeds.js';
import { parseSpeeds, speedsText } from '../../src/routing/current/speeds-text.js';
import { lat7At, lon7At } from '../../src/routing/frozen/positions.js';
import { readRoutingData, type RoutingData } from '../../src/routing/frozen/routing-data.js';
import type { Week } from '../../src/routing/frozen/week.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { DEFAULT_SLOTS, WeekSlots } from '../../src/routing/profiles/week-slots.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { LocalTime } from '../../src/local-time.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import type { OracleModel } from '../oracles/routing-model.js';
import { seededRandom } from '../seeded-random.js';
import { differenceOf, oracleRoute, type LonLat } from './against-oracle.js';
import { changeOracle, setOracleTime } from './oracle-changes.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';
import { isOn, linesOf } from './reached-lines.js';
import { timeOf } from './time-of.js';

/** For a long run: GAZARCH_TEST_WEEK_TOWNS=70 has 2,100 pairs at each moment. */
const TOWNS = Number(process.env['GAZARCH_TEST_WEEK_TOWNS'] ?? 3);
const ROUNDS = 3;
const PAIRS = 5;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const PEAK = { name: 'peak', hours: 'Mo-Fr 07:30-10:00', citySpeed: 0.2 };
const NIGHT = { name: 'night', hours: '22:00-07:00', citySpeed: 0.9 };
/** Days in the winter: a peak, a night, another time, and a weekend. */
const MOMENTS = ['2027-02-01 08:00', '2027-02-02 23:30', '2027-02-03 12:00', '2027-02-06 12:00'];

/** The sections of a town of which some ways are in a city, and the ids of these ways. */
function town(
  network: RoadNetwork,
  random: () => number,
): { sections: ReturnType<typeof buildRouting>['sections']; city: Set<number> } {
  const { sections } = buildRouting(network, PROFILES.driving, { cellVertices: 8 });
  const { id } = readRoutingData(sections).ways;
  // By id: some towns have two ways of one.
  const city = new Set([...new Set(id)].filter(() => random() < 0.5));
  const week: Week = { citySpeed: 0.5, times: [PEAK, NIGHT] };
  return {
    sections: {
      ...sections,
      'slots.json': new TextEncoder().encode(JSON.stringify(week)),
      'ways.city': Uint32Array.from([...id.keys()].filter((row) => city.has(id[row]))),
    },
    city,
  };
}

/** Some ways, classes and surroundings have sums in some slots, of some months. */
function randomRows({ ways }: RoadNetwork, random: () => number): SpeedRow[] {
  const ids = [...new Set(ways.map(({ id }) => id))];
  const kinds = [...new Set(ways.map(({ tags }) => tags['highway'] ?? 'other'))];
  const wide = ['city', 'country'].flatMap((around) => [around, ...kinds.map((kind) => `${around} ${kind}`)]);
  const keys = [...wide, ...ids.flatMap((id) => [`way ${id} +`, `way ${id} -`])];
  return keys.flatMap((key) =>
    [...DEFAULT_SLOTS.keys()].flatMap((slot) =>
      ['2026-10', '2026-11'].flatMap((month): SpeedRow[] => {
        if (random() < 0.6) return [];
        const model_s = Math.floor(1000 * random());
        return [{ key, month, slot, observed_s: Math.floor(4 * model_s * random()), model_s }];
      }),
    ),
  );
}

/** What docs/routing-model.md, 13 says, in the words of the page. */
function slowFactor(
  rows: readonly SpeedRow[] | null,
  {
    way,
    around,
    kind,
    usual,
    slot,
  }: { way: string; around: string; kind: string; usual: number; slot: number },
): number {
  if (rows === null) return usual;
  let longer = 1 / usual;
  for (const key of [around, `${around} ${kind}`, way]) {
    const own = rows.filter((row) => row.key === key && row.slot === slot);
    const [observed_s, model_s] = [0, 0].map((_, i) =>
      own.reduce((sum, row) => sum + (i === 0 ? row.observed_s : row.model_s), 0),
    );
    longer = (observed_s + 30 * longer) / (model_s + 30);
  }
  const factor = 1 / Math.min(10, Math.max(0.1, longer));
  return Math.abs(factor - 1) < 0.005 ? 1 : factor;
}

function changeSpeeds(
  model: OracleModel,
  { city, rows, now }: { city: Set<number>; rows: readonly SpeedRow[] | null; now: LocalTime },
): void {
  const cityFactors = [PEAK.citySpeed / 0.5, NIGHT.citySpeed / 0.5, 1];
  const cityFactor = cityFactors[new WeekSlots([PEAK, NIGHT, { name: 'other', hours: null }]).at(now)];
  const slot = new WeekSlots(DEFAULT_SLOTS).at(now);
  model.network.ways.forEach(({ id, tags }, w) => {
    const isCity = city.has(id);
    // Only what is no road needs no speed: the towns have ferries.
    if (rows !== null && tags['route'] === 'ferry') return;
    const own = {
      ...{ around: isCity ? 'city' : 'country', kind: tags['highway'] ?? 'other' },
      ...{ usual: isCity ? cityFactor : 1, slot },
    };
    for (const against of [0, 1]) {
      const factor = slowFactor(rows, { ...own, way: `way ${id} ${'+-'[against]}` });
      for (let pair = model.firstPairOfWay[w]; pair < model.firstPairOfWay[w + 1]; pair++)
        model.cost_ms[2 * pair + against] = Math.round(model.cost_ms[2 * pair + against] / factor);
    }
  });
}

it.each(['of cities', 'that were learned'])(
  'routes, cells and isochrones with speeds %s are those of the oracle, with closures, both ways',
  (which) => {
    const routes: Record<string, number> = {};
    let reached = 0;
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = seed % 2 === 0 ? randomNetwork(seed) : withDates(randomNetwork(seed), seed);
      const random = seededRandom(seed + 610_000);
      const { sections, city } = town(network, random);
      const data = readRoutingData(sections);
      const drawn = linesOfSegments(data);
      const rows = which === 'of cities' ? null : randomRows(network, random);
      const learned = rows === null ? null : asLearned(rows);
      const [index, conditions] = [RoutingIndex.from(sections), new RoadConditions(data, learned)];
      index.useSpeeds(learned);
      for (let round = 0; round < ROUNDS; round++) {
        const changes = round === 0 ? [] : randomChanges(network, random);
        const now = { ...randomTime(random), minute: 90 * round };
        const { roads } = conditions.at(changes, now);
        index.use(roads === null ? { kind: 'imported', now } : { kind: 'current', roads, changes, now });
        const [waiting, marks] = [RoutingIndex.from(sections), conditions.lookInSlot(changes, now)];
        waiting.useSpeeds(learned);
        waiting.use(marks === null ? { kind: 'imported', now } : { kind: 'awaited', marks, changes, now });
        for (const departAt of [...MOMENTS.map((moment) => timeOf(moment)), null]) {
          const oracle = new RoutingOracle(network, everOpen(PROFILES.driving));
          setOracleTime(oracle.model, PROFILES.driving, departAt ?? now);
          changeSpeeds(oracle.model, { city, rows, now: departAt ?? now });
          changeOracle(oracle.model, changes);
          for (let pair = 0; pair < PAIRS; pair++) {
            const ends: LonLat[] = [randomPoint(network, random), randomPoint(network, random)];
            for (const [from, to] of [ends, [...ends].reverse()]) {
              const slot = index.speedsAt(departAt, null)!.slot;
              const where = `town ${seed}, round ${round}, ${slot}, ${from.join(',')} to ${to.join(',')}`;
              const asked = { line: true, notes: false, steps: false };
              const at = departAt === null ? {} : { departAt };
              const answer = index.describe([from, to], LIMITS, { ...asked, ...at });
              const expected = oracleRoute(index, oracle, from, to, LIMITS);
              const own = answer.kind === 'route' ? Math.round(1000 * answer.duration_s) : answer.kind;
              expect(own, where).toBe(typeof expected === 'string' ? expected : expected.duration_ms);
              if (departAt === null) {
                for (const own of [index, waiting]) {
                  const plain = own.route({ origin: from, destination: to }, LIMITS);
                  expect(differenceOf(plain, expected), where).toBeNull();
                }
              }
              const whole_s = answer.kind === 'route' ? answer.duration_s : Infinity;
              expect(cell(index, [from, to], at), where).toBe(whole_s);
              if (answer.kind === 'route') routes[slot] = (routes[slot] ?? 0) + 1;
              if (pair > 0 || answer.kind !== 'route' || answer.moved.length > 0) continue;
              if (typeof expected === 'string' || expected.cutsThrough > 0 || whole_s < 2) continue;
              // A tenth less, and a tenth more than the route takes.
              const limits = [0.9, 1.1].map((share) => Math.round(1000 * share * whole_s));
              const wanted = { limits, unit: 'ms', direction: 'from', ...at } as const;
              const end = answer.stops[1];
              // Where ways lie on each other, one of the others may be reached before.
              if (drawn.filter((line) => isOn([line], end.lon7, end.lat7)).length > 1) continue;
              const lines = linesOf(index, from, wanted, LIMITS);
              expect(
                lines.map((within) => isOn(within, end.lon7, end.lat7)),
                `isochrone, ${where}`,
              ).toEqual([false, true]);
              reached++;
            }
          }
        }
      }
    }
    expect(reached).toBeGreaterThan(3 * TOWNS);
    for (const count of Object.values(routes))
      expect(count, JSON.stringify(routes)).toBeGreaterThan(10 * TOWNS);
    expect(Object.keys(routes)).toHaveLength(which === 'of cities' ? 3 : 4);
  },
  600_000,
);

function linesOfSegments({ segments }: RoutingData): Int32Array[] {
  const { firstPosition, positions } = segments;
  return Array.from({ length: segments.count }, (_, segment) => {
    const [first, end] = [firstPosition[segment], firstPosition[segment + 1]];
    return Int32Array.from({ length: 2 * (end - first) }, (_, i) =>
      i % 2 === 0 ? lon7At(positions, first + (i >> 1)) : lat7At(positions, first + (i >> 1)),
    );
  });
}

/** As they come from a file. */
function asLearned(rows: SpeedRow[]): LearnedSpeeds {
  const text = speedsText({ slots: DEFAULT_SLOTS, rows });
  expect([...parseSpeeds(text).rows].sort(byText)).toEqual([...rows].sort(byText));
  return new LearnedSpeeds('test', DEFAULT_SLOTS, parseSpeeds(text).rows);
}

function byText(a: SpeedRow, b: SpeedRow): number {
  const [one, other] = [a, b].map((row) => `${row.key} ${row.month} ${row.slot}`);
  return one < other ? -1 : 1;
}

function cell(index: RoutingIndex, [from, to]: LonLat[], at: { departAt?: LocalTime }): number {
  const points = { origins: [from], destinations: [to] };
  const asked = { ...points, durations: true, distances: false, without: null, ...at };
  return atOnce(index.matrix(asked, LIMITS)).durations_s[0];
}

it('tells the share of a way whose speeds were learned', () => {
  const network = randomNetwork(2);
  const { sections } = buildRouting(network, PROFILES.driving);
  const index = RoutingIndex.from(sections);
  const driven = [...readRoutingData(sections).segments.length_m.keys()].slice(0, 20).map((own) => 2 * own);
  const rows = network.ways.flatMap(({ id }) =>
    ['+', '-'].map((side) => ({
      ...{ key: `way ${id} ${side}`, month: '2026-11', slot: 2 },
      ...{ observed_s: 100, model_s: 50 },
    })),
  );
  expect(index.speedsAt(timeOf('2026-12-01 08:00'), driven)).toBeNull();
  index.useSpeeds(asLearned(rows));
  expect(index.speedsAt(timeOf('2026-12-01 08:00'), driven)).toEqual({ slot: 'morning-peak', coverage: 1 });
  expect(index.speedsAt(timeOf('2026-12-01 12:00'), driven)).toEqual({ slot: 'day', coverage: 0 });
});
