/**
 * The maximum distance at which people call a place «near» a landmark, which is a quarter of an hour on foot.
 */
export const LANDMARK_REACH_M = 1000;
/**
 * The search radius around a town that has no place of the requested kind, which is as far as people drive to
 * a bank or a museum.
 */
export const TOWN_REACH_M = 100_000;
/**
 * The search radius around a quarter's point if the quarter has no outline in the data, and around a landmark
 * that has no matching place nearer to it.
 */
export const QUARTER_REACH_M = 3000;
/** A place within this distance of a town's point is in the town or next to it. */
export const IN_TOWN_M = 10_000;
