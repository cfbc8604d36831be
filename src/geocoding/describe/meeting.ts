import type { Position } from '../../geo/position.js';
import { azimuth, bearingOf, between, destination } from '../../geo/bearing.js';
import { deltaLon, distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import type { MatchGroup } from '../finding/forward-hit.js';
import type { AskedLandmark } from './sentence-query.js';
import { stepOf } from './said.js';

/** A place that a name may mean. */
export interface Meant {
  row: number;
  group: MatchGroup;
  at: Position;
  /** The cost of taking it for the named place: higher for less known places and for other names. */
  readonly cost: number;
}

/** A landmark of a sentence, and the places that it may mean. */
export interface Asked {
  landmark: AskedLandmark;
  meant: readonly Meant[];
}

/** Two places that the names in a sentence may mean, and the point for which the sentence is true of both. */
export interface Pair {
  rows: readonly [first: number, second: number];
  point: Position;
  /** The misfit. */
  cost: number;
}

/** The distance of «behind Nomin», in meters. */
const BEHIND_M = 50;
/** The number of pairs of places that are examined closely, however many there are. */
const MOST_MEETINGS = 60;
/**
 * How far a bearing may be off a compass direction, in degrees; and the cost of a direction that is farther
 * off.
 */
const OFF_WIND = 22.5;
const WRONG_WIND = 4;
/**
 * The arc of an eighth is walked in steps of this size, in degrees; then the step around the best one is
 * halved this often.
 */
const STEP_DEGREES = 4.5;
const HALVINGS = 4;

/** The distance of a point from its landmark that the text gives, in meters. */
export function saidM({ distance_m }: AskedLandmark): number {
  return distance_m ?? BEHIND_M;
}

/** The two places that fit best; null if none do, or if there are not two landmarks. */
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
  /** Its approximate cost. */
  estimate: number;
}

/** The pairs that may fit, the likeliest first. A look at the map rules out most of them. */
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
 * The approximate cost of the places of two landmarks, in the plane around the first one; Infinity if both
 * cannot be true. The way from one to the other has the distance and direction that follow from the sentence.
 */
function estimator(one: AskedLandmark, other: AskedLandmark): (a: Position) => (b: Position) => number {
  const [near_m, far_m] = [saidM(one), saidM(other)];
  const both_m = near_m + far_m;
  const tolerance_m = toleranceOf(one) + toleranceOf(other);
  // A plane deviates this much over that distance.
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

/** The vector from a landmark to the point, in meters to the east and to the north. */
function vectorOf({ wind }: AskedLandmark, distance_m: number): [east_m: number, north_m: number] {
  const angle = ((wind === null ? 0 : bearingOf(wind)) * Math.PI) / 180;
  return [Math.sin(angle) * distance_m, Math.cos(angle) * distance_m];
}

/** How far a distance may be off the given one: as much as it was rounded, plus a little. */
function toleranceOf({ distance_m }: AskedLandmark): number {
  return distance_m === null ? BEHIND_M : Math.max(15, stepOf(distance_m));
}

/**
 * The point with the best fit of distances and directions from both, on the arc of the nearer one, whose
 * distance is most precise. It lies near the place where both distances meet, or in the middle of the arc.
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
 * The bearings from a position at which a circle around it meets one around another; empty if they do not
 * meet.
 */
function circlesMeetAt(a: Position, b: Position, near_m: number, far_m: number): readonly number[] {
  const apart_m = distanceM(...a, ...b);
  const cosine = (near_m ** 2 + apart_m ** 2 - far_m ** 2) / (2 * near_m * apart_m);
  if (!(Math.abs(cosine) <= 1)) return [];
  const angle = (Math.acos(cosine) * 180) / Math.PI;
  const towards = azimuth(a, b);
  return [towards - angle, towards + angle];
}
