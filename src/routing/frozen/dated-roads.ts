import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';
import type { DrivingSettings } from '../profiles/driving.js';
import type { Surroundings } from '../profiles/profile.js';

/**
 * Roads, gates and turns that change with the time, with their tags. The profile decides again what they mean
 * at a moment. They are few, so they are kept as JSON.
 */
export interface DatedRoads {
  mode: TravelMode;
  /** The settings of the profile at the import. */
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
 * A way or a node whose signs limit the size of a vehicle, or a way that lies behind such ways. They are few,
 * too, and have a section of their own.
 */
export interface LimitedRoad {
  /** OpenStreetMap id of the way; 0 for a node. */
  id: number;
  /** Only the tags of limits. Null for a way that lies behind. */
  tags: Tags | null;
  /**
   * For a way that is, or may be, open only to those who begin or end there. Ways with one number form an
   * area.
   */
  area?: number;
  /** For a node: the directed segments that end there. */
  heads?: readonly number[];
}

/** Null if nothing changes with the time. */
export function readDatedRoads(json: Uint8Array): DatedRoads | null {
  if (json.length === 0) return null;
  // TextDecoder refuses shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as DatedRoads;
}
