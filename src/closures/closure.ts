import type { Position } from '../geo/position.js';
import type { TravelMode } from '../travel-mode.js';

/** A ring of [longitude, latitude] in degrees; the last position equals the first. */
export type Ring = readonly Position[];
/** Polygons, each an outer ring and the rings of its holes: the coordinates of a GeoJSON MultiPolygon. */
export type Area = readonly (readonly Ring[])[];

/** A closure: a way of OpenStreetMap or an area, for a time, for one mode or all. */
export interface NewClosure {
  /** OSM id of the way; null for an area. */
  wayId: number | null;
  area: Area | null;
  /** Null: for all modes. */
  mode: TravelMode | null;
  /** 0 closes the road. Any other factor multiplies speeds. */
  factor: number;
  reason: string;
  /** Unix milliseconds; null: without a beginning. */
  from_ms: number | null;
  /** The first moment after the closure; null: it has no end. */
  until_ms: number | null;
}

export interface Closure extends NewClosure {
  /** From 1; numbers are never used again. */
  id: number;
  created_ms: number;
}

/** Bounds of the factor for speeds. */
export const FACTOR = { min: 0.01, max: 10 };

/** Whether the closure holds at a moment. */
export function holdsAt({ from_ms, until_ms }: NewClosure, time_ms: number): boolean {
  return (from_ms ?? -Infinity) <= time_ms && time_ms < (until_ms ?? Infinity);
}
