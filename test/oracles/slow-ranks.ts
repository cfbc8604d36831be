import type { Kind } from './slow-forms.js';

/**
 * What rows are sorted by, smaller first. By name: [group, key, 1 or 2 for a derived match of that group that
 * is no better than group 3, else 3]. By address: [5, place among houses, number of words that only the
 * address has, 0 for a whole name, group, key]. The key is an index in KEYS.
 */
export type Rank = readonly number[];
/** Where houses stand among rows found by address, and where all stand when there are no houses. */
export const AMONG_HOUSES = 1;
/** In place of the number of words, for a house. */
export const HOUSE = -1;
export const KEYS = ['literal', 'written', 'strict', 'loose'] as const;
export type MatchKey = (typeof KEYS)[number];
const [LITERAL, WRITTEN] = [0, 1];

/** The rank of a derived match. One that is lowered is no better than group 3. */
export function derivedRank(group: number, kind: Kind, isLowered: boolean): Rank {
  return isLowered && group <= 2 ? [3, KEYS.indexOf(kind), group] : [group, KEYS.indexOf(kind), 3];
}

/**
 * A strict match is literal or folded; one of a query that is derived itself is derived, and of whole names
 * and beginnings it stands before the others.
 */
export function strictRank(group: number, isLiteral: boolean, isDerived: boolean): Rank | null {
  if (!isDerived) return [group, isLiteral ? LITERAL : WRITTEN, 0];
  return group <= 2 ? [group, KEYS.indexOf('strict'), isLiteral ? -2 : -1] : null;
}

export function isStrict(key: MatchKey): boolean {
  return key === 'literal' || key === 'written';
}

export function compareRanks(a: Rank, b: Rank): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}
