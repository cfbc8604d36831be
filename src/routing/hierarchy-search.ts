import { assert } from '../errors.js';
import { NO_MIDDLE, NO_WAY, type Hierarchy, type UpwardGraph } from './hierarchy.js';

const NO_PARENT = 0xffffffff;

/** One side of a search: where it begins, and what was reached from there. */
class Side {
  readonly graph: UpwardGraph;
  /** NO_WAY everywhere between two searches. */
  readonly ms: Uint32Array;
  /** The lower vertex from which a vertex was reached best; NO_PARENT where a side begins. Means nothing for vertices not reached. */
  readonly from: Uint32Array;
  readonly beginVertex: number[] = [];
  readonly beginMs: number[] = [];
  readonly beginTag: number[] = [];
  /** All vertices above the beginnings, ascending. */
  readonly climb: Uint32Array;
  climbed = 0;

  constructor(graph: UpwardGraph, vertexCount: number) {
    this.graph = graph;
    this.ms = new Uint32Array(vertexCount).fill(NO_WAY);
    this.from = new Uint32Array(vertexCount);
    this.climb = new Uint32Array(vertexCount);
  }
}

/**
 * The cheapest path between several sources and several targets in a hierarchy. No queue is needed: all vertices above the sources lie on a
 * few chains of parents that soon run together, and are taken in order of rank; the same from the targets; the path turns where the sum is least. The workspace
 * is allocated once and is clean after each search.
 */
export class HierarchySearch {
  readonly #parent: Uint32Array;
  readonly #forward: Side;
  readonly #backward: Side;
  /** Chains still to be climbed, ascending and distinct. */
  readonly #chains: number[] = [];
  /** Arcs still to be unpacked, as pairs tail, head; the next one is last. */
  readonly #arcs: number[] = [];
  #meeting = 0;
  /** After a successful `run`: the tags of the source and the target of the path. */
  sourceTag = 0;
  targetTag = 0;

  constructor(hierarchy: Hierarchy) {
    const vertexCount = hierarchy.parent.length;
    this.#parent = hierarchy.parent;
    this.#forward = new Side(hierarchy.out, vertexCount);
    this.#backward = new Side(hierarchy.in, vertexCount);
  }

