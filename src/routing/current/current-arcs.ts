import { atOnce, type Steps } from '../../arrays/steps.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import type { Contraction } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import { lowerTriangles } from '../hierarchy/customization.js';
import type { CostedArcs } from '../hierarchy/hierarchy-freeze.js';

/** The costs of all arcs of a contraction in one array: first the arcs of `out`, then the arcs of `in`. */
export interface CurrentArcs {
  /** Per arc: its cost in milliseconds; NO_WAY if the arc is currently impassable. */
  ms: Uint32Array;
  /** Per arc: the lower vertex that it bypasses, or NO_MIDDLE for an arc of the base graph. */
  middle: Uint32Array;
}

/**
 * Computes the costs of all arcs, which takes half a second for a country. If the costs of a similar state
 * are already known, `updateArcs` is faster.
 * @param graph the base graph with the current costs; NO_WAY for impassable arcs
 */
export function currentArcs(graph: BaseGraph, contraction: Contraction): CurrentArcs {
  return atOnce(currentArcsInSteps(graph, contraction));
}

const ARCS_OF_STEP = 2 ** 18;

/** Computes the costs of all arcs in steps. */
export function* currentArcsInSteps(graph: BaseGraph, contraction: Contraction): Steps<CurrentArcs> {
  const count = contraction.out.neighbour.length + contraction.in.neighbour.length;
  const arcs: CurrentArcs = { ms: new Uint32Array(count), middle: new Uint32Array(count) };
  // Each step touches memory that was just allocated, which takes about a millisecond.
  for (let from = 0; from < count; from += ARCS_OF_STEP) {
    arcs.ms.fill(NO_WAY, from, from + ARCS_OF_STEP);
    arcs.middle.fill(NO_MIDDLE, from, from + ARCS_OF_STEP);
    yield;
  }
  const { out, in: into } = arcsByDirection(contraction, arcs);
  yield* lowerTriangles(graph, out, into);
  return arcs;
}

/** Returns views of the arcs and their costs, by direction. */
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
