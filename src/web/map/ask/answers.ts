import type { Answer } from '../../../client/answers.js';
import type { FeatureCollection } from 'geojson';
import type { Box, Position } from '../../../geo/position.js';
import type { routeReasons, searchReasons } from '../../../http/map/explain-body.js';

export type Place = Answer<'GeocodeResult'>;
export type GeocodeAnswer = Answer<'GeocodeResponse'>;
export type Route = Answer<'Route'>;
export type IsochroneAnswer = Answer<'IsochroneResponse'>;
export type MetClosure = Answer<'MetClosure'>;
export type Waypoint = Answer<'Waypoint'>;
export type ErrorAnswer = Answer<'ErrorResponse'>;

export type RouteAnswer = Answer<'RouteResponse'> & {
  /**
   * Set if the answer was computed from stored data for an area, in which case a route outside the area may
   * be faster.
   */
  may_leave_area?: true;
};

/** Returns the route and its alternatives, fastest first. */
export function waysOf({ route, alternatives = [] }: RouteAnswer): Route[] {
  return [route, ...alternatives];
}

/** Returns all of the route's points, in travel order. */
export function waypointsOf({ waypoints: [from, to], via_waypoints = [] }: RouteAnswer): Waypoint[] {
  return [from, ...via_waypoints, to];
}

export interface About {
  version: string;
  is_sample: boolean;
  explains: { search: boolean; route: boolean };
  answers: { search: boolean; route: boolean };
  examples: {
    search: string;
    point: Position;
    route: { origin: Position; destination: Position } | null;
  } | null;
  tiles: TileFacts | null;
  attribution: string[];
  modes: string[];
  /** Absent if the service is an older version. */
  vehicles?: string[];
  /** The users who are allowed to see learned speeds; absent if the service is an older version. */
  speeds?: 'off' | 'keys' | 'all';
  max_route_distance_meters: number;
  /** Whether the page may send requests under `/map/ask/`. */
  asks_without_key: boolean;
  /** Whether data can be stored for use without a network. */
  has_offline: boolean;
  /** Whether users can report mistakes under `/map/report`; absent if the service is an older version. */
  takes_reports?: boolean;
}

/** Roads with learned speeds, and the time slots of the week, or null if there are no such roads. */
export type ShownSpeeds = FeatureCollection & { slots: string[]; slot: string | null };

/** TileJSON. */
export interface TileFacts {
  tiles: string[];
  minzoom: number;
  maxzoom: number;
  bounds: Box;
}

export type SearchReasons = ReturnType<typeof searchReasons>;
export type RouteReasons = ReturnType<typeof routeReasons>;
