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
   * Tagged names of each row, and the abbreviations of these, for match groups 1 to 4; none for a house that
   * has only its number.
   */
  names: readonly (readonly string[])[];
  /** Names that we made of those, as Туул гол of Туул. What they find is a derived match. */
  generated: readonly (readonly string[])[];
  /**
   * Names of each row as the source has them, the displayed one first. `names` and `generated` have others
   * too.
   */
  tagged: readonly (readonly string[])[];
  /** Names of each row that match only exactly: road numbers and airport codes. */
  refs: readonly (readonly string[])[];
  /** For each row, the row that stands for it in a list. Rows with the same one are one thing to a person. */
  twins: Uint32Array;
  /** The names of everything rows are in or of: areas, streets, kinds of thing. */
  contexts: readonly (readonly string[])[];
  /** The contexts that are kinds of things people look for in an area, ascending. */
  kinds: readonly number[];
  /** Settlements that addresses name, and how far from their points they reach, in metres. */
  towns: readonly { row: number; reach_m: number }[];
  /** Context numbers of each row. */
  rowContexts: readonly (readonly number[])[];
  addresses: readonly AddressEntry[];
  /** What the address of each row is made of. */
  links: readonly RowLinks[];
}

/** What an address is made of, so that it can be written in other languages too. */
export interface RowLinks {
  /** Areas and settlements around the row, from narrow to wide. */
  areas: readonly { row: number; isShown: boolean }[];
  /** The areas as tags name them, where no outline contains the row. */
  taggedAreas: string | null;
  /** The street of a house, a shop or an office, as the address names it, and its row where it has one. */
  street: string | null;
  streetRow: number | null;
  /** House numbers, with commas between them. */
  number: string | null;
}

/** A house number of a row. `street` is one of the row's contexts. */
export interface AddressEntry {
  row: number;
  /** The number in one spelling, as houseNumberKey gives it. */
  number: string;
  street: number;
}
