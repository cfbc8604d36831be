import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import type { RowStream } from '../lookup/row-stream.js';
import type { AddressHits } from './context-search.js';
import type { Effort } from './effort.js';
import type { ForwardHit, LayerKind, NameGroup } from './forward-hit.js';
import type { NearRow } from './landmarks.js';

/** Rows that match alike, and the test that they have to pass. */
export interface Matches {
  streams: readonly RowStream[];
  /** Whether a row counts; if absent, all do. Called only for rows that are not in the list yet. */
  accepts?: (row: number) => boolean;
}

/** Rows by their distance from a landmark, nearest first. */
export interface NearestRows {
  nearest: readonly NearRow[];
}

/** The identity of rows for people. */
export interface Things {
  /** Equal for rows that are one thing for people. */
  thingOf(row: number): number;
}

/** Landmarks with one name. */
export interface Beside {
  /** Their number. A chain has many. */
  landmarks: number;
  /** The distance of a row from the nearest of them, in meters; Infinity if it is beside none. */
  distanceOf: (row: number) => number;
}

/** The data of forward search: an index, or two as one. Rows are in the order of compareRanks. */
export interface Searched extends Things {
  /** The work of searches here, counted by plans. */
  readonly effort: Effort;
  /** @param before a plan made here, for a query that this one may continue */
  plan(words: readonly Word[], before?: SearchPlan): SearchPlan;
  /** Whether a row lies in something with those words as its whole name; null if there is none. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Whether a row is in the most prominent town with this name; null if there is none. */
  inTown(words: readonly Word[]): ((row: number) => boolean) | null;
  /** The landmarks, quarters and towns with this name; null if there are none. */
  besideOf(words: readonly Word[]): Beside | null;
  /** A quick test that most words fail: insideOf() may know them, perhaps without a case ending. */
  mayHaveInside(words: readonly Word[]): boolean;
  /** Whether something has the words as its whole name, by strict keys. */
  isCalled(words: readonly Word[]): boolean;
  /** Whether a settlement has the words as its whole tagged name. */
  isTown(words: readonly Word[]): boolean;
  /** Whether a name begins with the words, by strict keys. */
  beginsName(words: readonly Word[]): boolean;
  /** The words without the case ending of the last one, if something has that name; else null. */
  calledByStem(words: readonly Word[]): readonly Word[] | null;
  /** The words read as a kind and its place; null if they name no existing kind. */
  category(words: readonly Word[]): SearchedCategory | null;
  /** Whether the address of a row has the house number, as a key; see houseNumberKeys(). */
  hasNumber(row: number, key: string): boolean;
  /** Rows by number of typing errors; see TolerantSearch. */
  misspelt(readings: readonly Reading[]): number[][];
}

/** One list of words, prepared for a search. */
export interface SearchPlan {
  /** Its results by name. Each call begins again. */
  names(): NameFinder;
  /** Adds its results with words of the address, by keys of one layer; see ContextSearch. */
  around(key: LayerKind, hits: AddressHits): void;
  /** Houses with a number in it, by their other contexts; see OwnStreets. */
  houses(key: LayerKind): number[][];
  /**
   * The form by which the hit was found; null for a house found by its number, and for one of a kind.
   * @param words those that found it, which differ from the plan's after typing errors
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

/** A kind of thing and its place; see CategorySearch. */
export interface SearchedCategory {
  /** Whether the query consists only of the kind. */
  isAlone: boolean;
  /**
   * The best first. Read each before asking for the next one.
   *
   * @param isEmpty whether nothing was found so far
   */
  rows(key: LayerKind, isEmpty: () => boolean): Iterable<Matches | NearestRows>;
}
