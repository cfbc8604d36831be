/** Cost of what cannot be driven. Real costs are below it: 49 days. */
export const NO_WAY = 0xffffffff;
/** In the first of an arc's two parts: it has none, it is an arc of the base graph. */
export const NO_PARTS = 0xffffffff;

/** Arcs between each vertex and higher ones, with everything a search and its unpacking need. */
export interface UpwardGraph {
  /** Arcs of each vertex; one more entry than vertices. */
  first: Uint32Array;
  /** Neighbour and milliseconds of each arc, side by side because they are read together; neighbours ascend. */
  arcs: Uint32Array;
  /**
   * Two numbers for each arc that leads over a lower vertex: its first part among the arcs of `in` (down to that vertex), its second among those of `out` (up
   * from there). For an arc of the base graph NO_PARTS and the directed segment it drives.
   */
  parts: Uint32Array;
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

/** Number of the arc at a vertex with that neighbour; -1 when there is none. */
export function arcTo({ first, arcs }: UpwardGraph, vertex: number, neighbour: number): number {
  let low = first[vertex];
  let high = first[vertex + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (arcs[2 * middle] < neighbour) low = middle + 1;
    else high = middle;
  }
  return low < first[vertex + 1] && arcs[2 * low] === neighbour ? low : -1;
}
