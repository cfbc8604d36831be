import { expect } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM } from '../../src/geo/distance.js';
import type { NetworkPoint, RouteAbsent, RouteFound, RoutingIndex } from '../../src/routing/routing-index.js';
import type { OraclePoint, OracleRoute, RoutingOracle } from '../oracles/routing-dijkstra.js';

export type LonLat = readonly [number, number];

/** What the oracle says about the candidates that the index chose: the nearest ones, and once more with the alternatives when they lead nowhere. */
export function oracleRoute(index: RoutingIndex, oracle: RoutingOracle, from: LonLat, to: LonLat, snapLimit_m: number): OracleRoute | RouteAbsent['kind'] {
  const origin = index.candidates(from[0], from[1], 'origin', { snapLimit_m });
  if (origin.nearest.length === 0) return 'origin_not_on_network';
  const destination = index.candidates(to[0], to[1], 'destination', { snapLimit_m });
  if (destination.nearest.length === 0) return 'destination_not_on_network';
  const route = oracle.route(points(origin.nearest), points(destination.nearest));
  if (route !== null) return route;
  if (origin.instead === null && destination.instead === null) return 'no_path';
  return oracle.route(points(origin.instead ?? origin.nearest), points(destination.instead ?? destination.nearest)) ?? 'no_path';
}

export function points(candidates: readonly NetworkPoint[]): OraclePoint[] {
  return candidates.map(({ way, place, share }) => ({ way, place, share }));
}

/** Fails with `where` (what is needed to repeat it) unless the answer is the oracle's. */
export function expectSame(answer: RouteFound | RouteAbsent, expected: OracleRoute | RouteAbsent['kind'], where: string): void {
  if (typeof expected === 'string' || answer.kind !== 'route') {
    expect(answer.kind, where).toBe(typeof expected === 'string' ? expected : `route of ${expected.duration_ms} ms`);
    return;
  }
  expect(Math.round(answer.duration_s * 1000), where).toBe(expected.duration_ms);
  expectSoundLine(answer, where);
}

/** The geometry's own promises: ends at the snapped points, no duplicates, its length is the distance. */
export function expectSoundLine(answer: RouteFound, where: string): void {
  const { coordinates, origin, destination } = answer;
  expect(coordinates.length, where).toBeGreaterThanOrEqual(4);
  expect([coordinates[0], coordinates[1]], where).toEqual([origin.lon7, origin.lat7]);
  expect([coordinates.at(-2), coordinates.at(-1)], where).toEqual([destination.lon7, destination.lat7]);
  let length_m = 0;
  for (let i = 2; i < coordinates.length; i += 2) {
    const step_m = distanceM(toDegrees(coordinates[i - 2]), toDegrees(coordinates[i - 1]), toDegrees(coordinates[i]), toDegrees(coordinates[i + 1]));
    if (step_m === 0 && coordinates.length > 4) expect.fail(`${where}: position ${i / 2} is a duplicate`);
    length_m += step_m;
  }
  expect(Math.abs(length_m - answer.distance_m), where).toBeLessThanOrEqual(1e-6 * length_m + 0.001);
}
