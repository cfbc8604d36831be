import type { Position } from '../../geo/position.js';
import type { ForwardSearch, NamedHit, NamedOptions } from '../forward/forward-search.js';
import { isStrictKey, type ForwardHit } from '../finding/forward-hit.js';
import type { Searched } from '../finding/searched.js';
import type { Area, AreaLexicon } from './area-lexicon.js';
import { COSTS } from './costs.js';
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

/** The search options other than the query. */
export interface AskedOptions extends Pick<NamedOptions, 'refined' | 'isWanted' | 'isHouse' | 'asked'> {
  /** Receives each reading of the query that finds a place, in no particular order. */
  read?: ((option: Option) => void) | undefined;
}

/** A hit for a query, with the reading that found it. */
export interface ReadHit extends NamedHit {
  /** For a street that crosses the named area, a point of the street in degrees; null for all other hits. */
  at: Position | null;
}

/**
 * How a query is interpreted:
 *
 *     typed      as typed
 *     inside     as a place in the areas that it names
 *     area       as the smallest area that it names
 *     asides     without the words that do not name a place
 *     completed  with its last word completed
 *     spelled    in another spelling: a case, a typing error
 *     keyboard   as typed on another keyboard
 *     left_out   without some of its words
 */
type Because = 'typed' | 'inside' | 'area' | 'asides' | 'completed' | 'spelled' | 'keyboard' | 'left_out';

/** A reading of a query, and its results. */
export interface Option {
  because: Because;
  /** The areas that contain the results of this reading. */
  areas?: readonly Area[];
  cost: number;
  hits: () => ReadHit[];
}

/** A reading of a query, in a form suitable for display. */
export interface Reading {
  because: Because;
  /** The names of the areas, largest first. */
  areas: readonly string[];
  /** The keys of the words that were searched for. */
  searched: readonly string[];
  /** The words that were left out, as typed. */
  leftOut: readonly string[];
  /** The cost, in tenths; lower is better. */
  cost: number;
  /** The first place that the reading finds. */
  row: number;
}

/** Returns the cheapest reading, or null if there is none. */
export function cheapestOf(options: readonly Option[]): Option | null {
  return options.reduce<Option | null>(
    (best, option) => (best === null || option.cost < best.cost ? option : best),
    null,
  );
}

/**
 * Creates a hit. Every search creates a few of these objects, and an object literal takes a tenth of the time
 * of a spread.
 */
export function plainHit({ row, group, key, relaxation, form, match, leftOut, words }: NamedHit): ReadHit {
  return { row, group, key, relaxation, form, match, leftOut, words, at: null };
}

/**
 * By contract, a place whose name contains all the words, as typed, comes before a place with some of the
 * words in its address.
 */
export function hasAllInName(hit: ReadHit | undefined): boolean {
  return hit?.match !== 'partial' && hit?.group === 4 && isCalledWith(hit);
}

/** Whether the words as typed are words of the name, whatever stands before them. */
export function isCalledWith({ group, key, relaxation }: ForwardHit): boolean {
  return relaxation === 0 && (group === 3 || group === 4) && isStrictKey(key);
}

/**
 * By contract, a place with this name, or with a name that begins with it, comes first wherever the place is.
 */
export function isCalledSo(hit: ForwardHit | undefined): boolean {
  return hit !== undefined && hit.relaxation === 0 && hit.group <= 2 && isStrictKey(hit.key);
}

/** Returns the cost of a hit's match with the words, not counting missing words. */
export function costOf({ group, key, relaxation, match }: NamedHit): number {
  return (
    COSTS.group[group] +
    (key === 'loose' ? COSTS.readsAlike : 0) +
    (relaxation > 0 && match !== 'partial' ? COSTS.relaxed : 0)
  );
}

/**
 * Whether a hit matches all words well enough to be accepted if the query is not interpreted exactly as
 * typed.
 */
export function isSound({ group, relaxation }: ForwardHit): boolean {
  return relaxation === 0 ? group <= 3 || group === 5 || group === 6 : group === 1 || group === 5;
}
