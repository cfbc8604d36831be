import type { Position } from '../geo/position.js';
import type { SearchExplanation } from '../geocoding/explain-search.js';
import type { LearnedLines } from '../routing/current/learned-lines.js';
import type { RouteExplanation } from '../routing/route-answers.js';
import type { TravelMode } from '../travel-mode.js';
import type { Asker } from './asker.js';
import type { SearchRequest } from './geocoder.js';
import type { ShownZone } from './zones.js';
import type { RouteRequest } from './router.js';

/**
 * Serves what the map page shows beyond results: explanations, facts, and roads with closures or
 * restrictions.
 */
export interface MapPage {
  facts(): PageFacts;
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine handles searches */
  explainSearch: Explain<SearchRequest, SearchExplanation>;
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine handles routes */
  explainRoute: Explain<RouteRequest, RouteExplanation>;
  /**
   * Returns the closures in force now, and roads that are open in only one season. Returns at most
   * `MOST_ROADS` roads.
   */
  roads(): readonly ShownRoad[];
  /** Returns at most `MOST_ROADS` zones. */
  zones(): readonly ShownZone[];
  /**
   * Returns the roads with learned speeds in the given week slot, or in the current slot if the argument is
   * null. The same object is returned as long as the speeds do not change.
   * @throws OperatingError INVALID_REQUEST `unknown_value` if there is no such slot
   */
  speeds: Explain<string | null, ShownSpeeds>;
}

/** The learned speeds of roads in a slot. */
export interface ShownSpeeds {
  /** The names of all slots, or an empty list if no speeds were learned. */
  slots: readonly string[];
  /** Null if no speeds were learned. */
  slot: string | null;
  roads: readonly LearnedLines[];
}

/** An explanation takes turns with other long requests. */
type Explain<Request, Explanation> = (
  request: Request,
  signal?: AbortSignal,
  asker?: Asker,
) => Explanation | Promise<Explanation>;

/** The facts that the page needs when it is opened. */
export interface PageFacts {
  /** Whether this is made-up data for trying out the program. */
  isSample: boolean;
  explainsSearches: boolean;
  explainsRoutes: boolean;
  /** The kinds of vehicles to which zones or signs with limits may apply. */
  vehicles: readonly string[];
  /** Whether there are learned speeds. */
  hasSpeeds: boolean;
  /** Requests that this dataset can answer, or null if they are unknown or no dataset is loaded yet. */
  examples: PageExamples | null;
}

/** Example positions, in degrees, longitude first. */
export interface PageExamples {
  search: string;
  point: Position;
  route: { origin: Position; destination: Position } | null;
}

/**
 * The maximum number of roads to draw. For a whole country with all its winter roads, the response would be
 * several megabytes.
 */
export const MOST_ROADS = 2_000;

/** A road with a closure or a restriction. */
export interface ShownRoad {
  /** `closure`: the closure was set by an operator. `season`: the map itself says when the road is open. */
  kind: 'closure' | 'season';
  /** Whether the road can be used now. */
  isOpen: boolean;
  /** The factor that is applied to the road's speeds, or 1 if they are unchanged. */
  factor: number;
  /** Null for all modes. */
  mode: TravelMode | null;
  name: string | null;
  reason: string | null;
  /** The time in Unix milliseconds, or null if it is unknown. */
  until_ms: number | null;
  shape: RoadShape;
}

/** Either lines, or polygons that consist of rings; each position is [longitude, latitude] in degrees. */
export type RoadShape =
  | { kind: 'lines'; lines: readonly (readonly Position[])[] }
  | { kind: 'area'; polygons: readonly (readonly (readonly Position[])[])[] };
