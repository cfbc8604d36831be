/**
 * A keyed cache that retains values for as long as they keep being used. Using a value from the old
 * generation moves it back into the young generation. When the young generation is full, it becomes the old
 * one, and the values of the previous old generation are dropped.
 */
export class Generations<Key, Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #weight = 0;

  /** @param most the maximum number (or total weight) of the values in each of the two generations */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /** Returns the cached value for a key, creating it with `make` if it is missing. */
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
