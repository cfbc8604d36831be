import type { Geometry, Tags } from '../../geo/feature.js';

/** How a place takes part in reverse lookups. An `area` is an administrative area. */
export type MatchKind = 'address' | 'place' | 'street' | 'settlement' | 'area';

/**
 * One place after classification and merging, before it is frozen into the index. Its row number is its
 * rank.
 */
export interface PlaceRow {
  /** Id of the source object; a merged street has the smallest way id. */
  id: string;
  name: string;
  /** `restaurant`, `street`, `aimag`, `soum`, `district`, `khoroo`, `address`, `place` ... */
  type: string;
  matchKind: MatchKind;
  /** 0 to 100, in steps of 0.1. */
  prominence: number;
  /** A point on the surface of an area or on the line of a street, in 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /**
   * From wide to narrow: `Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо, Энхтайваны өргөн чөлөө 15`. Null
   * when nothing is known.
   */
  address: string | null;
  /**
   * What the row adds to an address: an area its label (`1-р хороо`), a place with a house number its street
   * and
   * number. Null for all others.
   */
  part: string | null;
  /** True geometry; a merged street has all its lines. */
  geometry: Geometry;
  tags: Tags;
}
