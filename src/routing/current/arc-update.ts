import { atOnce } from '../../arrays/steps.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import type { FrozenContraction, UpwardArcs } from '../frozen/contraction.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import { upwardBaseArcs } from '../hierarchy/contraction.js';
import { relaxOver, takeBaseArcs } from '../hierarchy/customization.js';
import type { CostedArcs } from '../hierarchy/hierarchy-freeze.js';
import { arcsByDirection, type CurrentArcs } from './current-arcs.js';

/** The costs of all arcs before a change, and the base-graph costs from which they were computed. */
export interface ArcsBefore {
  arcs: CurrentArcs;
  arc_ms: Uint32Array;
}

/**
 * Updates the costs of all arcs after some of the graph's costs have changed. The result is identical to that
 * of `currentArcs`. A change affects only arcs above it in the elimination tree, and does not spread beyond
 * an arc whose cost stays the same. Closing one road therefore takes a tenth of the work of recomputing all
 * roads.
 * @param graph the base graph with the current costs
 * @param before the arcs and costs before the change; this function overwrites the arcs
 */
export function updateArcs(graph: BaseGraph, contraction: FrozenContraction, before: ArcsBefore): void {
  const isOutdated = verticesWithOtherCosts(graph, before.arc_ms);
  const isAbove = verticesAbove(contraction.parent, isOutdated);
  const { out, in: into } = arcsByDirection(contraction, before.arcs);
  const base = atOnce(upwardBaseArcs(graph, isAbove));
  const [toOut, toIn] = [lowerArcs(out, isAbove), lowerArcs(into, isAbove)];
  const place = new Uint32Array(graph.vertexCount);
  for (let x = 0; x < graph.vertexCount; x++) {
    if (isOutdated[x] === 0) continue;
    const ofOut = { arcs: out, base: base.out, lower: toIn, lowerArcs: into, place };
    const ofIn = { arcs: into, base: base.in, lower: toOut, lowerArcs: out, place };
    // Always computes both directions, because either may affect further vertices.
    const [isOther, isOtherIn] = [workOutAgain(x, ofOut), workOutAgain(x, ofIn)];
    if (!isOther && !isOtherIn) continue;
    for (const { first, neighbour } of [out, into])
      for (let i = first[x]; i < first[x + 1]; i++) isOutdated[neighbour[i]] = 1;
  }
}

/** Returns, per vertex, 1 if the cost of one of its arcs in the graph has changed. */
function verticesWithOtherCosts(graph: BaseGraph, before_ms: Uint32Array): Uint8Array {
  const { vertexCount, firstArc, arcHead, arc_ms } = graph;
  const isOther = new Uint8Array(vertexCount);
  for (let tail = 0; tail < vertexCount; tail++) {
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++)
      if (arc_ms[arc] !== before_ms[arc]) isOther[Math.min(tail, arcHead[arc])] = 1;
  }
  return isOther;
}

/** Adds all ancestors of the given vertices in the elimination tree. */
function verticesAbove(parent: Uint32Array, isOne: Uint8Array): Uint8Array {
  const isAbove = isOne.slice();
  // Parents have higher numbers than their children.
  for (let vertex = 0; vertex < parent.length; vertex++)
    if (isAbove[vertex] === 1) isAbove[parent[vertex]] = 1;
  return isAbove;
}

/** Per wanted vertex: the lower vertices that have an arc to it, and those arcs. */
interface LowerArcs {
  first: Uint32Array;
  vertex: Uint32Array;
  arc: Uint32Array;
}

function lowerArcs({ first, neighbour }: UpwardArcs, isWanted: Uint8Array): LowerArcs {
  const vertexCount = isWanted.length;
  const firstOf = new Uint32Array(vertexCount + 1);
  for (let arc = 0; arc < neighbour.length; arc++)
    if (isWanted[neighbour[arc]] === 1) firstOf[neighbour[arc] + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) firstOf[vertex + 1] += firstOf[vertex];
  const next = firstOf.slice();
  const [vertices, arcs] = [new Uint32Array(firstOf[vertexCount]), new Uint32Array(firstOf[vertexCount])];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let arc = first[vertex]; arc < first[vertex + 1]; arc++) {
      if (isWanted[neighbour[arc]] === 0) continue;
      const at = next[neighbour[arc]]++;
      vertices[at] = vertex;
      arcs[at] = arc;
    }
  }
  return { first: firstOf, vertex: vertices, arc: arcs };
}

interface Work {
  arcs: CostedArcs;
  base: UpwardArcs & { ms: Uint32Array };
  lower: LowerArcs;
  lowerArcs: CostedArcs;
  place: Uint32Array;
}

/** Recomputes one vertex's arcs in one direction. @returns whether a cost changed */
function workOutAgain(x: number, { arcs, base, lower, lowerArcs: down, place }: Work): boolean {
  const [begin, end] = [arcs.first[x], arcs.first[x + 1]];
  const before_ms = arcs.ms.slice(begin, end);
  arcs.ms.fill(NO_WAY, begin, end);
  arcs.middle.fill(NO_MIDDLE, begin, end);
  takeBaseArcs(x, arcs, base, place);
  for (let i = lower.first[x]; i < lower.first[x + 1]; i++)
    relaxOver(lower.vertex[i], { x, down_ms: down.ms[lower.arc[i]] }, arcs, place);
  return before_ms.some((ms, i) => ms !== arcs.ms[begin + i]);
}
