import type { Steps } from '../../arrays/steps.js';
import type { BaseGraph } from '../frozen/base-graph.js';

const LOOKS_OF_STEP = 16_384;

/**
 * Returns the strongly connected component of each vertex. The vertices of a component can all reach each
 * other. This is Tarjan's algorithm (1972) with explicit stacks, because a country's graph is too deep for
 * recursion.
 */
export function* strongComponents({
  vertexCount,
  firstArc,
  arcHead,
}: Pick<BaseGraph, 'vertexCount' | 'firstArc' | 'arcHead'>): Steps<Uint32Array> {
  const component = new Uint32Array(vertexCount);
  /** Per vertex: 1 + its position in the order of first visits; 0 before its first visit. */
  const visit = new Uint32Array(vertexCount);
  /** Per vertex: the earliest visit of any open vertex that can be reached from it. */
  const earliest = new Uint32Array(vertexCount);
  const isOpen = new Uint8Array(vertexCount);
  const nextArc = firstArc.slice(0, vertexCount);
  const open = new Uint32Array(vertexCount);
  const path = new Uint32Array(vertexCount);
  let [openCount, pathCount, visits, components, looks] = [0, 0, 0, 0, 0];
  const enter = (vertex: number): void => {
    visit[vertex] = earliest[vertex] = ++visits;
    isOpen[vertex] = 1;
    open[openCount++] = vertex;
    path[pathCount++] = vertex;
  };
  for (let start = 0; start < vertexCount; start++) {
    if (visit[start] !== 0) continue;
    enter(start);
    while (pathCount > 0) {
      if (++looks % LOOKS_OF_STEP === 0) yield;
      const vertex = path[pathCount - 1];
      if (nextArc[vertex] < firstArc[vertex + 1]) {
        const head = arcHead[nextArc[vertex]++];
        if (visit[head] === 0) enter(head);
        else if (isOpen[head] === 1 && visit[head] < earliest[vertex]) earliest[vertex] = visit[head];
        continue;
      }
      pathCount--;
      if (pathCount > 0) {
        const below = path[pathCount - 1];
        if (earliest[vertex] < earliest[below]) earliest[below] = earliest[vertex];
      }
      if (earliest[vertex] !== visit[vertex]) continue;
      let member: number;
      do {
        member = open[--openCount];
        isOpen[member] = 0;
        component[member] = components;
      } while (member !== vertex);
      components++;
    }
  }
  return component;
}
