import { curvePlace } from './curve.js';

/**
 * A packed R-tree over chunks of a few neighbouring pairs of positions: boxes of the chunks in the order of a space-filling curve, then
 * boxes of each NODE_SIZE of them, and so on up to one. Two arrays, no pointers; the layout follows from the number of chunks.
 */
export interface PositionTree {
  /** West, south, east, north in 1e-7 degrees of every box, chunks first. */
  boxes: Int32Array;
  /** Of each chunk its first position times CHUNK_PAIRS + 1, plus its number of pairs; and its line. */
  chunks: Uint32Array;
}

/** Pairs in a chunk: enough to keep the tree small, few enough to measure them all at once. */
export const CHUNK_PAIRS = 8;
export const NODE_SIZE = 8;

/** `positions` are lon7, lat7 pairs; lines are given by where each begins, with one more entry than lines. */
export function buildPositionTree(positions: Int32Array, firstPosition: Uint32Array): PositionTree {
  const chunks: number[] = [];
  const lines: number[] = [];
  for (let line = 0; line + 1 < firstPosition.length; line++) {
    const last = firstPosition[line + 1] - 1;
    for (let g = firstPosition[line]; g < last; g += CHUNK_PAIRS) {
      chunks.push(g * (CHUNK_PAIRS + 1) + Math.min(CHUNK_PAIRS, last - g));
      lines.push(line);
    }
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
  const withLines = new Uint32Array(2 * sorted.length);
  order.forEach((chunk, i) => withLines.set([chunks[chunk], lines[chunk]], 2 * i));
  return { boxes, chunks: withLines };
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
    return curvePlace(positions[2 * first] / 2 + positions[2 * last] / 2, positions[2 * first + 1] / 2 + positions[2 * last + 1] / 2);
  });
  return Uint32Array.from(chunks.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
}
