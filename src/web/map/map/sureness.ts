/**
 * A row with at least this confidence counts as correct; rows below the other threshold must be checked by a
 * person.
 */
export const SURE = 0.9;
export const UNSURE = 0.5;
