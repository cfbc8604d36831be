/**
 * A packed R-tree over chunks of a few neighbouring pairs of positions, for a memory that is slow to answer: a search waits for each place that it has not read lately, so the
 * boxes of a node's children are 4 bytes each and stand in a row. Level 0 are the chunks, level 1 the leaves; each NODE_SIZE of a level have a node on the next one, and so on
 * up to one. No pointers: the layout follows from the number of leaves.
 */
export interface PositionTree {
  /** West, south, east, north of everything, in 1e-7 degrees: the box of the highest node. */
  extent: Int32Array;
  /** Boxes of the leaves, then of the nodes above them, and so on below the highest: for each node of the level above NODE_SIZE boxes. */
  boxes: Int32Array;
  /** LEAF_NUMBERS for each leaf: NODE_SIZE boxes of chunks; then the chunks, each its first position times CHUNK_PAIRS + 1 plus its number of pairs; then their lines. */
  leaves: Int32Array;
}

/** Pairs in a chunk: enough to keep the tree small, few enough to measure them all at once. */
export const CHUNK_PAIRS = 8;
/** Children of a node: their boxes are 64 bytes, which a processor fetches at once. */
export const NODE_SIZE = 16;
export const LEAF_NUMBERS = 3 * NODE_SIZE;

/** A box is west, south, east, north in a byte each, from the lowest up: in these parts of the box that it is in, rounded outwards. */
export const BOX_STEPS = 255;
/** Boxes are around what is in them to this, in 1e-7 degrees: frames are sums of numbers that were rounded. A tenth of what a search allows for. */
export const BOX_ROUNDING = 1e-5;
/** In place of the box of a child that is not there. */
export const NO_BOX = 0x000000ff;

/** Where in `boxes` those of each level begin, the leaves (level 1) first; then, for the highest node, which has none, their number. */
export function levelStarts(leafCount: number): number[] {
  const starts = [0, 0];
  for (let count = leafCount; count > 1;) {
    count = Math.ceil(count / NODE_SIZE);
    starts.push(starts[starts.length - 1] + count * NODE_SIZE);
  }
  return starts;
}

/** Where in `leaves` the box of a chunk is; the chunk is NODE_SIZE further on, its line as far again. */
export function leafPlace(chunk: number): number {
  return Math.floor(chunk / NODE_SIZE) * LEAF_NUMBERS + (chunk % NODE_SIZE);
}

/** The frame of the highest node, at its level; see enterBox. */
export function enterTree({ extent }: PositionTree, frames: Float64Array, level: number): void {
  frames.set(
    [extent[0], extent[1], (extent[2] - extent[0]) / BOX_STEPS, (extent[3] - extent[1]) / BOX_STEPS],
    4 * level,
  );
}

/**
 * Frames are what boxes are told in: west, south, and a step to the east and to the north, four numbers for one node of each level. This makes that of a child from the one of its
 * parent, which is at `level`. Whoever does it from the top down has the same numbers, but for the last bits.
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
