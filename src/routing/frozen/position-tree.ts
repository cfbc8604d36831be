/**
 * A packed R-tree over chunks: a chunk is a few consecutive pairs of positions of one line. The tree is made
 * for slow memory: a search waits for each place that it has not read recently. So a box takes 4 bytes, and
 * the boxes of a node's children stand in a row.
 *
 * Level 0 is the chunks, level 1 the leaves. Each NODE_SIZE of a level have a node on the next level, up to a
 * single top node. There are no pointers: the layout follows from the number of leaves.
 */
export interface PositionTree {
  /** West, south, east, north of everything, in 1e-7 degrees: the box of the top node. */
  extent: Int32Array;
  /**
   * Boxes of the leaves, then of the nodes of each level above, without the top node. For each node of
   * the level above there are NODE_SIZE boxes.
   */
  boxes: Int32Array;
  /**
   * LEAF_NUMBERS numbers for each leaf: NODE_SIZE boxes of chunks, then the chunks, then their lines. A
   * chunk is its first position * (CHUNK_PAIRS + 1) + its number of pairs.
   */
  leaves: Int32Array;
}

/**
 * The largest number of pairs in a chunk: enough to keep the tree small, few enough to measure all at once.
 */
export const CHUNK_PAIRS = 8;
/** Children of a node. Their boxes take 64 bytes, which a processor fetches at once. */
export const NODE_SIZE = 16;
/** Numbers of each leaf in `leaves`. */
export const LEAF_NUMBERS = 3 * NODE_SIZE;

/**
 * A box is one number: west, south, east and north in a byte each, from the lowest byte up. The unit is
 * 1 / BOX_STEPS of the parent's box; boxes are rounded outwards.
 */
export const BOX_STEPS = 255;
/**
 * Boxes contain their content up to this tolerance, in 1e-7 degrees, because frames are sums of rounded
 * numbers. It is a tenth of the tolerance of a search.
 */
export const BOX_ROUNDING = 1e-5;
/** Stands in for the box of a missing child. */
export const NO_BOX = 0x000000ff;

/**
 * Where the boxes of each level begin in `boxes`, by level; the leaves are level 1. The top node has no
 * box there; its entry is the length of `boxes`.
 */
export function levelStarts(leafCount: number): number[] {
  const starts = [0, 0];
  for (let count = leafCount; count > 1;) {
    count = Math.ceil(count / NODE_SIZE);
    starts.push(starts[starts.length - 1] + count * NODE_SIZE);
  }
  return starts;
}

/** Where in `leaves` the box of a chunk stands. The chunk is NODE_SIZE farther on, its line 2 * NODE_SIZE. */
export function leafPlace(chunk: number): number {
  return Math.floor(chunk / NODE_SIZE) * LEAF_NUMBERS + (chunk % NODE_SIZE);
}

/** Writes the frame of the top node to `frames`, at its level; see enterBox. */
export function enterTree({ extent }: PositionTree, frames: Float64Array, level: number): void {
  frames.set(
    [extent[0], extent[1], (extent[2] - extent[0]) / BOX_STEPS, (extent[3] - extent[1]) / BOX_STEPS],
    4 * level,
  );
}

/**
 * Writes the frame of a child to `frames`, one level below its parent, which is at `level`. A frame measures
 * the boxes of children: west, south, a step to the east and a step to the north. `frames` has four numbers
 * for one node of each level. Every descent from the top gets the same numbers, apart from the last bits.
 */
export function enterBox(frames: Float64Array, level: number, box: number): void {
  const from = 4 * level;
  const to = from - 4;
  const west = box & 0xff;
  const south = (box >>> 8) & 0xff;
  const east = (box >>> 16) & 0xff;
  const north = box >>> 24;
  const stepX = frames[from + 2];
  const stepY = frames[from + 3];
  frames[to] = frames[from] + west * stepX;
  frames[to + 1] = frames[from + 1] + south * stepY;
  frames[to + 2] = ((east - west) * stepX) / BOX_STEPS;
  frames[to + 3] = ((north - south) * stepY) / BOX_STEPS;
}
