import type { Tags } from '../../geo/feature.js';

/**
 * The importer's input to the routing builder: every way that any mode might use (highway=*, route=ferry,
 * man_made=pier, railway=platform ...), with raw tags. Nothing is filtered by mode here; the profiles decide.
 */
export interface RoadNetwork {
  /** Positions of the nodes in 1e-7 degrees. A node's number is its place in these arrays. */
  nodeLon7: Int32Array;
  nodeLat7: Int32Array;
  /** OSM ids of the nodes, in the same order: whole numbers, may be negative or above 2 ** 32. */
  nodeIds: Float64Array;
  ways: RoadWay[];
  /**
   * Tags by node number, for the nodes on roads that may change a route: barriers, signals, crossings,
   * stops (profiles/node-tags.ts).
   */
  nodeTags: Map<number, Tags>;
  restrictions: TurnRestriction[];
}

/** A way, or one part of it, with its raw tags. */
export interface RoadWay {
  /**
   * OSM way id. A way that was cut where nodes are missing (at the edge of an extract) comes in several parts
   * with one id.
   */
  id: number;
  tags: Tags;
  /** Node numbers in order: at least two, and no node twice in a row. */
  nodes: Uint32Array;
}

/**
 * A restriction relation as in the file. The routing room checks it, applies it, and reports what it skips.
 */
export interface TurnRestriction {
  id: number;
  tags: Tags;
  /** OSM way ids. */
  from: number[];
  to: number[];
  /**
   * Node numbers, and OSM way ids in the order of the relation. A sound relation uses exactly one of the two.
   */
  viaNodes: number[];
  viaWays: number[];
  /** Whether a member with the role via, from or to is missing from the file. */
  incomplete: boolean;
}
