/** No vertex: the directed segment is closed to the mode, or its end cannot be passed. */
export const NO_VERTEX = 0xffffffff;

/**
 * What a search runs on, for every mode: vertices and arcs with a cost, and how the directed segments (segment * 2, + 1 against
 * it) of the two ends of a route hang on them.
 *
 * With turns a vertex is a directed segment just entered (twice when it is private: on the way out and on the way in; more often
 * when a restriction through via ways needs a memory), and an arc is driving it and turning into the next one. A route starts inside
 * its first segment, so it begins at the arcs of that segment's `startVertex`, less the cost of the whole segment.
 *
 * Without turns a vertex is a break node (up to three: before, on and after the free part), and an arc is a directed segment with
 * the delay of the node it leaves. A route begins at `startVertex`, the node at the end of its first segment.
 */
export interface BaseGraph {
  hasTurns: boolean;
  vertexCount: number;
  /** Arcs of each vertex; one more entry than vertices. */
  firstArc: Uint32Array;
  arcHead: Uint32Array;
  arc_ms: Uint32Array;
  /** With turns: the directed segment of each vertex. Without: the directed segment of each arc. */
  drivenSegment: Uint32Array;
  startVertex: Uint32Array;
  /** Vertices at which a route may turn into its last directed segment, and what is still to pay there (the delay of the node). */
  firstTarget: Uint32Array;
  targetVertex: Uint32Array;
  target_ms: Uint32Array;
}
