/** Cost of what cannot be driven. Real costs are below it: 49 days. */
export const NO_WAY = 0xffffffff;
/** An arc that is one arc of the base graph. */
export const NO_MIDDLE = 0xffffffff;

/** Arcs between each vertex and higher ones, with everything a search and its unpacking need. */
export interface UpwardGraph {
  /** Arcs of each vertex; one more entry than vertices. */
  first: Uint32Array;
  /** Neighbour and milliseconds of each arc, side by side because they are read together; neighbours ascend. */
  arcs: Uint32Array;
  /** The lower vertex that an arc leads over, or NO_MIDDLE. */
  middle: Uint32Array;
}

/**
 * A contraction hierarchy with costs. A cheapest path climbs from both ends by `out` and `in` and meets at its highest vertex; every vertex that can be
 * reached upward from v lies on the chain v, parent[v], parent[parent[v]] ... (a root is its own parent).
 */
export interface Hierarchy {
  out: UpwardGraph;
  in: UpwardGraph;
  parent: Uint32Array;
}
