/** Cost of what cannot be driven. Real costs are below it: 49 days. */
export const NO_WAY = 0xffffffff;
/** In the first of an arc's two parts: it has none, it is an arc of the base graph. */
export const NO_PARTS = 0xffffffff;
/** Added to a directed segment that is a part: half of what unpacking reads would be arcs of the base graph, and it need not read them. */
export const DRIVES = 0x80000000;
/** Added to the place of a list of segments that stands for a part, see segment-lists.ts. */
export const LISTED = 0x40000000;

/** Arcs between each vertex and higher ones, with everything a search and its unpacking need. */
export interface UpwardGraph {
  /** Arcs of each vertex; one more entry than vertices. */
  first: Uint32Array;
  /** Neighbour and milliseconds of each arc, side by side because they are read together; neighbours ascend. */
  arcs: Uint32Array;
  /**
   * Two numbers for each arc that leads over a lower vertex: its first part among the arcs of `in` (down to that vertex), its second among those of `out` (up
   * from there). For an arc of the base graph NO_PARTS and the directed segment it drives.
   */
  parts: Uint32Array;
}

/** A contraction hierarchy with costs. A cheapest path climbs from both ends by `out` and `in` and meets at its highest vertex. */
export interface UpwardHierarchy {
  out: UpwardGraph;
  in: UpwardGraph;
}

/**
 * The vertices cut into cells: whole parts of the elimination tree, from a vertex down, that have not too many vertices. All vertices above a cell stand in one
 * chain, so that one is named there by its depth, the number of vertices above it. Vertices are numbered cell by cell; the high ones, in no cell, come last.
 */
export interface Cells {
  /** Vertices of each cell, ascending by rank; the last entry is the number of all that are in cells. */
  firstVertex: Uint32Array;
  /** By vertex: its cell; of a high one a cell below it. */
  ofVertex: Uint32Array;
  /** By high vertex. */
  depth: Uint32Array;
  /** By cell: the branch of high vertices above it. */
  branch: Uint32Array;
  /**
   * Branches: high vertices with nothing beside them. By branch the one above, and how many high vertices there are down to its end. Branch 0 has none and is
   * above all: two cells have as many high vertices in common as the lowest branch that is above both says.
   */
  branchParent: Uint32Array;
  branchDepth: Uint32Array;
}

/**
 * A hierarchy as it is searched: arcs inside of cells and up from them, and of those among the high vertices the few that a cheapest path from or to a cell can
 * need. A place in a cell's climb is the depth of a high vertex, or, behind those, of a vertex of the cell.
 */
export interface Hierarchy {
  cells: Cells;
  /**
   * Arcs of the vertices of each cell: of cell c, which begins at vertex v and has n, those that leave its k-th vertex from `first[2 * v + k]` on, those that come to it
   * from `first[2 * v + n + k]` on. A search reads one of both only.
   */
  first: Uint32Array;
  /** Place of the higher end of each arc, and milliseconds. */
  arcPlace: Uint16Array;
  arc_ms: Uint32Array;
  /**
   * Numbers of both parts of each arc, which are arcs of one lower vertex, or DRIVES + the directed segment of a part that is an arc of the base graph. For such an
   * arc itself NO_PARTS and the directed segment. The arcs of the high vertices come behind those of cells, in their order. Many a part is LISTED + the place of its
   * list in `lists`: the number of directed segments that it drives, then these.
   */
  parts: Uint32Array;
  lists: Uint32Array;
  /**
   * Depths of the high vertices that arcs lead to out of each cell, from the lowest up: list c for those that arcs of cell c lead to; as many lists behind these for those that arcs
   * to its vertices come from.
   */
  firstExit: Uint32Array;
  exits: Uint16Array;
  /** By the same lists, from `firstExitCost` on: a row for each vertex of the cell with what it costs to each exit (from each), upward in the cell; NO_WAY for none. */
  firstExitCost: Uint32Array;
  exit_ms: Uint32Array;
  /** By high vertex the group that it is in, of some that have the same cell. */
  group: Uint32Array;
  /**
   * Steps among high vertices: first a list for each cell, for routes from its vertices, then one for each group, for routes from those; as many lists behind these are the same for
   * routes to them, backwards.
   */
  firstStep: Uint32Array;
  /** Place where it begins times 2 ** 16 plus place where it ends, which is higher, and milliseconds; in the order in which they are to be relaxed: those to lower places first. */
  steps: Uint32Array;
  /** The arc that each step is. */
  stepArc: Uint32Array;
}
