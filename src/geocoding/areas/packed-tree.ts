/**
 * The number of children of a node. The boxes of a node's children occupy 64 consecutive bytes, which a
 * processor fetches together.
 */
const NODE = 4;
/**
 * The number of low bits of a stack entry that hold a node's level, so a level is at most 15. The largest
 * possible tree has 14 levels.
 */
const LEVEL_BITS = 4;
const LEVEL = (1 << LEVEL_BITS) - 1;
const INT32_MAX = 2_147_483_647;

/**
 * Boxes packed for PackedTree. Each box consists of west, south, east and north in 1e-7 degrees, one box
 * after another.
 */
export interface Packing {
  boxes: Int32Array;
  /** Per item of the tree: its number among the given boxes. */
  order: Uint32Array;
}

/**
 * Sorts boxes so that neighbors are stored together, and appends the boxes of the nodes above them: each node
 * covers the next 4 boxes of the level below. The same boxes always produce the same packing.
 *
 * The order is that of sort-tile-recursive packing (Leutenegger and others, 1997), applied from the top down
 * (Lee and Lee, 2003): a node's items are split into a western and an eastern half, each half into a southern
 * and a northern one, and so on. With a Hilbert curve instead, lookups would visit three times as many boxes.
 */
export function packBoxes(boxes: Int32Array): Packing {
  const count = boxes.length / 4;
  const order = tiled(boxes);
  const sizes = levelSizes(count);
  const packed = new Int32Array(4 * sizes.reduce((sum, size) => sum + size, 0));
  order.forEach((box, i) => packed.set(boxes.subarray(4 * box, 4 * box + 4), 4 * i));
  let [below, at] = [0, 4 * count];
  for (let level = 1; level < sizes.length; level++) {
    const end = at;
    for (; below < end; below += 4 * NODE, at += 4)
      packed.set(boxAround(packed, below, Math.min(below + 4 * NODE, end)), at);
    below = end;
  }
  return { boxes: packed, order };
}

/**
 * Finds the boxes that intersect a given box. A search stores its result in `found`, which the next search
 * overwrites.
 */
export class PackedTree {
  readonly count: number;
  /**
   * The items found by the last search, in no particular order. search() returns how many of them are valid.
   */
  found = new Uint32Array(64);
  /** The items' boxes in item order, followed by the boxes of the nodes above them. */
  readonly boxes: Int32Array;
  /** The number of boxes on each level; the items form level 0. */
  readonly #sizes: readonly number[];
  /** The index of the first box on each level. */
  readonly #starts: readonly number[];
  readonly #stack = new Uint32Array(NODE * (LEVEL + 1));

  /** @throws Error if `boxes` does not have the length that packBoxes produces for `count` items */
  constructor(boxes: Int32Array, count: number, name: string) {
    this.count = count;
    this.boxes = boxes;
    this.#sizes = levelSizes(count);
    let next = 0;
    this.#starts = this.#sizes.map((size) => (next += size) - size);
    if (boxes.length !== 4 * next) throw new Error(`${name}: ${boxes.length / 4} boxes for ${count} items`);
  }

  get west(): number {
    return this.count === 0 ? Infinity : this.boxes[this.boxes.length - 4];
  }

  get east(): number {
    return this.count === 0 ? -Infinity : this.boxes[this.boxes.length - 2];
  }

