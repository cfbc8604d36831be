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
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine answers searches */
  explainSearch: Explain<SearchRequest, SearchExplanation>;
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine answers routes */
  explainRoute: Explain<RouteRequest, RouteExplanation>;
  /**
   * Returns the closures in force now, and roads that are open in only one season. Returns at most
   * `MOST_ROADS` roads.
   */
  roads(): readonly ShownRoad[];
  /** Returns at most `MOST_ROADS` zones. */
  zones(): readonly ShownZone[];
  /**
   * Returns the roads with learned speeds in a slot of the week, or in the current slot for null. The same
   * object is returned as long as the speeds do not change.
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

/** An explanation takes its turn among other long requests. */
type Explain<Request, Explanation> = (
  request: Request,
  signal?: AbortSignal,
  asker?: Asker,
) => Explanation | Promise<Explanation>;

/** Facts that the page needs when it opens. */
export interface PageFacts {
  /** Whether this is made-up data for trying out the program. */
  isSample: boolean;
  explainsSearches: boolean;
  explainsRoutes: boolean;
  /** The kinds of vehicles that zones, or signs with limits, may apply to. */
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
  /** `closure`: an operator set it. `season`: the map itself says when the road is open. */
  kind: 'closure' | 'season';
  /** Whether the road can be used now. */
  isOpen: boolean;
  /** The factor on the road's speeds, 1 if there is no change. */
  factor: number;
  /** Null for all modes. */
  mode: TravelMode | null;
  name: string | null;
  reason: string | null;
  /** In Unix milliseconds, or null if unknown. */
  until_ms: number | null;
  shape: RoadShape;
}

/** Lines, or polygons of rings, of [longitude, latitude] in degrees. */
export type RoadShape =
  | { kind: 'lines'; lines: readonly (readonly Position[])[] }
  | { kind: 'area'; polygons: readonly (readonly (readonly Position[])[])[] };
