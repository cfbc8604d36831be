import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import type { RowStream } from '../lookup/row-stream.js';
import type { AddressHits } from './context-search.js';
import type { Effort } from './effort.js';
import type { ForwardHit, LayerKind, NameGroup } from './forward-hit.js';
import type { NearRow } from './landmarks.js';

/** Rows that match equally well, and the test that they must pass. */
export interface Matches {
  streams: readonly RowStream[];
  /**
   * Whether a row counts; if absent, every row counts. Called only for rows that are not in the results yet.
   */
  accepts?: (row: number) => boolean;
}

/** Rows sorted by their distance from a landmark, nearest first. */
export interface NearestRows {
  nearest: readonly NearRow[];
}

/** Determines which rows people consider to be the same place. */
export interface Things {
  /** Returns the same number for all rows that people consider to be one place. */
  thingOf(row: number): number;
}

/** The landmarks that share a name. */
export interface Beside {
  /**
   * The name with the lowest rank is most likely the landmark; the rank is 0 if one of the places is a
   * settlement or a stop, else the number of landmarks. A chain of shops counts as many landmarks.
   */
  rank: number;
  /**
   * Whether one of the landmarks is a settlement inside a town, known only by its point, and none is a town.
   */
  isQuarter: boolean;
  /**
   * Returns the distance from a row to the nearest of these landmarks, in meters, or Infinity if the row is
   * not near any of them.
   */
  distanceOf: (row: number) => number;
}

/** The data used by forward search: one index, or two combined. Rows are in the order of compareRanks. */
export interface Searched extends Things {
  /** The amount of work done by searches of this data, as counted by their plans. */
  readonly effort: Effort;
  /** @param before a plan made by this object, for a query that the new query may extend */
  plan(words: readonly Word[], before?: SearchPlan): SearchPlan;
  /** Returns a test for rows inside a place with exactly this name, or null if no place has it. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Returns a test for rows in the most prominent town with this name, or null if no town has it. */
  inTown(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Returns the landmarks, quarters and towns with this name, or null if there are none. */
  besideOf(words: readonly Word[]): Beside | null;
  /**
   * Whether insideOf() might find the words, possibly after removing a case ending. This quick test rules out
   * most words.
   */
  mayHaveInside(words: readonly Word[]): boolean;
  /** Whether the whole name of a place consists of these words, compared by strict keys. */
  isCalled(words: readonly Word[]): boolean;
  /** Returns the strict keys of the names of a place. */
  namesOf(row: number): readonly string[];
  /** Whether the whole tagged name of a settlement consists of these words. */
  isTown(words: readonly Word[]): boolean;
  /** Whether a name begins with the words, compared by strict keys. */
  beginsName(words: readonly Word[]): boolean;
  /** Returns the words without the last word's case ending if a place has that name, else null. */
  calledByStem(words: readonly Word[]): readonly Word[] | null;
  /**
   * Interprets the words as a kind of place and its location. Returns null if the words do not name an
   * existing kind.
   */
  category(words: readonly Word[]): SearchedCategory | null;
  /** Whether a row's address has the house number, which is given as a key; see houseNumberKeys(). */
  hasNumber(row: number, key: string): boolean;
  /** Returns lists of rows, grouped by the number of typing errors; see TolerantSearch. */
  misspelt(readings: readonly Reading[]): number[][];
}

/** A list of words, prepared for a search. */
export interface SearchPlan {
  /** Returns the results of the search by name. Each call restarts the search from the beginning. */
  names(): NameFinder;
  /**
   * Adds the results whose address matches some of the words, using the keys of one layer; see ContextSearch.
   */
  around(key: LayerKind, hits: AddressHits): void;
  /**
   * Returns the houses whose number is in the query, found by the other words of their address; see
   * OwnStreets.
   */
  houses(key: LayerKind): number[][];
  /**
   * Returns the form by which the hit was found, or null for a house found by its number or a place found by
   * its kind.
   * @param words the words that found the hit, which differ from the plan's words if typing errors were
   * corrected
   */
  formOf(hit: ForwardHit, words: readonly Word[]): number | null;
}

/** The results of searching for a query by name; see NameMatches. */
export interface NameFinder {
  literal(group: NameGroup): Matches;
  folded(group: NameGroup): Matches;
  derived(group: NameGroup, key: LayerKind): Matches;
  lowered(group: 1 | 2, key: LayerKind): Matches;
  alike(group: NameGroup): Matches;
  hasWholeMadeName(key: LayerKind): boolean;
}

/** A kind of place and its location; see CategorySearch. */
export interface SearchedCategory {
  /** Whether the query consists of nothing but the kind. */
  isAlone: boolean;
  /**
   * Yields the best matches first. Read each result before requesting the next one.
   *
   * @param isEmpty whether nothing has been found so far
   */
  rows(key: LayerKind, isEmpty: () => boolean): Iterable<Matches | NearestRows>;
}