  /**
   * Finds the items whose boxes intersect or touch a box, and stores them in `found`.
   *
   * @returns the number of items found
   */
  search(west: number, south: number, east: number, north: number): number {
    const boxes = this.boxes;
    const stack = this.#stack;
    // Rounding the bounds does not change which boxes they intersect, because all boxes have integer
    // coordinates. Halved values can be subtracted within 32 bits, so one sign test replaces four
    // comparisons. Halving also accepts boxes that are one unit too far away. Items are therefore compared
    // again; for nodes, the extra unit does no harm.
    const west7 = bounded(Math.ceil(west));
    const south7 = bounded(Math.ceil(south));
    const east7 = bounded(Math.floor(east));
    const north7 = bounded(Math.floor(north));
    const [halfWest, halfSouth, halfEast, halfNorth] = [west7 >> 1, south7 >> 1, east7 >> 1, north7 >> 1];
    let count = 0;
    let depth = 0;
    if (this.#isMet(west, south, east, north)) stack[depth++] = this.#sizes.length - 1;
    while (depth > 0) {
      const node = stack[--depth];
      const level = (node & LEVEL) - 1;
      const first = (node >>> LEVEL_BITS) * NODE;
      const end = Math.min(first + NODE, this.#sizes[level]);
      let at = 4 * (this.#starts[level] + first);
      for (let child = first; child < end; child++, at += 4) {
        const off =
          (halfEast - (boxes[at] >> 1)) |
          ((boxes[at + 2] >> 1) - halfWest) |
          (halfNorth - (boxes[at + 1] >> 1)) |
          ((boxes[at + 3] >> 1) - halfSouth);
        if (off < 0) continue;
        if (level > 0) stack[depth++] = (child << LEVEL_BITS) | level;
        else if (
          boxes[at] <= east7 &&
          boxes[at + 2] >= west7 &&
          boxes[at + 1] <= north7 &&
          boxes[at + 3] >= south7
        ) {
          if (count === this.found.length) this.#widen();
          this.found[count++] = child;
        }
      }
    }
    return count;
  }

  /** @throws Error if a node's box is not the bounding box of its children */
  verify(name: string): void {
    for (let level = 1; level < this.#sizes.length; level++) {
      for (let node = 0; node < this.#sizes[level]; node++) {
        if (!this.#isAround(level, node))
          throw new Error(`${name}: a box does not enclose the boxes below it`);
      }
    }
  }

  /** Whether any part of the tree intersects the box. The box may extend beyond 32 bits. */
  #isMet(west: number, south: number, east: number, north: number): boolean {
    const root = this.boxes.length - 4;
    return (
      root >= 0 &&
      this.boxes[root] <= east &&
      this.boxes[root + 2] >= west &&
      this.boxes[root + 1] <= north &&
      this.boxes[root + 3] >= south
    );
  }

  #isAround(level: number, node: number): boolean {
    const first = this.#starts[level - 1] + node * NODE;
    const end = this.#starts[level - 1] + Math.min((node + 1) * NODE, this.#sizes[level - 1]);
    const at = 4 * (this.#starts[level] + node);
    return boxAround(this.boxes, 4 * first, 4 * end).every((value, side) => this.boxes[at + side] === value);
  }

  #widen(): void {
    const wider = new Uint32Array(2 * this.found.length);
    wider.set(this.found);
    this.found = wider;
  }
}

/** Returns the numbers of the boxes in tile order. */
function tiled(boxes: Int32Array): Uint32Array {
  const count = boxes.length / 4;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const ranks = [0, 1].map((side) => rankByMiddle(boxes, side));
  // The boxes are sorted by rank; all ranks are distinct. Sorting without a comparison function takes a tenth
  // of the time.
  const sort = (first: number, end: number, side: number): void => {
    const { itemOf, rankOf } = ranks[side];
    const part = order.subarray(first, end);
    for (let i = 0; i < part.length; i++) part[i] = rankOf[part[i]];
    part.sort();
    for (let i = 0; i < part.length; i++) part[i] = itemOf[part[i]];
  };
  const tile = (first: number, end: number): void => {
    if (end - first <= NODE) return;
    let child = NODE;
    while (child * NODE < end - first) child *= NODE;
    // The items form two columns of two children each; the last column may be smaller.
    sort(first, end, 0);
    for (let column = first; column < end; column += 2 * child) {
      const columnEnd = Math.min(column + 2 * child, end);
      sort(column, columnEnd, 1);
      for (let at = column; at < columnEnd; at += child) tile(at, Math.min(at + child, columnEnd));
    }
  };
  tile(0, count);
  return order;
}

/** Ranks the boxes by their centers, from west to east (`side` 0) or from south to north (`side` 1). */
function rankByMiddle(boxes: Int32Array, side: number): { itemOf: Uint32Array; rankOf: Uint32Array } {
  const count = boxes.length / 4;
  const middle = Float64Array.from(
    { length: count },
    (_, i) => boxes[4 * i + side] + boxes[4 * i + side + 2],
  );
  const itemOf = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => middle[a] - middle[b] || a - b,
  );
  const rankOf = new Uint32Array(count);
  itemOf.forEach((item, rank) => (rankOf[item] = rank));
  return { itemOf, rankOf };
}

/** Returns the bounding box of the boxes from element `first` up to, but not including, `end`. */
function boxAround(boxes: Int32Array, first: number, end: number): number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = first; at < end; at += 4) {
    west = Math.min(west, boxes[at]);
    south = Math.min(south, boxes[at + 1]);
    east = Math.max(east, boxes[at + 2]);
    north = Math.max(north, boxes[at + 3]);
  }
  return [west, south, east, north];
}

function bounded(value: number): number {
  return Math.max(-INT32_MAX, Math.min(INT32_MAX, value)) | 0;
}

/**
 * Returns the number of boxes on each level: the items, a node for every 4 of them, and so on up to a single
 * root. Even a single item has a root above it.
 */
function levelSizes(count: number): number[] {
  if (count === 0) return [];
  const sizes = [count];
  do sizes.push(Math.ceil(sizes[sizes.length - 1] / NODE));
  while (sizes[sizes.length - 1] > 1);
  return sizes;
}
