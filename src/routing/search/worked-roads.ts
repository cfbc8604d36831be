import type { CurrentArcs } from '../current/current-arcs.js';
import type { NextSlot } from '../current/week-speeds.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { ChangedArcs } from './changed-arcs.js';
import { GUIDED_BYTES } from './guided-search.js';
import type { ChangedEnds, RouteSearch } from './route-search.js';

/** The differences from the imported roads. */
export interface Marks {
  isChanged: Uint8Array;
  isFaster: boolean;
  changedArcs: ChangedArcs;
}

/** The roads at a given moment, possibly with roads to avoid, and the search that uses them. */
export interface WorkedRoads {
  data: RoutingData;
  /** Null if the roads are the same as the imported roads. */
  marks: Marks | null;
  ends: ChangedEnds | null;
  search: RouteSearch;
  /** Returns the costs of all arcs of the contraction, or null if they have not been computed yet. */
  arcs(): CurrentArcs | null;
  /** A key that is the same for equal roads, until `use` changes the roads. */
  key: string;
  readonly bytes: number;
}

/**
 * Returns the number of bytes used by everything that is not imported, including the memory of an unprepared
 * search.
 */
export function bytesOf({ segments, graph }: RoutingData): number {
  const costs = segments.ends.byteLength + segments.pair_ms.words.byteLength + graph.arc_ms.byteLength;
  return costs + GUIDED_BYTES * graph.vertexCount;
}

/** The speeds that a route is based on. */
export interface UsedSpeeds {
  /** The name of the week slot. */
  slot: string;
  /** The share of the route's length for which speeds were learned, or null if the share was not computed. */
  coverage: number | null;
  /**
   * The first slot with different speeds that begins while the trip is under way. The route does not take
   * those speeds into account.
   */
  next?: NextSlot;
}

/** The duration of the trip, and the time between the start of the current half-hour and the departure. */
export interface TimeOnWay {
  duration_s: number;
  passed_s: number;
}
