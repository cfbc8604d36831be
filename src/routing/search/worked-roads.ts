import type { CurrentArcs } from '../current/current-arcs.js';
import type { NextSlot } from '../current/week-speeds.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { ChangedArcs } from './changed-arcs.js';
import { GUIDED_BYTES } from './guided-search.js';
import type { ChangedEnds, RouteSearch } from './route-search.js';

/** What differs from the import. */
export interface Marks {
  isChanged: Uint8Array;
  isFaster: boolean;
  changedArcs: ChangedArcs;
}

/** Roads of a moment, perhaps with what is avoided there, and who searches on them. */
export interface WorkedRoads {
  data: RoutingData;
  /** Null: nothing differs from the import. */
  marks: Marks | null;
  ends: ChangedEnds | null;
  search: RouteSearch;
  /** Costs of all arcs of the contraction; null until they are worked out. */
  arcs(): CurrentArcs | null;
  /** The same for the same roads, as long as nothing changes with `use`. */
  key: string;
  readonly bytes: number;
}

/** Bytes of what is not the import's, and of a search on it that needs no preparation. */
export function bytesOf({ segments, graph }: RoutingData): number {
  const costs = segments.ends.byteLength + segments.pair_ms.words.byteLength + graph.arc_ms.byteLength;
  return costs + GUIDED_BYTES * graph.vertexCount;
}

/** Which speeds were taken. */
export interface UsedSpeeds {
  /** Name of the slot of the week. */
  slot: string;
  /** The share of the length whose speeds were learned; null: it was not counted. */
  coverage: number | null;
  /** The first slot with other speeds that begins on the way, whose speeds were not taken. */
  next?: NextSlot;
}

/** How long somebody is on the way, and how long ago a half-hour had begun when he set out. */
export interface TimeOnWay {
  duration_s: number;
  passed_s: number;
}
