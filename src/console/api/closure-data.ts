import type { Position } from '../../geo/position.js';

/** Closures of roads, for operators to see and change. Positions are degrees, longitude first. */

type Mode = 'driving' | 'walking';

export interface Road {
  /** OSM id of the way. */
  way: number;
  /** Name of the road, or else its number; null: it has neither. */
  name: string | null;
  lines: Position[][];
}

export interface ClosureTerms {
  /** Null: for all modes. */
  mode: Mode | null;
  /** Null: closed. Otherwise it multiplies speeds. */
  speed_factor: number | null;
  reason: string;
  /** Null: from its creation on. */
  from: string | null;
  /** The first moment after the closure; null: until somebody removes it. */
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
  /** Null for an area. */
  way: number | null;
  name: string | null;
  /** Coordinates of a GeoJSON MultiPolygon; null for a way. */
  area: Position[][][] | null;
  /** The course of the way; null for an area, or if it is not known. */
  lines: Position[][] | null;
  created_at: string;
  /** `no_road`: the map has lost the way. */
  state: 'in_force' | 'planned' | 'over' | 'no_road';
}
