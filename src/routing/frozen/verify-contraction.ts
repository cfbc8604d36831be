import type { FrozenContraction, UpwardArcs } from './contraction.js';
import { ascending, below, sized } from './verify-numbers.js';

/**
 * Checks that all arcs lead upward, and that whatever a vertex leads to lies above it in the elimination
 * tree.
 * @throws Error naming the first that does not
 */
export function verifyContraction({ out, in: into, parent }: FrozenContraction, vertexCount: number): void {
  sized('contraction.parent', parent.length, vertexCount);
  below(parent, vertexCount, 'parent of a vertex');
  for (let v = 0; v < vertexCount; v++)
    if (parent[v] < v) throw new Error(`parent ${parent[v]} of vertex ${v} is below it`);
  for (const arcs of [out, into]) verifyArcs(arcs, parent);
}

function verifyArcs({ first, neighbour }: UpwardArcs, parent: Uint32Array): void {
  ascending(first, parent.length, neighbour.length, 'arcs of the contraction');
  below(neighbour, parent.length, 'neighbour in the contraction');
  for (let v = 0; v < parent.length; v++) {
    let above = parent[v];
    for (let arc = first[v], before = v; arc < first[v + 1]; before = neighbour[arc++]) {
      if (neighbour[arc] <= before) throw new Error(`neighbours of vertex ${v} do not ascend`);
      while (above < neighbour[arc] && parent[above] !== above) above = parent[above];
      if (above !== neighbour[arc]) throw new Error(`vertex ${v} leads to what is not above it`);
    }
  }
}
