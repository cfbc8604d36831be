import { numberAt } from '../../arrays/packed.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { startVertex } from '../frozen/segment-table.js';

/** The number of segments handled per piece of work, which takes a few tens of microseconds. */
const PIECE = 512;

/** The segments that can be reached from a vertex, or that lead to it, depending on the direction. */
export class SegmentsByVertex {
  readonly #first: Uint32Array;
  readonly #segment: Uint32Array;

  constructor(first: Uint32Array, segment: Uint32Array) {
    this.#first = first;
    this.#segment = segment;
  }

  /** Yields the segments of several vertices; some segments may be yielded more than once. */
  *of(vertices: Uint32Array): Generator<number, void> {
    for (const vertex of vertices)
      for (let i = this.#first[vertex]; i < this.#first[vertex + 1]; i++) yield this.#segment[i];
  }
}

/** Groups segments by vertex, piece by piece. */
export function* segmentsByVertex(
  data: RoutingData,
  direction: 'from' | 'to',
): Generator<void, SegmentsByVertex> {
  const first = new Uint32Array(data.graph.vertexCount + 1);
  const visit = direction === 'from' ? arrivals : departures;
  const { count } = data.segments;
  for (let segment = 0; segment < count; segment++) {
    for (const vertex of visit(data, segment)) first[vertex + 1]++;
    if (segment % PIECE === 0) yield;
  }
  for (let vertex = 0; vertex < data.graph.vertexCount; vertex++) first[vertex + 1] += first[vertex];
  const end = first.slice();
  const own = new Uint32Array(first[data.graph.vertexCount]);
  for (let segment = 0; segment < count; segment++) {
    for (const vertex of visit(data, segment)) own[end[vertex]++] = segment;
    if (segment % PIECE === 0) yield;
  }
  return new SegmentsByVertex(first, own);
}

/** Yields the vertices at which a route that ends on a segment leaves the graph. */
function* arrivals({ targets }: RoutingData, segment: number): Generator<number, void> {
  const end = numberAt(targets.first, 2 * segment + 2);
  for (let i = numberAt(targets.first, 2 * segment); i < end; i++) yield numberAt(targets.vertex, i);
}

/**
 * Yields the vertices at which a route that starts on a segment first arrives: after its turns, if the graph
 * has turns.
 */
function* departures({ graph, segments }: RoutingData, segment: number): Generator<number, void> {
  for (let directed = 2 * segment; directed < 2 * segment + 2; directed++) {
    const start = startVertex(segments, directed);
    if (start === NO_VERTEX) continue;
    if (!graph.hasTurns) yield start;
    else yield* graph.arcHead.subarray(graph.firstArc[start], graph.firstArc[start + 1]);
  }
}
