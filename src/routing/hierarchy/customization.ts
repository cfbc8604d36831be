import { atOnce, type Steps } from '../../arrays/steps.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import type { Contraction, UpwardArcs } from '../frozen/contraction.js';
import { upwardBaseArcs } from './contraction.js';
import { NO_MIDDLE, NO_WAY, type UpwardHierarchy } from '../frozen/hierarchy.js';
import { freeze, type CostedArcs, type Needless } from './hierarchy-freeze.js';

/** Searches add signed 32-bit numbers. An arc that costs more than this (24 days) cannot be used. */
export const MOST_MS = 2 ** 31 - 2;

/**
 * Applies a graph's costs to the shape of its contraction. Each arc gets the cost of the cheapest path via
 * lower vertices. Arcs that no cheapest path needs are omitted. The running time is linear in the number of
 * triangles in the shape and amounts to seconds for a country. Therefore, closing a road does not require a
 * new contraction.
 */
export function customize(graph: BaseGraph, contraction: Contraction): UpwardHierarchy {
  const out = costed(contraction.out);
  const into = costed(contraction.in);
  takeLowerTriangles(graph, out, into);
  const needless = findNeedless(out, into);
  return freeze({ out, in: into }, needless);
}

function costed(arcs: UpwardArcs): CostedArcs {
  return {
    ...arcs,
    ms: new Uint32Array(arcs.neighbour.length).fill(NO_WAY),
    middle: new Uint32Array(arcs.neighbour.length).fill(NO_MIDDLE),
  };
}

/**
 * Computes the costs of all arcs, including those that no cheapest path needs. Arcs have no costs before this
 * function runs. Processes the vertices from the lowest up and relaxes x -> v -> w for every v below both x
 * and w. When the function reaches x, all arcs at lower vertices are final.
 */
function takeLowerTriangles(graph: BaseGraph, out: CostedArcs, into: CostedArcs): void {
  atOnce(lowerTriangles(graph, out, into));
}

/** Like `takeLowerTriangles`, but in steps. */
export function* lowerTriangles(graph: BaseGraph, out: CostedArcs, into: CostedArcs): Steps<void> {
  const base = yield* upwardBaseArcs(graph);
  const toOut = yield* lowerNeighbours(out);
  const toIn = yield* lowerNeighbours(into);
  const place = new Uint32Array(graph.vertexCount);
  for (let x = 0; x < graph.vertexCount; x++) {
    relaxAt(x, { arcs: out, base: base.out, lower: toIn, lowerArcs: into, place });
    relaxAt(x, { arcs: into, base: base.in, lower: toOut, lowerArcs: out, place });
    if (x % VERTICES_OF_STEP === 0) yield;
  }
}

/**
 * The number of vertices per step, which is small because each high vertex has about ten thousand triangles.
 */
const VERTICES_OF_STEP = 16;
/**
 * The number of vertices started per step, which is larger because starting a vertex takes a single lookup.
 */
const BEGUN_IN_STEP = 16_384;

function* lowerNeighbours(arcs: UpwardArcs): Steps<LowerNeighbours> {
  const neighbours = new LowerNeighbours(arcs);
  for (let vertex = 0; vertex + 1 < arcs.first.length; vertex++) {
    if (vertex % BEGUN_IN_STEP === 0) yield;
    neighbours.begin(vertex);
  }
  return neighbours;
}

const NOBODY = 0xffffffff;

/**
 * Visits the vertices from the lowest up and lists, for each vertex, the lower vertices that have an arc to
 * it. A vertex waits at its lowest neighbor. When that neighbor is reached, the vertex moves on to its next
 * neighbor, as in contraction.ts. Lists of all arcs by neighbor would need ten times as much memory.
 */
class LowerNeighbours {
  /** Per vertex: the vertex that most recently started waiting at it, or NOBODY. */
  readonly latest: Uint32Array;
  /** Per waiting vertex: the next vertex that waits at the same neighbor, or NOBODY. */
  readonly next: Uint32Array;
  /** Per waiting vertex: its arc to that neighbor. */
  readonly arc: Uint32Array;
  readonly #first: Uint32Array;
  readonly #neighbour: Uint32Array;

  /** @param arcs upward arcs, in ascending order of neighbors for each vertex */
  constructor({ first, neighbour }: UpwardArcs) {
    const vertexCount = first.length - 1;
    this.#first = first;
    this.#neighbour = neighbour;
    this.latest = new Uint32Array(vertexCount).fill(NOBODY);
    this.next = new Uint32Array(vertexCount);
    this.arc = new Uint32Array(vertexCount);
  }

  begin(vertex: number): void {
    this.#wait(vertex, this.#first[vertex]);
  }

  /** Moves a vertex on to its next neighbor, once the neighbor at which it waits has been reached. */
  goOn(vertex: number): void {
    this.#wait(vertex, this.arc[vertex] + 1);
  }

  #wait(vertex: number, arc: number): void {
    if (arc === this.#first[vertex + 1]) return;
    const neighbour = this.#neighbour[arc];
    this.arc[vertex] = arc;
    this.next[vertex] = this.latest[neighbour];
    this.latest[neighbour] = vertex;
  }
}

