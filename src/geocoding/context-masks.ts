import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';
import { Visits } from './visits.js';

/** Contexts with a word of so many are looked at when they are asked for; those of a rarer word are marked beforehand. */
const MARKED_RANGE = 64;

/** The lists of contexts that rows share; see ContextIndex. */
export interface ContextLists {
  /** List of each row. */
  ofRow: Uint32Array;
  /** First entry of each list in `list`; one more than lists. */
  start: Uint32Array;
  list: Uint32Array;
}

/** Which words of a query the contexts of a row have: bit i for word i. Reused from query to query; no word costs more than what is asked. */
export class ContextMasks {
  readonly #lists: ContextLists;
  readonly #ofContext: Uint32Array;
  readonly #ofList: Uint32Array;
  readonly #knownContexts: Visits;
  readonly #knownLists: Visits;
  #layer!: KeyLayer;
  #common: { range: SlotRange; bit: number }[] = [];
  #marked: number[] = [];

  constructor(lists: ContextLists, contexts: number) {
    this.#lists = lists;
    this.#ofContext = new Uint32Array(contexts);
    this.#ofList = new Uint32Array(lists.start.length);
    this.#knownContexts = new Visits(contexts);
    this.#knownLists = new Visits(lists.start.length);
  }

  /** For the words whose tails are these ranges of the layer. */
  begin(layer: KeyLayer, ranges: readonly SlotRange[]): this {
    for (const context of this.#marked) this.#ofContext[context] = 0;
    this.#marked = [];
    this.#common = [];
    this.#layer = layer;
    this.#knownContexts.begin();
    this.#knownLists.begin();
    ranges.forEach((range, i) => {
      if (range.to - range.from > MARKED_RANGE) this.#common.push({ range, bit: 1 << i });
      else this.#mark(range, 1 << i);
    });
    return this;
  }

  ofContext(context: number): number {
    if (this.#common.length > 0 && this.#knownContexts.isFirst(context)) {
      for (const { range, bit } of this.#common) if (this.#has(context, range)) this.#add(context, bit);
    }
    return this.#ofContext[context];
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

  #mark(range: SlotRange, bit: number): void {
    for (let slot = range.from; slot < range.to; slot++) this.#add(this.#layer.tailRows[slot], bit);
  }

  #add(context: number, bit: number): void {
    if (this.#ofContext[context] === 0) this.#marked.push(context);
    this.#ofContext[context] |= bit;
  }

  #has(context: number, range: SlotRange): boolean {
    const layer = this.#layer;
    for (let form = layer.firstFormOf(context); form < layer.firstFormOf(context + 1); form++) if (layer.hasTail(form, range)) return true;
    return false;
  }
}
