import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM } from '../../src/geo/distance.js';
import type { Position } from '../../src/geo/position.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { lat7At, lon7At } from '../../src/routing/frozen/positions.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import type { DirectionRule, Profile } from '../../src/routing/profiles/profile.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';
import { randomChanges } from './random-changes.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';
import { isOn, linesOf } from './reached-lines.js';

/** For a long run: GAZARCH_TEST_TOWNS=2000. */
const TOWNS = Number(process.env['GAZARCH_TEST_TOWNS'] ?? 12);
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
const MINUTES = [1, 2, 5];
/** Positions are rounded to a centimetre: so near to the limit a road may be on either side. */
const NEAR_S = 0.1;
describe('roads are reached when the route takes no longer', () => {
  it.each(TRAVEL_MODES)('%s', (mode) => {
    const counts = { inside: 0, outside: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = randomNetwork(seed);
      const { sections } = buildRouting(network, PROFILES[mode]);
      const index = RoutingIndex.from(sections);
      const random = seededRandom(seed + 4_200_000);
      const changes = seed % 3 === 0 ? randomChanges(network, random) : [];
      const { roads } = new RoadConditions(readRoutingData(sections)).at(changes);
      index.use(roads === null ? { kind: 'imported' } : { kind: 'current', roads });
      for (const direction of ['from', 'to'] as const) {
        const point = randomPoint(network, random);
        const limits = MINUTES.map((own) => 60_000 * own);
        const lines = linesOf(index, point, { limits, unit: 'ms', direction }, LIMITS);
        for (let i = 0; i < 30; i++) {
          const other = randomPoint(network, random);
          const ends =
            direction === 'from'
              ? { origin: point, destination: other }
              : { origin: other, destination: point };
          const route = index.route(ends, LIMITS);
          if (route.kind !== 'route' || route.cutsThrough > 0) continue;
          const snapped = direction === 'from' ? route.destination : route.origin;
          MINUTES.forEach((minutes, step) => {
            if (Math.abs(route.duration_s - 60 * minutes) < NEAR_S) return;
            const isInside = route.duration_s < 60 * minutes;
            const where = `town ${seed}, ${mode}, ${direction}, ${ends.origin.join()}, ${minutes} min`;
            expect(isOn(lines[step], snapped.lon7, snapped.lat7), `${where}: ${route.duration_s} s`).toBe(
              isInside,
            );
            counts[isInside ? 'inside' : 'outside']++;
          });
        }
      }
    }
    expect(counts.inside).toBeGreaterThan(TOWNS);
    expect(counts.outside).toBeGreaterThan(TOWNS);
  });
});

const METERS = [100, 300, 900];
/** Costs of pairs are rounded to a millimetre, positions to a centimetre. */
const NEAR_M = 0.2;

/** The same roads, and each metre takes a second; nothing else takes time. */
function steady(profile: Profile): Profile {
  const rule = (own: DirectionRule): DirectionRule => ({ ...own, speed_kmh: 3.6 });
  return {
    ...profile,
    way: (tags, surroundings) => {
      const own = profile.way(tags, surroundings);
      return own && { forward: rule(own.forward), backward: rule(own.backward), duration_s: null };
    },
    node: (tags) => {
      const own = profile.node(tags);
      return own && { ...own, delay_s: 0 };
    },
    turn_s: () => 0,
  };
}

describe('roads are reached when the shortest way is no longer', () => {
  it.each(TRAVEL_MODES)('%s', (mode) => {
    const counts = { inside: 0, outside: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = randomNetwork(seed);
      const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
      const shortest = RoutingIndex.from(buildRouting(network, steady(PROFILES[mode])).sections);
      const random = seededRandom(seed + 4_300_000);
      for (const direction of ['from', 'to'] as const) {
        const point = randomPoint(network, random);
        const lines = linesOf(index, point, { limits: METERS, unit: 'm', direction }, LIMITS);
        for (let i = 0; i < 30; i++) {
          const other = randomPoint(network, random);
          const ends =
            direction === 'from'
              ? { origin: point, destination: other }
              : { origin: other, destination: point };
          const route = shortest.route(ends, LIMITS);
          if (route.kind !== 'route' || route.cutsThrough > 0) continue;
          const snapped = direction === 'from' ? route.destination : route.origin;
          METERS.forEach((meters, step) => {
            if (Math.abs(route.duration_s - meters) < NEAR_M) return;
            const isInside = route.duration_s < meters;
            const where = `town ${seed}, ${mode}, ${direction}, ${ends.origin.join()}, ${meters} m`;
            expect(isOn(lines[step], snapped.lon7, snapped.lat7), `${where}: ${route.duration_s} m`).toBe(
              isInside,
            );
            counts[isInside ? 'inside' : 'outside']++;
          });
        }
      }
    }
    expect(counts.inside).toBeGreaterThan(TOWNS);
    expect(counts.outside).toBeGreaterThan(TOWNS);
  });
});

function length_m(lines: readonly Int32Array[]): number {
  let sum_m = 0;
  for (const line of lines)
    for (let i = 0; i + 3 < line.length; i += 2) sum_m += distanceM(...at(line, i), ...at(line, i + 2));
  return sum_m;
}

function at(line: Int32Array, i: number): Position {
  return [toDegrees(line[i]), toDegrees(line[i + 1])];
}

/** Ends of lines are rounded to a centimetre. */
const ROUNDED_M = 0.02;

it.each(TRAVEL_MODES)('no stretch of road is in two steps, or in one of them twice: %s', (mode) => {
  let parted = 0;
  for (let seed = 1; seed <= TOWNS; seed++) {
    const network = randomNetwork(seed);
    const { sections } = buildRouting(network, PROFILES[mode]);
    const index = RoutingIndex.from(sections);
    const { positions, firstPosition, count } = readRoutingData(sections).segments;
    const all = Array.from({ length: count }, (_, i) =>
      Int32Array.from({ length: 2 * (firstPosition[i + 1] - firstPosition[i]) }, (_, k) =>
        (k % 2 === 0 ? lon7At : lat7At)(positions, firstPosition[i] + (k >> 1)),
      ),
    );
    const point = randomPoint(network, seededRandom(seed + 4_400_000));
    for (const direction of ['from', 'to'] as const)
      for (const [unit, limits] of [
        ['ms', [20_000, 60_000, 61_000, 120_000, 3_600_000]],
        ['m', [100, 300, 310, 900, 60_000]],
      ] as const) {
        const steps = linesOf(index, point, { limits, unit, direction }, LIMITS);
        limits.forEach((limit, i) => {
          const [alone] = linesOf(index, point, { limits: [limit], unit, direction }, LIMITS);
          const about_m = ROUNDED_M * (steps[i].length + alone.length);
          const where = `town ${seed}, ${direction} ${point.join()}, ${limit} ${unit}`;
          expect(Math.abs(length_m(steps[i]) - length_m(alone)), where).toBeLessThanOrEqual(about_m);
          expect(length_m(alone), where).toBeLessThanOrEqual(length_m(all) + about_m);
          if (steps[i].length > alone.length) parted++;
        });
      }
  }
  expect(parted).toBeGreaterThan(TOWNS);
});
