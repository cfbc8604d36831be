import { NO_VERTEX, type BuiltGraph } from '../frozen/base-graph.js';

/**
 * Returns the same graph with each vertex `v` renumbered to `rank[v]`. The arcs of a vertex keep their order.
 */
export function renumber(graph: BuiltGraph, rank: Uint32Array): BuiltGraph {
  const vertexAt = new Uint32Array(graph.vertexCount);
  rank.forEach((r, vertex) => {
    vertexAt[r] = vertex;
  });
  const firstArc = new Uint32Array(graph.vertexCount + 1);
  const arcHead = new Uint32Array(graph.arcHead.length);
  const arc_ms = new Uint32Array(graph.arcHead.length);
  const drivenSegment = new Uint32Array(graph.drivenSegment.length);
  let next = 0;
  for (let r = 0; r < graph.vertexCount; r++) {
    const vertex = vertexAt[r];
    if (graph.hasTurns) drivenSegment[r] = graph.drivenSegment[vertex];
    for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++) {
      arcHead[next] = rank[graph.arcHead[arc]];
      arc_ms[next] = graph.arc_ms[arc];
      if (!graph.hasTurns) drivenSegment[next] = graph.drivenSegment[arc];
      next++;
    }
    firstArc[r + 1] = next;
  }
  return {
    ...graph,
    firstArc,
    arcHead,
    arc_ms,
    drivenSegment,
    startVertex: graph.startVertex.map((vertex) => (vertex === NO_VERTEX ? NO_VERTEX : rank[vertex])),
    targetVertex: graph.targetVertex.map((vertex) => rank[vertex]),
  };
}
