/**
 * A cache that keeps values by key for as long as they are used. Using an old value makes it young again.
 * When the young generation is full, it becomes the old one, and the previous old values are dropped.
 */
export class Generations<Key, Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #weight = 0;

  /**
   * @param most the maximum number of values (or their largest total weight) in each of the two generations
   */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /** Returns the cached value of a key, or else creates it with `make`. */
  get(key: Key, make: () => Value): Value {
    let value = this.#young.get(key);
    if (value !== undefined) return value;
    value = this.#old.get(key) ?? make();
    this.#young.set(key, value);
    this.#weight += this.#weightOf(value);
    if (this.#weight >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    return value;
  }
}
