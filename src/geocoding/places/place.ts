import type { Geometry, Tags } from '../../geo/feature.js';

/** The role of a place in reverse lookups. The role `area` stands for an administrative area. */
export type MatchKind = 'address' | 'place' | 'street' | 'settlement' | 'area';

/** The data of a place that searches and responses use. The row number is also the place's rank. */
export interface PlaceColumns {
  /** The id of the source object. A merged street has the smallest of its way ids. */
  id: string;
  name: string;
  /** `restaurant`, `street`, `aimag`, `soum`, `district`, `khoroo`, `address`, `place` ... */
  type: string;
  /** From 0 to 100, in steps of 0.1. */
  prominence: number;
  /** A point on the surface of an area or on the line of a street, in 1e-7 degrees. */
  lon7: number;
  lat7: number;
}

/** A place after classification and merging, before the index is written. */
export interface PlaceRow extends PlaceColumns {
  matchKind: MatchKind;
  /**
   * The address, from the largest area to the smallest: `Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо, Энхтайваны
   * өргөн чөлөө 15`. Null if no part of it is known.
   */
  address: string | null;
  /**
   * The row's own part of an address: an area's label (`1-р хороо`), or the street and number of a place with
   * a house number. Null for all other rows.
   */
  part: string | null;
  /** The true geometry. For a merged street, includes all of its lines. */
  geometry: Geometry;
  tags: Tags;
  /** The `lon7` and `lat7` of the main entrance, if it is mapped. */
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
 * Returns the number of code points without creating an array, because sorting calls this function millions
 * of times.
 */
function lettersIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}
