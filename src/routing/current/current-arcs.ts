import type { BaseGraph } from '../frozen/base-graph.js';
import type { Contraction } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import { takeLowerTriangles } from '../hierarchy/customization.js';

/** Costs of all arcs of a contraction, in one row: those of `out`, then those of `in`. */
export interface CurrentArcs {
  /** Milliseconds; NO_WAY where nobody can drive now. */
  ms: Uint32Array;
  /** The lower vertex that the arc leads over, or NO_MIDDLE for an arc of the base graph. */
  middle: Uint32Array;
}

/**
 * Works out the costs of all arcs: half a second for a country.
 * @param graph with the costs of now; NO_WAY where nobody can drive
 */
export function currentArcs(graph: BaseGraph, { out, in: into }: Contraction): CurrentArcs {
  const start = out.neighbour.length;
  const count = start + into.neighbour.length;
  const ms = new Uint32Array(count).fill(NO_WAY);
  const middle = new Uint32Array(count).fill(NO_MIDDLE);
  takeLowerTriangles(
    graph,
    { ...out, ms: ms.subarray(0, start), middle: middle.subarray(0, start) },
    { ...into, ms: ms.subarray(start), middle: middle.subarray(start) },
  );
  return { ms, middle };
}
