import type { Position } from '../../geo/position.js';

/** Closures of roads, as operators see and change them. Positions are degrees, longitude first. */

type Mode = 'driving' | 'walking';

export interface Road {
  /** OSM id of the way. */
  way: number;
  /** Name, else number of the road; null: it has none. */
  name: string | null;
  lines: Position[][];
}

export interface ClosureTerms {
  /** Null: for all. */
  mode: Mode | null;
  /** Null: closed. Otherwise speeds are multiplied by it. */
  speed_factor: number | null;
  reason: string;
  /** Null: since it was made. */
  from: string | null;
  /** The first moment at which it does not hold any more; null: until somebody removes it. */
  until: string | null;
}

export interface NewClosures extends ClosureTerms {
  ways?: number[];
  /** Corners of an area; the last is joined to the first. */
  area?: Position[];
}

export type ClosureChange = Partial<ClosureTerms>;

export interface ClosureState extends ClosureTerms {
  id: number;
  /** Null: an area. */
  way: number | null;
  name: string | null;
  /** Coordinates of a GeoJSON MultiPolygon; null: a way. */
  area: Position[][][] | null;
  /** Where the way goes; null: an area, or not known. */
  lines: Position[][] | null;
  created_at: string;
  /** `no_road`: the map has lost the way. */
  state: 'in_force' | 'planned' | 'over' | 'no_road';
}
