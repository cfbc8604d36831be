import type { Modifier } from './manoeuvre-angles.js';

/** Kinds of manoeuvres, in OSRM's terms, plus `ferry`. */
export type ManoeuvreType =
  | 'depart'
  | 'turn'
  | 'new name'
  | 'continue'
  | 'fork'
  | 'on ramp'
  | 'off ramp'
  | 'merge'
  | 'end of road'
  | 'roundabout'
  | 'exit roundabout'
  | 'ferry'
  | 'arrive';

/** A manoeuvre, and the road up to the next one. */
export interface RouteStep {
  type: ManoeuvreType;
  /**
   * Null where there is no direction, as at the start. At the end: the side of the road on which the point
   * lies.
   */
  modifier: Modifier | null;
  /**
   * In a roundabout: the exit to take, counted from 1. Null elsewhere, and if the route ends in the
   * roundabout.
   */
  exit: number | null;
  /** The road after the manoeuvre; for a roundabout, the road after it. */
  name: string | null;
  ref: string | null;
  /** The text of a signpost in front of the road, as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** Number of a motorway exit. */
  exits: string | null;
  distance_m: number;
  duration_s: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, 0 to 359; null if there is no road before or after. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}
