export type Modifier =
  'uturn' | 'sharp right' | 'right' | 'slight right' | 'straight' | 'slight left' | 'left' | 'sharp left';

/** A maneuver, and the road up to the next one. The terms are those used by OSRM, plus `ferry`. */
export interface RouteStep {
  type:
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
  /**
   * Null if there is no direction, for example at the start. At the destination, the side of the road on
   * which the destination is located.
   */
  modifier: Modifier | null;
  /** In a roundabout, the exit to take, counted from 1, or null if the route ends in the roundabout. */
  exit: number | null;
  /** The road after the maneuver. */
  name: string | null;
  ref: string | null;
  /** The text of a signpost before the road, such as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** The number of a motorway exit. */
  exits: string | null;
  /** The landmark at a turn onto an unnamed road, as a name and as part of a sentence. */
  landmark?: { name: string; beside: string };
  distance_m: number;
  duration_s: number;
  /** The position in degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north, or null if there is no road before or after the maneuver. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}
