import { ACCESS_ENDS, ACCESS_FREE, ACCESS_NONE } from '../frozen/segment-table.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { Tags } from '../../geo/feature.js';
import type { RoadNetwork } from './network.js';
import type { Access, NodeRule, Profile, Surroundings, WayRule } from '../profiles/profile.js';
import { findSurroundings } from './surroundings.js';

/**
 * A ferry's duration counts as a data error if it implies a speed (km/h) outside these limits; see
 * docs/routing-model.md, 1.
 */
const FERRY_MIN_KMH = 1;
const FERRY_MAX_KMH = 100;

const ACCESS_NUMBER: Record<Access, number> = { none: ACCESS_NONE, ends: ACCESS_ENDS, free: ACCESS_FREE };

/**
 * The road network as seen by a single travel mode. Contains every pair of adjacent nodes on every way,
 * numbered way by way, with the access and cost in each direction, and the arms of every node. If the mode
 * cannot use a way, the way's pairs have no access and no arms.
 */
export interface UsablePairs {
  /**
   * The index of each way's first pair, plus one final entry that marks the end. Pair `p` of way `w` joins
   * the way's node at index `p - firstPair[w]` and the next node.
   */
  firstPair: Uint32Array;
  fromNode: Uint32Array;
  toNode: Uint32Array;
  /** The ACCESS_* values along the way and against it. */
  forward: Uint8Array;
  backward: Uint8Array;
  /** The travel time in milliseconds along the way and against it. */
  forward_ms: Uint32Array;
  backward_ms: Uint32Array;
  length_m: Float64Array;
  /** Per way of the network: its rule, or null if the mode cannot use the way. */
  wayRules: (WayRule | null)[];
  nodeRules: Map<number, NodeRule>;
  /**
   * The arms of node n are `arms[firstArm[n]]` up to (not including) `arms[firstArm[n + 1]]`. An arm is `pair
   * * 2`, plus 1 if it leaves against the direction of the way.
   */
  firstArm: Uint32Array;
  arms: Uint32Array;
}

/** Applies the profile to every way and every tagged node. */
export function usablePairs(network: RoadNetwork, profile: Profile): UsablePairs {
  const wayRules = rulesOfWays(network, profile);
  const nodeRules = new Map<number, NodeRule>();
  for (const [node, tags] of network.nodeTags) {
    const rule = profile.node(tags);
    if (rule !== null) nodeRules.set(node, rule);
  }
  const firstPair = new Uint32Array(network.ways.length + 1);
  network.ways.forEach((way, w) => {
    firstPair[w + 1] = firstPair[w] + way.nodes.length - 1;
  });
  const count = firstPair[network.ways.length];
  const pairs: UsablePairs = {
    firstPair,
    wayRules,
    nodeRules,
    fromNode: new Uint32Array(count),
    toNode: new Uint32Array(count),
    forward: new Uint8Array(count),
    backward: new Uint8Array(count),
    forward_ms: new Uint32Array(count),
    backward_ms: new Uint32Array(count),
    length_m: new Float64Array(count),
    firstArm: new Uint32Array(network.nodeLon7.length + 1),
    arms: new Uint32Array(0),
  };
  network.ways.forEach((_, w) => fillWay(pairs, network, w));
  fillArms(pairs);
  return pairs;
}

/** Ways that share a tags object share a rule. */
function rulesOfWays(network: RoadNetwork, profile: Profile): (WayRule | null)[] {
  const surroundings = profile.needsSurroundings ? findSurroundings(network) : [];
  const known = new Map<Surroundings | undefined, Map<Tags, WayRule | null>>();
  return network.ways.map(({ tags }, w) => {
    let rules = known.get(surroundings[w]);
    if (rules === undefined) known.set(surroundings[w], (rules = new Map<Tags, WayRule | null>()));
    let rule = rules.get(tags);
    if (rule === undefined) rules.set(tags, (rule = profile.way(tags, surroundings[w])));
    return rule;
  });
}

/** Whether the mode can use a pair in at least one direction. */
export function isUsable(pairs: UsablePairs, pair: number): boolean {
  return pairs.forward[pair] !== ACCESS_NONE || pairs.backward[pair] !== ACCESS_NONE;
}

