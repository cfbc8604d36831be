import { arcTo, NO_PARTS, NO_WAY, type Hierarchy, type UpwardGraph } from './hierarchy.js';

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
  /** Arcs still to be unpacked: number * 2, + 1 for those of the backward graph; the next one is last. */
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

  /** Calls `visit` with the directed segment of each arc of the base graph on the path of the last successful `run`, in order. */
  eachSegment(visit: (directed: number) => void): void {
    this.#pushTargetSide();
    this.#pushSourceSide();
    const arcs = this.#arcs;
    const outParts = this.#forward.graph.parts;
    const inParts = this.#backward.graph.parts;
    while (arcs.length > 0) {
      const code = arcs.pop()!;
      const parts = (code & 1) === 0 ? outParts : inParts;
      const first = parts[code & ~1];
      const second = parts[(code & ~1) + 1];
      if (first === NO_PARTS) visit(second);
      else arcs.push(2 * second, 2 * first + 1);
    }
  }

  /** The path from the meeting to the target; it is unpacked last, so it goes in first, and the last arc before all others. */
  #pushTargetSide(): void {
    const { from, graph } = this.#backward;
    const arcs = this.#arcs;
    arcs.length = 0;
    for (let vertex = this.#meeting; from[vertex] !== NO_PARENT; vertex = from[vertex]) arcs.push(2 * arcTo(graph, from[vertex], vertex) + 1);
    arcs.reverse();
  }

  #pushSourceSide(): void {
    const { from, graph } = this.#forward;
    for (let vertex = this.#meeting; from[vertex] !== NO_PARENT; vertex = from[vertex]) this.#arcs.push(2 * arcTo(graph, from[vertex], vertex));
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
