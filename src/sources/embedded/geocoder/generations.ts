/**
 * Values by key, as long as they are asked for. What is asked again while it is old is young again; when the
 * young are many enough, the old are forgotten.
 */
export class Generations<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** @param size values of each of two generations */
  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a key: the one remembered, else what `make` makes now. */
  get(key: string, make: () => Value): Value {
    let value = this.#young.get(key);
    if (value !== undefined) return value;
    value = this.#old.get(key) ?? make();
    this.#young.set(key, value);
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return value;
  }
}
