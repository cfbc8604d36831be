import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** Which words of a query the names of rows have: bit i for word i. Reused from query to query, and all zero between them, so that nearly all rows are judged by one look. */
export class NameMarks {
  readonly #bits: Uint32Array;
  /** Words of so many names that none is marked. */
  #anywhere = 0;
  #marked: { layer: KeyLayer; range: SlotRange }[] = [];

  constructor(rows: number) {
    this.#bits = new Uint32Array(rows);
  }

  /** @param ranges the tails of names that each word begins @param most a longer range is not marked, but held to be in every name */
  begin(layer: KeyLayer, ranges: readonly SlotRange[], most: number): this {
    const bits = this.#bits;
    const { tailRows } = layer;
    this.#anywhere = 0;
    ranges.forEach((range, i) => {
      if (range.to - range.from > most) {
        this.#anywhere |= 1 << i;
        return;
      }
      this.#marked.push({ layer, range });
      for (let slot = range.from; slot < range.to; slot++) bits[tailRows[slot]] |= 1 << i;
    });
    return this;
  }

  ofRow(row: number): number {
    return this.#bits[row] | this.#anywhere;
  }

  /** To be called when the query is done. */
  clear(): void {
    const bits = this.#bits;
    for (const { layer: { tailRows }, range } of this.#marked) for (let slot = range.from; slot < range.to; slot++) bits[tailRows[slot]] = 0;
    this.#marked = [];
  }
}
