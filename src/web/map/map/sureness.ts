/** From this on a row is taken as right, and below the other somebody has to look. */
export const SURE = 0.9;
export const UNSURE = 0.5;
