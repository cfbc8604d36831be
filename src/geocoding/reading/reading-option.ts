import type { Position } from '../../geo/position.js';
import type { NamedHit, NamedOptions } from '../forward/forward-search.js';
import type { Area } from './area-lexicon.js';

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
