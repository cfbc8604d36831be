import { section, type Sections } from '../arrays/sections.js';
import { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** More words than bits of a number cannot be told apart in a mask; no address has as many. */
export const MOST_MASKED_WORDS = 30;

/** A range of tails, less those that go on with another digit when the word is a number: 1 is not 13. */
export interface WordRange extends SlotRange {
  gapFrom: number;
  gapTo: number;
}

export function wordRange(layer: KeyLayer, word: string, isNumber: boolean, range = layer.tailRange(word)): WordRange {
  if (!isNumber || range.from === range.to || !/\d$/.test(word)) return { ...range, gapFrom: range.to, gapTo: range.to };
  const first = layer.tailRange(`${word}0`).from;
  return { ...range, gapFrom: first, gapTo: layer.tailRange(`${word}9`).to };
}

export function hasWord(layer: KeyLayer, form: number, range: WordRange): boolean {
  const end = layer.firstWord(form + 1);
  for (let i = layer.firstWord(form); i < end; i++) if (isInRange(layer.wordTail(i), range)) return true;
  return false;
}

export function isInRange(slot: number, range: WordRange): boolean {
  return slot >= range.from && slot < range.to && !(slot >= range.gapFrom && slot < range.gapTo);
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

  /** For each context the words of the query (bit i: word i) that start a word of its names. Valid until the next call. */
  masks(layer: KeyLayer, ranges: readonly WordRange[]): ContextMasks {
    const masks = this.#masks;
    masks.ofContext.fill(0);
    masks.ofList.fill(0);
    masks.found = 0;
    ranges.forEach((range, i) => {
      for (let slot = range.from; slot < range.to; slot++) {
        if (slot === range.gapFrom) slot = range.gapTo;
        if (slot >= range.to) break;
        const context = layer.formRow[layer.formOfTail(slot)];
        masks.ofContext[context] |= 1 << i;
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

export interface ContextMasks {
  /** By context. */
  ofContext: Uint32Array;
  /** Words that any context has. */
  found: number;
  /** By list of contexts, as far as asked for: one more than the mask. */
  ofList: Uint32Array;
}
