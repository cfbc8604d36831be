import { MinHeap } from '../arrays/heap.js';
import { NO_VERTEX, type BaseGraph } from './base-graph.js';

/** Plain Dijkstra from several sources to several targets on the base graph, with a workspace that is allocated once. */
export class DijkstraSearch {
  readonly #graph: BaseGraph;
  readonly #heap = new MinHeap();
  readonly #cost_ms: Float64Array;
  readonly #parent: Uint32Array;
  readonly #source: Uint32Array;
  readonly #stamp: Uint32Array;
  #run = 0;
  readonly #targets: { vertex: number; cost_ms: number; tag: number }[] = [];
  /** After `run`: tags of the ends, and the vertices from the one to the other. */
  sourceTag = 0;
  targetTag = 0;
  readonly path: number[] = [];

  constructor(graph: BaseGraph) {
    this.#graph = graph;
    this.#cost_ms = new Float64Array(graph.vertexCount);
    this.#parent = new Uint32Array(graph.vertexCount);
    this.#source = new Uint32Array(graph.vertexCount);
    this.#stamp = new Uint32Array(graph.vertexCount);
  }

  reset(): void {
    this.#run++;
    this.#heap.clear();
    this.#targets.length = 0;
    this.path.length = 0;
  }

  addSource(vertex: number, cost_ms: number, tag: number): void {
    if (this.#reach(vertex, cost_ms, NO_VERTEX)) this.#source[vertex] = tag;
  }

  addTarget(vertex: number, cost_ms: number, tag: number): void {
    this.#targets.push({ vertex, cost_ms, tag });
  }

  /** Milliseconds of the cheapest path that is cheaper than `limit_ms`; Infinity when there is none. */
  run(limit_ms: number): number {
    const { firstArc, arcHead, arc_ms } = this.#graph;
    const heap = this.#heap;
    while (heap.size > 0) {
      const cost_ms = heap.minKey;
      const vertex = heap.minId;
      heap.pop();
      if (cost_ms > this.#cost_ms[vertex]) continue;
      for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++) this.#reach(arcHead[arc], cost_ms + arc_ms[arc], vertex);
    }
    let best_ms = limit_ms;
    let end = NO_VERTEX;
    for (const { vertex, cost_ms, tag } of this.#targets) {
      if (this.#stamp[vertex] !== this.#run || this.#cost_ms[vertex] + cost_ms >= best_ms) continue;
      best_ms = this.#cost_ms[vertex] + cost_ms;
      end = vertex;
      this.targetTag = tag;
    }
    if (end === NO_VERTEX) return Infinity;
    for (; ; end = this.#parent[end]) {
      this.path.push(end);
      if (this.#parent[end] === NO_VERTEX) break;
    }
    this.sourceTag = this.#source[end];
    this.path.reverse();
    return best_ms;
  }

  #reach(vertex: number, cost_ms: number, parent: number): boolean {
    if (this.#stamp[vertex] === this.#run && this.#cost_ms[vertex] <= cost_ms) return false;
    this.#stamp[vertex] = this.#run;
    this.#cost_ms[vertex] = cost_ms;
    this.#parent[vertex] = parent;
    this.#heap.push(cost_ms, vertex);
    return true;
  }
}
