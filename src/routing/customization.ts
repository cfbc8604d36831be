import type { BaseGraph } from './base-graph.js';
import { upwardBaseArcs, type Contraction, type UpwardArcs } from './contraction.js';
import { arcTo, NO_PARTS, NO_WAY, type Hierarchy, type UpwardGraph } from './hierarchy.js';

/** Of an arc that is one arc of the base graph. */
const NO_MIDDLE = 0xffffffff;

/** Upward arcs with a cost each (NO_WAY: cannot be driven at all) and the lower vertex it leads over (NO_MIDDLE: an arc of the base graph). */
interface CostedArcs extends UpwardArcs {
  ms: Uint32Array;
  middle: Uint32Array;
}

/**
 * Puts the costs of a graph into the shape of its contraction: each arc gets the cost of the cheapest way over lower vertices, and what no cheapest
 * way can need is left out. Linear in the number of triangles of the shape: seconds for a country, so that closures need no new contraction.
 */
export function customize(graph: BaseGraph, contraction: Contraction): Hierarchy {
  const out = costed(contraction.out);
  const into = costed(contraction.in);
  takeLowerTriangles(graph, out, into);
  const needless = findNeedless(out, into);
  const upOut = kept(out, needless.out);
  const upIn = kept(into, needless.in);
  findParts(graph, upOut, upIn);
  return { out: upOut.graph, in: upIn.graph, parent: eliminationTree(graph.vertexCount, upOut.graph, upIn.graph) };
}

function costed(arcs: UpwardArcs): CostedArcs {
  return { ...arcs, ms: new Uint32Array(arcs.neighbour.length).fill(NO_WAY), middle: new Uint32Array(arcs.neighbour.length).fill(NO_MIDDLE) };
}

/** From the lowest vertex up: x -> v -> w for every v below both. When x is reached, all arcs at lower vertices are final. */
function takeLowerTriangles(graph: BaseGraph, out: CostedArcs, into: CostedArcs): void {
  const base = upwardBaseArcs(graph);
  const toOut = arcsByNeighbour(graph.vertexCount, out);
  const toIn = arcsByNeighbour(graph.vertexCount, into);
  const place = new Uint32Array(graph.vertexCount);
  for (let x = 0; x < graph.vertexCount; x++) {
    relaxAt(x, { arcs: out, base: base.out, lower: toIn, lowerArcs: into, place });
    relaxAt(x, { arcs: into, base: base.in, lower: toOut, lowerArcs: out, place });
  }
}

interface Relaxation {
  /** The arcs of x that get their costs. */
  arcs: CostedArcs;
  base: UpwardArcs & { ms: Uint32Array };
  /** The arcs between x and lower vertices that a way in this direction begins with, by x. */
  lower: ArcsByNeighbour;
  lowerArcs: CostedArcs;
  place: Uint32Array;
}

function relaxAt(x: number, { arcs, base, lower, lowerArcs, place }: Relaxation): void {
  const { first, neighbour, ms, middle } = arcs;
  for (let i = first[x]; i < first[x + 1]; i++) place[neighbour[i]] = i;
  for (let i = base.first[x]; i < base.first[x + 1]; i++) {
    const arc = place[base.neighbour[i]];
    if (base.ms[i] < ms[arc]) ms[arc] = base.ms[i];
  }
  for (let i = lower.first[x]; i < lower.first[x + 1]; i++) {
    const down_ms = lowerArcs.ms[lower.arc[i]];
    if (down_ms === NO_WAY) continue;
    const v = lower.owner[i];
    for (let k = first[v + 1] - 1; k >= first[v]; k--) {
      const w = neighbour[k];
      if (w <= x) break;
      const arc = place[w];
      const sum_ms = down_ms + ms[k];
      if (sum_ms >= ms[arc]) continue;
      ms[arc] = sum_ms;
      middle[arc] = v;
    }
  }
}

interface ArcsByNeighbour {
  first: Uint32Array;
  arc: Uint32Array;
  owner: Uint32Array;
}

/** The arcs that lead to each vertex from below, ascending. */
function arcsByNeighbour(vertexCount: number, { first, neighbour }: UpwardArcs): ArcsByNeighbour {
  const by = { first: new Uint32Array(vertexCount + 1), arc: new Uint32Array(neighbour.length), owner: new Uint32Array(neighbour.length) };
  for (const n of neighbour) by.first[n + 1]++;
  for (let x = 0; x < vertexCount; x++) by.first[x + 1] += by.first[x];
  const next = by.first.slice();
  for (let v = 0; v < vertexCount; v++) {
    for (let i = first[v]; i < first[v + 1]; i++) {
      const place = next[neighbour[i]]++;
      by.arc[place] = i;
      by.owner[place] = v;
    }
  }
  return by;
}

