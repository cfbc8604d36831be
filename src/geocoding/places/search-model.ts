import type { PlaceRow } from './place.js';
import type { ProminenceParts } from './prominence.js';

/**
 * The data that forward search uses, as plain values. The builder converts this data to arrays; a slow
 * reference scan can also run on it. Rows are in rank order.
 */
export interface SearchModel {
  rows: readonly PlaceRow[];
  /** Per row: the components of its prominence. */
  parts: readonly ProminenceParts[];
  /**
   * Per row: its tagged names and their abbreviations, used for match groups 1 to 4. Empty for a house that
   * has only a number.
   */
  names: readonly (readonly string[])[];
  /** Names generated from tagged names, such as Туул гол from Туул. They produce derived matches. */
  generated: readonly (readonly string[])[];
  /**
   * Per row: its names as they appear in the source, with the displayed name first. `names` and `generated`
   * contain further names.
   */
  tagged: readonly (readonly string[])[];
  /** Per row: names that only match exactly, such as road numbers and airport codes. */
  refs: readonly (readonly string[])[];
  /**
   * Per row: the row that represents it in lists of results. People consider rows with the same
   * representative to be the same place.
   */
  twins: Uint32Array;
  /** The names of all contexts that rows are inside or belong to: areas, streets and kinds. */
  contexts: readonly (readonly string[])[];
  /** The contexts that are kinds of places that people search for in an area, in ascending order. */
  kinds: readonly number[];
  /** The settlements that are named in addresses, with the radius around their points in meters. */
  towns: readonly { row: number; reach_m: number }[];
  /** Per row: the numbers of its contexts. */
  rowContexts: readonly (readonly number[])[];
  addresses: readonly AddressEntry[];
  /** Per row: the parts of its address. */
  links: readonly RowLinks[];
}

/** The parts of an address that are needed to write it in any language. */
export interface RowLinks {
  /** The areas and settlements around the row, from smallest to largest. */
  areas: readonly { row: number; isShown: boolean }[];
  /** The areas given by tags, used if no outline contains the row. */
  taggedAreas: string | null;
  /**
   * The street of a house, a shop or an office as named in its address, and the street's row if the street
   * has one.
   */
  street: string | null;
  streetRow: number | null;
  /** House numbers, separated by commas. */
  number: string | null;
}

/** A house number that belongs to a row. `street` is one of the row's contexts. */
export interface AddressEntry {
  row: number;
  /** The house number normalized to a single spelling, as returned by houseNumberKey. */
  number: string;
  street: number;
}
