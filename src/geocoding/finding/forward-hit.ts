/**
 * How a row matches; lower groups come first. For groups 1 to 4 see addRowsOfGroup in name-search.ts. Groups
 * 5 and 6 also match words of the address; in 5 the name begins with one of the words. Group 7 matches with
 * typing errors.
 */
export type MatchGroup = NameGroup | 5 | 6 | 7;
export type NameGroup = 1 | 2 | 3 | 4;
export const BY_NAME: readonly NameGroup[] = [1, 2, 3, 4];
/** For readings so far from the typed text that a word somewhere in a name proves nothing. */
export const BEGINNINGS: readonly NameGroup[] = [1, 2];
/** Excludes words inside others. */
export const UP_TO_WORDS: readonly NameGroup[] = [1, 2, 3];
/**
 * How well the words match. Strict matches: a tagged name has them as typed, letter for letter (`literal`) or
 * after folding (`written`). Derived matches: `strict` reads alike with o and u apart, `loose` reads alike.
 */
export type KeyKind = 'literal' | 'written' | LayerKind;
export type LayerKind = 'strict' | 'loose';

/** How a row was found. */
export interface ForwardHit {
  row: number;
  group: MatchGroup;
  key: KeyKind;
  /** The relaxed query that found it; 0 is the text as typed. */
  relaxation: number;
}
