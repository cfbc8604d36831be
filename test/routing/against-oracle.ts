import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM } from '../../src/geo/distance.js';
import type { RoutingIndex } from '../../src/routing/routing-index.js';
import type { RouteAbsent, RouteFound, SnapLimits } from '../../src/routing/route-answers.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import type { OraclePoint, OracleRoute, OracleTree, RoutingOracle } from '../oracles/routing-dijkstra.js';

export type LonLat = readonly [number, number];

/** The oracle's answer for the candidates that the index lists (snap.slow.test.ts checks those). */
export function oracleRoute(
  index: RoutingIndex,
  oracle: RoutingOracle,
  from: LonLat,
  to: LonLat,
  limits: SnapLimits,
): OracleRoute | RouteAbsent['kind'] {
  const origin = index.candidates(from, limits);
  if (origin.nearest.length === 0) return 'origin_not_on_network';
  const destination = index.candidates(to, limits);
  if (destination.nearest.length === 0) return 'destination_not_on_network';
  const route = oracle.route(points(origin.nearest), points(destination.nearest));
  const treeFrom = (origins: readonly NetworkPoint[]): OracleTree => oracle.from(points(origins));
  const within = [withinHalf(origin, from, [to]), withinHalf(destination, to, [from])];
  return route ?? fartherRoute(treeFrom, within[0], within[1]) ?? 'no_path';
}

/** Those that are moved less than half of the way to each of some points, to a centimetre. */
export function withinHalf<Point extends { distance_m: number }>(
  { nearest, within }: { nearest: readonly Point[]; within: readonly Point[] },
  [lon, lat]: LonLat,
  others: readonly LonLat[],
): Point[] {
  const apart_m = others.map((other) => distanceM(lon, lat, other[0], other[1])).filter((own_m) => own_m > 0);
  const nearest_m = Math.min(...nearest.map(({ distance_m }) => distance_m));
  const most_m = nearest_m + Math.min(...apart_m) / 2 - 0.01;
  return within.filter(({ distance_m }) => distance_m <= Math.max(most_m, nearest_m));
}

/**
 * The route when no path connects the nearest candidates, by docs/routing-model.md, 9: of all pairs of
 * candidates that a path connects, those with the smallest sum of distances.
 * @param origins all within reach, the nearest first; so are the destinations
 */
export function fartherRoute(
  treeFrom: (origins: readonly NetworkPoint[]) => OracleTree,
  origins: readonly NetworkPoint[],
  destinations: readonly NetworkPoint[],
): OracleRoute | null {
  let best: { origin: NetworkPoint; destination: NetworkPoint; sum_m: number } | null = null;
  const fromAll = treeFrom(origins);
  const reached = destinations.filter((destination) => fromAll.costTo(points([destination])) !== null);
  const trees: OracleTree[] = [];
  for (const origin of origins) {
    const within = reached.filter(
      ({ distance_m }) => origin.distance_m + distance_m < (best?.sum_m ?? Infinity),
    );
    if (within.length === 0) break;
    // None of the destinations that are still wanted was reached from a nearer origin.
    if (trees.some((tree) => tree.contains(points([origin])[0]))) continue;
    const tree = treeFrom([origin]);
    trees.push(tree);
    const destination = within.find((point) => tree.costTo(points([point])) !== null);
    if (destination !== undefined)
      best = { origin, destination, sum_m: origin.distance_m + destination.distance_m };
  }
  if (best === null) return null;
  const asFar = (point: NetworkPoint, all: readonly NetworkPoint[]): NetworkPoint[] =>
    all.filter(({ distance_m }) => distance_m >= point.distance_m && distance_m <= point.distance_m + 0.01);
  return treeFrom(asFar(best.origin, origins)).to(points(asFar(best.destination, destinations)));
}

export function points(candidates: readonly NetworkPoint[]): OraclePoint[] {
  return candidates.map(({ way, place, share }) => ({ way, place, share }));
}

/** What is wrong with an answer, compared with the oracle's and in itself; null when nothing is. */
export function differenceOf(
  answer: RouteFound | RouteAbsent,
  expected: OracleRoute | RouteAbsent['kind'],
): string | null {
  if (answer.kind !== 'route')
    return answer.kind === expected
      ? null
      : `${answer.kind}, the oracle has ` +
          `${typeof expected === 'string' ? expected : `a route of ${expected.duration_ms} ms`}`;
  if (typeof expected === 'string') return `a route of ${answer.duration_s} s, the oracle has ${expected}`;
  const duration_ms = Math.round(answer.duration_s * 1000);
  if (answer.cutsThrough !== expected.cutsThrough)
    return `${answer.cutsThrough} private stretches, the oracle has ${expected.cutsThrough}`;
  return duration_ms === expected.duration_ms
    ? unsoundLine(answer)
    : `${duration_ms} ms, the oracle has ${expected.duration_ms} ms`;
}

/** Checks the geometry: it ends at the snapped points, has no duplicates, and its length is the distance. */
function unsoundLine({ coordinates, origin, destination, distance_m }: RouteFound): string | null {
  const last = coordinates.length - 2;
  if (last < 2) return 'fewer than two positions';
  if (coordinates[0] !== origin.lon7 || coordinates[1] !== origin.lat7)
    return 'does not begin at the snapped origin';
  if (coordinates[last] !== destination.lon7 || coordinates[last + 1] !== destination.lat7)
    return 'does not end at the snapped destination';
  let length_m = 0;
  for (let i = 2; i <= last; i += 2) {
    const isSame = coordinates[i] === coordinates[i - 2] && coordinates[i + 1] === coordinates[i - 1];
    if (isSame && last > 2) return `position ${i / 2} is a duplicate`;
    length_m += distanceM(
      toDegrees(coordinates[i - 2]),
      toDegrees(coordinates[i - 1]),
      toDegrees(coordinates[i]),
      toDegrees(coordinates[i + 1]),
    );
  }
  return Math.abs(length_m - distance_m) <= 1e-6 * length_m + 0.001
    ? null
    : `${distance_m} m, its geometry has ${length_m} m`;
}
