import { GrowableInt32 } from '../../arrays/growable.js';
import type { CurrentArcs } from '../current/current-arcs.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { placeOf, type FrozenContraction, type UpwardArcs } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import type { PathSearch } from './path-search.js';

/** Marks a starting vertex, stored where the arc that reached the vertex would otherwise be. */
const BEGINS = -1;

interface Beginning {
  vertex: number;
  ms: number;
  tag: number;
}

/**
 * The vertices reached upward from the sources, or from the targets against the arcs. Only vertices on the
 * upward chain are reached, so costs are stored by position on the chain, which takes 4 bytes per vertex of a
 * country instead of 16.
 */
interface Side {
  arcs: UpwardArcs;
  /** The number of this side's first arc in the combined array of arcs. */
  start: number;
  beginnings: Beginning[];
  /** The vertices on the upward chain, lowest first. */
  chain: Uint32Array;
  length: number;
  /** Per vertex: its position on the chain, if it is on the chain. */
  place: Uint32Array;
  /** Per position: the lowest cost found so far. */
  ms: Float64Array;
  /**
   * Per position: the arc in the combined array that reached the vertex, and the vertex where that arc
   * begins; for a starting vertex, BEGINS and the tag of the source.
   */
  arc: Int32Array;
  from: Int32Array;
}

/** An upper bound on the number of positions on any country's upward chain. */
const PLACES = 4096;

/**
 * Finds the cheapest path with the current costs. From both ends, the search climbs the elimination tree over
 * all arcs, because the arcs that a path needs are known only for the imported costs. This search takes about
 * five times as long as `HierarchySearch`, so it runs only if `HierarchySearch` finds a path that includes
 * changed roads.
 */
export class CurrentSearch implements PathSearch {
  readonly #contraction: FrozenContraction;
  readonly #arcs: CurrentArcs;
  readonly #graph: BaseGraph;
  readonly #up: Side;
  readonly #down: Side;
  readonly #inStart: number;
  #meeting = 0;
  readonly #driven = new GrowableInt32(1024);
  segments: Int32Array = new Int32Array(0);
  sourceTag = 0;
  targetTag = 0;

  /** @param graph the base graph with the current costs */
  constructor(contraction: FrozenContraction, arcs: CurrentArcs, graph: BaseGraph) {
    this.#contraction = contraction;
    this.#arcs = arcs;
    this.#graph = graph;
    this.#inStart = contraction.out.neighbour.length;
    const side = (own: UpwardArcs, start: number): Side => ({
      arcs: own,
      start,
      beginnings: [],
      length: 0,
      place: new Uint32Array(graph.vertexCount),
      ...places(PLACES),
    });
    this.#up = side(contraction.out, 0);
    this.#down = side(contraction.in, this.#inStart);
  }

  reset(): void {
    for (const side of [this.#up, this.#down]) {
      side.length = 0;
      side.beginnings.length = 0;
    }
  }

  addSource(vertex: number, ms: number, tag: number): void {
    this.#up.beginnings.push({ vertex, ms, tag });
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#down.beginnings.push({ vertex, ms, tag });
  }

  run(limit_ms: number): number {
    for (const side of [this.#up, this.#down]) {
      findChain(side, this.#contraction.parent);
      this.#climb(side);
    }
    const { chain, length, ms } = this.#up;
    const down = this.#down;
    let best_ms = limit_ms;
    for (let i = 0; i < length; i++) {
      if (!isOn(down, chain[i])) continue;
      const sum_ms = ms[i] + down.ms[down.place[chain[i]]];
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
    const [up, down] = [this.#up, this.#down];
    const climbed: number[] = [];
    for (let v = this.#meeting; up.arc[up.place[v]] !== BEGINS; v = up.from[up.place[v]]) climbed.push(v);
    for (const v of climbed.reverse()) this.#drive(up.arc[up.place[v]], up.from[up.place[v]], v);
    for (let v = this.#meeting; down.arc[down.place[v]] !== BEGINS;) {
      const next = down.from[down.place[v]];
      this.#drive(down.arc[down.place[v]], v, next);
      v = next;
    }
    this.segments = driven.data;
    return driven.length;
  }

  /** Relaxes the arcs of all vertices on the upward chain, lowest first. */
  #climb(side: Side): void {
    const { ms, arc, from, chain, length, start, place, beginnings } = side;
    const { first, neighbour } = side.arcs;
    const costs_ms = this.#arcs.ms;
    ms.fill(Infinity, 0, length);
    for (const { vertex, ms: begin_ms, tag } of beginnings) {
      const at = place[vertex];
      if (begin_ms >= ms[at]) continue;
      ms[at] = begin_ms;
      arc[at] = BEGINS;
      from[at] = tag;
    }
    for (let k = 0; k < length; k++) {
      const here_ms = ms[k];
      if (here_ms === Infinity) continue;
      const vertex = chain[k];
      for (let i = first[vertex]; i < first[vertex + 1]; i++) {
        const arc_ms = costs_ms[start + i];
        if (arc_ms === NO_WAY) continue;
        const next = place[neighbour[i]];
        if (here_ms + arc_ms >= ms[next]) continue;
        ms[next] = here_ms + arc_ms;
        arc[next] = start + i;
        from[next] = vertex;
      }
    }
  }

  /** Appends the segments that make up an arc of the combined array, from its tail to its head. */
  #drive(arc: number, tail: number, head: number): void {
    const { out, in: into } = this.#contraction;
    const over = this.#arcs.middle[arc];
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

function isOn({ chain, place, length }: Side, vertex: number): boolean {
  return place[vertex] < length && chain[place[vertex]] === vertex;
}

/**
 * Finds all vertices that can be reached upward, which are the starting vertices and all their ancestors, in
 * ascending order.
 */
function findChain(side: Side, parent: Uint32Array): void {
  for (const { vertex: begin } of side.beginnings) {
    for (let vertex = begin; !isOn(side, vertex); vertex = parent[vertex]) {
      if (side.length === side.chain.length) {
        const { chain } = side;
        Object.assign(side, places(2 * chain.length));
        side.chain.set(chain);
      }
      side.place[vertex] = side.length;
      side.chain[side.length++] = vertex;
    }
  }
  if (side.beginnings.length < 2) return;
  const chain = side.chain.subarray(0, side.length).sort();
  for (let i = 0; i < chain.length; i++) side.place[chain[i]] = i;
}

function places(count: number): Pick<Side, 'chain' | 'ms' | 'arc' | 'from'> {
  return {
    chain: new Uint32Array(count),
    ms: new Float64Array(count),
    arc: new Int32Array(count),
    from: new Int32Array(count),
  };
}

function tagOf({ arc, from, place }: Side, meeting: number): number {
  let vertex = meeting;
  while (arc[place[vertex]] !== BEGINS) vertex = from[place[vertex]];
  return from[place[vertex]];
}
