import type { BaseGraph } from '../frozen/base-graph.js';
import type { UpwardArcs } from './contraction.js';
import { NO_PARTS, NO_WAY, type UpwardGraph, type UpwardHierarchy } from '../frozen/hierarchy.js';

/** In `middle`: the arc is an arc of the base graph. */
export const NO_MIDDLE = 0xffffffff;

/**
 * Upward arcs with a cost each. NO_WAY in `ms`: cannot be driven at all. `middle` is the lower vertex
 * that the arc leads over, or NO_MIDDLE for an arc of the base graph.
 */
export interface CostedArcs extends UpwardArcs {
  ms: Uint32Array;
  middle: Uint32Array;
}

/** By arc: 1 where no search needs it. */
export interface Needless {
  out: Uint8Array;
  in: Uint8Array;
}

/**
 * Makes a hierarchy of arcs and their costs, without the arcs that no search needs. Changes `needless`:
 * it marks more arcs there.
 */
export function freeze(
  graph: BaseGraph,
  { out, in: into }: { out: CostedArcs; in: CostedArcs },
  needless: Needless,
): UpwardHierarchy {
  const parts = { out: partsOf(out, out, into), in: partsOf(into, out, into) };
  leaveOut(out, into, needless, parts);
  const numbers = { out: keptNumbers(needless.out), in: keptNumbers(needless.in) };
  const upOut = kept({
    arcs: out,
    parts: parts.out,
    own: numbers.out,
    ...numbers,
    driven: (lower, higher) => drivenSegment(graph, lower, higher),
  });
  const upIn = kept({
    arcs: into,
    parts: parts.in,
    own: numbers.in,
    ...numbers,
    driven: (lower, higher) => drivenSegment(graph, higher, lower),
  });
  return { out: upOut, in: upIn };
}

/**
 * Arcs by the vertex that they lead to. For vertex x the entries `first[x]` up to `first[x + 1]` of the
 * other two arrays: the number of the arc, and the vertex where it begins.
 */
export interface ArcsByNeighbour {
  first: Uint32Array;
  arc: Uint32Array;
  owner: Uint32Array;
}

/** The arcs that lead to each vertex from below, ascending. */
export function arcsByNeighbour(vertexCount: number, { first, neighbour }: UpwardArcs): ArcsByNeighbour {
  const by = {
    first: new Uint32Array(vertexCount + 1),
    arc: new Uint32Array(neighbour.length),
    owner: new Uint32Array(neighbour.length),
  };
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
 * The two parts of every arc that has a middle. The first is a number among the arcs of `into`, the
 * second among those of `out`.
 */
interface Parts {
  first: Uint32Array;
  second: Uint32Array;
}

function partsOf(arcs: CostedArcs, out: CostedArcs, into: CostedArcs): Parts {
  const parts: Parts = { first: new Uint32Array(arcs.ms.length), second: new Uint32Array(arcs.ms.length) };
  for (let v = 0; v + 1 < arcs.first.length; v++) {
    for (let i = arcs.first[v]; i < arcs.first[v + 1]; i++) {
      if (arcs.middle[i] === NO_MIDDLE) continue;
      const [tail, head] = arcs === out ? [v, arcs.neighbour[i]] : [arcs.neighbour[i], v];
      parts.first[i] = arcAt(into, arcs.middle[i], tail);
      parts.second[i] = arcAt(out, arcs.middle[i], head);
    }
  }
  return parts;
}

/** Number of the arc between a vertex and a neighbour, which must exist. */
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
 * Marks more arcs as needless: those that cannot be driven, and those with a needless part, which cost too
 * much as well. Goes from the lowest vertex up, so that parts are marked before the arcs made of them.
 */
function leaveOut(
  out: CostedArcs,
  into: CostedArcs,
  needless: Needless,
  parts: { out: Parts; in: Parts },
): void {
  const vertexCount = out.first.length - 1;
  for (let v = 0; v < vertexCount; v++) {
    for (const side of ['out', 'in'] as const) {
      const { first, ms, middle } = side === 'out' ? out : into;
      for (let i = first[v]; i < first[v + 1]; i++) {
        const hasNeedlessPart =
          middle[i] !== NO_MIDDLE &&
          (needless.in[parts[side].first[i]] | needless.out[parts[side].second[i]]) === 1;
        if (ms[i] === NO_WAY || hasNeedlessPart) needless[side][i] = 1;
      }
    }
  }
}

/** New number of each arc when the needless ones are gone. The last entry is how many are left. */
function keptNumbers(needless: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(needless.length + 1);
  for (let i = 0; i < needless.length; i++) numbers[i + 1] = numbers[i] + 1 - needless[i];
  return numbers;
}

interface Keeping {
  arcs: CostedArcs;
  parts: Parts;
  /** `keptNumbers` of these arcs. `in` and `out` are those of both directions, for the parts. */
  own: Uint32Array;
  in: Uint32Array;
  out: Uint32Array;
  /** Directed segment of the base graph's arc between two vertices, in the direction of these arcs. */
  driven: (lower: number, higher: number) => number;
}

function kept({
  arcs: { first, neighbour, ms, middle },
  parts,
  own,
  in: inNumbers,
  out: outNumbers,
  driven,
}: Keeping): UpwardGraph {
  const count = own[own.length - 1];
  const graph: UpwardGraph = {
    first: first.map((arc) => own[arc]),
    arcs: new Uint32Array(2 * count),
    parts: new Uint32Array(2 * count),
  };
  for (let v = 0; v + 1 < first.length; v++) {
    for (let i = first[v]; i < first[v + 1]; i++) {
      if (own[i] === own[i + 1]) continue;
      const isBase = middle[i] === NO_MIDDLE;
      graph.arcs[2 * own[i]] = neighbour[i];
      graph.arcs[2 * own[i] + 1] = ms[i];
      graph.parts[2 * own[i]] = isBase ? NO_PARTS : inNumbers[parts.first[i]];
      graph.parts[2 * own[i] + 1] = isBase ? driven(v, neighbour[i]) : outNumbers[parts.second[i]];
    }
  }
  return graph;
}

/** The directed segment of the cheapest arc between two vertices; of several equally cheap ones the first. */
function drivenSegment(
  { hasTurns, drivenSegment: driven, firstArc, arcHead, arc_ms }: BaseGraph,
  tail: number,
  head: number,
): number {
  if (hasTurns) return driven[tail];
  let best = -1;
  for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++) {
    if (arcHead[arc] === head && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
  }
  return driven[best];
}
