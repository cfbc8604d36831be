import type { Position } from '../geo/position.js';
import type { TravelMode } from '../travel-mode.js';

/** A ring of [longitude, latitude] in degrees; the last position equals the first. */
export type Ring = readonly Position[];
/**
 * Polygons, each an outer ring followed by the rings of its holes, like the coordinates of a GeoJSON
 * MultiPolygon.
 */
export type Area = readonly (readonly Ring[])[];

/** A closure of an OSM way or of an area, for a limited or unlimited time, for one mode or for all modes. */
export interface NewClosure {
  /** The way's OSM id; null for an area. */
  wayId: number | null;
  area: Area | null;
  /** Null if the closure applies to all modes. */
  mode: TravelMode | null;
  /** 0 closes the road. Any other factor multiplies the speed. */
  factor: number;
  reason: string;
  /** The start of the closure in Unix milliseconds; null if the closure has no start. */
  from_ms: number | null;
  /** The first moment after the closure; null if the closure has no end. */
  until_ms: number | null;
}

export interface Closure extends NewClosure {
  /** Ids start at 1 and are never reused. */
  id: number;
  created_ms: number;
}

/** The range of a speed factor. */
export const FACTOR = { min: 0.01, max: 10 };

/** Whether the closure is in force at a given moment. */
export function holdsAt({ from_ms, until_ms }: NewClosure, time_ms: number): boolean {
  return (from_ms ?? -Infinity) <= time_ms && time_ms < (until_ms ?? Infinity);
}
