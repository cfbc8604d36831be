import type { CurrentArcs } from '../current/current-arcs.js';
import type { NextSlot } from '../current/week-speeds.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { ChangedArcs } from './changed-arcs.js';
import { GUIDED_BYTES } from './guided-search.js';
import type { ChangedEnds, RouteSearch } from './route-search.js';

/** The differences from the import. */
export interface Marks {
  isChanged: Uint8Array;
  isFaster: boolean;
  changedArcs: ChangedArcs;
}

/** The roads of a moment, perhaps with roads to avoid, and the searches on them. */
export interface WorkedRoads {
  data: RoutingData;
  /** Null if nothing differs from the import. */
  marks: Marks | null;
  ends: ChangedEnds | null;
  search: RouteSearch;
  /** Costs of all arcs of the contraction; null until they are computed. */
  arcs(): CurrentArcs | null;
  /** Equal for equal roads, until `use` changes them. */
  key: string;
  readonly bytes: number;
}

/** Bytes of everything that is not imported, and of a search on it without preparation. */
export function bytesOf({ segments, graph }: RoutingData): number {
  const costs = segments.ends.byteLength + segments.pair_ms.words.byteLength + graph.arc_ms.byteLength;
  return costs + GUIDED_BYTES * graph.vertexCount;
}

/** The speeds that a route uses. */
export interface UsedSpeeds {
  /** Name of the slot of the week. */
  slot: string;
  /** The share of the length whose speeds were learned; null if it was not counted. */
  coverage: number | null;
  /** The first slot with other speeds that begins during the trip. The route does not use its speeds. */
  next?: NextSlot;
}

/** How long the trip takes, and how long before the departure the half-hour began. */
export interface TimeOnWay {
  duration_s: number;
  passed_s: number;
}
