import { describe, expect, it } from 'vitest';
import { edgeRanks, nodeRanks, ranksByKey } from '../../src/routing/hierarchy/contraction-order.js';
import { MinCut, plainGraph } from '../../src/routing/hierarchy/min-cut.js';
import { dissect, type PlaneGraph } from '../../src/routing/hierarchy/nested-dissection.js';
import { seededRandom } from '../seeded-random.js';
import { seedsOf } from '../random-cases.js';

function planeGraph(edges: [number, number][], positions: [number, number][]): PlaneGraph {
  return {
    ...plainGraph(
      positions.length,
      Uint32Array.from(edges, ([a]) => a),
      Uint32Array.from(edges, ([, b]) => b),
    ),
    x: Float64Array.from(positions, ([x]) => x),
    y: Float64Array.from(positions, ([, y]) => y),
  };
}

/**
 * Scattered nodes, some on the same spot, joined to near ones with chance. Separate parts, loops and
 * parallel edges may occur.
 */
function randomPlaneGraph(
  random: () => number,
  most: number,
): { graph: PlaneGraph; edges: [number, number][] } {
  const positions = Array.from({ length: 1 + Math.floor(random() * most) }, (): [number, number] => [
    Math.floor(random() * 30),
    Math.floor(random() * 30),
  ]);
  const edges: [number, number][] = [];
  const node = (): number => Math.floor(random() * positions.length);
  for (let i = Math.floor(random() * positions.length * 2); i > 0; i--) {
    const [a, b] = [node(), node()];
    if (
      random() < 0.1 ||
      Math.hypot(positions[a][0] - positions[b][0], positions[a][1] - positions[b][1]) < 8
    )
      edges.push([a, b]);
  }
  return { graph: planeGraph(edges, positions), edges };
}

/**
 * The fewest edges between two sides, found by trying all sides. One side must hold the first `held`
 * nodes of the order, the other the last `held`.
 */
function slowMinCut(edges: [number, number][], order: Uint32Array, held: number): number {
  let fewest = Infinity;
  const free = order.length - 2 * held;
  for (let choice = 0; choice < 2 ** free; choice++) {
    const isNear = new Map<number, boolean>();
    order.forEach((node, k) =>
      isNear.set(node, k < held || (k < order.length - held && ((choice >> (k - held)) & 1) === 1)),
    );
    fewest = Math.min(fewest, edges.filter(([a, b]) => isNear.get(a) !== isNear.get(b)).length);
  }
  return fewest;
}

describe('cuts', () => {
  it('are as small as the smallest of all', () => {
    for (const seed of seedsOf(400)) {
      const random = seededRandom(seed);
      const { graph, edges } = randomPlaneGraph(random, 11);
      if (graph.nodeCount < 2) continue;
      const order = Uint32Array.from(graph.x.keys()).sort((a, b) => graph.x[a] - graph.x[b] || a - b);
      const held = 1 + Math.floor(random() * Math.floor(graph.nodeCount / 2 - 0.5));
      const cell = new Uint32Array(graph.nodeCount).fill(7);
      const minCut = new MinCut(graph, cell);
      const cut = minCut.run({ order, from: 0, to: order.length }, held, 1000);
      expect(cut, `seed ${seed}`).toBe(slowMinCut(edges, order, held));
      // The sides have exactly that many edges between them, and hold the nodes that they must.
      const near = Array.from(order, (node) => minCut.onSourceSide(node));
      expect(
        edges.filter(([a, b]) => minCut.onSourceSide(a) !== minCut.onSourceSide(b)).length,
        `seed ${seed}`,
      ).toBe(cut);
      expect(
        near.slice(0, held).every((side) => side) && near.slice(-held).every((side) => !side),
        `seed ${seed}`,
      ).toBe(true);
      if (cut > 0)
        expect(
          minCut.run({ order, from: 0, to: order.length }, held, cut - 1),
          `seed ${seed}`,
        ).toBeGreaterThan(cut - 1);
    }
  });
});

