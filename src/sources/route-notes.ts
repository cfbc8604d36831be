import type { ToldZone } from './zones.js';

/** A fact that a traveler should know before departing. */
export interface RouteNote {
  kind:
    | ('ferry' | 'ford' | 'ice' | 'toll' | 'seasonal' | 'private' | 'unpaved_track' | 'moved_end')
    /**
     * Notes about zones or limits that the route avoids, about ends inside a zone, and about zones that close
     * while the route is being driven.
     */
    | ('zone_avoided' | 'zone_end' | 'zone_end_closed' | 'zone_closes' | 'limit_avoided');
  /**
   * The length of the affected part of the route in meters, or 0 for a single point such as a gate. For a
   * moved end: the extra distance from the point to the road where the route begins or ends, compared with
   * the nearest road. For avoided zones: how much longer all of these zones together make the route, which
   * may be negative.
   */
  distance_m: number;
  duration_s: number;
  /** For a moved end or an end in a zone: the index of the point, with the origin as 0. */
  stop?: number;
  zone?: ToldZone;
}

/** How much of a route is on one kind of surface. All surfaces together cover the whole route. */
export interface RouteSurface {
  surface: 'asphalt' | 'gravel' | 'earth' | 'sand' | 'unpaved' | 'ferry' | 'unknown';
  distance_m: number;
  duration_s: number;
}

/** The cost of closures for a route that goes around them or passes through them more slowly. */
export interface RouteDetour {
  /** How many meters longer the route is than without closures. Negative if it is shorter but slower. */
  distance_m: number;
  duration_s: number;
  closures: readonly MetClosure[];
}

/** A closure on the route that would be used if there were no closures. */
export interface MetClosure {
  /** The road on which the route first meets the closure, or null if the road has no name. */
  name: string | null;
  /** The reason that the operator gave, or null if there is none. */
  reason: string | null;
  /** In Unix milliseconds, or null if unknown. */
  until_ms: number | null;
  /** Whether the road is still open, but slower than usual. */
  isOpen: boolean;
}
