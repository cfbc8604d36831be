/**
 * A packed R-tree over chunks of a few neighbouring pairs of positions: boxes of the chunks in the order of a space-filling curve, then
 * boxes of each NODE_SIZE of them, and so on up to one. Two arrays, no pointers; the layout follows from the number of chunks.
 */
export interface PositionTree {
  /** West, south, east, north in 1e-7 degrees of every box, chunks first. */
  boxes: Int32Array;
  /** First position of each chunk times CHUNK_PAIRS + 1, plus its number of pairs. */
  chunks: Uint32Array;
}

/** Pairs in a chunk: enough to keep the tree small, few enough to measure them all at once. */
export const CHUNK_PAIRS = 8;
const NODE_SIZE = 8;

/** `positions` are lon7, lat7 pairs; lines are given by where each begins, with one more entry than lines. */
export function buildPositionTree(positions: Int32Array, firstPosition: Uint32Array): PositionTree {
  const chunks: number[] = [];
  for (let line = 0; line + 1 < firstPosition.length; line++) {
    const last = firstPosition[line + 1] - 1;
    for (let g = firstPosition[line]; g < last; g += CHUNK_PAIRS) chunks.push(g * (CHUNK_PAIRS + 1) + Math.min(CHUNK_PAIRS, last - g));
  }
  const order = curveOrder(chunks, positions);
  const sorted = Uint32Array.from(order, (i) => chunks[i]);
  const bounds = levelBounds(sorted.length);
  const boxes = new Int32Array(4 * bounds[bounds.length - 1]);
  for (let i = 0; i < sorted.length; i++) writeChunkBox(boxes, i, positions, sorted[i]);
  for (let level = 1; level + 1 < bounds.length; level++) {
    for (let i = bounds[level]; i < bounds[level + 1]; i++) {
      const from = bounds[level - 1] + (i - bounds[level]) * NODE_SIZE;
      writeParentBox(boxes, i, from, Math.min(from + NODE_SIZE, bounds[level]));
    }
  }
  return { boxes, chunks: sorted };
}

/** Where each level of the tree begins among the boxes, and the number of all boxes: `[0, chunks, chunks + parents, ...]`. */
export function levelBounds(chunkCount: number): number[] {
  const bounds = [0, chunkCount];
  for (let count = chunkCount; count > 1; ) {
    count = Math.ceil(count / NODE_SIZE);
    bounds.push(bounds[bounds.length - 1] + count);
  }
  return bounds;
}

/** The boxes below a box of a level above 0, as `[from, to)`. */
export function childRange(bounds: readonly number[], level: number, box: number): [number, number] {
  const from = bounds[level - 1] + (box - bounds[level]) * NODE_SIZE;
  return [from, Math.min(from + NODE_SIZE, bounds[level])];
}

function writeChunkBox(boxes: Int32Array, box: number, positions: Int32Array, chunk: number): void {
  const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
  const pairs = chunk % (CHUNK_PAIRS + 1);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let g = first; g <= first + pairs; g++) {
    west = Math.min(west, positions[2 * g]);
    east = Math.max(east, positions[2 * g]);
    south = Math.min(south, positions[2 * g + 1]);
    north = Math.max(north, positions[2 * g + 1]);
  }
  boxes.set([west, south, east, north], 4 * box);
}

function writeParentBox(boxes: Int32Array, box: number, from: number, to: number): void {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    west = Math.min(west, boxes[4 * i]);
    south = Math.min(south, boxes[4 * i + 1]);
    east = Math.max(east, boxes[4 * i + 2]);
    north = Math.max(north, boxes[4 * i + 3]);
  }
  boxes.set([west, south, east, north], 4 * box);
}

/** The numbers of the chunks along a Hilbert curve over the middle of their first and last position, ties by number. */
function curveOrder(chunks: number[], positions: Int32Array): Uint32Array {
  const keys = Float64Array.from(chunks, (chunk) => {
    const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
    const last = first + (chunk % (CHUNK_PAIRS + 1));
    // 16 bits a side: cells of about 600 m by 300 m; what shares one keeps its own order, which follows the lines.
    const x = Math.floor((positions[2 * first] / 2 + positions[2 * last] / 2 + 1.8e9) / 54932);
    const y = Math.floor((positions[2 * first + 1] / 2 + positions[2 * last + 1] / 2 + 0.9e9) / 27467);
    return hilbert(x, y);
  });
  return Uint32Array.from(chunks.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
}

/** Place along a Hilbert curve of 16 levels (Hilbert 1891; the usual rotate-and-flip construction). */
function hilbert(x: number, y: number): number {
  let place = 0;
  for (let side = 1 << 15; side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const up = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ up);
    if (up === 0) {
      if (right === 1) {
        x = 65535 - x;
        y = 65535 - y;
      }
      [x, y] = [y, x];
    }
  }
  return place;
}