/** Returns the way that a pair belongs to. Checks the way `near` before searching the others. */
export function wayOfPair({ firstPair }: UsablePairs, pair: number, near: number): number {
  if (firstPair[near] <= pair && pair < firstPair[near + 1]) return near;
  let low = 0;
  let high = firstPair.length - 1;
  // Finds the last way whose first pair is at or before the given pair. Each way has at least one pair.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (firstPair[middle] <= pair) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the number of a node's arms, which are the usable pairs that leave it. */
export function armCount(pairs: UsablePairs, node: number): number {
  return pairs.firstArm[node + 1] - pairs.firstArm[node];
}

/** Returns the node at which an arm or a directed pair (pair * 2, + 1 against the way) ends. */
export function armHead(pairs: UsablePairs, arm: number): number {
  return (arm & 1) === 0 ? pairs.toNode[arm >> 1] : pairs.fromNode[arm >> 1];
}

/** Returns the access of a directed pair. */
export function armAccess(pairs: UsablePairs, arm: number): number {
  return (arm & 1) === 0 ? pairs.forward[arm >> 1] : pairs.backward[arm >> 1];
}

/** Returns the access of a node, which is free if it has no rule. */
export function nodeAccess(pairs: UsablePairs, node: number): Access {
  return pairs.nodeRules.get(node)?.access ?? 'free';
}

/** Returns the delay in milliseconds when passing a node. */
export function nodeDelay_ms(pairs: UsablePairs, node: number): number {
  return Math.round(1000 * (pairs.nodeRules.get(node)?.delay_s ?? 0));
}

function fillWay(pairs: UsablePairs, network: RoadNetwork, w: number): void {
  const { nodes } = network.ways[w];
  const rule = pairs.wayRules[w];
  const first = pairs.firstPair[w];
  let way_m = 0;
  for (let i = 0; i + 1 < nodes.length; i++) {
    const [a, b] = [nodes[i], nodes[i + 1]];
    const pair = first + i;
    pairs.fromNode[pair] = a;
    pairs.toNode[pair] = b;
    if (rule === null) continue;
    pairs.length_m[pair] = distanceM(
      toDegrees(network.nodeLon7[a]),
      toDegrees(network.nodeLat7[a]),
      toDegrees(network.nodeLon7[b]),
      toDegrees(network.nodeLat7[b]),
    );
    way_m += pairs.length_m[pair];
    pairs.forward[pair] = ACCESS_NUMBER[rule.forward.access];
    pairs.backward[pair] = ACCESS_NUMBER[rule.backward.access];
  }
  if (rule === null) return;
  const duration_s = soundDuration(rule.duration_s, way_m);
  for (let pair = first; pair < pairs.firstPair[w + 1]; pair++) {
    const length_m = pairs.length_m[pair];
    if (length_m === 0) continue;
    if (duration_s !== null) {
      pairs.forward_ms[pair] = pairs.backward_ms[pair] = Math.round((1000 * duration_s * length_m) / way_m);
      continue;
    }
    if (pairs.forward[pair] !== ACCESS_NONE)
      pairs.forward_ms[pair] = Math.round((3600 * length_m) / rule.forward.speed_kmh);
    if (pairs.backward[pair] !== ACCESS_NONE)
      pairs.backward_ms[pair] = Math.round((3600 * length_m) / rule.backward.speed_kmh);
  }
}

/** Returns the ferry's duration if it implies a plausible speed, otherwise null. */
function soundDuration(duration_s: number | null, way_m: number): number | null {
  if (duration_s === null) return null;
  const kmh = (3.6 * way_m) / duration_s;
  return kmh >= FERRY_MIN_KMH && kmh <= FERRY_MAX_KMH ? duration_s : null;
}

function fillArms(pairs: UsablePairs): void {
  const { firstArm, fromNode, toNode } = pairs;
  const count = fromNode.length;
  for (let pair = 0; pair < count; pair++) {
    if (!isUsable(pairs, pair)) continue;
    firstArm[fromNode[pair] + 1]++;
    firstArm[toNode[pair] + 1]++;
  }
  for (let node = 0; node + 1 < firstArm.length; node++) firstArm[node + 1] += firstArm[node];
  pairs.arms = new Uint32Array(firstArm[firstArm.length - 1]);
  const next = firstArm.slice(0, -1);
  for (let pair = 0; pair < count; pair++) {
    if (!isUsable(pairs, pair)) continue;
    pairs.arms[next[fromNode[pair]]++] = pair * 2;
    pairs.arms[next[toNode[pair]]++] = pair * 2 + 1;
  }
}
