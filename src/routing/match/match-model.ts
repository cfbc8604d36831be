import type { TravelMode } from '../../travel-mode.js';

/**
 * The numbers of the model of a trace: Newson and Krumm, "Hidden Markov map matching through noise and
 * sparseness" (2009). Measured with bench/match.ts.
 */

/** The numbers that differ between travel modes. */
export interface MatchPace {
  /** Meters that a second on the road counts for, in addition to its own meters, when paths are compared. */
  second_m: number;
  /** The greatest speed, in meters a second. */
  most_mps: number;
  /** Turning back on the open road lowers the logarithm of the likelihood by this. */
  turningBack: number;
}

export const PACES: Readonly<Record<TravelMode, MatchPace>> = {
  driving: { second_m: 10, most_mps: 50, turningBack: 10 },
  walking: { second_m: 1.5, most_mps: 8, turningBack: 0 },
};

/**
 * The greatest distance of a point from its road, in multiples of its accuracy. One point in 150,000 lies
 * beyond 4.5.
 */
export const REACH = 4.5;
/**
 * If no road is that near, the search goes this far: a multiple of the accuracy, and at least a number of
 * meters.
 */
export const FAR_REACH = { times: 6, least_m: 50 };
/** The number of roads that are considered for one point, the nearest first. */
export const MOST_ROADS = 10;

/**
 * Points within this time of the first become one point at their mean, because neighbours have similar noise.
 */
export const WINDOW_S = 8;
/** A point this near to the last kept one adds nothing new, in multiples of its accuracy. */
export const STANDING = 2.5;
/** A step back along a road is noise up to this distance, in multiples of the accuracy. */
export const STEP_BACK = 2;

/** How far a path may differ from the straight line: in meters, and as a share of the line's length. */
const DETOUR = { least_m: 6, share: 0.15 };
/** The longest path that the search looks for: a multiple of the straight line, plus a number of meters. */
const LONGEST = { times: 2, more_m: 400 };
/** The same limit by time: meters beyond what the greatest speed allows. */
const EARLY_M = 100;
/** Points farther apart than this are not connected, because the road between would be invented. */
export const MOST_GAP_M = 20_000;
/** The number of vertices after which a search for one path gives up. */
export const MOST_LOOKS = 20_000;
/** States that are this much less likely than the best of their point are given up (logarithm). */
export const HOPELESS = 40;
/**
 * A single point that is off every road is an outlier if its neighbours are at most this many seconds apart.
 */
export const OUTLIER_S = 30;

/** The search skips a step that is this much less likely than the best to its state (logarithm). */
export const UNLIKELY = 4;
/** The most that a meter costs in a search, including its seconds: that of slow roads. */
export const COST_A_METRE = 2;

/** The longest path between two points, in meters. @param apart_s Infinity if unknown */
export function longest_m(
  straight_m: number,
  { apart_s, sigma_m, pace }: { apart_s: number; sigma_m: number; pace: MatchPace },
): number {
  const inTime_m = apart_s * pace.most_mps + EARLY_M + 4 * sigma_m;
  return Math.min(LONGEST.times * straight_m + LONGEST.more_m, inTime_m);
}

/** Logarithm of the likelihood of a path, given the straight distance between its points. */
export function transition(path_m: number, straight_m: number): number {
  return -Math.abs(path_m - straight_m) / (DETOUR.least_m + DETOUR.share * straight_m);
}
