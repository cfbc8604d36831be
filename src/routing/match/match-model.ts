import type { TravelMode } from '../../travel-mode.js';

/**
 * The numbers of the model of a trace: Newson and Krumm, "Hidden Markov map matching through noise and
 * sparseness" (2009). Measured with bench/match.ts.
 */

/** What differs between travel modes. */
export interface MatchPace {
  /** Metres that a second on the road counts for, beside its own meters, when paths are compared. */
  second_m: number;
  /** Nobody is faster, meters a second. */
  most_mps: number;
  /** What turning back on the open road takes from the logarithm of the likelihood. */
  turningBack: number;
}

export const PACES: Readonly<Record<TravelMode, MatchPace>> = {
  driving: { second_m: 10, most_mps: 50, turningBack: 10 },
  walking: { second_m: 1.5, most_mps: 8, turningBack: 0 },
};

/** A point may lie so many times its accuracy from its road. Beyond 4.5 is one point in 150,000. */
export const REACH = 4.5;
/** Where no road is as near, roads are looked for so far: times the accuracy, and at least in meters. */
export const FAR_REACH = { times: 6, least_m: 50 };
/** Roads looked at for one point, the nearest first. */
export const MOST_ROADS = 10;

/** Points within so many seconds of the first become one, at their mean: noise of neighbours is alike. */
export const WINDOW_S = 8;
/** A point within so many times its accuracy of the last kept one says nothing new. */
export const STANDING = 2.5;
/** A step back along a road of up to so many times the accuracy is noise. */
export const STEP_BACK = 2;

/** How far a path may differ from the straight line: meters, and the share of the line's length. */
const DETOUR = { least_m: 6, share: 0.15 };
/** A path is looked for up to so many times the straight line, and so many meters more. */
const LONGEST = { times: 2, more_m: 400 };
/** The same by time: meters more than the greatest speed allows. */
const EARLY_M = 100;
/** Points farther apart than this are not connected: what lies between would be invented. */
export const MOST_GAP_M = 20_000;
/** A search for one path gives up after so many vertices. */
export const MOST_LOOKS = 20_000;
/** States so much less likely than the best of their point are given up (logarithm). */
export const HOPELESS = 40;
/** A lone point off every road is an outlier when its neighbours are no more than these seconds apart. */
export const OUTLIER_S = 30;

/** A step so much less likely than the best to its state is not looked for (logarithm). */
export const UNLIKELY = 4;
/** What a meter costs at most in a search, its seconds with it: those of slow roads. */
export const COST_A_METRE = 2;

/** Metres a path between two points may have at most. @param apart_s Infinity when nobody knows */
export function longest_m(
  straight_m: number,
  { apart_s, sigma_m, pace }: { apart_s: number; sigma_m: number; pace: MatchPace },
): number {
  const inTime_m = apart_s * pace.most_mps + EARLY_M + 4 * sigma_m;
  return Math.min(LONGEST.times * straight_m + LONGEST.more_m, inTime_m);
}

/** Logarithm of how likely a path is, for the meters between its points as the crow flies. */
export function transition(path_m: number, straight_m: number): number {
  return -Math.abs(path_m - straight_m) / (DETOUR.least_m + DETOUR.share * straight_m);
}
