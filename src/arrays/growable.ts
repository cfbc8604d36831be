/**
 * Typed arrays that double in size as they fill up. When all values have been pushed, `trimmed()` returns a
 * copy of the exact size.
 */
type GrowableArray = Uint8Array | Int32Array | Uint32Array | Float64Array;

class Growable<T extends GrowableArray> {
  length = 0;
  data: T;
  readonly #allocate: (length: number) => T;

  constructor(allocate: (length: number) => T, capacity: number) {
    this.#allocate = allocate;
    this.data = allocate(Math.max(16, capacity));
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    this.reserve(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** Makes room for `extra` more values. The amortized cost of a push stays constant. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.data.length) return;
    const grown = this.#allocate(Math.max(needed, this.data.length * 2));
    grown.set(this.data);
    this.data = grown;
  }

  /** Returns the pushed values as a view of the current array. The next push may replace that array. */
  pushed(): T {
    return this.data.subarray(0, this.length) as T;
  }

  /** Returns a copy that contains exactly the pushed values. */
  trimmed(): T {
    return this.data.slice(0, this.length) as T;
  }
}

export class GrowableUint8 extends Growable<Uint8Array> {
  constructor(capacity = 1024) {
    super((n) => new Uint8Array(n), capacity);
  }
}
export class GrowableInt32 extends Growable<Int32Array> {
  constructor(capacity = 1024) {
    super((n) => new Int32Array(n), capacity);
  }
}
export class GrowableUint32 extends Growable<Uint32Array> {
  constructor(capacity = 1024) {
    super((n) => new Uint32Array(n), capacity);
  }
}
export class GrowableFloat64 extends Growable<Float64Array> {
  constructor(capacity = 1024) {
    super((n) => new Float64Array(n), capacity);
  }
}
