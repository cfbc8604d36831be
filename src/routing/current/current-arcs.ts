import type { BaseGraph } from '../frozen/base-graph.js';
import type { Contraction } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import { lowerTriangles } from '../hierarchy/customization.js';
import type { CostedArcs } from '../hierarchy/hierarchy-freeze.js';

/** Costs of all arcs of a contraction, in one row: those of `out`, then those of `in`. */
export interface CurrentArcs {
  /** Milliseconds; NO_WAY where nobody can drive now. */
  ms: Uint32Array;
  /** The lower vertex that the arc leads over, or NO_MIDDLE for an arc of the base graph. */
  middle: Uint32Array;
}

/**
 * Works out the costs of all arcs: half a second for a country. See `updateArcs` where they are known already
 * for costs that hardly differ.
 * @param graph with the costs of now; NO_WAY where nobody can drive
 */
export function currentArcs(graph: BaseGraph, contraction: Contraction): CurrentArcs {
  const steps = currentArcsInSteps(graph, contraction);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in short steps. */
export function* currentArcsInSteps(
  graph: BaseGraph,
  contraction: Contraction,
): Generator<void, CurrentArcs> {
  const count = contraction.out.neighbour.length + contraction.in.neighbour.length;
  const arcs: CurrentArcs = {
    ms: new Uint32Array(count).fill(NO_WAY),
    middle: new Uint32Array(count).fill(NO_MIDDLE),
  };
  const { out, in: into } = arcsByDirection(contraction, arcs);
  yield* lowerTriangles(graph, out, into);
  return arcs;
}

/** The arcs with their costs, as views. */
export function arcsByDirection(
  { out, in: into }: Contraction,
  { ms, middle }: CurrentArcs,
): { out: CostedArcs; in: CostedArcs } {
  const start = out.neighbour.length;
  return {
    out: { ...out, ms: ms.subarray(0, start), middle: middle.subarray(0, start) },
    in: { ...into, ms: ms.subarray(start), middle: middle.subarray(start) },
  };
}
