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

/** The roads at a moment, possibly with roads to avoid, and the searches on them. */
export interface WorkedRoads {
  data: RoutingData;
  /** Null if the roads equal the imported ones. */
  marks: Marks | null;
  ends: ChangedEnds | null;
  search: RouteSearch;
  /** Returns the costs of all arcs of the contraction, or null until they are computed. */
  arcs(): CurrentArcs | null;
  /** A key that is the same for equal roads, until `use` changes the roads. */
  key: string;
  readonly bytes: number;
}

/** Returns the memory in bytes of everything that is not imported, including that of an unprepared search. */
export function bytesOf({ segments, graph }: RoutingData): number {
  const costs = segments.ends.byteLength + segments.pair_ms.words.byteLength + graph.arc_ms.byteLength;
  return costs + GUIDED_BYTES * graph.vertexCount;
}

/** The speeds that a route is based on. */
export interface UsedSpeeds {
  /** The name of the week slot. */
  slot: string;
  /** The share of the route's length with learned speeds; null if it was not computed. */
  coverage: number | null;
  /**
   * The first slot with different speeds that begins during the trip. The route does not use those speeds.
   */
  next?: NextSlot;
}

/** How long the trip takes, and how long before departure the current half-hour began. */
export interface TimeOnWay {
  duration_s: number;
  passed_s: number;
}
