import { GrowableInt32 } from '../../arrays/growable.js';
import { placeOf, type CurrentArcs } from '../current/current-arcs.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import type { UpwardArcs } from '../hierarchy/contraction.js';
import type { PathSearch } from './path-search.js';

/** In place of the arc by which a vertex was reached: the search begins there. */
const BEGINS = -1;

/** What was reached upward from the sources, or from the targets against the arcs. */
interface Side {
  arcs: UpwardArcs;
  /** Number of its first arc in the row of all. */
  start: number;
  /** By vertex: the least cost; Infinity everywhere between two searches. */
  ms: Float64Array;
  /** By vertex: the arc of the row that reached it, and where that begins; BEGINS and the tag of a source. */
  arc: Int32Array;
  from: Int32Array;
  /** The vertices where it begins. */
  begins: number[];
  /** The vertices on the way up from there, from the lowest to the highest. */
  chain: Uint32Array;
  length: number;
}

/**
 * Finds the cheapest path with the costs of now. Both ends climb the elimination tree, over all arcs there:
 * which of them a path needs is known only for the costs of the import. It takes some five times as long as
 * `HierarchySearch`, so it is asked only where that finds a path with changed roads.
 */
export class CurrentSearch implements PathSearch {
  readonly arcs: CurrentArcs;
  readonly #up: Side;
  readonly #down: Side;
  readonly #inStart: number;
  /** By vertex: 1 while it is on a chain. */
  readonly #isMarked: Uint8Array;
  #graph: BaseGraph;
  #meeting = 0;
  readonly #driven = new GrowableInt32(1024);
  segments: Int32Array = new Int32Array(0);
  sourceTag = 0;
  targetTag = 0;

  /** @param graph the base graph with the costs of now */
  constructor(arcs: CurrentArcs, graph: BaseGraph) {
    this.arcs = arcs;
    this.#graph = graph;
    this.#inStart = arcs.out.neighbour.length;
    const count = graph.vertexCount;
    const side = (own: UpwardArcs, start: number): Side => ({
      arcs: own,
      start,
      ms: new Float64Array(count).fill(Infinity),
      arc: new Int32Array(count),
      from: new Int32Array(count),
      begins: [],
      chain: new Uint32Array(1024),
      length: 0,
    });
    this.#up = side(arcs.out, 0);
    this.#down = side(arcs.in, this.#inStart);
    this.#isMarked = new Uint8Array(count);
  }

  /** Costs have changed. */
  useGraph(graph: BaseGraph): void {
    this.#graph = graph;
  }

  reset(): void {
    for (const side of [this.#up, this.#down]) {
      for (let i = 0; i < side.length; i++) side.ms[side.chain[i]] = Infinity;
      for (const vertex of side.begins) side.ms[vertex] = Infinity;
      side.length = 0;
      side.begins.length = 0;
    }
  }

  addSource(vertex: number, ms: number, tag: number): void {
    this.#add(this.#up, vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#add(this.#down, vertex, ms, tag);
  }

  run(limit_ms: number): number {
    this.#climb(this.#up);
    this.#climb(this.#down);
    const { chain, length, ms } = this.#up;
    const down_ms = this.#down.ms;
    let best_ms = limit_ms;
    for (let i = 0; i < length; i++) {
      const sum_ms = ms[chain[i]] + down_ms[chain[i]];
      if (sum_ms >= best_ms) continue;
      best_ms = sum_ms;
      this.#meeting = chain[i];
    }
    if (best_ms >= limit_ms) return Infinity;
    this.sourceTag = tagOf(this.#up, this.#meeting);
    this.targetTag = tagOf(this.#down, this.#meeting);
    return best_ms;
  }

  unpack(): number {
    const driven = this.#driven;
    driven.length = 0;
    const up: number[] = [];
    for (let v = this.#meeting; this.#up.arc[v] !== BEGINS; v = this.#up.from[v]) up.push(v);
    for (const v of up.reverse()) this.#drive(this.#up.arc[v], this.#up.from[v], v);
    for (let v = this.#meeting; this.#down.arc[v] !== BEGINS; v = this.#down.from[v])
      this.#drive(this.#down.arc[v], v, this.#down.from[v]);
    this.segments = driven.data;
    return driven.length;
  }

  #add(side: Side, vertex: number, ms: number, tag: number): void {
    if (ms >= side.ms[vertex]) return;
    if (side.ms[vertex] === Infinity) side.begins.push(vertex);
    side.ms[vertex] = ms;
    side.arc[vertex] = BEGINS;
    side.from[vertex] = tag;
  }

  /** Relaxes the arcs of all vertices on the way up, the lowest first. */
  #climb(side: Side): void {
    this.#findChain(side);
    const { ms, arc, from, chain, length, start } = side;
    const { first, neighbour } = side.arcs;
    const costs_ms = this.arcs.ms;
    for (let k = 0; k < length; k++) {
      const vertex = chain[k];
      const here_ms = ms[vertex];
      if (here_ms === Infinity) continue;
      for (let i = first[vertex]; i < first[vertex + 1]; i++) {
        const arc_ms = costs_ms[start + i];
        const next = neighbour[i];
        if (arc_ms === NO_WAY || here_ms + arc_ms >= ms[next]) continue;
        ms[next] = here_ms + arc_ms;
        arc[next] = start + i;
        from[next] = vertex;
      }
    }
  }

  /**
   * All that can be reached upward: the vertices from each beginning over its parents, in ascending order.
   */
  #findChain(side: Side): void {
    const { parent } = this.arcs;
    const isMarked = this.#isMarked;
    side.length = 0;
    for (const begin of side.begins) {
      for (let vertex = begin; isMarked[vertex] === 0; vertex = parent[vertex]) {
        isMarked[vertex] = 1;
        if (side.length === side.chain.length) side.chain = twiceAsLong(side.chain);
        side.chain[side.length++] = vertex;
      }
    }
    const chain = side.chain.subarray(0, side.length);
    if (side.begins.length > 1) chain.sort();
    for (let i = 0; i < chain.length; i++) isMarked[chain[i]] = 0;
  }

  /** Appends the segments that an arc of the row drives, from its tail to its head. */
  #drive(arc: number, tail: number, head: number): void {
    const { out, in: into, middle } = this.arcs;
    const over = middle[arc];
    if (over === NO_MIDDLE) {
      this.#driven.push(this.#drivenSegment(tail, head));
      return;
    }
    this.#drive(this.#inStart + placeOf(into, over, tail), tail, over);
    this.#drive(placeOf(out, over, head), over, head);
  }

  #drivenSegment(tail: number, head: number): number {
    const { hasTurns, drivenSegment, firstArc, arcHead, arc_ms } = this.#graph;
    if (hasTurns) return drivenSegment[tail];
    let best = -1;
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++)
      if (arcHead[arc] === head && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
    return drivenSegment[best];
  }
}

function twiceAsLong(chain: Uint32Array): Uint32Array {
  const grown = new Uint32Array(2 * chain.length);
  grown.set(chain);
  return grown;
}

function tagOf({ arc, from }: Side, meeting: number): number {
  let vertex = meeting;
  while (arc[vertex] !== BEGINS) vertex = from[vertex];
  return from[vertex];
}
