import { DisjointSets } from '../../arrays/disjoint-sets.js';
import type { Segments } from './segments.js';
import { nodeAccess, type UsablePairs } from './usable-pairs.js';

/** The input for `Components` in frozen/routing-data.ts. */
interface FoundComponents {
  component: Uint32Array;
  km: Float64Array;
}

/** Finds the weakly connected parts of the network. Segments are connected at passable nodes. */
export function findComponents(pairs: UsablePairs, segments: Segments): FoundComponents {
  const sets = new DisjointSets(segments.count);
  const firstAt = new Map<number, number>();
  const join = (node: number, segment: number): void => {
    if (nodeAccess(pairs, node) === 'none') return;
    const first = firstAt.get(node);
    if (first === undefined) firstAt.set(node, segment);
    else sets.union(first, segment);
  };
  const metres = new Map<number, number>();
  for (let segment = 0; segment < segments.count; segment++) {
    join(segments.startNode[segment], segment);
    join(segments.endNode[segment], segment);
  }
  for (let segment = 0; segment < segments.count; segment++) {
    const set = sets.find(segment);
    metres.set(set, (metres.get(set) ?? 0) + segments.length_m[segment]);
  }
  const longestFirst = [...metres].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const numbers = new Map(longestFirst.map(([set], number) => [set, number]));
  return {
    component: Uint32Array.from({ length: segments.count }, (_, segment) => numbers.get(sets.find(segment))!),
    km: Float64Array.from(longestFirst, ([, m]) => Math.round(m) / 1000),
  };
}
