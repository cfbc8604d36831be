import type { Tags } from '../../geo/feature.js';

/**
 * What the importer hands to the routing builder: every way that any mode might use (highway=*, route=ferry, man_made=pier,
 * railway=platform ...), with raw tags. Nothing is filtered by mode here; the profiles decide.
 */
export interface RoadNetwork {
  /** Positions of the nodes in 1e-7 degrees; a node's number is its place in these arrays. */
  nodeLon7: Int32Array;
  nodeLat7: Int32Array;
  /** The OSM ids of the nodes, same order (whole numbers, may be negative or above 2^32). */
  nodeIds: Float64Array;
  ways: RoadWay[];
  /** Tags of the nodes on roads that have any: barriers, signals, crossings, stops. */
  nodeTags: Map<number, Tags>;
  restrictions: TurnRestriction[];
}

export interface RoadWay {
  /** OSM way id. A way that was cut where nodes are missing (edge of an extract) occurs in several parts with one id. */
  id: number;
  tags: Tags;
  /** Node numbers in order, at least two, no node twice in a row. */
  nodes: Uint32Array;
}

/** A restriction relation as the file has it; the routing room checks and applies it, and reports what it skips. */
export interface TurnRestriction {
  id: number;
  tags: Tags;
  /** OSM way ids. */
  from: number[];
  to: number[];
  /** Node numbers, and OSM way ids in the order of the relation. Exactly one of the two is used by a sound relation. */
  viaNodes: number[];
  viaWays: number[];
  /** Members of the via or from or to roles that are missing from the file. */
  incomplete: boolean;
}
