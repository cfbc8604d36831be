import type { CellExits } from './cell-exits.js';
import type { CutGraph } from './cells.js';
import { NO_WAY, type Cells, type UpwardGraph } from '../frozen/hierarchy.js';

/** An arc between two high vertices on the same chain. `from` and `to` are depths. */
export interface Step {
  from: number;
  to: number;
  arc: number;
}

const NO_ARC = -1;

/**
 * The cheapest upward paths from one high vertex, indexed by depth, from the top down to the vertex itself.
 */
interface Tree {
  /** The true costs of reaching each depth from the vertex. */
  ms: Float64Array;
  /** The last arc of the upward path with that cost; NO_ARC if there is none. */
  arc: Int32Array;
}

/**
 * Finds the arcs above a cell that a search from the cell may need. Builds a tree of cheapest upward paths
 * for each of the cell's exits.
 *
 * A search that uses only these arcs is exact: a cheapest path to a high vertex leaves the cell at some exit,
 * and from there the path in the tree is equally cheap. An arc of a tree is omitted if another exit leads to
 * the arc's end at a lower cost from everywhere in the cell.
 */
export class ClimbTrees {
  readonly #graph: UpwardGraph;
  readonly #back: UpwardGraph;
  readonly #cells: Cells;
  readonly #parent: Uint32Array;
  readonly #inCells: number;
  /** Per arc: the latest round that marked it as needed. */
  readonly #noted: Uint32Array;
  #round = 0;
  /** The chain of high vertices above the cell, by depth. */
  #chain: Uint32Array = new Uint32Array(0);
  /**
   * Per depth: the high vertex that was last requested there, and its tree. The chain above a vertex is the
   * same for all cells below it, so these cells share its tree. Such cells are consecutive, so older trees
   * can be dropped.
   */
  readonly #trees: { vertex: number; tree: Tree }[] = [];

  /** @param back the arcs in the opposite direction */
  constructor(graph: UpwardGraph, back: UpwardGraph, { cells, parent }: CutGraph) {
    this.#graph = graph;
    this.#back = back;
    this.#cells = cells;
    this.#parent = parent;
    this.#inCells = cells.firstVertex[cells.branch.length];
    this.#noted = new Uint32Array(graph.arcs.length / 2);
  }

  /**
   * Finds the steps needed for searches from the vertices of a cell, and for searches from each group of high
   * vertices above the cell. Each list is ordered from the lowest vertex up.
   */
  neededBy(
    cell: number,
    exits: CellExits,
    groups: readonly (readonly number[])[],
  ): { byCell: Step[]; byGroup: Step[][] } {
    this.#chain = this.#chainAbove(cell);
    const trees = exits.vertices.map((vertex) => this.#treeOf(vertex));
    const margins = marginsOf(exits);
    this.#round++;
    trees.forEach((tree, exit) => {
      for (let depth = 0; depth < tree.arc.length; depth++) {
        if (tree.arc[depth] !== NO_ARC && !isBeaten(trees, margins[exit], exit, depth))
          this.#noted[tree.arc[depth]] = this.#round;
      }
    });
    const byCell = this.#steps();
    const byGroup = groups.map((vertices) => {
      this.#round++;
      for (const vertex of vertices)
        for (const arc of this.#treeOf(vertex).arc) if (arc !== NO_ARC) this.#noted[arc] = this.#round;
      return this.#steps();
    });
    return { byCell, byGroup };
  }

  #depth(high: number): number {
    return this.#cells.depth[high - this.#inCells];
  }

  #chainAbove(cell: number): Uint32Array {
    const { branch, branchDepth, firstVertex } = this.#cells;
    const chain = new Uint32Array(branchDepth[branch[cell]]);
    let vertex = firstVertex[cell + 1] - 1;
    for (let depth = chain.length - 1; depth >= 0; depth--) chain[depth] = vertex = this.#parent[vertex];
    return chain;
  }

  #treeOf(begin: number): Tree {
    const depth = this.#depth(begin);
    const known = this.#trees[depth];
    if (known?.vertex === begin) return known.tree;
    const tree = this.#tree(depth);
    this.#trees[depth] = { vertex: begin, tree };
    return tree;
  }

  #tree(lowest: number): Tree {
    const { first, arcs } = this.#graph;
    const chain = this.#chain;
    const tree: Tree = {
      ms: new Float64Array(lowest + 1).fill(Infinity),
      arc: new Int32Array(lowest + 1).fill(NO_ARC),
    };
    const { ms, arc } = tree;
    ms[lowest] = 0;
    for (let depth = lowest; depth >= 0; depth--) {
      if (ms[depth] === Infinity) continue;
      for (let i = first[chain[depth]]; i < first[chain[depth] + 1]; i++) {
        const next = this.#depth(arcs[2 * i]);
        const sum_ms = ms[depth] + arcs[2 * i + 1];
        if (sum_ms >= ms[next]) continue;
        ms[next] = sum_ms;
        arc[next] = i;
      }
    }
    this.#comeDown(tree, lowest);
    return tree;
  }

  /**
   * Processes the vertices from the highest down. If a path via a higher vertex is cheaper than an arc, the
   * upward search does not need the arc.
   */
  #comeDown({ ms, arc }: Tree, lowest: number): void {
    const { first, arcs } = this.#back;
    for (let depth = 0; depth < lowest; depth++) {
      const vertex = this.#chain[depth];
      for (let i = first[vertex]; i < first[vertex + 1]; i++) {
        const sum_ms = ms[this.#depth(arcs[2 * i])] + arcs[2 * i + 1];
        if (sum_ms >= ms[depth]) continue;
        ms[depth] = sum_ms;
        arc[depth] = NO_ARC;
      }
    }
  }

  /** Returns the arcs marked in this round, in the order in which a search relaxes them. */
  #steps(): Step[] {
    const { first, arcs } = this.#graph;
    const steps: Step[] = [];
    for (let from = this.#chain.length - 1; from >= 0; from--) {
      const vertex = this.#chain[from];
      for (let arc = first[vertex]; arc < first[vertex + 1]; arc++) {
        if (this.#noted[arc] === this.#round) steps.push({ from, to: this.#depth(arcs[2 * arc]), arc });
      }
    }
    return steps.sort((a, b) => b.to - a.to || b.from - a.from);
  }
}

/**
 * Returns, for each pair of exits a and b, the maximum by which b's cost can exceed a's, over all vertices of
 * the cell from which a can be reached.
 */
function marginsOf({ vertices, ms }: CellExits): Float64Array[] {
  const count = vertices.length;
  const margins = vertices.map(() => new Float64Array(count).fill(-Infinity));
  for (let row = 0; row < ms.length; row += count) {
    for (let a = 0; a < count; a++) {
      if (ms[row + a] === NO_WAY) continue;
      for (let b = 0; b < count; b++)
        margins[a][b] = Math.max(
          margins[a][b],
          ms[row + b] === NO_WAY ? Infinity : ms[row + b] - ms[row + a],
        );
    }
  }
  return margins;
}

/**
 * Whether, for every path via an exit to a depth, a path via another exit is cheaper. If several exits have
 * equal costs, all of them are kept.
 */
function isBeaten(trees: readonly Tree[], margins: Float64Array, exit: number, depth: number): boolean {
  const own_ms = trees[exit].ms[depth];
  for (let other = 0; other < trees.length; other++) {
    const { ms } = trees[other];
    if (other !== exit && depth < ms.length && ms[depth] + margins[other] < own_ms) return true;
  }
  return false;
}
