import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';
import type { DrivingSettings } from '../profiles/driving.js';
import type { Surroundings } from '../profiles/profile.js';

/**
 * What changes with the time: roads, gates and turns, with their tags. What they mean at a moment the profile
 * says once more. They are few, so they are kept as JSON.
 */
export interface DatedRoads {
  mode: TravelMode;
  /** Of the profile at the import. */
  driving: DrivingSettings;
  ways: DatedWay[];
  nodes: DatedNode[];
  turns: DatedTurn[];
}

export interface DatedWay {
  /** Row of the way table. */
  row: number;
  tags: Tags;
  surroundings: Surroundings;
}

export interface DatedNode {
  tags: Tags;
  /** The directed segments that end there. */
  heads: number[];
}

/** A restriction over one node. */
interface DatedTurn {
  tags: Tags;
  /** Directed segments, one after the other: from, to. */
  from: number;
  to: number;
}

/**
 * A way or a node whose signs say how large a vehicle may be, or a way that lies behind such ways. They are
 * few, too, and have a section of their own.
 */
export interface LimitedRoad {
  /** Of OpenStreetMap; 0: it is a node. */
  id: number;
  /** Those of limits alone. Null: it lies behind. */
  tags: Tags | null;
  /** Of a way that is or may be open to those alone who begin or end there: those with one number are. */
  area?: number;
  /** Of a node: the directed segments that end there. */
  heads?: readonly number[];
}

/** Null: nothing changes with the time. */
export function readDatedRoads(json: Uint8Array): DatedRoads | null {
  if (json.length === 0) return null;
  // A decoder takes no shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as DatedRoads;
}
