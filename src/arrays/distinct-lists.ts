import { GrowableUint32 } from './growable.js';

/** Lists of numbers, one after the other. A list that is added twice is stored once. */
export class DistinctLists {
  readonly #known = new Map<string, number>();
  readonly #starts = new GrowableUint32();
  readonly #numbers = new GrowableUint32();

  constructor() {
    this.#starts.push(0);
  }

  /**
   * Returns the index of the list.
   *
   * @param key lists with the same key are stored once; by default, the key consists of the numbers
   */
  add(numbers: readonly number[], key = numbers.join(' ')): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#numbers.pushAll(numbers);
    this.#starts.push(this.#numbers.length);
    this.#known.set(key, this.#known.size);
    return this.#known.size - 1;
  }

  /** Returns the start of each list, followed by the end of the last one. */
  get starts(): Uint32Array {
    return this.#starts.trimmed();
  }

  /** Returns the numbers of all lists. */
  get numbers(): Uint32Array {
    return this.#numbers.trimmed();
  }
}
