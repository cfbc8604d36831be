/** Used instead of a cost if an arc is impassable. Real costs are lower (less than 49 days). */
export const NO_WAY = 0xffffffff;
/** Used instead of an arc's middle vertex for an arc of the base graph. */
export const NO_MIDDLE = 0xffffffff;
/**
 * Used instead of a middle vertex for a base-graph arc inside a cell, where vertices are numbered within the
 * cell.
 */
export const NO_MIDDLE_IN_CELL = 0xff;

/** Arcs between each vertex and higher vertices, with all data needed for searching and unpacking. */
export interface UpwardGraph {
  /** Where each vertex's arcs begin, with one entry more than there are vertices. */
  first: Uint32Array;
  /**
   * Two numbers per arc: the neighbor and the cost in milliseconds. The two numbers are stored side by side
   * because they are read together. A vertex's neighbors are in ascending order.
   */
  arcs: Uint32Array;
  /**
   * Per arc: the lower vertex that it bypasses; NO_MIDDLE for an arc of the base graph. The arc's first part
   * is an arc of `in` that leads down to that vertex. The arc's second part is an arc of `out` that leads up
   * from that vertex.
   */
  middle: Uint32Array;
}

/**
 * A contraction hierarchy with costs. A cheapest path climbs along `out` from its start and along `in` from
 * its end; both climbs meet at the path's highest vertex.
 */
export interface UpwardHierarchy {
  out: UpwardGraph;
  in: UpwardGraph;
}

/**
 * The vertices, divided into cells. A cell is a complete subtree of the elimination tree with a limited
 * number of vertices. Vertices that are not in any cell are called high. All high vertices above a cell form
 * a single chain, so each high vertex can be identified by its depth: the number of vertices above it.
 * Vertices are numbered cell by cell, with the high vertices last.
 */
export interface Cells {
  /**
   * The first vertex of each cell; the vertices of a cell are in ascending order of rank. The last entry is
   * the number of vertices in all cells.
   */
  firstVertex: Uint32Array;
  /** Per vertex: its cell; for a high vertex, a cell below it. */
  ofVertex: Uint32Array;
  /** Per high vertex: the number of vertices above it. */
  depth: Uint32Array;
  /** Per cell: the branch of high vertices directly above it. */
  branch: Uint32Array;
  /**
   * A branch is a chain of high vertices without side branches. Per branch: its parent branch, and the number
   * of high vertices from the top down to the branch's end. Branch 0 is empty and above all other branches.
   * The number of high vertices that two cells share is the `branchDepth` of the lowest branch above both.
   */
  branchParent: Uint32Array;
  branchDepth: Uint32Array;
}

/**
 * A hierarchy in the form that searches use. It stores the arcs inside cells and the arcs that lead up from
 * cells, with their costs. For arcs between high vertices, it stores costs only for the few that a cheapest
 * path from or to a cell may need: the steps. A place in a cell's climb is either the depth of a high vertex
 * or, numbered after the high vertices, a vertex of the cell.
 */
export interface Hierarchy {
  cells: Cells;
  /**
   * Where each vertex's arcs begin. For a cell with n vertices that starts at vertex v, the outgoing arcs of
   * its k-th vertex begin at `first[2 * v + k]`, and the incoming arcs begin at `first[2 * v + n + k]`. A
   * search reads either the outgoing or the incoming arcs, never both. The high vertices follow the cells:
   * the outgoing arcs of vertex h begin at `first[2 * h]`, and the incoming arcs begin at `first[2 * h + 1]`.
   */
  first: Uint32Array;
  /** Per arc: the place of its higher end. */
  arcPlace: Uint16Array;
  /** Per arc in a cell: its cost in milliseconds. */
  arc_ms: Uint32Array;
  /**
   * Per arc in a cell: the lower vertex that it bypasses, numbered within the cell; NO_MIDDLE_IN_CELL for an
   * arc of the base graph.
   */
  middleInCell: Uint8Array;
  /**
   * Per arc of a high vertex, counted from the first such arc: the lower vertex that it bypasses; NO_MIDDLE
   * if there is none.
   */
  middle: Uint32Array;
  /** Per high vertex: its group, which consists of a few high vertices with the same cell. */
  group: Uint32Array;
  /**
   * Where each list of steps begins. The lists for routes that start in each cell come first, followed by the
   * lists for routes that start in each group. The same number of lists follows for routes that end in each
   * cell or group, which are searched backward.
   */
  firstStep: Uint32Array;
  /**
   * Two numbers per step. The first number is the place where the step begins * 2 ** 16 + the place where it
   * ends, which is higher and therefore has a smaller number; the second number is the step's cost in
   * milliseconds. Steps are stored in the order in which they are relaxed: steps to lower places come first.
   */
  steps: Uint32Array;
}

/**
 * Selects the outgoing or the incoming arcs of a vertex. A search follows `out` from its sources and `in`
 * from its targets.
 */
export type Direction = 'out' | 'in';

/**
 * Returns the index in `first` for the arcs of a cell's first vertex; the entries of the other vertices
 * follow.
 */
export function cellRow({ firstVertex }: Cells, cell: number, direction: Direction): number {
  return direction === 'out' ? 2 * firstVertex[cell] : firstVertex[cell] + firstVertex[cell + 1];
}

/** Returns the index in `first` for the arcs of a vertex. */
export function vertexRow(cells: Cells, vertex: number, direction: Direction): number {
  const { firstVertex, branch, ofVertex } = cells;
  if (vertex >= firstVertex[branch.length]) return direction === 'out' ? 2 * vertex : 2 * vertex + 1;
  const cell = ofVertex[vertex];
  return cellRow(cells, cell, direction) + vertex - firstVertex[cell];
}
