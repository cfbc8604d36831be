import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { isUsable, nodeAccess, type UsablePairs } from './usable-pairs.js';
import { ACCESS_ENDS, ACCESS_FREE } from '../frozen/segment-table.js';

/**
 * A pocket has fewer meters of road than this (docs/routing-model.md, 6). A larger area is a road network of
 * its own.
 */
const POCKET_MAX_M = 5000;

/**
 * Closes the pockets: free pairs that can be reached only via private pairs or nodes become private as well.
 * Otherwise a route could cut through a private area on the area's own free roads. A network's longest free
 * component is never a pocket. This function changes the access values in `pairs`.
 */
export function closePrivatePockets(pairs: UsablePairs): void {
  const free = new DisjointSets(pairs.fromNode.length);
  const whole = new DisjointSets(pairs.fromNode.length);
  joinPairs(pairs, free, whole);
  const length_m = freeLengths(pairs, free);
  const longest = longestOfEachNetwork(length_m, whole);
  const touched = touchedComponents(pairs, free);
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    if (!isFree(pairs, pair)) continue;
    const component = free.find(pair);
    const isPocket =
      length_m.get(component)! < POCKET_MAX_M &&
      touched.has(component) &&
      longest.get(whole.find(component)) !== component;
    if (!isPocket) continue;
    if (pairs.forward[pair] === ACCESS_FREE) pairs.forward[pair] = ACCESS_ENDS;
    if (pairs.backward[pair] === ACCESS_FREE) pairs.backward[pair] = ACCESS_ENDS;
  }
}

function isFree(pairs: UsablePairs, pair: number): boolean {
  return pairs.forward[pair] === ACCESS_FREE || pairs.backward[pair] === ACCESS_FREE;
}

/**
 * Joins free pairs across free nodes in `free`, and all usable pairs across all passable nodes in `whole`.
 */
function joinPairs(pairs: UsablePairs, free: DisjointSets, whole: DisjointSets): void {
  for (let node = 0; node + 1 < pairs.firstArm.length; node++) {
    const access = nodeAccess(pairs, node);
    if (access === 'none') continue;
    let firstFree = -1;
    const start = pairs.firstArm[node];
    for (let i = start; i < pairs.firstArm[node + 1]; i++) {
      const pair = pairs.arms[i] >> 1;
      whole.union(pairs.arms[start] >> 1, pair);
      if (access !== 'free' || !isFree(pairs, pair)) continue;
      if (firstFree === -1) firstFree = pair;
      else free.union(firstFree, pair);
    }
  }
}

/** Returns the road length in meters per free component, in the order of the components' smallest pairs. */
function freeLengths(pairs: UsablePairs, free: DisjointSets): Map<number, number> {
  const length_m = new Map<number, number>();
  for (let pair = 0; pair < pairs.fromNode.length; pair++) {
    if (!isFree(pairs, pair)) continue;
    const component = free.find(pair);
    length_m.set(component, (length_m.get(component) ?? 0) + pairs.length_m[pair]);
  }
  return length_m;
}

/**
 * Returns each whole network's longest free component; if several are equally long, the component with the
 * smallest pair.
 */
function longestOfEachNetwork(length_m: Map<number, number>, whole: DisjointSets): Map<number, number> {
  const longest = new Map<number, number>();
  for (const [component, metres] of length_m) {
    const network = whole.find(component);
    const best = longest.get(network);
    if (best === undefined || metres > length_m.get(best)!) longest.set(network, component);
  }
  return longest;
}

/** Returns the free components that share a node with a private pair or that meet a private node. */
function touchedComponents(pairs: UsablePairs, free: DisjointSets): Set<number> {
  const touched = new Set<number>();
  for (let node = 0; node + 1 < pairs.firstArm.length; node++) {
    const access = nodeAccess(pairs, node);
    if (access === 'none') continue;
    const here = pairs.arms.subarray(pairs.firstArm[node], pairs.firstArm[node + 1]);
    if (access !== 'ends' && !here.some((arm) => isUsable(pairs, arm >> 1) && !isFree(pairs, arm >> 1)))
      continue;
    for (const arm of here) if (isFree(pairs, arm >> 1)) touched.add(free.find(arm >> 1));
  }
  return touched;
}
