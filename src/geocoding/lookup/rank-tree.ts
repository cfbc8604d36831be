/**
 * Returns the inner nodes of a tree of minima over `rows`, for RankCursor.
 *
 * Slots are in an order of their own (sorted by key). A slot's row number is its rank. The tree yields the
 * rows of any range of slots in ascending order, using a few tree steps per row. The best five of ten
 * thousand rows can therefore be found without reading the others.
 *
 *     minima    1: min of all        node i has children 2i and 2i+1; slot s is node n+s
 *              2       3
 *     slots   4 5     6 7            rows
 */
export function rankMinima(rows: Uint32Array): Uint32Array {
  const n = rows.length;
  const minima = new Uint32Array(Math.max(1, n));
  for (let node = n - 1; node > 0; node--) {
    const left = 2 * node;
    const a = left < n ? minima[left] : rows[left - n];
    const b = left + 1 < n ? minima[left + 1] : rows[left + 1 - n];
    minima[node] = Math.min(a, b);
  }
  return minima;
}

/** Rows by slot, with the tree of their minima. */
export interface RankTree {
  rows: Uint32Array;
  /** The inner nodes of the tree, as returned by rankMinima(). */
  minima: Uint32Array;
}

/** Iterates over the slots of a range in ascending order of row. */
export class RankCursor {
  readonly #rows: Uint32Array;
  readonly #minima: Uint32Array;
  /** A binary heap of tree nodes with the smallest row at the top. `#keys` holds the row of each node. */
  readonly #nodes: number[] = [];
  readonly #keys: number[] = [];

  /** The range includes `from` but not `to`. */
  constructor(tree: RankTree, from: number, to: number) {
    this.#rows = tree.rows;
    this.#minima = tree.minima;
    const n = this.#rows.length;
    let left = from + n;
    let right = to + n;
    while (left < right) {
      if (left & 1) this.#push(left++);
      if (right & 1) this.#push(--right);
      left >>= 1;
      right >>= 1;
    }
  }

  /** The row of the slot that next() will return, or Infinity at the end. */
  get row(): number {
    return this.#keys.length === 0 ? Infinity : this.#keys[0];
  }

  /** Removes and returns the remaining slot with the smallest row, or returns -1 at the end. */
  next(): number {
    if (this.#nodes.length === 0) return -1;
    const n = this.#rows.length;
    const row = this.#keys[0];
    let node = this.#nodes[0];
    // One child has the same row as the node and replaces it at the top. The other child is added to the
    // heap.
    while (node < n) {
      node *= 2;
      const isLeft = this.#rowOf(node) === row;
      this.#push(isLeft ? node + 1 : node);
      if (!isLeft) node++;
    }
    this.#pop();
    return node - n;
  }

  /** Returns the smallest row in the subtree of a node. */
  #rowOf(node: number): number {
    const n = this.#rows.length;
    return node >= n ? this.#rows[node - n] : this.#minima[node];
  }

  #push(node: number): void {
    const key = this.#rowOf(node);
    const keys = this.#keys;
    const nodes = this.#nodes;
    let at = keys.length;
    keys.push(key);
    nodes.push(node);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[at] = keys[parent];
      nodes[at] = nodes[parent];
      at = parent;
    }
    keys[at] = key;
    nodes[at] = node;
  }

  #pop(): void {
    const keys = this.#keys;
    const nodes = this.#nodes;
    const key = keys.pop()!;
    const node = nodes.pop()!;
    const size = keys.length;
    if (size === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      nodes[at] = nodes[child];
      at = child;
    }
    keys[at] = key;
    nodes[at] = node;
  }
}
