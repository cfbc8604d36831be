import type { UpwardArcs } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY, type UpwardGraph, type UpwardHierarchy } from '../frozen/hierarchy.js';

/**
 * Upward arcs with their costs. NO_WAY in `ms` means that the arc cannot be used at all. `middle` is the
 * lower vertex that the arc bypasses, or NO_MIDDLE for an arc of the base graph.
 */
export interface CostedArcs extends UpwardArcs {
  ms: Uint32Array;
  middle: Uint32Array;
}

/** Per arc: 1 if no search needs the arc. */
export interface Needless {
  out: Uint8Array;
  in: Uint8Array;
}

/**
 * Builds a hierarchy from arcs and their costs, without the arcs that no search needs. Also marks further
 * arcs in `needless`.
 */
export function freeze(
  { out, in: into }: { out: CostedArcs; in: CostedArcs },
  needless: Needless,
): UpwardHierarchy {
  leaveOut(out, into, needless);
  return { out: kept(out, needless.out), in: kept(into, needless.in) };
}

/** Returns the index of the arc between a vertex and a neighbor; the arc must exist. */
function arcAt({ first, neighbour }: UpwardArcs, vertex: number, wanted: number): number {
  let low = first[vertex];
  let high = first[vertex + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (neighbour[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Marks further arcs as needless: impassable arcs, and arcs with a needless part, which are too expensive as
 * well. Processes the vertices from the lowest up, so that parts are marked before the arcs that consist of
 * them.
 */
function leaveOut(out: CostedArcs, into: CostedArcs, needless: Needless): void {
  const vertexCount = out.first.length - 1;
  for (let v = 0; v < vertexCount; v++) {
    for (const side of ['out', 'in'] as const) {
      const { first, neighbour, ms, middle } = side === 'out' ? out : into;
      for (let i = first[v]; i < first[v + 1]; i++) {
        if (ms[i] !== NO_WAY && middle[i] !== NO_MIDDLE) {
          const [tail, head] = side === 'out' ? [v, neighbour[i]] : [neighbour[i], v];
          const down = needless.in[arcAt(into, middle[i], tail)];
          if ((down | needless.out[arcAt(out, middle[i], head)]) === 1) needless[side][i] = 1;
        } else if (ms[i] === NO_WAY) needless[side][i] = 1;
      }
    }
  }
}

/** Returns the arcs that are needed. */
function kept({ first, neighbour, ms, middle }: CostedArcs, needless: Uint8Array): UpwardGraph {
  const count = needless.reduce((sum, isNeedless) => sum + 1 - isNeedless, 0);
  const graph: UpwardGraph = {
    first: new Uint32Array(first.length),
    arcs: new Uint32Array(2 * count),
    middle: new Uint32Array(count),
  };
  let next = 0;
  for (let v = 0; v + 1 < first.length; v++) {
    for (let i = first[v]; i < first[v + 1]; i++) {
      if (needless[i] === 1) continue;
      graph.arcs[2 * next] = neighbour[i];
      graph.arcs[2 * next + 1] = ms[i];
      graph.middle[next++] = middle[i];
    }
    graph.first[v + 1] = next;
  }
  return graph;
}
