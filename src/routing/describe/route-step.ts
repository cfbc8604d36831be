import type { Modifier } from './manoeuvre-angles.js';

/** The kinds of maneuvers in OSRM's terms, plus `ferry`. */
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

/** A maneuver and the road up to the next maneuver. */
export interface RouteStep {
  type: ManoeuvreType;
  /**
   * Null if the maneuver has no direction, such as at the start. At the end of the route, this is the side of
   * the road on which the destination lies.
   */
  modifier: Modifier | null;
  /**
   * The roundabout exit to take, counted from 1. Null outside roundabouts, and for a route that ends inside
   * the roundabout.
   */
  exit: number | null;
  /** The name of the road after the maneuver or, for a roundabout, after the roundabout. */
  name: string | null;
  ref: string | null;
  /** The text of a signpost before the road, such as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** The number of a motorway exit. */
  exits: string | null;
  distance_m: number;
  duration_s: number;
  /** The position in degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, 0 to 359; null if there is no road before or after the maneuver. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}
