import { atOnce, type Steps } from '../../arrays/steps.js';
import { GrowableUint32 } from '../../arrays/growable.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import type { Contraction, UpwardArcs } from '../frozen/contraction.js';

/**
 * Contracts a graph whose vertices are numbered by rank: vertices are removed from the lowest rank up, and
 * every path through a removed vertex becomes an arc between higher vertices. The contraction requires no
 * searches and does not depend on costs, so a graph with other costs has the same shape. A vertex's lists are
 * built from its own arcs and from those of its lower neighbors: u -> v -> w becomes u -> w, stored at the
 * lower of u and w.
 */
export function contract(graph: BaseGraph): Contraction {
  const { vertexCount } = graph;
  const base = atOnce(upwardBaseArcs(graph));
  const out = new GrowingArcs(vertexCount);
  const into = new GrowingArcs(vertexCount);
  for (let x = 0; x < vertexCount; x++) {
    out.begin(x);
    for (let i = base.out.first[x]; i < base.out.first[x + 1]; i++) out.add(base.out.neighbour[i]);
    // For each lower v with an arc x -> v, add arcs from x to all higher neighbors of v.
    into.eachWaiting(x, (v) => out.addAbove(out, v));
    out.finish();
    into.begin(x);
    for (let i = base.in.first[x]; i < base.in.first[x + 1]; i++) into.add(base.in.neighbour[i]);
    out.eachWaiting(x, (v) => into.addAbove(into, v));
    into.finish();
  }
  return { out: out.trimmed(), in: into.trimmed() };
}

/**
 * Returns the graph's own arcs as upward arcs, with their costs. Keeps parallel arcs and omits loops.
 * @param isWanted per vertex: 1 if its arcs are wanted; null for all vertices
 */
export function* upwardBaseArcs(
  graph: BaseGraph,
  isWanted: Uint8Array | null = null,
): Steps<{
  out: UpwardArcs & { ms: Uint32Array };
  in: UpwardArcs & { ms: Uint32Array };
}> {
  const { vertexCount, firstArc, arcHead, arc_ms } = graph;
  const firstOut = new Uint32Array(vertexCount + 1);
  const firstIn = new Uint32Array(vertexCount + 1);
  const each = function* (visit: (tail: number, head: number, ms: number) => void): Steps<void> {
    for (let tail = 0; tail < vertexCount; tail++) {
      if (tail % VERTICES_OF_STEP === 0) yield;
      for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++)
        if (arcHead[arc] !== tail && (isWanted === null || isWanted[Math.min(tail, arcHead[arc])] === 1))
          visit(tail, arcHead[arc], arc_ms[arc]);
    }
  };
  yield* each((tail, head) => {
    if (tail < head) firstOut[tail + 1]++;
    else firstIn[head + 1]++;
  });
  for (let x = 0; x < vertexCount; x++) {
    if (x % SUMS_OF_STEP === 0) yield;
    firstOut[x + 1] += firstOut[x];
    firstIn[x + 1] += firstIn[x];
  }
  const out = {
    first: firstOut,
    neighbour: new Uint32Array(firstOut[vertexCount]),
    ms: new Uint32Array(firstOut[vertexCount]),
  };
  const into = {
    first: firstIn,
    neighbour: new Uint32Array(firstIn[vertexCount]),
    ms: new Uint32Array(firstIn[vertexCount]),
  };
  yield;
  const nextOut = firstOut.slice();
  const nextIn = firstIn.slice();
  yield* each((tail, head, ms) => {
    const [list, place] = tail < head ? [out, nextOut[tail]++] : [into, nextIn[head]++];
    list.neighbour[place] = tail < head ? head : tail;
    list.ms[place] = ms;
  });
  return { out, in: into };
}

const VERTICES_OF_STEP = 8_192;
/**
 * The number of additions per step. This number can be large, because adding two numbers takes less time than
 * reading arcs.
 */
const SUMS_OF_STEP = 2 ** 17;

const NOBODY = 0xffffffff;

/**
 * Upward arcs under construction. A vertex whose arcs are known waits at its lowest neighbor. When the
 * contraction reaches that neighbor, the vertex moves on to its next-lowest neighbor. Therefore, the vertices
 * that have an arc to the current vertex are known without a list for each arc (George and Liu, 1981).
 */
class GrowingArcs {
  readonly #first: Uint32Array;
  readonly #neighbour = new GrowableUint32(1 << 18);
  /** Per vertex: its arc to the neighbor at which it waits. */
  readonly #arc: Uint32Array;
  /**
   * Per vertex: the vertex that most recently started waiting at it. Per waiting vertex: the next vertex that
   * waits at the same neighbor. NOBODY if there is no next vertex.
   */
  readonly #latest: Uint32Array;
  readonly #next: Uint32Array;
  /** Per neighbor: the vertex to which it was last added, which keeps lists free of duplicates. */
  readonly #noted: Uint32Array;
  #current = 0;

  constructor(vertexCount: number) {
    this.#first = new Uint32Array(vertexCount + 1);
    this.#arc = new Uint32Array(vertexCount);
    this.#latest = new Uint32Array(vertexCount).fill(NOBODY);
    this.#next = new Uint32Array(vertexCount).fill(NOBODY);
    this.#noted = new Uint32Array(vertexCount).fill(NOBODY);
  }

  begin(vertex: number): void {
    this.#current = vertex;
  }

  add(neighbour: number): void {
    if (this.#noted[neighbour] === this.#current) return;
    this.#noted[neighbour] = this.#current;
    this.#neighbour.push(neighbour);
  }

  /** Adds a lower vertex's neighbors that are above the current vertex. */
  addAbove(from: GrowingArcs, lower: number): void {
    const begin = from.#first[lower];
    // Neighbors are in ascending order, so the higher ones come last. The array is reread in each iteration,
    // because growth replaces it.
    for (let i = from.#first[lower + 1] - 1; i >= begin; i--) {
      const neighbour = from.#neighbour.data[i];
      if (neighbour <= this.#current) break;
      this.add(neighbour);
    }
  }

  finish(): void {
    const begin = this.#first[this.#current];
    const end = this.#neighbour.length;
    this.#first[this.#current + 1] = end;
    this.#neighbour.data.subarray(begin, end).sort();
    this.#waitAt(this.#current, begin);
  }

  /**
   * Calls `visit` with each lower vertex that has an arc to `vertex`. Call this at most once per vertex, in
   * ascending order.
   */
  eachWaiting(vertex: number, visit: (lower: number) => void): void {
    for (let lower = this.#latest[vertex]; lower !== NOBODY;) {
      const next = this.#next[lower];
      visit(lower);
      this.#waitAt(lower, this.#arc[lower] + 1);
      lower = next;
    }
  }

  #waitAt(vertex: number, arc: number): void {
    if (arc === this.#first[vertex + 1]) return;
    const neighbour = this.#neighbour.data[arc];
    this.#arc[vertex] = arc;
    this.#next[vertex] = this.#latest[neighbour];
    this.#latest[neighbour] = vertex;
  }

  trimmed(): UpwardArcs {
    return { first: this.#first, neighbour: this.#neighbour.trimmed() };
  }
}
