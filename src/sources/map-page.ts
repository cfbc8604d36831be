import type { Position } from '../geo/position.js';
import type { SearchExplanation } from '../geocoding/explain-search.js';
import type { LearnedLines } from '../routing/current/learned-lines.js';
import type { RouteExplanation } from '../routing/route-answers.js';
import type { TravelMode } from '../travel-mode.js';
import type { Asker } from './asker.js';
import type { SearchRequest } from './geocoder.js';
import type { ShownZone } from './zones.js';
import type { RouteRequest } from './router.js';

/** The requests of the map page beyond results: reasons, facts, and roads with closures or restrictions. */
export interface MapPage {
  facts(): PageFacts;
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine answers searches */
  explainSearch: Explain<SearchRequest, SearchExplanation>;
  /** @throws OperatingError INVALID_REQUEST `not_supported` if another engine answers routes */
  explainRoute: Explain<RouteRequest, RouteExplanation>;
  /** Closures that hold at present, and roads that are open in one season only. At most `MOST_ROADS`. */
  roads(): readonly ShownRoad[];
  /** At most `MOST_ROADS`. */
  zones(): readonly ShownZone[];
  /**
   * Roads with learned speeds in a slot of the week; null for the present one. Returns the same object as
   * long as they are the same.
   * @throws OperatingError INVALID_REQUEST `unknown_value` if there is no such slot
   */
  speeds: Explain<string | null, ShownSpeeds>;
}

/** The learned speeds of roads in a slot. */
export interface ShownSpeeds {
  /** Names of all slots; none if nothing was learned. */
  slots: readonly string[];
  /** Null if nothing was learned. */
  slot: string | null;
  roads: readonly LearnedLines[];
}

/** An explanation takes its turn among other long requests. */
type Explain<Request, Explanation> = (
  request: Request,
  signal?: AbortSignal,
  asker?: Asker,
) => Explanation | Promise<Explanation>;

/** The facts that a page begins with. */
export interface PageFacts {
  /** Whether this is made-up data for trying out the program. */
  isSample: boolean;
  explainsSearches: boolean;
  explainsRoutes: boolean;
  /** The kinds of vehicles that zones, or signs with limits, may be closed to. */
  vehicles: readonly string[];
  /** Whether speeds of roads were learned. */
  hasSpeeds: boolean;
  /** Requests that this dataset can answer; null if unknown, or if nothing is loaded yet. */
  examples: PageExamples | null;
}

/** Positions are degrees, longitude first. */
export interface PageExamples {
  search: string;
  point: Position;
  route: { origin: Position; destination: Position } | null;
}

/**
 * The largest number of roads to draw: a map of a whole country with all its winter roads would be megabytes.
 */
export const MOST_ROADS = 2_000;

/** A road with a closure or a restriction. */
export interface ShownRoad {
  /** `closure`: an operator set it. `season`: the map itself says when the road is open. */
  kind: 'closure' | 'season';
  /** Whether it can be used at this moment. */
  isOpen: boolean;
  /** Factor on its speeds; 1 if there is no change. */
  factor: number;
  /** Null for all modes. */
  mode: TravelMode | null;
  name: string | null;
  reason: string | null;
  /** Unix milliseconds; null if unknown. */
  until_ms: number | null;
  shape: RoadShape;
}

/** Lines, or polygons of rings, of [longitude, latitude] in degrees. */
export type RoadShape =
  | { kind: 'lines'; lines: readonly (readonly Position[])[] }
  | { kind: 'area'; polygons: readonly (readonly (readonly Position[])[])[] };
