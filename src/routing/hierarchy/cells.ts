import type { BaseGraph } from '../frozen/base-graph.js';
import type { Cells } from '../frozen/hierarchy.js';

/**
 * The maximum number of vertices in a cell. A search visits the chains in a cell and one list of steps for
 * everything above the cell. With this limit, the chains and the list of steps are about equally long. A
 * vertex number within a cell fits into a byte.
 */
const CELL_VERTICES = 256;

/** A division of the vertices into cells, with their new numbers. */
export interface CutGraph {
  cells: Cells;
  /**
   * Each vertex's new number. An ancestor in the elimination tree still has the higher number, so the new
   * numbers are an equally good contraction order.
   */
  number: Uint32Array;
  /** Each vertex's parent in the elimination tree, using the new numbers. A root is its own parent. */
  parent: Uint32Array;
}

/** Cuts a graph into cells of at most `limit` vertices. The graph's vertices are numbered by rank. */
export function cutIntoCells(graph: BaseGraph, limit = CELL_VERTICES): CutGraph {
  return new Tree(eliminationTree(graph), limit).cut();
}

/**
 * Returns each vertex's parent in the elimination tree: the lowest vertex above it that all its upward paths
 * share (Liu, 1990, with path compression). A root is its own parent. All vertices that can be reached upward
 * from v are ancestors of v in the tree.
 */
function eliminationTree({ vertexCount, firstArc, arcHead }: BaseGraph): Uint32Array {
  const parent = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const ancestor = parent.slice();
  const { first, lower } = lowerNeighbours(vertexCount, firstArc, arcHead);
  for (let x = 0; x < vertexCount; x++) {
    for (let i = first[x]; i < first[x + 1]; i++) {
      // Climb from the lower vertex to the root of the tree built so far, and make every visited vertex point
      // at x.
      for (let v = lower[i]; v !== x;) {
        const next = ancestor[v];
        ancestor[v] = x;
        if (next === v) parent[v] = x;
        v = next === v ? x : next;
      }
    }
  }
  return parent;
}

/** Returns, for each vertex, the lower ends of its arcs in both directions, with duplicates. */
function lowerNeighbours(
  vertexCount: number,
  firstArc: Uint32Array,
  arcHead: Uint32Array,
): { first: Uint32Array; lower: Uint32Array } {
  const first = new Uint32Array(vertexCount + 1);
  const each = (visit: (lower: number, higher: number) => void): void => {
    for (let tail = 0; tail < vertexCount; tail++) {
      for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++)
        visit(Math.min(tail, arcHead[arc]), Math.max(tail, arcHead[arc]));
    }
  };
  each((_, higher) => {
    first[higher + 1]++;
  });
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v];
  const next = first.slice();
  const lower = new Uint32Array(first[vertexCount]);
  each((low, high) => {
    lower[next[high]++] = low;
  });
  return { first, lower };
}

const NO_CELL = 0xffffffff;

/**
 * The elimination tree, which is cut into cells: the largest subtrees with at most `limit` vertices. All
 * other vertices are high.
 */
class Tree {
  readonly #parent: Uint32Array;
  readonly #limit: number;
  /** The number of vertices in each vertex's subtree, including the vertex itself. */
  readonly #size: Uint32Array;
  /** Each cell's highest vertex. */
  readonly #top: number[] = [];
  /** Each vertex's cell; for a high vertex, a cell below it. */
  readonly #cell: Uint32Array;

  constructor(parent: Uint32Array, limit: number) {
    this.#parent = parent;
    this.#limit = limit;
    this.#size = new Uint32Array(parent.length).fill(1);
    for (let v = 0; v < parent.length; v++) if (parent[v] !== v) this.#size[parent[v]] += this.#size[v];
    this.#cell = new Uint32Array(parent.length).fill(NO_CELL);
    for (let v = parent.length - 1; v >= 0; v--) {
      if (!this.#isHigh(v))
        this.#cell[v] =
          parent[v] === v || this.#isHigh(parent[v]) ? this.#top.push(v) - 1 : this.#cell[parent[v]];
    }
  }

  cut(): CutGraph {
    const { number, firstVertex } = this.#numbered();
    const ofVertex = new Uint32Array(number.length);
    const parent = new Uint32Array(number.length);
    number.forEach((n, v) => {
      ofVertex[n] = this.#cell[v];
      parent[n] = number[this.#parent[v]];
    });
    return {
      cells: { firstVertex, ofVertex, ...this.#branches(number, firstVertex[this.#top.length]) },
      number,
      parent,
    };
  }

  #isHigh(vertex: number): boolean {
    return this.#size[vertex] > this.#limit;
  }

  /**
   * Numbers the vertices cell by cell, with the high vertices last. Also assigns each high vertex a cell
   * below it.
   */
  #numbered(): { number: Uint32Array; firstVertex: Uint32Array } {
    const parent = this.#parent;
    const cell = this.#cell;
    const firstVertex = new Uint32Array(this.#top.length + 1);
    this.#top.forEach((v, c) => {
      firstVertex[c + 1] = firstVertex[c] + this.#size[v];
    });
    const next = firstVertex.slice();
    const number = new Uint32Array(parent.length);
    for (let v = 0; v < parent.length; v++) {
      number[v] = next[this.#isHigh(v) ? this.#top.length : cell[v]]++;
      // Prefer the cell directly below, which has arcs to the vertex; otherwise use any cell farther down.
      if (this.#isHigh(parent[v]) && (!this.#isHigh(v) || cell[parent[v]] === NO_CELL))
        cell[parent[v]] = cell[v];
    }
    return { number, firstVertex };
  }

  /**
   * Finds the branches of high vertices; see `Cells`. `number` holds the new numbers, and `inCells` is the
   * number of vertices in cells.
   */
  #branches(
    number: Uint32Array,
    inCells: number,
  ): Pick<Cells, 'depth' | 'branch' | 'branchParent' | 'branchDepth'> {
    const parent = this.#parent;
    const below = new Uint32Array(parent.length);
    parent.forEach((above, v) => {
      if (above !== v) below[above]++;
    });
    const depth = new Uint32Array(parent.length - inCells);
    const branch = new Uint32Array(parent.length);
    const branchParent = [0];
    const branchDepth = [0];
    for (let v = parent.length - 1; v >= 0; v--) {
      if (!this.#isHigh(v)) continue;
      const isRoot = parent[v] === v;
      const own_depth = isRoot ? 0 : depth[number[parent[v]] - inCells] + 1;
      depth[number[v] - inCells] = own_depth;
      if (!isRoot && below[parent[v]] === 1) branch[v] = branch[parent[v]];
      else branch[v] = branchParent.push(isRoot ? 0 : branch[parent[v]]) - 1;
      branchDepth[branch[v]] = own_depth + 1;
    }
    return {
      depth,
      branch: Uint32Array.from(this.#top, (v) => (parent[v] === v ? 0 : branch[parent[v]])),
      branchParent: Uint32Array.from(branchParent),
      branchDepth: Uint32Array.from(branchDepth),
    };
  }
}
