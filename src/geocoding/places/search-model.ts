import type { PlaceRow } from './place.js';
import type { ProminenceParts } from './prominence.js';

/**
 * All that forward search is about, as plain values: what the builder freezes into arrays, and what a slow scan can be
 * run on. Rows are in the order of their rank.
 */
export interface SearchModel {
  rows: readonly PlaceRow[];
  /** By row. */
  parts: readonly ProminenceParts[];
  /** Names of each row by which groups 1 to 4 find it; none for a house that has only its number. */
  names: readonly (readonly string[])[];
  /** Names of each row that only match exactly: the numbers of a road. */
  refs: readonly (readonly string[])[];
  /** Row that stands for each row in a list: rows with the same one are the same thing to a person. */
  twins: Uint32Array;
  /** What a row is in or of: areas, a street, a kind of thing; the names of each. */
  contexts: readonly (readonly string[])[];
  /** Numbers of the contexts of each row. */
  rowContexts: readonly (readonly number[])[];
  addresses: readonly AddressEntry[];
}

/** A house number of a row; the street is one of its contexts. */
export interface AddressEntry {
  row: number;
  /** In one spelling: houseNumberKey. */
  number: string;
  street: number;
}
