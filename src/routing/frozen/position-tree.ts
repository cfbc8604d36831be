/**
 * A packed R-tree over chunks: a chunk is a few consecutive pairs of positions on one line. The tree is
 * designed for slow memory, in which a search waits for every address that it has not read recently.
 * Therefore, a box takes only 4 bytes, and the boxes of a node's children are contiguous.
 *
 * Level 0 consists of the chunks, and level 1 consists of the leaves. Every NODE_SIZE items on a level share
 * one parent node on the next level, up to a single top node. There are no pointers: the layout follows from
 * the number of leaves.
 */
export interface PositionTree {
  /**
   * The western, southern, eastern and northern limits of the whole tree in 1e-7 degrees, which form the top
   * node's box.
   */
  extent: Int32Array;
  /**
   * The boxes of the leaves, followed by the boxes of the nodes on each higher level except the top node.
   * There are NODE_SIZE boxes for each node of the level above.
   */
  boxes: Int32Array;
  /**
   * LEAF_NUMBERS numbers per leaf: NODE_SIZE boxes of chunks, then the chunks, then their lines. A chunk is
   * stored as its first position * (CHUNK_PAIRS + 1) + its number of pairs.
   */
  leaves: Int32Array;
}

/**
 * The maximum number of pairs in a chunk: enough to keep the tree small, but few enough to measure them all
 * together.
 */
export const CHUNK_PAIRS = 8;
/**
 * The number of children of a node. The boxes of a node's children take 64 bytes, which a processor fetches
 * in a single access.
 */
export const NODE_SIZE = 16;
/** The number of entries per leaf in `leaves`. */
export const LEAF_NUMBERS = 3 * NODE_SIZE;

/**
 * A box is a single number: west, south, east and north in one byte each, from the lowest byte up. The unit
 * is 1 / BOX_STEPS of the parent's box; boxes are rounded outward.
 */
export const BOX_STEPS = 255;
/**
 * Boxes contain their content to within this tolerance, in 1e-7 degrees, because frames are sums of rounded
 * numbers. This tolerance is a tenth of the tolerance that searches use.
 */
export const BOX_ROUNDING = 1e-5;
/** Used instead of the box of a missing child. */
export const NO_BOX = 0x000000ff;

/**
 * Returns where each level's boxes begin in `boxes`; the leaves are level 1. The top node has no box in
 * `boxes`; its entry is the length of `boxes`.
 */
export function levelStarts(leafCount: number): number[] {
  const starts = [0, 0];
  for (let count = leafCount; count > 1;) {
    count = Math.ceil(count / NODE_SIZE);
    starts.push(starts[starts.length - 1] + count * NODE_SIZE);
  }
  return starts;
}

/**
 * Returns the index of a chunk's box in `leaves`. The chunk itself is stored NODE_SIZE entries later, and its
 * line 2 * NODE_SIZE entries later.
 */
export function leafPlace(chunk: number): number {
  return Math.floor(chunk / NODE_SIZE) * LEAF_NUMBERS + (chunk % NODE_SIZE);
}

/** Writes the top node's frame to `frames` at its level; see enterBox. */
export function enterTree({ extent }: PositionTree, frames: Float64Array, level: number): void {
  frames.set(
    [extent[0], extent[1], (extent[2] - extent[0]) / BOX_STEPS, (extent[3] - extent[1]) / BOX_STEPS],
    4 * level,
  );
}

/**
 * Writes a child's frame to `frames`, one level below its parent at `level`. A frame converts the boxes of a
 * node's children to coordinates. A frame consists of the west edge, the south edge, the step to the east and
 * the step to the north. `frames` holds four numbers per level, for one node on that level. Every descent
 * from the top produces the same numbers, except for the last few bits.
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