interface Relaxation {
  /** The arcs of x whose costs are being computed. */
  arcs: CostedArcs;
  base: UpwardArcs & { ms: Uint32Array };
  /** Per x: the arcs between x and lower vertices with which a path in this direction begins. */
  lower: LowerNeighbours;
  lowerArcs: CostedArcs;
  /** Scratch space. Per neighbor of x: the index of the arc between that neighbor and x. */
  place: Uint32Array;
}

function relaxAt(x: number, { arcs, base, lower, lowerArcs, place }: Relaxation): void {
  takeBaseArcs(x, arcs, base, place);
  for (let waiting = lower.latest[x]; waiting !== NOBODY;) {
    const v = waiting;
    waiting = lower.next[v];
    const down_ms = lowerArcs.ms[lower.arc[v]];
    lower.goOn(v);
    relaxOver(v, { x, down_ms }, arcs, place);
  }
}

/**
 * Lowers the costs of x's arcs to the costs of the graph's own arcs where the graph's own arcs are cheaper.
 * @param place filled by this function: per neighbor of x, the index of the arc between that neighbor and x
 */
export function takeBaseArcs(
  x: number,
  { first, neighbour, ms }: CostedArcs,
  base: UpwardArcs & { ms: Uint32Array },
  place: Uint32Array,
): void {
  for (let i = first[x]; i < first[x + 1]; i++) place[neighbour[i]] = i;
  for (let i = base.first[x]; i < base.first[x + 1]; i++) {
    const arc = place[base.neighbour[i]];
    if (base.ms[i] < ms[arc]) ms[arc] = base.ms[i];
  }
}

/**
 * Relaxes x -> v -> w for all w above x.
 * @param way.down_ms the cost of x -> v
 * @param place as filled by `takeBaseArcs`
 */
export function relaxOver(
  v: number,
  { x, down_ms }: { x: number; down_ms: number },
  { first, neighbour, ms, middle }: CostedArcs,
  place: Uint32Array,
): void {
  if (down_ms === NO_WAY) return;
  for (let k = first[v + 1] - 1; k >= first[v]; k--) {
    const w = neighbour[k];
    if (w <= x) break;
    const arc = place[w];
    const sum_ms = down_ms + ms[k];
    // Among equally cheap paths, the path via the lowest vertex wins, regardless of the order in which paths
    // are found.
    const isBetter = sum_ms < ms[arc] || (sum_ms === ms[arc] && middle[arc] !== NO_MIDDLE && v < middle[arc]);
    if (!isBetter || sum_ms > MOST_MS) continue;
    ms[arc] = sum_ms;
    middle[arc] = v;
  }
}

/**
 * Marks the arcs that no search needs because a path via higher vertices is cheaper (perfect customization).
 * Processes the vertices from the highest down. `best` contains the true cost between a vertex and its higher
 * neighbors, as far as those neighbors' arcs determine it.
 */
function findNeedless(out: CostedArcs, into: CostedArcs): Needless {
  const needless: Needless = { out: new Uint8Array(out.ms.length), in: new Uint8Array(into.ms.length) };
  const best = { out: out.ms.slice(), in: into.ms.slice() };
  const vertexCount = out.first.length - 1;
  const place = new Int32Array(vertexCount).fill(-1);
  for (let x = vertexCount - 1; x >= 0; x--) {
    shortcutsAt(x, {
      arcs: out,
      back: into,
      best: best.out,
      bestBack: best.in,
      needless: needless.out,
      place,
    });
    shortcutsAt(x, {
      arcs: into,
      back: out,
      best: best.in,
      bestBack: best.out,
      needless: needless.in,
      place,
    });
  }
  return needless;
}

interface Pruning {
  arcs: CostedArcs;
  back: CostedArcs;
  best: Uint32Array;
  bestBack: Uint32Array;
  needless: Uint8Array;
  place: Int32Array;
}

/**
 * Checks x -> y -> z for all higher y and z. If `arcs` and `back` are swapped, the function checks the
 * opposite direction.
 */
function shortcutsAt(x: number, { arcs, back, best, bestBack, needless, place }: Pruning): void {
  const begin = arcs.first[x];
  const end = arcs.first[x + 1];
  for (let i = begin; i < end; i++) place[arcs.neighbour[i]] = i;
  for (let i = begin; i < end; i++) {
    const y = arcs.neighbour[i];
    for (let k = arcs.first[y]; k < arcs.first[y + 1]; k++) {
      const xz = place[arcs.neighbour[k]];
      if (xz >= 0 && arcs.ms[i] + best[k] < best[xz]) {
        best[xz] = arcs.ms[i] + best[k];
        needless[xz] = 1;
      }
    }
    // Does the same check with y and z swapped: x -> z' -> y for z' above y.
    for (let k = back.first[y]; k < back.first[y + 1]; k++) {
      const xz = place[back.neighbour[k]];
      if (xz >= 0 && arcs.ms[xz] + bestBack[k] < best[i]) {
        best[i] = arcs.ms[xz] + bestBack[k];
        needless[i] = 1;
      }
    }
  }
  for (let i = begin; i < end; i++) place[arcs.neighbour[i]] = -1;
}
