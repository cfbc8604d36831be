import {
  BOX_STEPS,
  CHUNK_PAIRS,
  enterBox,
  enterTree,
  LEAF_NUMBERS,
  leafPlace,
  levelStarts,
  NO_BOX,
  NODE_SIZE,
  type PositionTree,
} from '../frozen/position-tree.js';

/**
 * Builds the tree that is used to snap points to roads. The same positions always produce the same tree.
 * @param positions lon7, lat7 pairs
 * @param firstPosition where each line begins, with one entry more than there are lines
 * @param isLeftOut per position: 1 if points do not snap to the pair that begins there
 */
export function buildPositionTree(
  positions: Int32Array,
  firstPosition: Uint32Array,
  isLeftOut: Uint8Array = new Uint8Array(positions.length / 2),
): PositionTree {
  const { chunks, lines } = cutIntoChunks(firstPosition, isLeftOut);
  const boxOfChunk = chunkBoxes(positions, chunks);
  const order = orderByHalves(boxOfChunk);
  const tree = roundedTree(order, boxOfChunk);
  order.forEach((chunk, i) => {
    tree.leaves[leafPlace(i) + NODE_SIZE] = chunks[chunk];
    tree.leaves[leafPlace(i) + 2 * NODE_SIZE] = lines[chunk];
  });
  return tree;
}

function cutIntoChunks(
  firstPosition: Uint32Array,
  isLeftOut: Uint8Array,
): { chunks: number[]; lines: number[] } {
  const chunks: number[] = [];
  const lines: number[] = [];
  for (let line = 0; line + 1 < firstPosition.length; line++) {
    const last = firstPosition[line + 1] - 1;
    for (let g = firstPosition[line]; g < last;) {
      const begin = g;
      while (g < last && g < begin + CHUNK_PAIRS && isLeftOut[g] === 0) g++;
      if (g === begin) g++;
      else {
        chunks.push(begin * (CHUNK_PAIRS + 1) + g - begin);
        lines.push(line);
      }
    }
  }
  return { chunks, lines };
}

function chunkBoxes(positions: Int32Array, chunks: readonly number[]): Int32Array {
  const boxes = new Int32Array(4 * chunks.length);
  chunks.forEach((chunk, i) => {
    const first = Math.floor(chunk / (CHUNK_PAIRS + 1));
    const last = first + (chunk % (CHUNK_PAIRS + 1));
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let g = first; g <= last; g++) {
      west = Math.min(west, positions[2 * g]);
      south = Math.min(south, positions[2 * g + 1]);
      east = Math.max(east, positions[2 * g]);
      north = Math.max(north, positions[2 * g + 1]);
    }
    boxes.set([west, south, east, north], 4 * i);
  });
  return boxes;
}

/**
 * Orders the boxes so that boxes in the same node are near each other. Splits all boxes at the middle of the
 * longer side, then splits each half in the same way, until each part fits into one node. The first half
 * contains a power-of-two number of boxes, so that nodes are full. Lookups open only two thirds of the nodes
 * that they would open with a Hilbert curve order.
 */
function orderByHalves(boxes: Int32Array): Uint32Array {
  const count = boxes.length / 4;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const sides = [0, 1].map((side) => {
    const middle = Float64Array.from(order, (i) => boxes[4 * i + side] + boxes[4 * i + side + 2]);
    const boxOf = order.slice().sort((a, b) => middle[a] - middle[b] || a - b);
    const rankOf = new Uint32Array(count);
    boxOf.forEach((box, rank) => {
      rankOf[box] = rank;
    });
    return { middle, boxOf, rankOf };
  });
  const width = (part: Uint32Array, { middle }: { middle: Float64Array }): number => {
    let [min, max] = [Infinity, -Infinity];
    for (const box of part) {
      min = Math.min(min, middle[box]);
      max = Math.max(max, middle[box]);
    }
    return max - min;
  };
  const halve = (part: Uint32Array): void => {
    if (part.length <= NODE_SIZE) return;
    const { boxOf, rankOf } = width(part, sides[0]) > width(part, sides[1]) ? sides[0] : sides[1];
    // Ranks are sorted as plain numbers, because a comparison function would take several times as long.
    part.set(
      part
        .map((box) => rankOf[box])
        .sort()
        .map((rank) => boxOf[rank]),
    );
    let half = NODE_SIZE;
    while (2 * half < part.length) half *= 2;
    halve(part.subarray(0, half));
    halve(part.subarray(half));
  };
  halve(order);
  return order;
}

/** Returns the tree with its rounded boxes, but without the chunks and their lines. */
function roundedTree(order: Uint32Array, boxOfChunk: Int32Array): PositionTree {
  const levels: Int32Array[] = [new Int32Array(boxOfChunk.length)];
  order.forEach((chunk, i) => levels[0].set(boxOfChunk.subarray(4 * chunk, 4 * chunk + 4), 4 * i));
  const leafCount = Math.ceil(order.length / NODE_SIZE);
  const starts = levelStarts(leafCount);
  const top = starts.length - 1;
  while (levels.length <= top) levels.push(boxesAbove(levels[levels.length - 1]));
  const tree: PositionTree = {
    extent: new Int32Array(4),
    boxes: new Int32Array(starts[top]).fill(NO_BOX),
    leaves: new Int32Array(LEAF_NUMBERS * leafCount),
  };
  if (leafCount === 0) return tree;
  tree.extent.set(levels[top]);
  for (let chunk = 0; chunk < leafCount * NODE_SIZE; chunk++) tree.leaves[leafPlace(chunk)] = NO_BOX;
  const frames = new Float64Array(4 * (top + 1));
  enterTree(tree, frames, top);
  const round = (level: number, node: number): void => {
    const below = levels[level - 1];
    for (let child = node * NODE_SIZE; child < (node + 1) * NODE_SIZE && 4 * child < below.length; child++) {
      const box = roundedOutwards(
        below.subarray(4 * child, 4 * child + 4),
        frames.subarray(4 * level, 4 * level + 4),
      );
      if (level === 1) tree.leaves[leafPlace(child)] = box;
      else {
        tree.boxes[starts[level - 1] + child] = box;
        enterBox(frames, level, box);
        round(level - 1, child);
      }
    }
  };
  round(top, 0);
  return tree;
}

/** Returns one box around every NODE_SIZE boxes. */
function boxesAbove(boxes: Int32Array): Int32Array {
  const above = new Int32Array(4 * Math.ceil(boxes.length / (4 * NODE_SIZE)));
  for (let i = 0; i < above.length; i += 4) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let child = i * NODE_SIZE; child < Math.min((i + 4) * NODE_SIZE, boxes.length); child += 4) {
      west = Math.min(west, boxes[child]);
      south = Math.min(south, boxes[child + 1]);
      east = Math.max(east, boxes[child + 2]);
      north = Math.max(north, boxes[child + 3]);
    }
    above.set([west, south, east, north], i);
  }
  return above;
}

function roundedOutwards(
  [west, south, east, north]: Int32Array,
  [left, bottom, stepX, stepY]: Float64Array,
): number {
  return (
    inSteps(west, left, stepX, Math.floor) |
    (inSteps(south, bottom, stepY, Math.floor) << 8) |
    (inSteps(east, left, stepX, Math.ceil) << 16) |
    (inSteps(north, bottom, stepY, Math.ceil) << 24)
  );
}

function inSteps(value: number, from: number, step: number, round: (value: number) => number): number {
  return step === 0 ? 0 : Math.max(0, Math.min(BOX_STEPS, round((value - from) / step)));
}
