/** A row with at least this confidence counts as right; below the other value someone has to check it. */
export const SURE = 0.9;
export const UNSURE = 0.5;
