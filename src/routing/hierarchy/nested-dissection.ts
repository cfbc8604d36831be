import { MinCut, type PlainGraph } from './min-cut.js';

/** A graph in the plane. x and y may be in any unit, as long as both use the same unit. */
export interface PlaneGraph extends PlainGraph {
  x: Float64Array;
  y: Float64Array;
}

/** The directions along which a cell's nodes are sorted: east, north and the diagonals (dx, dy). */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;
/**
 * The shares of a cell's nodes that are merged at each end before a cut is computed. Small shares yield
 * smaller cuts, and large shares yield better-balanced cuts.
 */
const GRIPS = [0.2, 0.35] as const;
/** A cell with at most this many nodes is not cut. */
const LEAF_NODES = 2;
/** The part number of nodes that are removed from a cell. Parts 0 and 1 are the cell's two sides. */
const TAKEN = 2;

/** Receives the cuts and leaves of a dissection. */
interface DissectionListener {
  /**
   * Receives the edges between the two sides of a cell; `isNear` returns whether a node is on the first side.
   * Called for a cell first, then for all cells on one side, then for all cells on the other side.
   * @returns nodes to remove, which do not go into any further cell or leaf
   */
  onCut(edges: readonly number[], isNear: (node: number) => boolean): Iterable<number> | undefined;
  /** Receives the nodes of a cell that is not cut further. */
  onLeaf(nodes: Uint32Array): void;
  /** Called about a hundred times during the dissection. */
  onProgress?(doneNodes: number, allNodes: number): void;
}

/**
 * Nested dissection (George, 1973): cuts the graph in two across few edges, then cuts each side in the same
 * way, and so on.
 *
 * The cuts are found by inertial flow (Schild and Sommer, 2015). Inertial flow sorts the nodes along a
 * direction, merges a share of them at each end (`GRIPS`), and computes the minimum cut between the two ends.
 * Among all directions and shares, the cut with the fewest edges per node of the smaller side wins.
 */
export function dissect(graph: PlaneGraph, listener: DissectionListener): void {
  new Dissection(graph, listener).run();
}

class Dissection {
  readonly #graph: PlaneGraph;
  readonly #listener: DissectionListener;
  /** For each direction: all nodes, cell after cell, sorted within each cell. */
  readonly #orders: Uint32Array[];
  /** The mark of each node's cell. */
  readonly #cell: Uint32Array;
  readonly #minCut: MinCut;
  /** The part of its cell to which each node is assigned. */
  readonly #part: Uint32Array;
  readonly #scratch: Uint32Array;
  #marks = 0;
  #reported = 0;