  reset(): void {
    for (const side of [this.#forward, this.#backward]) side.beginVertex.length = side.beginMs.length = side.beginTag.length = 0;
  }

  addSource(vertex: number, ms: number, tag: number): void {
    begin(this.#forward, vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    begin(this.#backward, vertex, ms, tag);
  }

  /** Milliseconds of the cheapest path that is cheaper than `limit_ms`; Infinity when there is none. */
  run(limit_ms: number): number {
    const forward = this.#forward;
    const backward = this.#backward;
    this.#climb(forward);
    this.#climb(backward);
    relaxAll(forward);
    const best_ms = this.#relaxToMeeting(limit_ms);
    for (let i = 0; i < forward.climbed; i++) forward.ms[forward.climb[i]] = NO_WAY;
    if (best_ms >= limit_ms) return Infinity;
    this.sourceTag = tagOf(forward, this.#bottom(forward));
    this.targetTag = tagOf(backward, this.#bottom(backward));
    return best_ms;
  }

  /** Calls `visit` for each vertex of the base graph on the path of the last successful `run`, in order. */
  path(visit: (vertex: number) => void): void {
    const arcs = this.#arcs;
    const source = this.#bottom(this.#forward);
    arcs.length = 0;
    // The target's side is unpacked last, so it goes in first.
    this.#pushBackward(this.#meeting);
    for (let vertex = this.#meeting; vertex !== source; vertex = this.#forward.from[vertex]) arcs.push(this.#forward.from[vertex], vertex);
    visit(source);
    while (arcs.length > 0) {
      const head = arcs.pop()!;
      const tail = arcs.pop()!;
      const middle = this.#middleOf(tail, head);
      if (middle === NO_MIDDLE) visit(head);
      else arcs.push(middle, head, tail, middle);
    }
  }

  #pushBackward(vertex: number): void {
    const { from } = this.#backward;
    const chain: number[] = [];
    for (; from[vertex] !== NO_PARENT; vertex = from[vertex]) chain.push(vertex, from[vertex]);
    for (let i = chain.length - 2; i >= 0; i -= 2) this.#arcs.push(chain[i], chain[i + 1]);
  }

  /** Where the path of one side began. */
  #bottom(side: Side): number {
    let vertex = this.#meeting;
    while (side.from[vertex] !== NO_PARENT) vertex = side.from[vertex];
    return vertex;
  }

  /** Writes all vertices on the chains above the beginnings to `climb`, ascending. */
  #climb(side: Side): void {
    const chains = this.#chains;
    chains.length = 0;
    side.climbed = 0;
    for (const vertex of side.beginVertex) insert(chains, vertex);
    const parent = this.#parent;
    while (chains.length > 1) {
      const vertex = chains.pop()!;
      side.climb[side.climbed++] = vertex;
      if (parent[vertex] !== vertex) insert(chains, parent[vertex]);
    }
    if (chains.length === 0) return;
    for (let vertex = chains.pop()!; ; vertex = parent[vertex]) {
      side.climb[side.climbed++] = vertex;
      if (parent[vertex] === vertex) return;
    }
  }

  /** Relaxes the backward side; where both sides have been, the path may turn. Cleans the backward costs on the way. */
  #relaxToMeeting(limit_ms: number): number {
    const { ms, from, climb, climbed, graph } = this.#backward;
    const { first, arcs } = graph;
    const forward_ms = this.#forward.ms;
    let best_ms = limit_ms;
    for (let i = 0; i < climbed; i++) {
      const vertex = climb[i];
      const here_ms = ms[vertex];
      if (here_ms === NO_WAY) continue;
      ms[vertex] = NO_WAY;
      if (here_ms >= best_ms) continue;
      if (forward_ms[vertex] !== NO_WAY && forward_ms[vertex] + here_ms < best_ms) {
        best_ms = forward_ms[vertex] + here_ms;
        this.#meeting = vertex;
      }
      const end = 2 * first[vertex + 1];
      for (let arc = 2 * first[vertex]; arc < end; arc += 2) {
        const sum_ms = here_ms + arcs[arc + 1];
        const next = arcs[arc];
        if (sum_ms >= ms[next]) continue;
        ms[next] = sum_ms;
        from[next] = vertex;
      }
    }
    return best_ms;
  }

  /** The middle of the cheapest arc between two vertices, which is noted at the lower one. */
  #middleOf(tail: number, head: number): number {
    const { first, arcs, middle } = tail < head ? this.#forward.graph : this.#backward.graph;
    const [lower, higher] = tail < head ? [tail, head] : [head, tail];
    let low = first[lower];
    let high = first[lower + 1];
    while (low < high) {
      const half = (low + high) >> 1;
      if (arcs[2 * half] < higher) low = half + 1;
      else high = half;
    }
    assert(low < first[lower + 1] && arcs[2 * low] === higher, `no arc from ${tail} to ${head}`);
    return middle[low];
  }
}

function begin(side: Side, vertex: number, ms: number, tag: number): void {
  side.beginVertex.push(vertex);
  side.beginMs.push(ms);
  side.beginTag.push(tag);
  if (ms >= side.ms[vertex]) return;
  side.ms[vertex] = ms;
  side.from[vertex] = NO_PARENT;
}

/** The tag of the cheapest beginning at a vertex; of equal ones the first. */
function tagOf(side: Side, vertex: number): number {
  let best = -1;
  for (let i = 0; i < side.beginVertex.length; i++) {
    if (side.beginVertex[i] === vertex && (best === -1 || side.beginMs[i] < side.beginMs[best])) best = i;
  }
  return side.beginTag[best];
}

function relaxAll({ ms, from, climb, climbed, graph: { first, arcs } }: Side): void {
  for (let i = 0; i < climbed; i++) {
    const vertex = climb[i];
    const here_ms = ms[vertex];
    if (here_ms === NO_WAY) continue;
    const end = 2 * first[vertex + 1];
    for (let arc = 2 * first[vertex]; arc < end; arc += 2) {
      const sum_ms = here_ms + arcs[arc + 1];
      const next = arcs[arc];
      if (sum_ms >= ms[next]) continue;
      ms[next] = sum_ms;
      from[next] = vertex;
    }
  }
}

/** Into a descending list without duplicates. */
function insert(descending: number[], vertex: number): void {
  let place = descending.length;
  while (place > 0 && descending[place - 1] < vertex) place--;
  if (place > 0 && descending[place - 1] === vertex) return;
  descending.splice(place, 0, vertex);
}
