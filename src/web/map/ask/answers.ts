import type { Box, Position } from '../../../geo/position.js';

/** What the service answers, as far as the page reads it (docs: `/openapi.json`). */

/** How a search has read a text. */
type Match = 'exact' | 'beginning' | 'words' | 'derived' | 'partial';

export interface Place {
  id: string;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
  type: string;
  layer?: string;
  matched_name?: string;
  match?: Match;
  /** Words that were asked for and that it does not have. */
  left_out?: readonly string[];
  /** Only where it was asked for, of the first result. */
  confidence?: number;
  components?: Readonly<Record<string, string>>;
  bbox?: Box;
  distance_meters?: number;
  description?: Description;
}

/** Where a point is, in words. */
export interface Description {
  text: string;
  plus_code: string;
}

export interface GeocodeAnswer {
  query: string;
  results: Place[];
  count: number;
}

export interface Waypoint {
  input: { latitude: number; longitude: number };
  location: { latitude: number; longitude: number };
  snap_distance_meters: number;
  name: string | null;
}

interface Step {
  maneuver: { type: string; modifier: string | null; location: Position };
  name: string | null;
  distance_meters: number;
  duration_seconds: number;
  instruction: string;
}

export type NoteKind =
  'ferry' | 'ford' | 'ice' | 'toll' | 'seasonal' | 'private' | 'unpaved_track' | 'moved_end';

export interface Route {
  distance_meters: number;
  duration_seconds: number;
  geometry: { type: 'LineString'; coordinates: Position[] };
  /** With stops: from each point to the next. Other routes have their steps here. */
  legs?: { distance_meters: number; duration_seconds: number; steps?: Step[] }[];
}

export interface RouteAnswer {
  route: Route;
  /** The same ends by other ways. */
  alternatives?: Route[];
  steps?: Step[];
  notes?: { kind: NoteKind; distance_meters: number }[];
  mode: string;
  waypoints: [Waypoint, Waypoint];
  via_waypoints?: Waypoint[];
  /** Of kept data of an area: a way through its surroundings may be quicker. */
  may_leave_area?: true;
}

/** The route and the others, the quickest first. */
export function waysOf({ route, alternatives = [] }: RouteAnswer): Route[] {
  return [route, ...alternatives];
}

/** All points of the route, in the order of the way. */
export function waypointsOf({ waypoints: [from, to], via_waypoints = [] }: RouteAnswer): Waypoint[] {
  return [from, ...via_waypoints, to];
}

export interface ErrorAnswer {
  error: {
    code: string;
    message: string;
    details: Record<string, unknown> | null;
    request_id: string;
  };
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
  max_route_distance_meters: number;
  /** The page may ask under `/map/ask/`. */
  asks_without_key: boolean;
  /** Whether data can be kept, to go on without a network. */
  has_offline: boolean;
}

/** TileJSON. */
export interface TileFacts {
  tiles: string[];
  minzoom: number;
  maxzoom: number;
  bounds: Box;
}

export type Behind =
  'relaxed' | 'group' | 'kind' | 'key' | 'words' | 'distance' | 'prominence' | 'name_length' | 'id';

export type Rule = 'request' | 'case' | 'left_out' | 'other';

export interface PlaceReasons {
  id: string;
  name: string;
  type: string;
  address: string | null;
  group: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  key: 'literal' | 'written' | 'strict' | 'loose';
  matched: { name: string; key: string } | null;
  relaxed: { dropped: string[]; searched: string[]; rule: Rule } | null;
  prominence: number;
  prominence_parts: Record<string, number>;
  prominence_from_here: number | null;
  behind: Behind | null;
}

export interface SearchReasons {
  query: string;
  results: PlaceReasons[];
  next: PlaceReasons | null;
}

export interface ExplainedWay {
  id: number;
  class: string;
  surface: string | null;
  name: string | null;
}

export interface CandidateReasons {
  way: ExplainedWay;
  distance_meters: number;
  location: Position;
  network: number;
  network_kilometers: number;
  is_chosen: boolean;
}

export interface StretchReasons {
  way: ExplainedWay;
  distance_meters: number;
  duration_seconds: number;
  speed_kmh: number;
  speed_reason: string;
  passing_seconds: number;
}

export interface RouteReasons {
  found: boolean;
  reason: string | null;
  origin: CandidateReasons[];
  destination: CandidateReasons[];
  stretches: StretchReasons[];
  stretches_left_out: number;
}
