import type { Modifier } from './manoeuvre-angles.js';

/** Kinds of manoeuvres, in the words of OSRM, and `ferry`. */
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
  /** Null where there is no direction: at the start. At the end: on which side of the road the point lies. */
  modifier: Modifier | null;
  /** In a roundabout: the exit to take, counted from 1. Null elsewhere, and where the route ends in it. */
  exit: number | null;
  /** Of the road after the manoeuvre; behind the roundabout, for one. */
  name: string | null;
  ref: string | null;
  /** What a signpost says in front of the road, as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** Number of the exit of a motorway. */
  exits: string | null;
  distance_m: number;
  duration_s: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, 0 to 359; null where there is no road before or after. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}
