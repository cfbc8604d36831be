import { BitSet } from './bit-set.js';
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

/** A word of so many contexts (гудамж, сум, a single letter) is not marked for each query; which contexts have it is remembered. */
const LONG_RANGE = 200;
/** So many such words are remembered, each a bit for every context. */
const REMEMBERED_WORDS = 200;

/**
 * Which words of a query the contexts of a row have: bit i for word i. Reused from query to query. A country has some thousand contexts, so a query's words are marked beforehand;
 * the lists are more, and looked at when they are asked for.
 */
export class ContextMasks {
  readonly #lists: ContextLists;
  readonly #contexts: number;
  readonly #ofContext: Uint32Array;
  readonly #ofList: Uint32Array;
  readonly #knownLists: Visits;
  #long: { bit: number; contexts: BitSet }[] = [];
  readonly #remembered = new Map<KeyLayer, Map<number, BitSet>>();

  constructor(lists: ContextLists, contexts: number) {
    this.#lists = lists;
    this.#contexts = contexts;
    this.#ofContext = new Uint32Array(contexts);
    this.#ofList = new Uint32Array(lists.start.length);
    this.#knownLists = new Visits(lists.start.length);
  }

  /** For the words whose tails are these ranges of the layer. */
  begin(layer: KeyLayer, ranges: readonly SlotRange[]): void {
    const { tailRows } = layer;
    const ofContext = this.#ofContext.fill(0);
    this.#knownLists.begin();
    this.#long = [];
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i];
      if (to - from > LONG_RANGE) this.#long.push({ bit: 1 << i, contexts: this.#contextsWith(layer, ranges[i]) });
      else for (let slot = from; slot < to; slot++) ofContext[tailRows[slot]] |= 1 << i;
    }
  }

  /** The words that the context has. */
  ofContext(context: number): number {
    let mask = this.#ofContext[context];
    for (const { bit, contexts } of this.#long) if (contexts.has(context)) mask |= bit;
    return mask;
  }

  /** The words that some context of the row has. */
  ofRow(row: number): number {
    const { ofRow, start, list } = this.#lists;
    const number = ofRow[row];
    if (!this.#knownLists.isFirst(number)) return this.#ofList[number];
    let mask = 0;
    for (let i = start[number]; i < start[number + 1]; i++) mask |= this.ofContext(list[i]);
    this.#ofList[number] = mask;
    return mask;
  }

  #contextsWith(layer: KeyLayer, { from, to }: SlotRange): BitSet {
    let known = this.#remembered.get(layer);
    if (known === undefined) this.#remembered.set(layer, (known = new Map<number, BitSet>()));
    // Ranges of different words do not begin and end alike, unless they are the same.
    const key = from * layer.tailRows.length + to;
    let contexts = known.get(key);
    if (contexts !== undefined) return contexts;
    contexts = new BitSet(this.#contexts);
    for (let slot = from; slot < to; slot++) contexts.add(layer.tailRows[slot]);
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(key, contexts);
    return contexts;
  }
}
