import type { Position } from '../geo/position.js';
import type { SearchExplanation } from '../geocoding/explain-search.js';
import type { LearnedLines } from '../routing/current/learned-lines.js';
import type { RouteExplanation } from '../routing/routing-index.js';
import type { TravelMode } from '../travel-mode.js';
import type { Asker } from './asker.js';
import type { SearchRequest } from './geocoder.js';
import type { ShownZone } from './zones.js';
import type { RouteRequest } from './router.js';

/** What the page of the map asks beyond results: reasons, facts, and roads that are not as usual. */
export interface MapPage {
  facts(): PageFacts;
  /** @throws OperatingError INVALID_REQUEST `not_supported` where another engine answers searches */
  explainSearch: Explain<SearchRequest, SearchExplanation>;
  /** @throws OperatingError INVALID_REQUEST `not_supported` where another engine answers routes */
  explainRoute: Explain<RouteRequest, RouteExplanation>;
  /** Closures that hold now, and roads that are open in one season only. At most `MOST_ROADS`. */
  roads(): readonly ShownRoad[];
  /** At most `MOST_ROADS`. */
  zones(): readonly ShownZone[];
  /**
   * Roads whose speeds were learned, in a slot of the week; null: that of now. The same object as long as
   * they are the same.
   * @throws OperatingError INVALID_REQUEST `unknown_value` where there is no such slot
   */
  speeds: Explain<string | null, ShownSpeeds>;
}

/** What was learned of the speeds of roads in a slot. */
export interface ShownSpeeds {
  /** Names of all slots; none where nothing was learned. */
  slots: readonly string[];
  /** Null: nothing was learned. */
  slot: string | null;
  roads: readonly LearnedLines[];
}

/** An explanation takes its turn among others that take long. */
type Explain<Request, Explanation> = (
  request: Request,
  signal?: AbortSignal,
  asker?: Asker,
) => Explanation | Promise<Explanation>;

/** What a page can begin with. */
export interface PageFacts {
  /** The data are invented, so that the program can be tried. */
  isSample: boolean;
  explainsSearches: boolean;
  explainsRoutes: boolean;
  /** The kinds of vehicles that zones, or signs with limits, may be closed for. */
  vehicles: readonly string[];
  /** Whether speeds of roads were learned. */
  hasSpeeds: boolean;
  /** Requests that this dataset can answer; null: nothing is known, or nothing is loaded yet. */
  examples: PageExamples | null;
}

/** Positions are degrees, longitude first. */
export interface PageExamples {
  search: string;
  point: Position;
  route: { origin: Position; destination: Position } | null;
}

/** More are not drawn: a map of a whole country with all its winter roads would be megabytes. */
export const MOST_ROADS = 2_000;

/** A road that is not as usual. */
export interface ShownRoad {
  /** `closure`: an operator said so. `season`: the map itself says when it is open. */
  kind: 'closure' | 'season';
  /** Whether it can be used at this moment. */
  isOpen: boolean;
  /** Speeds are multiplied by it; 1 for as usual. */
  factor: number;
  /** Null: for all modes. */
  mode: TravelMode | null;
  name: string | null;
  reason: string | null;
  /** Unix milliseconds; null: nobody knows. */
  until_ms: number | null;
  shape: RoadShape;
}

/** Lines, or polygons of rings, of [longitude, latitude] in degrees. */
export type RoadShape =
  | { kind: 'lines'; lines: readonly (readonly Position[])[] }
  | { kind: 'area'; polygons: readonly (readonly (readonly Position[])[])[] };
