import { GrowableInt32 } from '../../arrays/growable.js';
import { MinHeap } from '../../arrays/heap.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import type { LowerBounds } from './lower-bounds.js';
import type { PathSearch } from './path-search.js';

/** Marks a starting vertex, in place of the arc that reached a vertex. */
const BEGINS = -1;

/** The memory that the search needs per vertex, in bytes. */
export const GUIDED_BYTES = 16;

interface Target {
  ms: number;
  tag: number;
}

/**
 * Finds the cheapest path for any costs on the plain graph, without preprocessing. With lower bounds, the
 * search heads straight for the targets (A*), and is slow only if all roads in the area are slower than the
 * bounds assume. Without lower bounds, it is Dijkstra's algorithm, which takes a few hundred milliseconds for
 * a long route.
 */
export class GuidedSearch implements PathSearch {
  readonly #graph: BaseGraph;
  readonly #bounds: LowerBounds | null;
  /** Per vertex: the lowest cost found so far; all entries are Infinity between searches. */
  readonly #ms: Float64Array;
  /**
   * Per vertex: the arc that reached it, and the vertex where that arc begins; for a starting vertex, BEGINS
   * and the tag of the source.
   */
  readonly #arc: Int32Array;
  readonly #from: Int32Array;
  /** The vertices that have a cost. */
  readonly #reached: number[] = [];
  readonly #targets = new Map<number, Target>();
  readonly #heap = new MinHeap();
  readonly #driven = new GrowableInt32(1024);
  #end = 0;
  /** The total number of vertices that all searches have visited. */
  looks = 0;
  /** A search that visits more vertices than this stops without finding a path. */
  mostLooks = Infinity;
  isCut = false;
  segments: Int32Array = new Int32Array(0);
  sourceTag = 0;
  targetTag = 0;

  /**
   * @param graph the base graph with these costs
   * @param bounds null if some roads are faster than they were at import time
   */
  constructor(graph: BaseGraph, bounds: LowerBounds | null) {
    this.#graph = graph;
    this.#bounds = bounds;
    this.#ms = new Float64Array(graph.vertexCount).fill(Infinity);
    this.#arc = new Int32Array(graph.vertexCount);
    this.#from = new Int32Array(graph.vertexCount);
  }

  reset(): void {
    this.#bounds?.reset();
    for (const vertex of this.#reached) this.#ms[vertex] = Infinity;
    this.#reached.length = 0;
    this.#targets.clear();
    this.#heap.clear();
  }

  addSource(vertex: number, ms: number, tag: number): void {
    this.#reach(vertex, ms, BEGINS, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    const known = this.#targets.get(vertex);
    if (known === undefined || ms < known.ms) this.#targets.set(vertex, { ms, tag });
  }

  run(limit_ms: number): number {
    const { firstArc, arcHead, arc_ms } = this.#graph;
    const heap = this.#heap;
    let best_ms = limit_ms;
    let found: Target | null = null;
    const most = this.looks + this.mostLooks;
    this.isCut = false;
    for (; heap.size > 0 && heap.minKey < best_ms;) {
      const [key_ms, vertex] = [heap.minKey, heap.minId];
      heap.pop();
      const here_ms = this.#ms[vertex];
      if (key_ms > here_ms + this.#least_ms(vertex)) continue;
      if (++this.looks > most) {
        this.isCut = true;
        return Infinity;
      }
      const target = this.#targets.get(vertex);
      if (target !== undefined && here_ms + target.ms < best_ms) {
        best_ms = here_ms + target.ms;
        found = target;
        this.#end = vertex;
      }
      for (let arc = firstArc[vertex]; arc < firstArc[vertex + 1]; arc++)
        if (arc_ms[arc] !== NO_WAY) this.#reach(arcHead[arc], here_ms + arc_ms[arc], arc, vertex);
    }
    if (found === null) return Infinity;
    let begin = this.#end;
    while (this.#arc[begin] !== BEGINS) begin = this.#from[begin];
    this.sourceTag = this.#from[begin];
    this.targetTag = found.tag;
    return best_ms;
  }

  unpack(): number {
    const { hasTurns, drivenSegment } = this.#graph;
    const driven: number[] = [];
    for (let v = this.#end; this.#arc[v] !== BEGINS; v = this.#from[v])
      driven.push(drivenSegment[hasTurns ? this.#from[v] : this.#arc[v]]);
    this.#driven.length = 0;
    for (const directed of driven.reverse()) this.#driven.push(directed);
    this.segments = this.#driven.data;
    return this.#driven.length;
  }

  #least_ms(vertex: number): number {
    return this.#bounds === null ? 0 : this.#bounds.of(vertex);
  }

  #reach(vertex: number, ms: number, arc: number, from: number): void {
    const before_ms = this.#ms[vertex];
    if (ms >= before_ms) return;
    const least_ms = this.#least_ms(vertex);
    if (least_ms === Infinity) return;
    if (before_ms === Infinity) this.#reached.push(vertex);
    this.#ms[vertex] = ms;
    this.#arc[vertex] = arc;
    this.#from[vertex] = from;
    this.#heap.push(ms + least_ms, vertex);
  }
}
