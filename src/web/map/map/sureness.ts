/** From this confidence on a row counts as right; below the other one somebody has to look. */
export const SURE = 0.9;
export const UNSURE = 0.5;
