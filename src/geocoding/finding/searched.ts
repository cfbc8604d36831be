import type { Reading } from '../../text/forms.js';
import type { Word } from '../../text/words.js';
import type { RowStream } from '../lookup/row-stream.js';
import type { AddressHits } from './context-search.js';
import type { Effort } from './effort.js';
import type { ForwardHit, LayerKind, NameGroup } from './forward-hit.js';
import type { NearRow } from './landmarks.js';

/** Rows that match alike, and those of them that count. */
export interface Matches {
  streams: readonly RowStream[];
  /** Whether a row counts; without it all do. Asked only of rows that are not in the list yet. */
  accepts?: (row: number) => boolean;
}

/** Rows by their distance from a landmark, nearest first. */
export interface NearestRows {
  nearest: readonly NearRow[];
}

/** What rows are to a person. */
export interface Things {
  /** Equal for rows that are one thing to a person. */
  thingOf(row: number): number;
}

/** Landmarks with one name. */
export interface Beside {
  /** How many there are. A chain has many. */
  landmarks: number;
  /** How far a row is from the nearest of them, in metres; Infinity where it is beside none. */
  distanceOf: (row: number) => number;
}

/** What forward search runs over: an index, or two as one. Rows are in the order of compareRanks. */
export interface Searched extends Things {
  /** What was looked for here, by plans. */
  readonly effort: Effort;
  /** @param before a plan made here, of a query that this one may continue */
  plan(words: readonly Word[], before?: SearchPlan): SearchPlan;
  /** Whether a row lies in something with those words as its whole name; null when there is none. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null;
  /** Whether a row is in the most prominent town that is called so; null when none is. */
  inTown(words: readonly Word[]): ((row: number) => boolean) | null;
  /** The landmarks, quarters and towns that are called so; null when none is. */
  besideOf(words: readonly Word[]): Beside | null;
  /** A quick test that most words fail: insideOf() may know them, perhaps without a case ending. */
  mayHaveInside(words: readonly Word[]): boolean;
  /** Whether something has the words as its whole name, by strict keys. */
  isCalled(words: readonly Word[]): boolean;
  /** Whether a settlement has the words as its whole tagged name. */
  isTown(words: readonly Word[]): boolean;
  /** Whether a name begins with the words, by strict keys. */
  beginsName(words: readonly Word[]): boolean;
  /** The words without the case ending of the last one, when something is called so; else null. */
  calledByStem(words: readonly Word[]): readonly Word[] | null;
  /** The words read as a kind and where it is; null when they name none that is there. */
  category(words: readonly Word[]): SearchedCategory | null;
  /** Whether the address of a row has the house number, as a key; see houseNumberKeys(). */
  hasNumber(row: number, key: string): boolean;
  /** Rows by number of typing errors; see TolerantSearch. */
  misspelt(readings: readonly Reading[]): number[][];
}

/** One list of words, prepared for a search. */
export interface SearchPlan {
  /** What it finds by name. Each call begins anew. */
  names(): NameFinder;
  /** Adds what it finds with words of the address, by keys of one layer; see ContextSearch. */
  around(key: LayerKind, hits: AddressHits): void;
  /** Houses of a number in it, by what else they are in; see OwnStreets. */
  houses(key: LayerKind): number[][];
  /** By word: whether it has letters and begins no word of a name or of what places are in. */
  unknownWords(): readonly boolean[];
  /**
   * The form that the hit was found by; null for a house found by its number, and for one of a kind.
   * @param words those that found it; not those of the plan after typing errors
   */
  formOf(hit: ForwardHit, words: readonly Word[]): number | null;
}

/** What a query finds by name; see NameMatches. */
export interface NameFinder {
  literal(group: NameGroup): Matches;
  folded(group: NameGroup): Matches;
  derived(group: NameGroup, key: LayerKind): Matches;
  lowered(group: 1 | 2, key: LayerKind): Matches;
  alike(group: NameGroup, key: LayerKind): Matches;
  hasWholeMadeName(key: LayerKind): boolean;
}

/** A kind of thing and where it is; see CategorySearch. */
export interface SearchedCategory {
  /** Whether nothing but the kind was asked for. */
  isAlone: boolean;
  /**
   * The best first. Each is to be read before the next one is asked for.
   *
   * @param isEmpty whether nothing was found so far
   */
  rows(key: LayerKind, isEmpty: () => boolean): Iterable<Matches | NearestRows>;
}
