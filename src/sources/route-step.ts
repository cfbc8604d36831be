export type Modifier =
  'uturn' | 'sharp right' | 'right' | 'slight right' | 'straight' | 'slight left' | 'left' | 'sharp left';

/** A manoeuvre, and the road up to the next one. The words are those of OSRM, and `ferry`. */
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
  /** Null where there is no direction: at the start. At the end: on which side of the road the point lies. */
  modifier: Modifier | null;
  /** Of a roundabout: which exit to take, counted from 1; null where the route ends in it. */
  exit: number | null;
  /** Of the road after the manoeuvre. */
  name: string | null;
  ref: string | null;
  /** What a signpost says in front of the road, as `A2: Darkhan, Erdenet`. */
  destinations: string | null;
  /** Number of the exit of a motorway. */
  exits: string | null;
  /** Of a turn onto a road without a name: what stands there, and the same as a part of a sentence. */
  landmark?: { name: string; beside: string };
  distance_m: number;
  duration_s: number;
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Whole degrees clockwise from north; null where there is no road before or after. */
  bearingBefore: number | null;
  bearingAfter: number | null;
}
