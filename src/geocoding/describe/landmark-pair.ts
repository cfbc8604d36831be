import type { Position } from '../../geo/position.js';
import { azimuth, bearingOf, between, destination } from '../../geo/bearing.js';
import { deltaLon, distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import type { MatchGroup } from '../finding/forward-hit.js';
import type { AskedLandmark } from './sentence-query.js';
import { stepOf } from './spoken-distance.js';

/** A place that a name may refer to. */
export interface Meant {
  row: number;
  group: MatchGroup;
  at: Position;
  /**
   * The cost of assuming that the name means this place, which is higher for less well-known places and for
   * alternative names.
   */
  readonly cost: number;
}

/** A landmark in a sentence, and the places that it may refer to. */
export interface Asked {
  landmark: AskedLandmark;
  meant: readonly Meant[];
}

/** Two places that the names in a sentence may refer to, and the point that fits the sentence for both. */
export interface Pair {
  rows: readonly [first: number, second: number];
  point: Position;
  /** How poorly the pair of places fits the sentence. */
  cost: number;
}

/** The distance, in meters, that a phrase such as «behind Nomin» implies. */
const BEHIND_M = 50;
/** The maximum number of pairs of places that are examined closely. */
const MOST_MEETINGS = 60;
/**
 * The maximum deviation of a bearing from a compass direction, in degrees, and the cost if a bearing deviates
 * more.
 */
const OFF_WIND = 22.5;
const WRONG_WIND = 4;
/**
 * The step size, in degrees, for searching an eighth of a circle, and the number of times that the step
 * around the best position is then halved.
 */
const STEP_DEGREES = 4.5;
const HALVINGS = 4;

/** Returns the distance, in meters, that the sentence states between a point and its landmark. */
export function saidM({ distance_m }: AskedLandmark): number {
  return distance_m ?? BEHIND_M;
}

/**
 * Returns the two places that fit best, or null if no two places fit or if the sentence does not mention two
 * landmarks.
 */
export function bestPair([first, second]: readonly Asked[]): Pair | null {
  if (second === undefined) return null;
  const likely = likelyPairs(first, second);
  let best: Pair | null = null;
  for (const { a, b } of likely) {
    const own = a.cost + b.cost;
    if (best !== null && own >= best.cost) continue;
    const met = meeting(a.at, b.at, first.landmark, second.landmark);
    const cost = own + met.cost;
    if (best === null || cost < best.cost) best = { cost, point: met.point, rows: [a.row, b.row] };
  }
  return best;
}

interface LikelyPair {
  a: Meant;
  b: Meant;
  /** The estimated cost of the pair. */
  estimate: number;
}

/** Returns the pairs of places that may fit, likeliest first. A rough estimate rules out most pairs. */
function likelyPairs(first: Asked, second: Asked): LikelyPair[] {
  let pairs: LikelyPair[] = [];
  let most = Infinity;
  const estimateOf = estimator(first.landmark, second.landmark);
  for (const a of first.meant) {
    const estimate = estimateOf(a.at);
    for (const b of second.meant) {
      const apart = a.row === b.row ? Infinity : estimate(b.at);
      if (!(apart < most)) continue;
      const own = apart + a.cost + b.cost;
      if (own >= most) continue;
      pairs.push({ a, b, estimate: own });
      if (pairs.length < 4 * MOST_MEETINGS) continue;
      pairs = likeliest(pairs);
      most = pairs[pairs.length - 1].estimate;
    }
  }
  return likeliest(pairs);
}

function likeliest(pairs: LikelyPair[]): LikelyPair[] {
  return pairs.sort((a, b) => a.estimate - b.estimate).slice(0, MOST_MEETINGS);
}

/**
 * Estimates the cost of a pair of places for two landmarks, in a plane around the first place. The estimate
 * is Infinity if the sentence cannot be true of both places. The vector between the places must match the
 * distance and direction that follow from the sentence.
 */
function estimator(one: AskedLandmark, other: AskedLandmark): (a: Position) => (b: Position) => number {
  const [near_m, far_m] = [saidM(one), saidM(other)];
  const both_m = near_m + far_m;
  const tolerance_m = toleranceOf(one) + toleranceOf(other);
  // Allows for the plane's deviation from the globe, as a fraction of the total distance.
  const slack_m = tolerance_m + 0.06 * both_m;
  const hasWinds = one.wind !== null && other.wind !== null;
  const [ux, uy] = vectorOf(one, near_m);
  const [vx, vy] = vectorOf(other, far_m);
  return ([lon, lat]) => {
    const [perLon, perLat] = [metersPerDegreeLon(lat), metersPerDegreeLat(lat)];
    return ([x, y]) => {
      const north_m = (y - lat) * perLat;
      if (Math.abs(north_m) > both_m + slack_m) return Infinity;
      const east_m = deltaLon(lon, x) * perLon;
      const apart_m = Math.sqrt(east_m * east_m + north_m * north_m);
      if (apart_m > both_m + slack_m || apart_m < Math.abs(near_m - far_m) - slack_m) return Infinity;
      if (!hasWinds) return 0;
      const [missedX, missedY] = [east_m - ux + vx, north_m - uy + vy];
      return (missedX * missedX + missedY * missedY) / (slack_m + 0.4 * both_m) ** 2;
    };
  };
}

/** Returns the vector from a landmark to the point, in meters to the east and to the north. */
function vectorOf({ wind }: AskedLandmark, distance_m: number): [east_m: number, north_m: number] {
  const angle = ((wind === null ? 0 : bearingOf(wind)) * Math.PI) / 180;
  return [Math.sin(angle) * distance_m, Math.cos(angle) * distance_m];
}

/**
 * Returns how far the actual distance may deviate from the stated one: by one rounding step, but at least by
 * a small margin.
 */
function toleranceOf({ distance_m }: AskedLandmark): number {
  return distance_m === null ? BEHIND_M : Math.max(15, stepOf(distance_m));
}

/**
 * Returns the point that best fits the distances and directions from both landmarks. The point is on the arc
 * around the nearer landmark, whose distance is more precise: near the place where both distances meet, or in
 * the middle of the arc.
 */
function meeting(
  a: Position,
  b: Position,
  one: AskedLandmark,
  other: AskedLandmark,
): { point: Position; cost: number } {
  if (saidM(one) > saidM(other)) return meeting(b, a, other, one);
  const { wind } = one;
  const [middle, reach] = wind === null ? [0, 180] : [bearingOf(wind), OFF_WIND];
  let best = { point: a, cost: Infinity, off: 0 };
  const look = (off: number): void => {
    if (Math.abs(off) > reach) return;
    const point = destination(a, middle + off, saidM(one));
    const missed_m = distanceM(...b, ...point) - saidM(other);
    const turned = other.wind === null ? 0 : between(azimuth(b, point), bearingOf(other.wind));
    const cost =
      (missed_m / toleranceOf(other)) ** 2 +
      0.2 * (off / OFF_WIND) ** 2 +
      0.2 * (turned / OFF_WIND) ** 2 +
      (turned > OFF_WIND + 3 ? WRONG_WIND : 0);
    if (cost < best.cost) best = { point, cost, off };
  };
  for (let off = -reach; off <= reach; off += STEP_DEGREES) look(off);
  for (const bearing of circlesMeetAt(a, b, saidM(one), saidM(other)))
    look(((((bearing - middle + 180) % 360) + 360) % 360) - 180);
  for (let step = STEP_DEGREES / 2, i = 0; i < HALVINGS; step /= 2, i++) {
    const { off } = best;
    look(off - step);
    look(off + step);
  }
  return best;
}

/**
 * Returns the bearings, from the center of a circle, of the points where it intersects a circle around
 * another position. The list is empty if the circles do not intersect.
 */
function circlesMeetAt(a: Position, b: Position, near_m: number, far_m: number): readonly number[] {
  const apart_m = distanceM(...a, ...b);
  const cosine = (near_m ** 2 + apart_m ** 2 - far_m ** 2) / (2 * near_m * apart_m);
  if (!(Math.abs(cosine) <= 1)) return [];
  const angle = (Math.acos(cosine) * 180) / Math.PI;
  const towards = azimuth(a, b);
  return [towards - angle, towards + angle];
}
