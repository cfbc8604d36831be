/** Facts about a way that a traveler should know, stored as flags in `WayTable.flags`. */
export const FERRY = 1;
export const FORD = 2;
/** A way that is open or passable only in one season. */
export const SEASONAL = 4;
/** A track that is not known to be paved. */
export const UNPAVED_TRACK = 8;
export const ROUNDABOUT = 16;
export const TOLL = 32;
/** A way over frozen water or snow. */
export const ICE = 64;
/** A way that is not paved, as far as the car profile can tell. */
export const UNPAVED = 128;
