import { metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import { coreOf } from './graph-core.js';
import { plainGraph } from './min-cut.js';
import { dissect, type PlaneGraph } from './nested-dissection.js';
import type { RoadNetwork } from '../network/network.js';
import type { Segments } from '../network/segments.js';

const NOT_RANKED = 0xffffffff;

type Progress = ((done: number, total: number) => void) | undefined;

/**
 * Segments as edges between their break nodes, projected onto a plane that is accurate enough for sorting.
 */
interface SegmentGraph extends PlaneGraph {
  /** Maps each node of this graph to its node in the network. */
  networkNode: Uint32Array;
}

/** Returns the graph that determines a network's ranks. */
export function segmentGraph(network: RoadNetwork, segments: Segments): SegmentGraph {
  const isBreak = new Uint8Array(network.nodeLon7.length);
  for (const node of segments.startNode) isBreak[node] = 1;
  for (const node of segments.endNode) isBreak[node] = 1;
  const networkNode = new Uint32Array(isBreak.reduce((sum, own) => sum + own, 0));
  const numbers = new Uint32Array(network.nodeLon7.length);
  for (let node = 0, n = 0; node < isBreak.length; node++) {
    if (isBreak[node] === 0) continue;
    networkNode[n] = node;
    numbers[node] = n++;
  }
  const lat7 = Float64Array.from(networkNode, (node) => network.nodeLat7[node]);
  // One longitude scale is used for the whole network. This scale affects only the speed, never the answers.
  const middle = lat7.reduce((sum, lat) => sum + lat, 0) / Math.max(1, lat7.length) / 1e7;
  const scale = metersPerDegreeLon(middle) / metersPerDegreeLat(middle);
  return {
    ...plainGraph(
      networkNode.length,
      segments.startNode.map((node) => numbers[node]),
      segments.endNode.map((node) => numbers[node]),
    ),
    x: Float64Array.from(networkNode, (node) => network.nodeLon7[node] * scale),
    y: lat7,
    networkNode,
  };
}

/**
 * Ranks every edge, with 0 as the lowest. From low to high: dead ends, chains, the core. In the core, the
 * edges of the first cut have the highest ranks, followed by the edges of the cuts on one side and then those
 * on the other side.
 */
export function edgeRanks(graph: PlaneGraph, onProgress?: Progress): Uint32Array {
  const { core, edge: edgeOf, lowEdges } = coreOf(graph);
  const ranks = new Ranks(graph.start.length);
  dissect(core, {
    onCut: (edges) => {
      for (const edge of edges) ranks.addBelow(edgeOf[edge]);
      return undefined;
    },
    onLeaf: (nodes) => {
      for (const node of nodes) {
        for (let i = core.first[node]; i < core.first[node + 1]; i++) {
          const edge = core.edges[i];
          if (nodes.includes(core.start[edge]) && nodes.includes(core.end[edge]))
            ranks.addBelow(edgeOf[edge]);
        }
      }
    },
    ...(onProgress && { onProgress }),
  });
  // Loops of the core are not in any cell, and their ranks do not matter.
  edgeOf.forEach((edge) => ranks.addBelow(edge));
  for (const edge of lowEdges.reverse()) ranks.addBelow(edge);
  return ranks.rank;
}

/**
 * Ranks every node, with 0 as the lowest. From low to high: dead ends, chains, the core. Each cut ranks the
 * nodes on the side that needs fewer nodes to touch all edges of the cut.
 */
export function nodeRanks(graph: PlaneGraph, onProgress?: Progress): Uint32Array {
  const { core, node: nodeOf, lowNodes } = coreOf(graph);
  const ranks = new Ranks(graph.nodeCount);
  dissect(core, {
    onCut: (edges, isNear) => {
      const near = new Set<number>();
      const far = new Set<number>();
      for (const edge of edges) {
        const [a, b] = [core.start[edge], core.end[edge]];
        near.add(isNear(a) ? a : b);
        far.add(isNear(a) ? b : a);
      }
      const fewer = near.size <= far.size ? near : far;
      for (const node of fewer) ranks.addBelow(nodeOf[node]);
      return fewer;
    },
    onLeaf: (nodes) => nodes.forEach((node) => ranks.addBelow(nodeOf[node])),
    ...(onProgress && { onProgress }),
  });
  for (const node of lowNodes.reverse()) ranks.addBelow(node);
  return ranks.rank;
}

/** Assigns ranks from the highest down. An item keeps the first rank that is assigned to it. */
class Ranks {
  readonly rank: Uint32Array;
  #next: number;

  constructor(count: number) {
    this.rank = new Uint32Array(count).fill(NOT_RANKED);
    this.#next = count;
  }

  addBelow(thing: number): void {
    if (this.rank[thing] === NOT_RANKED) this.rank[thing] = --this.#next;
  }
}

/**
 * Ranks vertices by the key of the segment or node that they represent. Vertices with equal keys are ordered
 * by number. Vertices are contracted in this order.
 */
export function ranksByKey(keys: Uint32Array): Uint32Array {
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
  const rank = new Uint32Array(keys.length);
  order.forEach((vertex, r) => {
    rank[vertex] = r;
  });
  return rank;
}
