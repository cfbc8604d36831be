import { BitSet } from './bit-set.js';
import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** The context lists that rows share; see ContextIndex. */
export interface ContextLists {
  /** Per row: its list. */
  ofRow: Uint32Array;
  /** The start of each list in `list`, plus the end of the last list. */
  start: Uint32Array;
  /** The contexts of all lists, one list after another. */
  list: Uint32Array;
}

/**
 * A word with more contexts than this (гудамж, сум, a single letter) is not marked anew for each query.
 * Instead, the contexts and lists that contain the word are cached.
 */
const LONG_RANGE = 200;
/**
 * The number of these frequent words that are cached per layer. For a country, each word occupies about 2 kB:
 * one bit for every context and every list.
 */
const REMEMBERED_WORDS = 100;

/** The contexts that contain a word with a long range. */
interface LongWord {
  contexts: BitSet;
  /** The lists that contain one of these contexts. */
  lists: BitSet;
}

/**
 * Finds which query words a row's contexts contain: bit i stands for word i. The memory for the masks is
 * reused for every query. A country has a few thousand contexts, so begin() marks the words in all of them.
 * There are more lists than contexts, so the mask of a list is computed only when it is first requested.
 */
export class ContextMasks {
  readonly #lists: ContextLists;
  /** Per context: the query words that it contains, except words with a long range. */
  readonly #ofContext: Uint32Array;
  /** Per list in `#knownLists`: the query words that it contains. */
  readonly #ofList: Uint32Array;
  readonly #knownLists: Visits;
  /** The marks set by the last begin(): the ranges, and the context of each slot. */
  #ranges: readonly SlotRange[] = [];
  #marked: Uint32Array = new Uint32Array();
  /** The query words that have a long range, with the bit of each. */
  #long: LongWord[] = [];
  #longBits: number[] = [];
  readonly #remembered = new Map<KeyLayer, Map<number, LongWord>>();

  constructor(lists: ContextLists, contexts: number) {
    this.#lists = lists;
    this.#ofContext = new Uint32Array(contexts);
    this.#ofList = new Uint32Array(lists.start.length);
    this.#knownLists = new Visits(lists.start.length);
  }

  /**
   * Starts a query; each word of the query is a prefix of the tails in one of these ranges of the layer. Ends
   * the previous query.
   */
  begin(layer: KeyLayer, ranges: readonly SlotRange[]): void {
    const { tailRows } = layer;
    if (ranges === this.#ranges && tailRows === this.#marked) return;
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

  /**
   * Removes the marks of the previous query, which are fewer than the contexts, so the whole array need not
   * be cleared.
   */
  #forget(): void {
    const ofContext = this.#ofContext;
    for (let i = 0; i < this.#ranges.length; i++) {
      const { from, to } = this.#ranges[i];
      if (to - from <= LONG_RANGE) for (let slot = from; slot < to; slot++) ofContext[this.#marked[slot]] = 0;
    }
  }

  /** Returns the query words that the context contains, as bits. */
  ofContext(context: number): number {
    let mask = this.#ofContext[context];
    for (let i = 0; i < this.#long.length; i++)
      if (this.#long[i].contexts.has(context)) mask |= this.#longBits[i];
    return mask;
  }

  /** Returns the query words that at least one of the row's contexts contains, as bits. */
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
    // Two words have the same range only if they occur in the same contexts.
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

/** Tracks the numbers visited since the last begin(). A reset takes O(1). */
class Visits {
  readonly #last: Uint32Array;
  #visit = 0;

  constructor(size: number) {
    this.#last = new Uint32Array(size);
  }

  /** Forgets all visits. */
  begin(): this {
    this.#visit = (this.#visit + 1) >>> 0;
    if (this.#visit === 0) {
      // The counter wraps after 2^32 calls, and old stamps would then wrongly count as visits.
      this.#last.fill(0);
      this.#visit = 1;
    }
    return this;
  }

  add(number: number): void {
    this.#last[number] = this.#visit;
  }

  has(number: number): boolean {
    return this.#last[number] === this.#visit;
  }

  /** Adds the number. Returns `false` if the number has already been visited. */
  isFirst(number: number): boolean {
    if (this.#last[number] === this.#visit) return false;
    this.#last[number] = this.#visit;
    return true;
  }
}
