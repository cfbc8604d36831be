/** Stands in for a cost: the arc cannot be driven. Real costs are below it (49 days). */
export const NO_WAY = 0xffffffff;
/** Stands in for the middle of an arc: it is an arc of the base graph. */
export const NO_MIDDLE = 0xffffffff;
/** The same for the middles of arcs in cells, which are places in the cell. */
export const NO_MIDDLE_IN_CELL = 0xff;

/** Arcs between each vertex and higher ones, with everything that searching and unpacking need. */
export interface UpwardGraph {
  /** Where the arcs of each vertex begin; one more entry than vertices. */
  first: Uint32Array;
  /**
   * Two numbers for each arc: neighbour and milliseconds. They stand side by side because they are read
   * together. The neighbours of a vertex ascend.
   */
  arcs: Uint32Array;
  /**
   * By arc: the lower vertex that it leads over; NO_MIDDLE for an arc of the base graph. The first part is an
   * arc of `in`, down to that vertex. The second is an arc of `out`, up from it.
   */
  middle: Uint32Array;
}

/**
 * A contraction hierarchy with costs. A cheapest path climbs by `out` from its start and by `in` from
 * its end; both climbs meet at its highest vertex.
 */
export interface UpwardHierarchy {
  out: UpwardGraph;
  in: UpwardGraph;
}

/**
 * The vertices, cut into cells. A cell is a whole subtree of the elimination tree with a limited number of
 * vertices. Vertices in no cell are high. All high vertices above a cell form one chain, so the cell names
 * each by its depth: the number of vertices above it. Vertices are numbered cell by cell; the high ones come
 * last.
 */
export interface Cells {
  /**
   * First vertex of each cell; the vertices of a cell ascend by rank. The last entry is the number of
   * all vertices in cells.
   */
  firstVertex: Uint32Array;
  /** By vertex: its cell; for a high vertex a cell below it. */
  ofVertex: Uint32Array;
  /** By high vertex: the number of vertices above it. */
  depth: Uint32Array;
  /** By cell: the branch of high vertices right above it. */
  branch: Uint32Array;
  /**
   * A branch is a chain of high vertices with nothing beside them. By branch: the branch above, and the
   * number of high vertices from the top down to its end. Branch 0 is empty and above all. The high
   * vertices that two cells share are counted by the `branchDepth` of the lowest branch above both.
   */
  branchParent: Uint32Array;
  branchDepth: Uint32Array;
}

/**
 * A hierarchy as searches use it. It keeps the arcs inside cells and up from them with their costs. Among
 * high vertices it keeps only the costs of the few arcs that a cheapest path from or to a cell can need: the
 * steps. A place in a cell's climb is the depth of a high vertex, or, after those, a vertex of the cell.
 */
export interface Hierarchy {
  cells: Cells;
  /**
   * Where the arcs of the vertices begin. For a cell with n vertices that starts at vertex v: the arcs that
   * leave its k-th vertex begin at `first[2 * v + k]`, those that come to it at `first[2 * v + n + k]`. A
   * search reads only one of the two. After the cells come the high vertices: the arcs that leave vertex h
   * begin at `first[2 * h]`, those that come to it at `first[2 * h + 1]`.
   */
  first: Uint32Array;
  /** By arc: the place of its higher end. */
  arcPlace: Uint16Array;
  /** By arc in a cell: its milliseconds. */
  arc_ms: Uint32Array;
  /**
   * By arc in a cell: the number within the cell of the lower vertex that it leads over; NO_MIDDLE_IN_CELL
   * for an arc of the base graph.
   */
  middleInCell: Uint8Array;
  /** By arc of a high vertex, counted from the first of those: the lower vertex; NO_MIDDLE for none. */
  middle: Uint32Array;
  /** By high vertex: its group, which has a few high vertices with the same cell. */
  group: Uint32Array;
  /**
   * Where the lists of steps begin. First come a list for each cell, for routes from its vertices, and a
   * list for each group, for routes from its vertices. As many lists follow for routes to them, backwards.
   */
  firstStep: Uint32Array;
  /**
   * Two numbers for each step: the place where it begins * 2 ** 16 + the place where it ends, which is
   * higher and so a smaller number; and milliseconds. They stand in the order of relaxation: steps to
   * lower places come first.
   */
  steps: Uint32Array;
}

/**
 * Arcs that leave a vertex, or those that come to it. A search follows `out` from its sources and `in` from
 * its targets.
 */
export type Direction = 'out' | 'in';

/** Where the arcs of a cell's first vertex stand in `first`; those of the others follow. */
export function cellRow({ firstVertex }: Cells, cell: number, direction: Direction): number {
  return direction === 'out' ? 2 * firstVertex[cell] : firstVertex[cell] + firstVertex[cell + 1];
}

/** Where the arcs of a vertex stand in `first`. */
export function vertexRow(cells: Cells, vertex: number, direction: Direction): number {
  const { firstVertex, branch, ofVertex } = cells;
  if (vertex >= firstVertex[branch.length]) return direction === 'out' ? 2 * vertex : 2 * vertex + 1;
  const cell = ofVertex[vertex];
  return cellRow(cells, cell, direction) + vertex - firstVertex[cell];
}
