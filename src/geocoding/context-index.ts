import { section, type Sections } from '../arrays/sections.js';
import { NUMBER_END } from '../text/join.js';
import { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** More words than bits of a number cannot be told apart in a mask; no address has as many. */
export const MOST_MASKED_WORDS = 30;

/** Tails that begin with a word; with a number only as that whole number: 1 is not 13, nor 1б. */
export function wordRange(layer: KeyLayer, word: string, isNumber: boolean, range = layer.tailRange(word)): SlotRange {
  // A number ends with its key or with a blank, and both sort before whatever else could follow.
  return isNumber && range.from < range.to ? { from: range.from, to: layer.tailRangeEnd(word + NUMBER_END, range) } : range;
}

/** What rows are in or of, by name: areas, streets, kinds. */
export class ContextIndex {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  /** How many contexts there are. */
  readonly count: number;
  readonly #rowList: Uint32Array;
  readonly #start: Uint32Array;
  readonly #list: Uint32Array;
  /** Filled anew by each call of masks(). */
  readonly #masks: ContextMasks;

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'context.s.');
    this.loose = new KeyLayer(sections, 'context.l.');
    this.#rowList = section(sections, 'place.context', Uint32Array);
    this.#start = section(sections, 'contexts_start', Uint32Array);
    this.#list = section(sections, 'contexts_list', Uint32Array);
    // Every context has a loose form, and forms are in order.
    this.count = this.loose.formCount === 0 ? 0 : this.loose.formRow[this.loose.formCount - 1] + 1;
    this.#masks = { ofContext: new Uint32Array(this.count), found: 0, ofList: new Uint32Array(this.#start.length) };
  }

  /**
   * For each context the words of the query (bit i: word i) that start a word of its names. A number counts with the word
   * behind it only: `4 хороо` names a khoroo, but another number does not. Valid until the next call.
   */
  masks(layer: KeyLayer, words: readonly ContextWord[]): ContextMasks {
    const masks = this.#masks;
    masks.ofContext.fill(0);
    masks.ofList.fill(0);
    masks.found = 0;
    words.forEach(({ key, isNumber }, i) => {
      if (isNumber && (i + 1 === words.length || words[i + 1].isNumber)) return;
      const range = layer.tailRange(isNumber ? key + NUMBER_END + words[i + 1].key : key);
      for (let slot = range.from; slot < range.to; slot++) {
        masks.ofContext[layer.tailRows[slot]] |= 1 << i;
        masks.found |= 1 << i;
      }
    });
    return masks;
  }

  /** The words that some context of the row has. */
  maskOfRow(row: number, masks: ContextMasks): number {
    const list = this.#rowList[row];
    const known = masks.ofList[list];
    if (known > 0) return known - 1;
    let mask = 0;
    for (let i = this.#start[list]; i < this.#start[list + 1]; i++) mask |= masks.ofContext[this.#list[i]];
    masks.ofList[list] = mask + 1;
    return mask;
  }

  /** @throws Error naming the first thing that is not sound. */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    const lists = this.#start.length - 1;
    const isSound = this.#rowList.length === rows && this.#rowList.every((list) => list < lists) && this.#start[lists] === this.#list.length;
    if (!isSound || !this.#list.every((context) => context < this.count)) throw new Error('context index: a context that does not exist');
  }
}

export interface ContextWord {
  key: string;
  isNumber: boolean;
}

export interface ContextMasks {
  /** By context. */
  ofContext: Uint32Array;
  /** Words that any context has. */
  found: number;
  /** By list of contexts, as far as asked for: one more than the mask. */
  ofList: Uint32Array;
}
