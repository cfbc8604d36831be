import { metersPerDegreeLat, metersPerDegreeLon } from '../geo/distance.js';
import { plainGraph } from './min-cut.js';
import { dissect, type PlaneGraph } from './nested-dissection.js';
import type { RoadNetwork } from './network.js';
import type { Segments } from './segments.js';

const NOT_RANKED = 0xffffffff;

type Progress = ((done: number, total: number) => void) | undefined;

/** Segments as edges between their break nodes, in a plane that is flat enough to sort by. */
export interface SegmentGraph extends PlaneGraph {
  /** Node of the network for each node of this graph. */
  networkNode: Uint32Array;
}

export function segmentGraph(network: RoadNetwork, segments: Segments): SegmentGraph {
  const isBreak = new Uint8Array(network.nodeLon7.length);
  for (const node of segments.startNode) isBreak[node] = 1;
  for (const node of segments.endNode) isBreak[node] = 1;
  const networkNode = Uint32Array.from(isBreak.keys()).filter((node) => isBreak[node] === 1);
  const numbers = new Uint32Array(network.nodeLon7.length);
  networkNode.forEach((node, n) => { numbers[node] = n; });
  const lat7 = Float64Array.from(networkNode, (node) => network.nodeLat7[node]);
  // One scale for the longitudes of the whole network: this decides about speed only, never about answers.
  const middle = lat7.reduce((sum, lat) => sum + lat, 0) / Math.max(1, lat7.length) / 1e7;
  const scale = metersPerDegreeLon(middle) / metersPerDegreeLat(middle);
  return {
    ...plainGraph(networkNode.length, segments.startNode.map((node) => numbers[node]), segments.endNode.map((node) => numbers[node])),
    x: Float64Array.from(networkNode, (node) => network.nodeLon7[node] * scale),
    y: lat7,
    networkNode,
  };
}

/** A rank for every edge, 0 lowest: the edges of the first cut are the highest, then those of the cuts on one side, then on the other. */
export function edgeRanks(graph: PlaneGraph, onProgress?: Progress): Uint32Array {
  const rank = new Uint32Array(graph.start.length).fill(NOT_RANKED);
  let next = rank.length;
  const add = (edge: number): void => {
    if (rank[edge] === NOT_RANKED) rank[edge] = --next;
  };
  dissect(graph, {
    onCut: (edges) => edges.forEach(add),
    onLeaf: (nodes) => {
      for (const node of nodes) {
        for (let i = graph.first[node]; i < graph.first[node + 1]; i++) {
          const edge = graph.edges[i];
          if (nodes.includes(graph.start[edge]) && nodes.includes(graph.end[edge])) add(edge);
        }
      }
    },
    ...(onProgress && { onProgress }),
  });
  // Loops at one node are in no cell; nothing depends on their place.
  for (let edge = 0; edge < rank.length; edge++) add(edge);
  return rank;
}

/** A rank for every node, 0 lowest: of each cut the nodes on the side that needs fewer of them to meet all its edges. */
export function nodeRanks(graph: PlaneGraph, onProgress?: Progress): Uint32Array {
  const rank = new Uint32Array(graph.nodeCount).fill(NOT_RANKED);
  let next = rank.length;
  const add = (node: number): void => {
    if (rank[node] === NOT_RANKED) rank[node] = --next;
  };
  dissect(graph, {
    onCut: (edges, isNear) => {
      const near = new Set<number>();
      const far = new Set<number>();
      for (const edge of edges) {
        const [a, b] = [graph.start[edge], graph.end[edge]];
        if (rank[a] !== NOT_RANKED || rank[b] !== NOT_RANKED) continue;
        near.add(isNear(a) ? a : b);
        far.add(isNear(a) ? b : a);
      }
      (near.size <= far.size ? near : far).forEach(add);
    },
    onLeaf: (nodes) => nodes.forEach(add),
    ...(onProgress && { onProgress }),
  });
  return rank;
}

/** Rank of each vertex from the keys of what it stands for, equal keys by number: a graph is contracted in this order. */
export function ranksByKey(keys: Uint32Array): Uint32Array {
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
  const rank = new Uint32Array(keys.length);
  order.forEach((vertex, r) => { rank[vertex] = r; });
  return rank;
}
