/** A row with at least this confidence counts as right; someone must check rows below the other value. */
export const SURE = 0.9;
export const UNSURE = 0.5;
