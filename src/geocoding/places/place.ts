import type { Geometry, Tags } from '../../geo/feature.js';

/** The role of a place in reverse lookups. An `area` is an administrative area. */
export type MatchKind = 'address' | 'place' | 'street' | 'settlement' | 'area';

/** The data of a place for searches and answers. The row number is the place's rank. */
export interface PlaceColumns {
  /** The id of the source object. A merged street has the smallest way id. */
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

/** A place after classification and merging, before the index is written. */
export interface PlaceRow extends PlaceColumns {
  matchKind: MatchKind;
  /**
   * The address from wide to narrow: `Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо, Энхтайваны өргөн чөлөө 15`.
   * Null if no part is known.
   */
  address: string | null;
  /**
   * The row's own part of an address: an area's label (`1-р хороо`), or the street and number of a place with
   * a house number. Null for all other rows.
   */
  part: string | null;
  /** The true geometry. A merged street has all its lines. */
  geometry: Geometry;
  tags: Tags;
  /** `lon7`, `lat7` of the main entrance, if mapped. */
  entrance?: readonly [lon7: number, lat7: number];
}

/** Sorts by prominence, highest first, then by the length of the display name, then by id. */
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

/**
 * Returns the number of code points without creating an array, because sorting calls this millions of times.
 */
function lettersIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}
