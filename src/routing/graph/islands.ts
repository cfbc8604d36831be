import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_VERTEX } from '../frozen/base-graph.js';
import type { Segments } from '../network/segments.js';

/**
 * Less road than this is a tiny island: a poor place to start or end a route when a connected road is
 * not much farther away (the rule is in query/snap.ts).
 */
export const TINY_ISLAND_M = 200;

/** Segments from which, or to which, only little road can be driven. */
export interface Islands {
  /** By segment: 1 when a route from it can reach less than TINY_ISLAND_M of road, its own included. */
  tinyFrom: Uint8Array;
  /** By segment: 1 when it can be reached from less than TINY_ISLAND_M of road, its own included. */
  tinyTo: Uint8Array;
}

/**
 * Finds the segments on tiny islands. It counts the metres of road that can really be driven from and to
 * each segment, in the mode's own graph: with one-ways, barriers, restrictions and private stretches. A
 * search stops as soon as it has met enough road, so its cost does not grow with the network.
 */
export function findIslands(graph: BaseGraph, segments: Segments): Islands {
  const forward = adjacency(graph, false);
  const backward = adjacency(graph, true);
  const islands: Islands = {
    tinyFrom: new Uint8Array(segments.count),
    tinyTo: new Uint8Array(segments.count),
  };
  const reach = new BoundedReach(graph, segments);
  for (let segment = 0; segment < segments.count; segment++) {
    const ends = [segment * 2, segment * 2 + 1];
    const starts = ends
      .map((directed) => graph.startVertex[directed])
      .filter((vertex) => vertex !== NO_VERTEX);
    const targets = ends.flatMap((directed) =>
      Array.from(graph.targetVertex.subarray(graph.firstTarget[directed], graph.firstTarget[directed + 1])),
    );
    islands.tinyFrom[segment] = reach.isShort(segment, starts, forward) ? 1 : 0;
    islands.tinyTo[segment] = reach.isShort(segment, targets, backward) ? 1 : 0;
  }
  return islands;
}

interface Adjacency {
  first: Uint32Array;
  vertices: Uint32Array;
  /** By arc: its directed segment. Null when the segment belongs to the vertex. */
  driven: Uint32Array | null;
}

function adjacency(graph: BaseGraph, reverse: boolean): Adjacency {
  const arcSegments = graph.hasTurns ? null : graph.drivenSegment;
  if (!reverse) return { first: graph.firstArc, vertices: graph.arcHead, driven: arcSegments };
  const first = new Uint32Array(graph.vertexCount + 1);
  for (const head of graph.arcHead) first[head + 1]++;
  for (let vertex = 0; vertex < graph.vertexCount; vertex++) first[vertex + 1] += first[vertex];
  const next = first.slice(0, -1);
  const vertices = new Uint32Array(graph.arcHead.length);
  const driven = arcSegments === null ? null : new Uint32Array(graph.arcHead.length);
  for (let tail = 0; tail < graph.vertexCount; tail++) {
    for (let arc = graph.firstArc[tail]; arc < graph.firstArc[tail + 1]; arc++) {
      const place = next[graph.arcHead[arc]]++;
      vertices[place] = tail;
      if (driven !== null) driven[place] = arcSegments![arc];
    }
  }
  return { first, vertices, driven };
}

class BoundedReach {
  readonly #graph: BaseGraph;
  readonly #segments: Segments;
  readonly #seenVertex: Uint32Array;
  readonly #seenSegment: Uint32Array;
  #run = 0;
  #met_m = 0;

  constructor(graph: BaseGraph, segments: Segments) {
    this.#graph = graph;
    this.#segments = segments;
    this.#seenVertex = new Uint32Array(graph.vertexCount);
    this.#seenSegment = new Uint32Array(segments.count);
  }

  /** Whether a search from a segment, over the vertices `from`, meets less than TINY_ISLAND_M of road. */
  isShort(segment: number, from: number[], { first, vertices, driven }: Adjacency): boolean {
    this.#run++;
    this.#met_m = 0;
    this.#meet(segment);
    const queue = from;
    for (const vertex of queue) this.#seenVertex[vertex] = this.#run;
    for (let i = 0; i < queue.length && this.#met_m < TINY_ISLAND_M; i++) {
      const vertex = queue[i];
      if (driven === null) this.#meet(this.#graph.drivenSegment[vertex] >> 1);
      for (let place = first[vertex]; place < first[vertex + 1]; place++) {
        if (driven !== null) this.#meet(driven[place] >> 1);
        const next = vertices[place];
        if (this.#seenVertex[next] === this.#run) continue;
        this.#seenVertex[next] = this.#run;
        queue.push(next);
      }
    }
    return this.#met_m < TINY_ISLAND_M;
  }

  #meet(segment: number): void {
    if (this.#seenSegment[segment] === this.#run) return;
    this.#seenSegment[segment] = this.#run;
    this.#met_m += this.#segments.length_m[segment];
  }
}
