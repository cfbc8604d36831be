import type { TravelMode } from '../../travel-mode.js';

/**
 * The parameters of the trace model: Newson and Krumm, "Hidden Markov map matching through noise and
 * sparseness" (2009). The parameters were measured with bench/match.ts.
 */

/** The parameters that differ between travel modes. */
export interface MatchPace {
  /**
   * When paths are compared, each second counts as this many meters, in addition to the path's own meters.
   */
  second_m: number;
  /** The maximum speed in meters per second. */
  most_mps: number;
  /** The amount by which turning back on the open road lowers the log-likelihood. */
  turningBack: number;
}

export const PACES: Readonly<Record<TravelMode, MatchPace>> = {
  driving: { second_m: 10, most_mps: 50, turningBack: 10 },
  walking: { second_m: 1.5, most_mps: 8, turningBack: 0 },
};

/**
 * The maximum distance of a point from its road, in multiples of its accuracy. One point in 150,000 is
 * farther from its road than 4.5 times its accuracy.
 */
export const REACH = 4.5;
/**
 * If no road is within REACH, the search extends to this distance: a multiple of the accuracy, but at least
 * `least_m` meters.
 */
export const FAR_REACH = { times: 6, least_m: 50 };
/** The number of roads considered for each point, nearest first. */
export const MOST_ROADS = 10;

/**
 * Points within this time of the first one are merged into their mean, because consecutive points have
 * similar errors.
 */
export const WINDOW_S = 8;
/** A point within this distance of the last kept point, in multiples of its accuracy, adds no information. */
export const STANDING = 2.5;
/** A step backward along a road counts as noise up to this distance, in multiples of the accuracy. */
export const STEP_BACK = 2;

/**
 * How much a path's length usually differs from the straight line: in meters, and as a share of the line's
 * length.
 */
const DETOUR = { least_m: 6, share: 0.15 };
/** The longest path to search for: a multiple of the straight line, plus a number of meters. */
const LONGEST = { times: 2, more_m: 400 };
/** A path may exceed the distance possible at maximum speed by this many meters. */
const EARLY_M = 100;
/** Points farther apart than this are not connected, because the path between them would be a guess. */
export const MOST_GAP_M = 20_000;
/** The number of vertices after which a path search gives up. */
export const MOST_LOOKS = 20_000;
/** States whose log-likelihood is this much lower than that of the point's best state are dropped. */
export const HOPELESS = 40;
/** A single point far from every road is an outlier if its neighbors are at most this many seconds apart. */
export const OUTLIER_S = 30;

/**
 * The search skips a step whose log-likelihood is this much lower than that of the best step to the same
 * state.
 */
export const UNLIKELY = 4;
/** The maximum cost per meter in a search, including the cost of the time spent on slow roads. */
export const COST_A_METRE = 2;

/** Returns the maximum path length between two points, in meters. @param apart_s Infinity if unknown */
export function longest_m(
  straight_m: number,
  { apart_s, sigma_m, pace }: { apart_s: number; sigma_m: number; pace: MatchPace },
): number {
  const inTime_m = apart_s * pace.most_mps + EARLY_M + 4 * sigma_m;
  return Math.min(LONGEST.times * straight_m + LONGEST.more_m, inTime_m);
}

/** Returns the log-likelihood of a path, given the straight-line distance between its points. */
export function transition(path_m: number, straight_m: number): number {
  return -Math.abs(path_m - straight_m) / (DETOUR.least_m + DETOUR.share * straight_m);
}
