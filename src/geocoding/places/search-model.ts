import type { PlaceRow } from './place.js';
import type { ProminenceParts } from './prominence.js';

/**
 * The data that forward search works on, as plain values. The builder converts it to arrays; a slow reference
 * scan can also run on it. Rows are in rank order.
 */
export interface SearchModel {
  rows: readonly PlaceRow[];
  /** Per row: the parts of its prominence. */
  parts: readonly ProminenceParts[];
  /**
   * Per row: its tagged names and their abbreviations, for match groups 1 to 4. Empty for a house that only
   * has a number.
   */
  names: readonly (readonly string[])[];
  /** Names generated from tagged names, such as Туул гол from Туул. They produce derived matches. */
  generated: readonly (readonly string[])[];
  /**
   * Per row: its names as in the source, with the displayed name first. `names` and `generated` contain
   * further names.
   */
  tagged: readonly (readonly string[])[];
  /** Per row: names that only match exactly, such as road numbers and airport codes. */
  refs: readonly (readonly string[])[];
  /**
   * Per row: the row that represents it in a list. People consider rows with the same representative to be
   * one place.
   */
  twins: Uint32Array;
  /** The names of all contexts that rows are inside or belong to: areas, streets and kinds. */
  contexts: readonly (readonly string[])[];
  /** The contexts that are kinds of places that people search for in an area, ascending. */
  kinds: readonly number[];
  /** Settlements that addresses name, with the radius around their points in meters. */
  towns: readonly { row: number; reach_m: number }[];
  /** Per row: its context numbers. */
  rowContexts: readonly (readonly number[])[];
  addresses: readonly AddressEntry[];
  /** Per row: the parts of its address. */
  links: readonly RowLinks[];
}

/** The parts of an address, from which it can be written in any language. */
export interface RowLinks {
  /** The areas and settlements around the row, from narrow to wide. */
  areas: readonly { row: number; isShown: boolean }[];
  /** The areas from tags, if no outline contains the row. */
  taggedAreas: string | null;
  /**
   * The street of a house, a shop or an office as its address names it, and the street's row if it has one.
   */
  street: string | null;
  streetRow: number | null;
  /** House numbers, separated by commas. */
  number: string | null;
}

/** A house number of a row. `street` is one of the row's contexts. */
export interface AddressEntry {
  row: number;
  /** The number in one spelling, as returned by houseNumberKey. */
  number: string;
  street: number;
}