/**
 * Arcs for which there is a cheaper way over higher vertices, so that no search needs them (perfect customization). From the highest vertex down:
 * `best` holds the true cost between a vertex and its higher neighbours as far as the neighbours' own arcs tell it.
 */
function findNeedless(out: CostedArcs, into: CostedArcs): { out: Uint8Array; in: Uint8Array } {
  const needless = { out: new Uint8Array(out.ms.length), in: new Uint8Array(into.ms.length) };
  const best = { out: out.ms.slice(), in: into.ms.slice() };
  const vertexCount = out.first.length - 1;
  const place = new Int32Array(vertexCount).fill(-1);
  for (let x = vertexCount - 1; x >= 0; x--) {
    shortcutsAt(x, { arcs: out, back: into, best: best.out, bestBack: best.in, needless: needless.out, place });
    shortcutsAt(x, { arcs: into, back: out, best: best.in, bestBack: best.out, needless: needless.in, place });
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

/** x -> y -> z for all higher y and z; with `arcs` and `back` exchanged the same against the arcs. */
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
    // The same with y and z exchanged: x -> z' -> y for z' above y.
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

interface KeptArcs {
  graph: UpwardGraph;
  middle: Uint32Array;
}

function kept({ first, neighbour, ms, middle }: CostedArcs, needless: Uint8Array): KeptArcs {
  const isKept = (i: number): boolean => needless[i] === 0 && ms[i] !== NO_WAY;
  let count = 0;
  for (let i = 0; i < ms.length; i++) if (isKept(i)) count++;
  const graph: UpwardGraph = { first: new Uint32Array(first.length), arcs: new Uint32Array(2 * count), parts: new Uint32Array(2 * count) };
  const keptMiddle = new Uint32Array(count);
  let next = 0;
  for (let v = 0; v + 1 < first.length; v++) {
    for (let i = first[v]; i < first[v + 1]; i++) {
      if (!isKept(i)) continue;
      graph.arcs[2 * next] = neighbour[i];
      graph.arcs[2 * next + 1] = ms[i];
      keptMiddle[next++] = middle[i];
    }
    graph.first[v + 1] = next;
  }
  return { graph, middle: keptMiddle };
}

/** Fills in what each arc consists of. An arc that is kept costs what the cheapest way costs, so its parts do, too, and are kept. */
function findParts(base: BaseGraph, out: KeptArcs, into: KeptArcs): void {
  for (const { graph, middle } of [out, into]) {
    for (let v = 0; v < base.vertexCount; v++) {
      for (let i = graph.first[v]; i < graph.first[v + 1]; i++) {
        const [tail, head] = graph === out.graph ? [v, graph.arcs[2 * i]] : [graph.arcs[2 * i], v];
        const isBase = middle[i] === NO_MIDDLE;
        graph.parts[2 * i] = isBase ? NO_PARTS : arcTo(into.graph, middle[i], tail);
        graph.parts[2 * i + 1] = isBase ? drivenSegment(base, tail, head) : arcTo(out.graph, middle[i], head);
      }
    }
  }
}

/** The directed segment of the cheapest arc between two vertices; of equally cheap ones the first. */
function drivenSegment({ hasTurns, drivenSegment: driven, firstArc, arcHead, arc_ms }: BaseGraph, tail: number, head: number): number {
  if (hasTurns) return driven[tail];
  let best = -1;
  for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
    if (arcHead[arc] === head && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
  }
  return driven[best];
}

/**
 * For each vertex the lowest one that all its upward ways meet next (Liu, 1990, with path compression); itself for a root. The
 * vertices that can be reached upward from v all lie on the way from v over its parents.
 */
function eliminationTree(vertexCount: number, out: UpwardGraph, into: UpwardGraph): Uint32Array {
  const parent = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const ancestor = parent.slice();
  const lower = [out, into].map(({ first, arcs }) => arcsByNeighbour(vertexCount, { first, neighbour: arcs.filter((_, i) => i % 2 === 0) }));
  for (let x = 0; x < vertexCount; x++) {
    for (const { first, owner } of lower) {
      for (let i = first[x]; i < first[x + 1]; i++) {
        // Climb to the root of the tree that the lower vertex is in so far, and point everything on the way at x.
        for (let v = owner[i]; v !== x; ) {
          const next = ancestor[v];
          ancestor[v] = x;
          if (next === v) parent[v] = x;
          v = next === v ? x : next;
        }
      }
    }
  }
  return parent;
}
