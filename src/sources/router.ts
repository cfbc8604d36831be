import type { TravelMode } from '../travel-mode.js';
import type { SourceState } from './geocoder.js';

/**
 * The routing seam: plain values in and out, degrees, metres and seconds, an AbortSignal for the deadline.
 */

export interface RouteRequest {
  /** Degrees, `[longitude, latitude]`. */
  origin: readonly [number, number];
  destination: readonly [number, number];
  mode: TravelMode;
}

export interface SnappedPoint {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** Metres from the point that was sent. */
  distance_m: number;
  /** Display name of the road, else its ref, else null. */
  name: string | null;
}

export interface FoundRoute {
  kind: 'route';
  distance_m: number;
  duration_s: number;
  /**
   * lon, lat pairs in 1e-7 degrees, in driving order, at least two positions. First and last are the snapped
   * points. Flat whole numbers, so that a response needs no object for each position. A router that answers
   * at once may lend them: they stand until it is asked again.
   */
  coordinates: Int32Array;
  origin: SnappedPoint;
  destination: SnappedPoint;
}

/** Expected absences are values, not errors. */
export type NoRoute =
  | {
      kind: 'origin_not_on_network' | 'destination_not_on_network';
      /** Metres to the nearest road, null when none is within 50 km; and how near it would have to be. */
      nearestRoad_m: number | null;
      limit_m: number;
    }
  | { kind: 'no_path' };

export interface Router {
  /** Same rules of failure as the Geocoder seam. */
  route(request: RouteRequest, signal?: AbortSignal): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute>;
  state(): SourceState;
}
