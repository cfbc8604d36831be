import type { Geometry, Tags } from '../../geo/feature.js';

/** The role of a place in reverse lookups. An `area` is an administrative area. */
export type MatchKind = 'address' | 'place' | 'street' | 'settlement' | 'area';

/** The facts about a place for searches and answers. Its row number is its rank. */
export interface PlaceColumns {
  /** Id of the source object; a merged street has the smallest way id. */
  id: string;
  name: string;
  /** `restaurant`, `street`, `aimag`, `soum`, `district`, `khoroo`, `address`, `place` ... */
  type: string;
  /** 0 to 100, in steps of 0.1. */
  prominence: number;
  /** A point on the surface of an area or on the line of a street, in 1e-7 degrees. */
  lon7: number;
  lat7: number;
}

/** One place after classification and merging, before it is frozen into the index. */
export interface PlaceRow extends PlaceColumns {
  matchKind: MatchKind;
  /**
   * From wide to narrow: `Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо, Энхтайваны өргөн чөлөө 15`. Null if
   * nothing is known.
   */
  address: string | null;
  /**
   * The row's part of an address: an area's label (`1-р хороо`), or the street and number of a place with a
   * house number. Null for all others.
   */
  part: string | null;
  /** True geometry; a merged street has all its lines. */
  geometry: Geometry;
  tags: Tags;
  /** `lon7`, `lat7` of the main entrance, if mapped. */
  entrance?: readonly [lon7: number, lat7: number];
}

/** Highest prominence first, then the shorter display name, then the id. */
export function compareRanks(
  a: Pick<PlaceColumns, 'prominence' | 'name' | 'id'>,
  b: Pick<PlaceColumns, 'prominence' | 'name' | 'id'>,
): number {
  return (
    b.prominence - a.prominence ||
    lettersIn(a.name) - lettersIn(b.name) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Number of code points, counted without an array: a sort asks millions of times. */
function lettersIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}
