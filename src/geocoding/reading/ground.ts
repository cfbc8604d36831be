import type { Position } from '../../geo/position.js';
import type { ForwardSearch } from '../forward/forward-search.js';
import type { Searched } from '../finding/search-contract.js';
import type { Area, AreaLexicon } from './area-lexicon.js';
import type { Spellings } from './spellings.js';

/** Searches for queries and for words; see ForwardSearch. */
export interface Finder extends Pick<ForwardSearch, 'named'> {
  /** @param areas the areas to search in; empty to search everywhere */
  found: (
    ...of: [...Parameters<ForwardSearch['found']>, areas?: readonly Area[]]
  ) => ReturnType<ForwardSearch['found']>;
}

/**
 * The data used to interpret queries: an index, or a map with own places. Row numbers refer to this data,
 * except that the row numbers of areas refer to the map.
 */
export interface Ground {
  readonly searched: Searched;
  readonly forward: Finder;
  /** Whether all places are available. A part of a map has no area data. */
  readonly isWhole: boolean;
  lexicon(): AreaLexicon;
  spellings(): Spellings;
  rowOfArea(area: Area): number;
  isInside(row: number, area: Area): boolean;
  /** Whether an address has the khoroo's number and district. */
  isCalledInside(row: number, khoroo: Area): boolean;
  typeOf(row: number): string;
  /** Returns all names of a row, with its house number and street. */
  textsOf(row: number): readonly string[];
  /** The names of the areas around the row. */
  addressOf(row: number): string;
  /**
   * For a street whose own point is not in any of the areas, returns a point of the street in one of them;
   * otherwise returns null.
   */
  pointIn(row: number, areas: readonly Area[]): Position | null;
}
