/**
 * Values by key, as long as they are used. A value that is used while old becomes young again. When there are
 * enough young ones, the old ones are forgotten.
 */
export class Generations<Key, Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #weight = 0;

  /** @param most values, or their weight, in each of two generations */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /** The value of a key: a remembered one, or else the result of `make`. */
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
