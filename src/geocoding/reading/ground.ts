import type { Position } from '../../geo/position.js';
import type { ForwardSearch, NamedHit, NamedOptions } from '../forward/forward-search.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import type { Searched } from '../finding/searched.js';
import type { Area, AreaLexicon } from './area-lexicon.js';
import { COSTS } from './costs.js';
import type { Spellings } from './spellings.js';

/** Looks for texts and words; see ForwardSearch. */
export interface Finder extends Pick<ForwardSearch, 'named'> {
  /** @param areas those that `options` confine it to; empty for everywhere */
  found: (
    ...of: [...Parameters<ForwardSearch['found']>, areas?: readonly Area[]]
  ) => ReturnType<ForwardSearch['found']>;
}

/**
 * The data for reading texts: an index, or a map with own places. Rows are its own; rows of areas are those
 * of the map.
 */
export interface Ground {
  readonly searched: Searched;
  readonly forward: Finder;
  /** Whether all places are there. A part of a map knows no areas. */
  readonly isWhole: boolean;
  lexicon(): AreaLexicon;
  spellings(): Spellings;
  rowOfArea(area: Area): number;
  isInside(row: number, area: Area): boolean;
  /** Whether an address has the number of a khoroo and its district. */
  isCalledInside(row: number, khoroo: Area): boolean;
  typeOf(row: number): string;
  /** All names of a row, with its house number and street. */
  textsOf(row: number): readonly string[];
  /** Names of the areas around it. */
  addressOf(row: number): string;
  /** For a street whose own point lies elsewhere: its point in one of the areas; else null. */
  pointIn(row: number, areas: readonly Area[]): Position | null;
}

/** The options of a search beyond the text. */
export interface AskedOptions extends Pick<NamedOptions, 'refined' | 'isWanted' | 'isHouse' | 'asked'> {
  /** Receives each reading of the text that finds something, in no order. */
  read?: ((option: Option) => void) | undefined;
}

/** A hit of a text in its reading. */
export interface ReadHit extends NamedHit {
  /** For a street that passes the named area: its point there, in degrees; null for all others. */
  at: Position | null;
}

/**
 * How a text is read:
 *
 *     typed      as it is
 *     inside     as something in the areas that it names
 *     area       as the smallest area that it names
 *     asides     without the words that give no place
 *     completed  with its last word completed
 *     spelled    in another spelling: a case, a typing error
 *     keyboard   as typed on another keyboard
 *     left_out   without some of its words
 */
type Because = 'typed' | 'inside' | 'area' | 'asides' | 'completed' | 'spelled' | 'keyboard' | 'left_out';

/** A reading of a text, and its results. */
export interface Option {
  because: Because;
  /** The areas around the results in this reading. */
  areas?: readonly Area[];
  cost: number;
  hits: () => ReadHit[];
}

/** A reading of a text, for people. */
export interface Reading {
  because: Because;
  /** Names of the areas, the widest first. */
  areas: readonly string[];
  /** Keys of the words that were searched. */
  searched: readonly string[];
  /** Words as typed. */
  leftOut: readonly string[];
  /** Less is better; in tenths. */
  cost: number;
  /** The first thing that it finds. */
  row: number;
}

/** The cheapest; null if there is none. */
export function cheapestOf(options: readonly Option[]): Option | null {
  return options.reduce<Option | null>(
    (best, option) => (best === null || option.cost < best.cost ? option : best),
    null,
  );
}

/** A hit as it was found. Each search makes some: a literal costs a tenth of a spread. */
export function plainHit({ row, group, key, relaxation, form, match, leftOut, words }: NamedHit): ReadHit {
  return { row, group, key, relaxation, form, match, leftOut, words, at: null };
}

/** The contract: a place with all words in its name, as typed, comes before one with some in its address. */
export function hasAllInName(hit: ReadHit | undefined): boolean {
  const isTyped = hit?.relaxation === 0 && hit.match !== 'partial';
  return isTyped && hit.group === 4 && (hit.key === 'literal' || hit.key === 'written');
}

/** The contract: a place with this name, or a name that begins so, comes first wherever it is. */
export function isCalledSo(hit: ForwardHit | undefined): boolean {
  return (
    hit !== undefined &&
    hit.relaxation === 0 &&
    hit.group <= 2 &&
    (hit.key === 'literal' || hit.key === 'written')
  );
}

/** The cost of a hit for how it has the words, without those that it lacks. */
export function costOf({ group, key, relaxation, match }: NamedHit): number {
  return (
    COSTS.group[group] +
    (key === 'loose' ? COSTS.readsAlike : 0) +
    (relaxation > 0 && match !== 'partial' ? COSTS.relaxed : 0)
  );
}

/** Whether a hit has all words in a way that counts if the text is not read as typed. */
export function isSound({ group, relaxation }: ForwardHit): boolean {
  return relaxation === 0 ? group <= 3 || group === 5 || group === 6 : group === 1 || group === 5;
}