  constructor(graph: PlaneGraph, listener: DissectionListener) {
    this.#graph = graph;
    this.#listener = listener;
    this.#orders = DIRECTIONS.map(([dx, dy]) => {
      const keys = Float64Array.from(graph.x, (x, node) => x * dx + graph.y[node] * dy);
      return Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
    });
    this.#cell = new Uint32Array(graph.nodeCount);
    this.#minCut = new MinCut(graph, this.#cell);
    this.#part = new Uint32Array(graph.nodeCount);
    this.#scratch = new Uint32Array(graph.nodeCount);
  }

  run(): void {
    const count = this.#graph.nodeCount;
    // The cells still to cut, as index ranges in the orders. The last cell is cut first, so that one side is
    // finished before the other is started.
    const open: [from: number, to: number][] = [[0, count]];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [from, to] = cell;
      if (to - from <= LEAF_NODES) {
        this.#listener.onLeaf(this.#orders[0].slice(from, to));
        this.#report(to);
        continue;
      }
      const mark = ++this.#marks;
      for (let k = from; k < to; k++) this.#cell[this.#orders[0][k]] = mark;
      const components = this.#findComponents(from, to);
      const cells = components > 1 ? this.#regroup(from, to, components) : this.#cut(from, to);
      // The list is reversed so that cells are finished from low to high indexes.
      for (const cell of cells.reverse()) if (cell[0] < cell[1]) open.push(cell);
    }
  }

  /** Cuts a cell. @returns the index ranges of both sides, without the nodes that the listener removes */
  #cut(from: number, to: number): [from: number, to: number][] {
    this.#findBestCut(from, to);
    const taken = this.#listener.onCut(this.#cutEdges(from, to), (node) => this.#part[node] === 0);
    for (const node of taken ?? []) this.#part[node] = TAKEN;
    return this.#regroup(from, to, TAKEN + 1).slice(0, TAKEN);
  }

  /**
   * Reports progress after each percent. Cells are finished from low to high indexes, so `done` only grows.
   */
  #report(done: number): void {
    const count = this.#graph.nodeCount;
    if (done < count && (done - this.#reported) * 100 < count) return;
    this.#reported = done;
    this.#listener.onProgress?.(done, count);
  }

  /**
   * Numbers a cell's connected components in `part`, in the order of their first nodes.
   * @returns the number of components
   */
  #findComponents(from: number, to: number): number {
    const { first, edges, start, end } = this.#graph;
    const order = this.#orders[0];
    const mark = this.#cell[order[from]];
    const seen = ++this.#marks;
    let count = 0;
    for (let k = from; k < to; k++) {
      if (this.#cell[order[k]] === seen) continue;
      let queued = 0;
      this.#scratch[queued++] = order[k];
      this.#cell[order[k]] = seen;
      for (let at = 0; at < queued; at++) {
        const node = this.#scratch[at];
        this.#part[node] = count;
        for (let i = first[node]; i < first[node + 1]; i++) {
          const other = start[edges[i]] ^ end[edges[i]] ^ node;
          if (this.#cell[other] !== mark) continue;
          this.#cell[other] = seen;
          this.#scratch[queued++] = other;
        }
      }
      count++;
    }
    return count;
  }

  /** Sets `part` to 0 and 1 for the two sides of the best cut found. */
  #findBestCut(from: number, to: number): void {
    const size = to - from;
    let bestScore = Infinity;
    for (const order of this.#orders) {
      for (const grip of GRIPS) {
        const held = Math.max(1, Math.floor(size * grip));
        // A cut with a better score has at most this many edges, even if it halves the cell.
        const most =
          bestScore === Infinity ? this.#graph.start.length : Math.ceil(bestScore * (size / 2)) - 1;
        const cut = this.#minCut.run({ order, from, to }, held, most);
        if (cut > most) continue;
        let near = 0;
        for (let k = from; k < to; k++) if (this.#minCut.onSourceSide(order[k])) near++;
        const score = cut / Math.min(near, size - near);
        if (score >= bestScore) continue;
        bestScore = score;
        for (let k = from; k < to; k++) this.#part[order[k]] = this.#minCut.onSourceSide(order[k]) ? 0 : 1;
      }
    }
  }

  #cutEdges(from: number, to: number): number[] {
    const { first, edges, start, end } = this.#graph;
    const order = this.#orders[0];
    const mark = this.#cell[order[from]];
    const cut: number[] = [];
    for (let k = from; k < to; k++) {
      const node = order[k];
      if (this.#part[node] === 1) continue;
      for (let i = first[node]; i < first[node + 1]; i++) {
        const other = start[edges[i]] ^ end[edges[i]] ^ node;
        if (this.#cell[other] === mark && this.#part[other] === 1) cut.push(edges[i]);
      }
    }
    return cut;
  }

  /**
   * Sorts a cell by part in all directions, keeping the order within each part.
   * @returns the index ranges of the parts
   */
  #regroup(from: number, to: number, parts: number): [from: number, to: number][] {
    const begin = new Uint32Array(parts + 1);
    for (let k = from; k < to; k++) begin[this.#part[this.#orders[0][k]] + 1]++;
    for (let part = 0; part < parts; part++) begin[part + 1] += begin[part];
    for (const order of this.#orders) {
      const next = begin.slice();
      for (let k = from; k < to; k++) this.#scratch[next[this.#part[order[k]]]++] = order[k];
      order.set(this.#scratch.subarray(0, to - from), from);
    }
    return Array.from({ length: parts }, (_, part) => [from + begin[part], from + begin[part + 1]]);
  }
}
