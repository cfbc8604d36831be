import type { Packed } from '../../arrays/packed.js';

/** Used instead of a vertex if the directed segment is closed to the mode, or its end cannot be passed. */
export const NO_VERTEX = 0xffffffff;

/**
 * Added to the cost of an arc that ends a private stretch in the middle of a route: 37 hours, more than any
 * detour on public roads (docs/routing-model.md, 6). A route's duration does not include this cost.
 */
export const THROUGH_MS = 2 ** 27;

/**
 * The graph that one mode's searches run on: vertices, and arcs with a cost. A directed segment has the
 * number segment * 2, plus 1 for travel against the segment's own direction.
 *
 * With turns, a vertex is a directed segment that was just entered, and an arc covers that segment and the
 * turn into the next one. A private segment has two vertices: one for the way out and one for the way in. A
 * segment has additional vertices where a turn restriction with via ways must remember the path so far. A
 * route starts inside its first segment, so its cost begins with the arcs of that segment's start vertex,
 * minus the cost of the whole segment.
 *
 * Without turns, a vertex is a break node, and an arc is a directed segment with the delay of the node that
 * it leaves. A node has up to three vertices: before, during and after the free part of a route. A route
 * begins at the start vertex, which is the node at the end of its first segment.
 */
export interface BaseGraph {
  hasTurns: boolean;
  vertexCount: number;
  /** Where each vertex's arcs begin, with one entry more than there are vertices. */
  firstArc: Uint32Array;
  arcHead: Uint32Array;
  arc_ms: Uint32Array;
  /** With turns: the directed segment of each vertex. Without turns: the directed segment of each arc. */
  drivenSegment: Uint32Array;
}

/** A newly built base graph, with the data about where routes start and end. */
export interface BuiltGraph extends BaseGraph {
  /**
   * Per directed segment: the vertex where a route that starts on it begins; NO_VERTEX if no route can start
   * there.
   */
  startVertex: Uint32Array;
  /**
   * Per directed segment: the vertices at which a route may enter it as its last segment, and the cost in
   * milliseconds that must still be added there (the node's delay). `firstTarget` has one entry more than
   * there are directed segments.
   */
  firstTarget: Uint32Array;
  targetVertex: Uint32Array;
  target_ms: Uint32Array;
}

/**
 * Per directed segment: the vertices at which a route may enter it as its last segment, and the cost that
 * must still be added there, as in BuiltGraph.
 */
export interface Targets {
  first: Packed;
  vertex: Packed;
  ms: Packed;
}
