import type { Position } from '../geo/position.js';
import type { DescribedRoute, MovedEnd } from './describe/route-description.js';
import type { MetChange, RouteDetour } from './describe/route-detour.js';
import type { ExplainedCandidate, ExplainedStretch } from './describe/route-explanation.js';
import type { Snap } from './ends/snapped-points.js';

/** Where a route begins and ends. */
export interface Ends {
  origin: Position;
  destination: Position;
}

/** How far from its points a route may begin or end. */
export interface SnapLimits {
  snapLimit_m: number;
  /**
   * How much farther away than the nearest roads a route may begin or end if no path connects the nearest
   * roads. Defaults to SNAP_DETOUR_M.
   */
  snapDetour_m?: number;
}

/** A route that was found between two points. */
export interface RouteFound {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /**
   * lon7, lat7 pairs in driving order: at least two positions, without consecutive duplicates unless the
   * route is a single point. The array is valid only until this index computes its next route, which
   * overwrites the array.
   */
  coordinates: Int32Array;
  origin: Snap;
  destination: Snap;
  /**
   * The number of private stretches in the middle of the route. The route cuts through private stretches
   * because no other path connects its ends.
   */
  cutsThrough: number;
  moved: MovedEnd[];
  /** The route's directed segments, if speeds were learned; otherwise empty. */
  driven: readonly number[];
}

/**
 * A route through several points, with the points that were moved and the extra time caused by road changes.
 */
export type DescribedAnswer = DescribedRoute & { moved: MovedEnd[]; detour?: RouteDetour };

/** Why there is no route: an end is too far from the network, or no path connects the two ends. */
export type RouteAbsent =
  | {
      kind: 'origin_not_on_network' | 'destination_not_on_network';
      /** The distance to the nearest road in meters; null if there is no road within FAR_M. */
      nearestRoad_m: number | null;
    }
  | { kind: 'no_path' };

/** The reasons for a route, for `gazarch explain route`. */
export interface RouteExplanation {
  answer: RouteFound | RouteAbsent;
  /**
   * The nearest candidates, followed by candidates that were added because no path connects the nearest ones.
   */
  origins: ExplainedCandidate[];
  destinations: ExplainedCandidate[];
  stretches: ExplainedStretch[];
}

/**
 * `leg`: the index of the leg that has no route, counted from 0. `changes`: the changes without which there
 * would be a route.
 */
export type LegAbsent = RouteAbsent & { leg: number; changes?: MetChange[] };
