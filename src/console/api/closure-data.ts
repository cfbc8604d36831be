import type { Position } from '../../geo/position.js';

/** Road closures that operators can see and change. Positions are in degrees, longitude first. */

type Mode = 'driving' | 'walking';

export interface Road {
  /** The OSM id of the way. */
  way: number;
  /** The road's name, or else its number; `null` if it has neither. */
  name: string | null;
  lines: Position[][];
}

export interface ClosureTerms {
  /** `null` for all modes. */
  mode: Mode | null;
  /** The factor that speeds are multiplied by; `null` if the road is closed. */
  speed_factor: number | null;
  reason: string;
  /** `null` if the closure has been in force since its creation. */
  from: string | null;
  /** The first moment after the closure; `null` if the closure lasts until it is removed. */
  until: string | null;
}

export interface NewClosures extends ClosureTerms {
  ways?: number[];
  /** An area's corners; the last one is connected to the first. */
  area?: Position[];
}

export type ClosureChange = Partial<ClosureTerms>;

export interface ClosureState extends ClosureTerms {
  id: number;
  /** `null` for an area. */
  way: number | null;
  name: string | null;
  /** The coordinates of a GeoJSON MultiPolygon; `null` for a way. */
  area: Position[][][] | null;
  /** The way's geometry; `null` for an area, or if it is unknown. */
  lines: Position[][] | null;
  created_at: string;
  /** `no_road`: the way is missing from the current map. */
  state: 'in_force' | 'planned' | 'over' | 'no_road';
}