describe('nested dissection', () => {
  it('cuts every edge once or leaves it in a leaf, and comes to leaves that hold every node once', () => {
    for (const seed of seedsOf(200)) {
      const { graph, edges } = randomPlaneGraph(seededRandom(seed), 120);
      const seenEdges = new Uint8Array(edges.length);
      const seenNodes = new Uint8Array(graph.nodeCount);
      const progress: number[] = [];
      dissect(graph, {
        onCut: (cut, isNear) => {
          for (const edge of cut) {
            seenEdges[edge]++;
            expect(isNear(graph.start[edge])).not.toBe(isNear(graph.end[edge]));
          }
          return undefined;
        },
        onProgress: (done, all) => {
          expect(all).toBe(graph.nodeCount);
          progress.push(done);
        },
        onLeaf: (nodes) => {
          for (const node of nodes) seenNodes[node]++;
          edges.forEach(([a, b], edge) => {
            if (a !== b && nodes.includes(a) && nodes.includes(b)) seenEdges[edge]++;
          });
        },
      });
      expect(progress, `seed ${seed}`).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1), `seed ${seed}`).toBe(graph.nodeCount);
      expect(
        seenNodes.every((times) => times === 1),
        `seed ${seed}`,
      ).toBe(true);
      expect(
        edges.every(([a, b], edge) => seenEdges[edge] === (a === b ? 0 : 1)),
        `seed ${seed}`,
      ).toBe(true);
    }
  });

  it('does not come back to nodes that were taken out', () => {
    for (const seed of seedsOf(100)) {
      const { graph } = randomPlaneGraph(seededRandom(seed), 120);
      const taken = new Set<number>();
      const inLeaves: number[] = [];
      dissect(graph, {
        onCut: (cut) => {
          const nodes = new Set(cut.map((edge) => graph.start[edge]));
          for (const node of nodes) {
            expect(taken.has(node), `seed ${seed}`).toBe(false);
            taken.add(node);
          }
          return nodes;
        },
        onLeaf: (nodes) => inLeaves.push(...nodes),
      });
      expect(
        [...taken, ...inLeaves].toSorted((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual([...graph.x.keys()]);
    }
  });

  it('cuts a ladder of two towns at the bridge between them first', () => {
    //  0--1--2--3        16-17-18-19
    //  |  |  |  |         |  |  |  |
    //  4--5--6--7--------20-21-22-23
    //  |  |  |  |         |  |  |  |
    const positions: [number, number][] = [];
    const edges: [number, number][] = [];
    for (const west of [0, 10]) {
      const base = positions.length;
      for (let i = 0; i < 16; i++) positions.push([west + (i % 4), Math.floor(i / 4)]);
      for (let i = 0; i < 16; i++) {
        if (i % 4 < 3) edges.push([base + i, base + i + 1]);
        if (i < 12) edges.push([base + i, base + i + 4]);
      }
    }
    edges.push([7, 20]);
    const bridge = edges.length - 1;
    const graph = planeGraph(edges, positions);
    const ranks = edgeRanks(graph);
    expect(ranks[bridge]).toBe(edges.length - 1);
    expect([7, 20]).toContain(nodeRanks(graph).indexOf(positions.length - 1));
  });

  it('ranks dead ends lowest, the tip first, then chains, then what is cut', () => {
    //  0--1--2--3        a square with a chain of one node on each side, a tail of two nodes at one corner
    //  |        |
    //  4        5
    //  |        |
    //  6--7--8--9--10--11
    const positions: [number, number][] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [0, 1],
      [3, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 2],
      [5, 2],
    ];
    const edges: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 4],
      [3, 5],
      [4, 6],
      [5, 9],
      [6, 7],
      [7, 8],
      [8, 9],
      [9, 10],
      [10, 11],
      [0, 9],
    ];
    const graph = planeGraph(edges, positions);
    const ranks = nodeRanks(graph);
    expect([ranks[11], ranks[10]]).toEqual([0, 1]);
    expect([ranks[0], ranks[9]].toSorted()).toEqual([10, 11]);
    const edgeRank = edgeRanks(graph);
    expect([edgeRank[11], edgeRank[10]]).toEqual([0, 1]);
    // Three ways lead from 0 to 9. The cut takes one edge of each and ranks it above all others.
    const high = [...edgeRank.keys()].filter((edge) => edgeRank[edge] >= edges.length - 3);
    expect(high).toContain(12);
    expect(high.filter((edge) => [0, 1, 2, 4, 6].includes(edge))).toHaveLength(1);
    expect(high.filter((edge) => [3, 5, 7, 8, 9].includes(edge))).toHaveLength(1);
  });

  it('ranks everything once, the same each time', () => {
    for (const seed of seedsOf(50)) {
      const { graph } = randomPlaneGraph(seededRandom(seed), 120);
      for (const ranksOf of [edgeRanks, nodeRanks]) {
        const ranks = ranksOf(graph);
        expect(ranks.toSorted()).toEqual(Uint32Array.from(ranks.keys()));
        expect(ranksOf(graph)).toEqual(ranks);
      }
    }
    expect(ranksByKey(Uint32Array.of(5, 3, 5, 0))).toEqual(Uint32Array.of(2, 1, 3, 0));
  });
});
