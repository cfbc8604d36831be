import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions, type RoadChange } from '../../src/routing/current/current-roads.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { DescribedAnswer, LegAbsent } from '../../src/routing/route-answers.js';
import type { LocalTime } from '../../src/local-time.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap } from './ascii/ascii-map.js';
import { randomChanges, randomTime } from './random-changes.js';
import { randomNetwork, withDates } from './random-network.js';
import { randomPoint } from './random-point.js';
import { timeOf } from './time-of.js';

const TOWNS = 4;
const PAIRS = 14;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 300 };
const WANTED = { line: true, notes: true, steps: false };

it('says which closed road the route goes round, and what that costs', () => {
  const { network, positions } = asciiMap({
    picture: 'A--1--B-----------C--2--D\n      |           |\n      E-----------F',
    ways: {
      AB: 'highway=residential',
      CD: 'highway=residential',
      BC: 'highway=residential, name=Short Street',
      BEFC: 'highway=residential, name=Long Street',
    },
  });
  const { sections } = buildRouting(network, PROFILES.driving);
  const index = RoutingIndex.from(sections);
  const conditions = new RoadConditions(readRoutingData(sections));
  const ways = new Map(network.ways.map((way) => [way.tags['name'], way.id]));
  const now = timeOf('2026-07-01');
  const ask = (changes: RoadChange[], wanted = changes): DescribedAnswer | LegAbsent => {
    const { roads } = conditions.at(changes, now);
    index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes, now });
    const ends = [positions.get('1')!, positions.get('2')!];
    return index.describe(ends, LIMITS, { ...WANTED, changes: wanted });
  };
  const short = { way: ways.get('Short Street')!, factor: 0 };
  const long = { way: ways.get('Long Street')!, factor: 0 };
  const free = ask([]) as DescribedAnswer;
  expect(free.detour).toBeUndefined();
  expect((ask([long]) as DescribedAnswer).detour, 'it is not on the way').toBeUndefined();
  const round = ask(
    [long, short].map((one, i) => ({ ...one, factor: i === 0 ? 0.9 : 0 })),
  ) as DescribedAnswer;
  expect(round.coordinates.length / 2).toBe(6);
  expect(round.detour).toEqual({
    distance_m: round.distance_m - free.distance_m,
    duration_s: round.duration_s - free.duration_s,
    changes: [{ change: 1, road: 'Short Street' }],
  });
  const slow = ask([{ ...short, factor: 0.8 }]) as DescribedAnswer;
  expect(slow.detour).toMatchObject({ distance_m: 0, changes: [{ change: 0, road: 'Short Street' }] });
  expect(ask([long, short])).toMatchObject({ kind: 'no_path', changes: [{ change: 1 }] });
  expect(ask([short], [])).not.toHaveProperty('detour');
});

it.each(TRAVEL_MODES)('a detour is the difference to the route without the changes, %s', (mode) => {
  const counts = { detours: 0, none: 0, no_path: 0 };
  for (let seed = 1; seed <= TOWNS; seed++) {
    const network = withDates(randomNetwork(seed), seed);
    const { sections } = buildRouting(network, PROFILES[mode]);
    const conditions = new RoadConditions(readRoutingData(sections));
    const random = seededRandom(seed + 56_000);
    const changes = [1, 2]
      .flatMap(() => randomChanges(network, random))
      .map((change) => ({ ...change, factor: Math.min(change.factor, 1) }));
    const [now, later] = [randomTime(random), randomTime(random)];
    const indexWith = (held: RoadChange[], at: LocalTime): RoutingIndex => {
      const { roads } = conditions.at(held, at);
      const index = RoutingIndex.from(sections);
      index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads, changes: held, now: at });
      return index;
    };
    const index = indexWith(changes, now);
    for (let pair = 0; pair < PAIRS; pair++) {
      const departAt = pair % 3 === 0 ? later : undefined;
      const points = Array.from({ length: pair % 4 === 0 ? 3 : 2 }, () => randomPoint(network, random));
      const where = `town ${seed}, ${mode}, ${points.join(' to ')}`;
      const moment = departAt === undefined ? {} : { departAt };
      const found = index.describe(points, LIMITS, { ...WANTED, ...moment, changes });
      const plain = index.describe(points, LIMITS, { ...WANTED, ...moment });
      const free = indexWith([], departAt ?? now).describe(points, LIMITS, WANTED);
      const met =
        found.kind === 'route' ? found.detour?.changes : 'changes' in found ? found.changes : undefined;
      if (found.kind === 'route' && plain.kind === 'route') {
        expect([...found.coordinates], where).toEqual([...plain.coordinates]);
        const expected_s = free.kind === 'route' ? found.duration_s - free.duration_s : 0;
        expect(found.detour?.duration_s ?? 0, where).toBeCloseTo(Math.max(0, expected_s), 6);
        if (found.detour !== undefined && free.kind === 'route')
          expect(found.detour.distance_m, where).toBeCloseTo(found.distance_m - free.distance_m, 3);
      } else expect(found.kind, where).toBe(plain.kind);
      counts[found.kind === 'no_path' ? 'no_path' : met === undefined ? 'none' : 'detours']++;
      if (met === undefined || free.kind !== 'route') continue;
      expect(met.length, where).toBeGreaterThan(0);
      // Which farther ends are taken depends on closures that are on no way.
      if (free.moved.length > 0) continue;
      // What is not named is not on the way: with that alone the route would take no longer.
      const others = changes.filter((_, i) => !met.some(({ change }) => change === i));
      const without = indexWith(others, departAt ?? now).describe(points, LIMITS, WANTED);
      expect(without.kind === 'route' ? without.duration_s : without.kind, where).toBe(free.duration_s);
    }
  }
  for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(0);
});
