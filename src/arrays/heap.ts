/**
 * A binary min-heap of (key, id) pairs in two typed arrays.
 *
 * It suits searches that reach an id several times: push the id again with the better key, and skip ids that
 * are already settled when they are popped. The order in which equal keys are popped depends only on the
 * order of the pushes.
 */
export class MinHeap {
  size = 0;
  #keys: Float64Array;
  #ids: Uint32Array;

  constructor(capacity = 256) {
    this.#keys = new Float64Array(capacity);
    this.#ids = new Uint32Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  push(key: number, id: number): void {
    if (this.size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const ids = this.#ids;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[at] = keys[parent];
      ids[at] = ids[parent];
      at = parent;
    }
    keys[at] = key;
    ids[at] = id;
  }

  /** The smallest key; Infinity if the heap is empty. */
  get minKey(): number {
    return this.size === 0 ? Infinity : this.#keys[0];
  }

  /** The id with the smallest key. The heap must not be empty. */
  get minId(): number {
    return this.#ids[0];
  }

  /** Removes the pair with the smallest key. The heap must not be empty. */
  pop(): void {
    const keys = this.#keys;
    const ids = this.#ids;
    const last = --this.size;
    const key = keys[last];
    const id = ids[last];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      ids[at] = ids[child];
      at = child;
    }
    keys[at] = key;
    ids[at] = id;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    const ids = new Uint32Array(this.#ids.length * 2);
    keys.set(this.#keys);
    ids.set(this.#ids);
    this.#keys = keys;
    this.#ids = ids;
  }
}
