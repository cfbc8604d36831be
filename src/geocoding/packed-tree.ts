import Flatbush from 'flatbush';

/** Children of a node: their boxes are 256 bytes in a row. */
const NODE = 16;
/** Bits of a node on the stack that are its level: 16 ** 7 items are more than there can be. */
const LEVEL_BITS = 3;

/** Boxes (west, south, east, north in 1e-7 degrees, one after the other) packed for PackedTree. */
export interface Packing {
  boxes: Int32Array;
  /** Which of the given boxes item `i` of the tree is. */
  order: Uint32Array;
}

/**
 * Puts boxes along a Hilbert curve, so that what lies together is together, and the boxes of the nodes above behind them:
 * each node has the next 16 of the level below. The same boxes always give the same packing.
 */
export function packBoxes(boxes: Int32Array): Packing {
  const count = boxes.length / 4;
  // Flatbush knows no empty tree.
  if (count === 0) return { boxes: new Int32Array(0), order: new Uint32Array(0) };
  const tree = new Flatbush(count, NODE, Int32Array);
  for (let i = 0; i < boxes.length; i += 4) tree.add(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]);
  tree.finish();
  // As it stores them: 8 bytes, the boxes, and numbers of two bytes where they do.
  const all = levelSizes(count).reduce((sum, size) => sum + size, 0);
  const order = all < 16_384 ? new Uint16Array(tree.data, 8 + 16 * all, count) : new Uint32Array(tree.data, 8 + 16 * all, count);
  return { boxes: new Int32Array(tree.data.slice(8, 8 + 16 * all)), order: Uint32Array.from(order) };
}

/** Which boxes meet a box. A search leaves what it found in `found`, which the next one overwrites. */
export class PackedTree {
  readonly count: number;
  /** The items that the last search found, in no certain order; as many as it said. */
  found = new Uint32Array(64);
  readonly #boxes: Int32Array;
  /** Boxes on each level, the items first. */
  readonly #sizes: readonly number[];
  /** The first box of each level. */
  readonly #starts: readonly number[];
  readonly #stack = new Uint32Array(NODE * (1 << LEVEL_BITS));

  /** @throws Error when `boxes` is not as long as packBoxes makes it for `count` items */
  constructor(boxes: Int32Array, count: number, name: string) {
    this.count = count;
    this.#boxes = boxes;
    this.#sizes = levelSizes(count);
    let next = 0;
    this.#starts = this.#sizes.map((size) => (next += size) - size);
    if (boxes.length !== 4 * next) throw new Error(`${name}: ${boxes.length / 4} boxes for ${count} items`);
  }

  get west(): number {
    return this.count === 0 ? Infinity : this.#boxes[this.#boxes.length - 4];
  }

  get east(): number {
    return this.count === 0 ? -Infinity : this.#boxes[this.#boxes.length - 2];
  }

  /** Finds the items whose boxes meet or touch a box; their number. */
  search(west: number, south: number, east: number, north: number): number {
    const boxes = this.#boxes;
    const stack = this.#stack;
    let count = 0;
    let depth = 0;
    if (this.count > 0) stack[depth++] = this.#sizes.length - 1;
    while (depth > 0) {
      const node = stack[--depth];
      const level = (node & ((1 << LEVEL_BITS) - 1)) - 1;
      const first = (node >>> LEVEL_BITS) * NODE;
      const end = Math.min(first + NODE, this.#sizes[level]);
      let at = 4 * (this.#starts[level] + first);
      for (let child = first; child < end; child++, at += 4) {
        if (boxes[at] > east || boxes[at + 2] < west || boxes[at + 1] > north || boxes[at + 3] < south) continue;
        if (level > 0) stack[depth++] = (child << LEVEL_BITS) | level;
        else {
          if (count === this.found.length) this.#widen();
          this.found[count++] = child;
        }
      }
    }
    return count;
  }

  /** @throws Error when a node is not the box around its children */
  verify(name: string): void {
    for (let level = 1; level < this.#sizes.length; level++) {
      for (let node = 0; node < this.#sizes[level]; node++) {
        if (!this.#isAround(level, node)) throw new Error(`${name}: a box that is not around those below it`);
      }
    }
  }

  #isAround(level: number, node: number): boolean {
    const boxes = this.#boxes;
    const around = [Infinity, Infinity, -Infinity, -Infinity];
    const first = this.#starts[level - 1] + node * NODE;
    const end = this.#starts[level - 1] + Math.min((node + 1) * NODE, this.#sizes[level - 1]);
    for (let at = 4 * first; at < 4 * end; at += 4) {
      for (const side of [0, 1]) around[side] = Math.min(around[side], boxes[at + side]);
      for (const side of [2, 3]) around[side] = Math.max(around[side], boxes[at + side]);
    }
    return around.every((value, side) => boxes[4 * (this.#starts[level] + node) + side] === value);
  }

  #widen(): void {
    const wider = new Uint32Array(2 * this.found.length);
    wider.set(this.found);
    this.found = wider;
  }
}

/** Boxes on each level: the items, a node for every 16 of them, and so on to one, which is there even above one item. */
function levelSizes(count: number): number[] {
  if (count === 0) return [];
  const sizes = [count];
  do sizes.push(Math.ceil(sizes[sizes.length - 1] / NODE));
  while (sizes[sizes.length - 1] > 1);
  return sizes;
}
