import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';
import type { DrivingSettings } from '../profiles/driving.js';
import type { Surroundings } from '../profiles/profile.js';

/**
 * Time-dependent roads, gates and turns, with their tags. The profile evaluates the tags anew for each
 * moment. There are only a few such roads, so they are stored as JSON.
 */
export interface DatedRoads {
  mode: TravelMode;
  /** The profile's settings at the time of the import. */
  driving: DrivingSettings;
  ways: DatedWay[];
  nodes: DatedNode[];
  turns: DatedTurn[];
}

export interface DatedWay {
  /** The row in the way table. */
  row: number;
  tags: Tags;
  surroundings: Surroundings;
}

export interface DatedNode {
  tags: Tags;
  /** The directed segments that end at the gate. */
  heads: number[];
}

/** A turn restriction via a single node. */
interface DatedTurn {
  tags: Tags;
  /** The directed segments before and after the turn. */
  from: number;
  to: number;
}

/**
 * A way or a node whose signs limit the size of vehicles, or a way that lies behind such ways. There are only
 * a few limited roads, and they have their own section.
 */
export interface LimitedRoad {
  /** The way's OSM id; 0 for a node. */
  id: number;
  /** Only the tags that specify limits. Null for a way that lies behind other limited ways. */
  tags: Tags | null;
  /**
   * Set for a way that is, or may be, open only to vehicles that start or end their trip there. Ways with the
   * same number form an area.
   */
  area?: number;
  /** For a node: the directed segments that end at it. */
  heads?: readonly number[];
}

/** Returns null if nothing depends on the time. */
export function readDatedRoads(json: Uint8Array): DatedRoads | null {
  if (json.length === 0) return null;
  // TextDecoder does not accept shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as DatedRoads;
}
