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
   * The name with the lowest value is most likely the landmark: 0 if one of the places is a settlement or a
   * stop, else the number of landmarks. A chain of shops has many landmarks.
   */
  rank: number;
  /**
   * Whether one of the landmarks is a settlement inside a town, known only by its point, and none is a town.
   */
  isQuarter: boolean;
  /**
   * Returns a row's distance from the nearest of these landmarks, in meters, or Infinity if the row is near
   * none of them.
   */
  distanceOf: (row: number) => number;
}

/** The data of forward search: one index, or two combined. Rows are in the order of compareRanks. */
export interface Searched extends Things {
  /** The work of the searches in this data, as counted by their plans. */
  readonly effort: Effort;
  /** @param before a plan made here, for a query that this one may continue */
  plan(words: readonly Word[], before?: SearchPlan): SearchPlan;
  /** Returns a test for rows inside a place with exactly this name, or null if no place has it. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Returns a test for rows in the most prominent town with this name, or null if no town has it. */
  inTown(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Returns the landmarks, quarters and towns with this name, or null if there are none. */
  besideOf(words: readonly Word[]): Beside | null;
  /**
   * Whether insideOf() may find the words, perhaps without a case ending. This quick test rules out most
   * words.
   */
  mayHaveInside(words: readonly Word[]): boolean;
  /** Whether the whole name of a place consists of these words, compared by strict keys. */
  isCalled(words: readonly Word[]): boolean;
  /** Whether the whole tagged name of a settlement consists of these words. */
  isTown(words: readonly Word[]): boolean;
  /** Whether a name begins with the words, compared by strict keys. */
  beginsName(words: readonly Word[]): boolean;
  /** Returns the words without the last word's case ending if a place has that name, else null. */
  calledByStem(words: readonly Word[]): readonly Word[] | null;
  /** Reads the words as a kind and its location. Returns null if they do not name an existing kind. */
  category(words: readonly Word[]): SearchedCategory | null;
  /** Whether a row's address has the house number, given as a key; see houseNumberKeys(). */
  hasNumber(row: number, key: string): boolean;
  /** Returns lists of rows by the number of typing errors; see TolerantSearch. */
  misspelt(readings: readonly Reading[]): number[][];
}

/** A list of words, prepared for a search. */
export interface SearchPlan {
  /** Returns the results by name. Each call starts from the beginning. */
  names(): NameFinder;
  /** Adds the results that match words of the address, by keys of one layer; see ContextSearch. */
  around(key: LayerKind, hits: AddressHits): void;
  /** Returns houses with a number in the query, found by their other contexts; see OwnStreets. */
  houses(key: LayerKind): number[][];
  /**
   * Returns the form by which the hit was found, or null for a house found by its number and for a place
   * found by its kind.
   * @param words the words that found the hit, which differ from the plan's words after typing errors
   */
  formOf(hit: ForwardHit, words: readonly Word[]): number | null;
}

/** The results of a query by name; see NameMatches. */
export interface NameFinder {
  literal(group: NameGroup): Matches;
  folded(group: NameGroup): Matches;
  derived(group: NameGroup, key: LayerKind): Matches;
  lowered(group: 1 | 2, key: LayerKind): Matches;
  alike(group: NameGroup, key: LayerKind): Matches;
  hasWholeMadeName(key: LayerKind): boolean;
}

/** A kind of place and its location; see CategorySearch. */
export interface SearchedCategory {
  /** Whether the query consists only of the kind. */
  isAlone: boolean;
  /**
   * Yields the best matches first. Read each result before requesting the next one.
   *
   * @param isEmpty whether nothing has been found so far
   */
  rows(key: LayerKind, isEmpty: () => boolean): Iterable<Matches | NearestRows>;
}
