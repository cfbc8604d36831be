import type { Geometry, Tags } from '../../geo/feature.js';

/** How a place counts for reverse lookups; `area` is a settlement or an administrative area. */
export type MatchKind = 'address' | 'place' | 'street' | 'settlement' | 'area';

/** One place after classification and merging, before it is frozen into the index. Its row number is its rank. */
export interface PlaceRow {
  /** Of the source object; a merged street has the smallest way id. */
  id: string;
  name: string;
  /** `restaurant`, `street`, `aimag`, `soum`, `district`, `khoroo`, `address`, `place` ... */
  type: string;
  matchKind: MatchKind;
  /** 0 to 100, whole steps of 0.1 at most. */
  prominence: number;
  /** On the surface of an area, on the line of a street. 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** `Энхтайваны өргөн чөлөө 15, 1-р хороо, Сүхбаатар дүүрэг, Улаанбаатар`, nearest first; null when nothing is known. */
  address: string | null;
  /** True geometry; a merged street has all of its lines. */
  geometry: Geometry;
  tags: Tags;
}
