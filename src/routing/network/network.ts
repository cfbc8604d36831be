import type { Tags } from '../../geo/feature.js';

/**
 * The importer's input to the routing builder: every way that any mode might use (highway=*, route=ferry,
 * man_made=pier, railway=platform ...), with its raw tags. Nothing is filtered by mode at this point; the
 * profiles decide.
 */
export interface RoadNetwork {
  /** The nodes' positions in 1e-7 degrees. A node's number is its index in these arrays. */
  nodeLon7: Int32Array;
  nodeLat7: Int32Array;
  /** The nodes' OSM ids in the same order: whole numbers, possibly negative or above 2 ** 32. */
  nodeIds: Float64Array;
  ways: RoadWay[];
  /**
   * The tags of road nodes that may affect a route, by node number: barriers, signals, crossings, stops
   * (profiles/node-tags.ts).
   */
  nodeTags: Map<number, Tags>;
  restrictions: TurnRestriction[];
}

/** A way, or a part of a way, with its raw tags. */
export interface RoadWay {
  /**
   * The way's OSM id. A way that is cut because nodes are missing (at the edge of an extract) appears as
   * several parts with the same id.
   */
  id: number;
  tags: Tags;
  /** Node numbers in order: at least two, and never the same node twice in a row. */
  nodes: Uint32Array;
}

/**
 * A restriction relation as found in the file. The routing code checks and applies the relation, and reports
 * the relations that it skips.
 */
export interface TurnRestriction {
  id: number;
  tags: Tags;
  /** The OSM ids of ways. */
  from: number[];
  to: number[];
  /**
   * Node numbers, and OSM way ids in the relation's order. A valid relation uses either node numbers or way
   * ids, but not both.
   */
  viaNodes: number[];
  viaWays: number[];
  /** Whether a member with the role via, from or to is missing from the file. */
  incomplete: boolean;
}
