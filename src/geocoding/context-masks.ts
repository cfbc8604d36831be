import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';
import { Visits } from './visits.js';

/** The lists of contexts that rows share; see ContextIndex. */
export interface ContextLists {
  /** List of each row. */
  ofRow: Uint32Array;
  /** First entry of each list in `list`; one more than lists. */
  start: Uint32Array;
  list: Uint32Array;
}

/**
 * Which words of a query the contexts of a row have: bit i for word i. Reused from query to query. A country has some thousand contexts, so all of a query's words are marked beforehand;
 * the lists are more, and looked at when they are asked for.
 */
export class ContextMasks {
  readonly #lists: ContextLists;
  readonly #ofContext: Uint32Array;
  readonly #ofList: Uint32Array;
  readonly #knownLists: Visits;

  constructor(lists: ContextLists, contexts: number) {
    this.#lists = lists;
    this.#ofContext = new Uint32Array(contexts);
    this.#ofList = new Uint32Array(lists.start.length);
    this.#knownLists = new Visits(lists.start.length);
  }

  /** For the words whose tails are these ranges of the layer. */
  begin(layer: KeyLayer, ranges: readonly SlotRange[]): this {
    const { tailRows } = layer;
    const ofContext = this.#ofContext.fill(0);
    this.#knownLists.begin();
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i];
      for (let slot = from; slot < to; slot++) ofContext[tailRows[slot]] |= 1 << i;
    }
    return this;
  }

  ofContext(context: number): number {
    return this.#ofContext[context];
  }

  /** The words that some context of the row has. */
  ofRow(row: number): number {
    const { ofRow, start, list } = this.#lists;
    const number = ofRow[row];
    if (!this.#knownLists.isFirst(number)) return this.#ofList[number];
    let mask = 0;
    for (let i = start[number]; i < start[number + 1]; i++) mask |= this.#ofContext[list[i]];
    this.#ofList[number] = mask;
    return mask;
  }
}
