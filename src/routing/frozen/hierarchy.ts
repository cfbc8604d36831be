/** In place of a cost: cannot be driven. Real costs are below it (49 days). */
export const NO_WAY = 0xffffffff;
/** In place of an arc's first part: it has no parts, it is an arc of the base graph. */
export const NO_PARTS = 0xffffffff;
/**
 * Added to a directed segment that stands for a part. Without it, half of the arcs that unpacking reads
 * would be arcs of the base graph.
 */
export const DRIVES = 0x80000000;
/** Added to the place of a segment list that stands for a part; see hierarchy/segment-lists.ts. */
export const LISTED = 0x40000000;

/** Arcs between each vertex and higher ones, with everything that a search and its unpacking need. */
export interface UpwardGraph {
  /** Where the arcs of each vertex begin; one more entry than vertices. */
  first: Uint32Array;
  /**
   * Two numbers for each arc: neighbour and milliseconds. They stand side by side because they are read
   * together. The neighbours of a vertex ascend.
   */
  arcs: Uint32Array;
  /**
   * Two numbers for each arc. For an arc over a lower vertex: its first part, an arc of `in` (down to
   * that vertex), and its second part, an arc of `out` (up from it). For an arc of the base graph:
   * NO_PARTS and the directed segment that it drives.
   */
  parts: Uint32Array;
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
 * The vertices, cut into cells. A cell is a whole subtree of the elimination tree with a limited number
 * of vertices. Vertices in no cell are high. All high vertices above a cell form one chain, so each is
 * named there by its depth: the number of vertices above it. Vertices are numbered cell by cell; the
 * high ones come last.
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
 * A hierarchy as it is searched. It keeps the arcs inside cells and up from them. Of the arcs among high
 * vertices it keeps the few that a cheapest path from or to a cell can need: the steps. A place in a
 * cell's climb is the depth of a high vertex, or, behind those, a vertex of the cell.
 */
export interface Hierarchy {
  cells: Cells;
  /**
   * Where the arcs of the vertices in cells begin. For a cell with n vertices that starts at vertex v:
   * the arcs that leave its k-th vertex begin at `first[2 * v + k]`, those that come to it at
   * `first[2 * v + n + k]`. A search reads only one of the two.
   */
  first: Uint32Array;
  /** By arc in a cell: the place of its higher end, and its milliseconds. */
  arcPlace: Uint16Array;
  arc_ms: Uint32Array;
  /**
   * Two numbers for each arc, its parts. The arcs of the high vertices come behind those of cells, in
   * the order of the vertices. A part is one of:
   * - the number of an arc, which belongs to a lower vertex
   * - DRIVES + a directed segment: the part is an arc of the base graph
   * - LISTED + the place in `lists` of the directed segments that it drives
   *
   * An arc of the base graph itself has NO_PARTS and its directed segment.
   */
  parts: Uint32Array;
  /** Lists of directed segments: for each list their number, then the segments. */
  lists: Uint32Array;
  /**
   * Exits: depths of the high vertices that arcs lead to out of a cell, from the lowest vertex up. List c is
   * for the arcs that leave vertices of cell c. As many lists follow for the arcs that come to its vertices.
   */
  firstExit: Uint32Array;
  exits: Uint16Array;
  /**
   * By the same lists: their costs in `exit_ms` begin at `firstExitCost`. Each vertex of the cell has a
   * row: the cost to each exit (or from each), upward in the cell; NO_WAY for none.
   */
  firstExitCost: Uint32Array;
  exit_ms: Uint32Array;
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
  /** By step: the number of its arc. */
  stepArc: Uint32Array;
}
