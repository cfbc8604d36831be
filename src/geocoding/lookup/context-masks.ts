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

/** A word of so many contexts (гудамж, сум, a single letter) is not marked for each query; where it is, is remembered. */
const LONG_RANGE = 200;
/** So many such words of a layer are remembered, each by a bit for every context and every list: about 2 kB for a country. */
const REMEMBERED_WORDS = 100;

interface LongWord {
  contexts: BitSet;
  /** Lists with one of those. */
  lists: BitSet;
}

/**
 * Which words of a query the contexts of a row have: bit i for word i. Reused from query to query. A country has some thousand contexts, so a query's words are marked beforehand;
 * the lists are more, and looked at when they are asked for.
 */
export class ContextMasks {
  readonly #lists: ContextLists;
  readonly #ofContext: Uint32Array;
  readonly #ofList: Uint32Array;
  readonly #knownLists: Visits;
  /** What is marked. */
  #ranges: readonly SlotRange[] = [];
  #marked: Uint32Array = new Uint32Array();
  /** Those of the query, and the bit of each. */
  #long: LongWord[] = [];
  #longBits: number[] = [];
  readonly #remembered = new Map<KeyLayer, Map<number, LongWord>>();

  constructor(lists: ContextLists, contexts: number) {
    this.#lists = lists;
    this.#ofContext = new Uint32Array(contexts);
    this.#ofList = new Uint32Array(lists.start.length);
    this.#knownLists = new Visits(lists.start.length);
  }

  /** For the words whose tails are these ranges of the layer. */
  begin(layer: KeyLayer, ranges: readonly SlotRange[]): void {
    const { tailRows } = layer;
    const ofContext = this.#ofContext;
    this.#forget();
    this.#knownLists.begin();
    this.#long.length = 0;
    this.#longBits.length = 0;
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i];
      if (to - from > LONG_RANGE) {
        this.#long.push(this.#longWord(layer, ranges[i]));
        this.#longBits.push(1 << i);
      } else for (let slot = from; slot < to; slot++) ofContext[tailRows[slot]] |= 1 << i;
    }
    this.#marked = tailRows;
    this.#ranges = ranges;
  }

  /** The marks of the query before: fewer than there are contexts. */
  #forget(): void {
    const ofContext = this.#ofContext;
    for (let i = 0; i < this.#ranges.length; i++) {
      const { from, to } = this.#ranges[i];
      if (to - from <= LONG_RANGE) for (let slot = from; slot < to; slot++) ofContext[this.#marked[slot]] = 0;
    }
  }

  /** The words that the context has. */
  ofContext(context: number): number {
    let mask = this.#ofContext[context];
    for (let i = 0; i < this.#long.length; i++)
      if (this.#long[i].contexts.has(context)) mask |= this.#longBits[i];
    return mask;
  }

  /** The words that some context of the row has. */
  ofRow(row: number): number {
    const { ofRow, start, list } = this.#lists;
    const number = ofRow[row];
    if (!this.#knownLists.isFirst(number)) return this.#ofList[number];
    const ofContext = this.#ofContext;
    const end = start[number + 1];
    let mask = 0;
    for (let i = start[number]; i < end; i++) mask |= ofContext[list[i]];
    for (let i = 0; i < this.#long.length; i++)
      if (this.#long[i].lists.has(number)) mask |= this.#longBits[i];
    this.#ofList[number] = mask;
    return mask;
  }

  #longWord(layer: KeyLayer, { from, to }: SlotRange): LongWord {
    let known = this.#remembered.get(layer);
    if (known === undefined) this.#remembered.set(layer, (known = new Map<number, LongWord>()));
    // Ranges of different words do not begin and end alike, unless they are the same.
    const key = from * layer.tailRows.length + to;
    let word = known.get(key);
    if (word !== undefined) return word;
    const { start, list } = this.#lists;
    word = { contexts: new BitSet(this.#ofContext.length), lists: new BitSet(start.length) };
    for (let slot = from; slot < to; slot++) word.contexts.add(layer.tailRows[slot]);
    for (let number = 0; number + 1 < start.length; number++) {
      for (let i = start[number]; i < start[number + 1]; i++)
        if (word.contexts.has(list[i])) word.lists.add(number);
    }
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(key, word);
    return word;
  }
}
