import type { PlaceRow } from './place.js';
import type { ProminenceParts } from './prominence.js';

/**
 * Everything that forward search works on, as plain values. The builder freezes it into arrays; a slow
 * reference scan can also run on it. Rows are in rank order.
 */
export interface SearchModel {
  rows: readonly PlaceRow[];
  /** The parts of each row's prominence. */
  parts: readonly ProminenceParts[];
  /**
   * Tagged names of each row, and their abbreviations, for match groups 1 to 4; none for a house that has
   * only its number.
   */
  names: readonly (readonly string[])[];
  /** Names that we made from those, as Туул гол from Туул. They give a derived match. */
  generated: readonly (readonly string[])[];
  /**
   * Names of each row as in the source, the displayed one first. `names` and `generated` have others, too.
   */
  tagged: readonly (readonly string[])[];
  /** Names of each row that match only exactly: road numbers and airport codes. */
  refs: readonly (readonly string[])[];
  /** For each row, the row that stands for it in a list. Rows with the same one are one thing for people. */
  twins: Uint32Array;
  /** The names of everything that rows are in or belong to: areas, streets, kinds of things. */
  contexts: readonly (readonly string[])[];
  /** The contexts that are kinds of things people look for in an area, ascending. */
  kinds: readonly number[];
  /** Settlements that addresses name, and their reach from their points, in meters. */
  towns: readonly { row: number; reach_m: number }[];
  /** Context numbers of each row. */
  rowContexts: readonly (readonly number[])[];
  addresses: readonly AddressEntry[];
  /** The parts of each row's address. */
  links: readonly RowLinks[];
}

/** The parts of an address, which can be written in any language. */
export interface RowLinks {
  /** Areas and settlements around the row, from narrow to wide. */
  areas: readonly { row: number; isShown: boolean }[];
  /** The areas from tags, if no outline contains the row. */
  taggedAreas: string | null;
  /** The street of a house, a shop or an office, as the address names it, and its row if it has one. */
  street: string | null;
  streetRow: number | null;
  /** House numbers, with commas between them. */
  number: string | null;
}

/** A house number of a row. `street` is one of the row's contexts. */
export interface AddressEntry {
  row: number;
  /** The number in one spelling, as from houseNumberKey. */
  number: string;
  street: number;
}
