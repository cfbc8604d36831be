/**
 * How a row matches; lower groups come first. Groups 1 to 4 are described at addRowsOfGroup in
 * name-search.ts. Groups 5 and 6 also match words of the address; in group 5, the name begins with one of the
 * words. Group 7 matches with typing errors.
 */
export type MatchGroup = NameGroup | 5 | 6 | 7;
export type NameGroup = 1 | 2 | 3 | 4;
/** Each group in words, for the API description and "gazarch explain". */
export const MATCH_GROUPS: Readonly<Record<MatchGroup, string>> = {
  1: 'exact name',
  2: 'name starts with the query',
  3: 'every word starts a word of the name',
  4: 'the name contains every word',
  5: 'words from the name and the address, one of them at the start of the name',
  6: 'words from the name and the address',
  7: 'typing mistake',
};
export const BY_NAME: readonly NameGroup[] = [1, 2, 3, 4];
/**
 * The groups that are allowed for readings so different from the typed text that a match inside a name proves
 * nothing.
 */
export const BEGINNINGS: readonly NameGroup[] = [1, 2];
/** The groups that do not allow matches inside a word. */
export const UP_TO_WORDS: readonly NameGroup[] = [1, 2, 3];
/**
 * How well the words match. In a strict match, a tagged name contains the words as typed, either letter for
 * letter (`literal`) or after folding (`written`). In a derived match, the words sound similar: `strict`
 * distinguishes o from u, but `loose` does not.
 */
export type KeyKind = 'literal' | 'written' | LayerKind;
export type LayerKind = 'strict' | 'loose';
export const LAYER_KINDS: readonly LayerKind[] = ['strict', 'loose'];

/** Whether a tagged name contains the words as typed. */
export function isStrictKey(key: KeyKind): key is 'literal' | 'written' {
  return key === 'literal' || key === 'written';
}

/** Describes how a row was found. */
export interface ForwardHit {
  row: number;
  group: MatchGroup;
  key: KeyKind;
  /** The number of the relaxed query that found the row; 0 is the query as typed. */
  relaxation: number;
}
