import { section, type Sections } from '../../arrays/sections.js';
import { NUMBER_END } from '../../text/join.js';
import type { BitSet } from './bit-set.js';
import { ContextMasks } from './context-masks.js';
import { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** More words than bits of a number cannot be told apart in a mask; no address has as many. */
export const MOST_MASKED_WORDS = 30;

/** A word of so many contexts is in thousands of rows, and never the rarest of a query. */
const LONG_RANGE = 200;

const NOWHERE: SlotRange = { from: 0, to: 0 };

/** Tails that begin with a word; with a number only as that whole number: 1 is not 13, nor 1б. */
export function wordRange(
  layer: KeyLayer,
  word: string,
  isNumber: boolean,
  range = layer.tailRange(word),
): SlotRange {
  // A number ends with its key or with a blank, and both sort before whatever else could follow.
  return isNumber && range.from < range.to
    ? { from: range.from, to: layer.tailRangeEnd(word + NUMBER_END, range) }
    : range;
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
  /** First entry of each context in `rowsIn`; one more than contexts. */
  readonly rowStart: Uint32Array;
  /** The rows in each context. */
  readonly rowsIn: Uint32Array;
  /** Which words of a query contexts have, for one query at a time. */
  readonly masks: ContextMasks;

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'context.s.');
    this.loose = new KeyLayer(sections, 'context.l.');
    this.#rowList = section(sections, 'place.context', Uint32Array);
    this.#start = section(sections, 'contexts_start', Uint32Array);
    this.#list = section(sections, 'contexts_list', Uint32Array);
    this.rowStart = section(sections, 'contexts_row_start', Uint32Array);
    this.rowsIn = section(sections, 'contexts_row', Uint32Array);
    this.count = this.rowStart.length - 1;
    this.masks = new ContextMasks({ ofRow: this.#rowList, start: this.#start, list: this.#list }, this.count);
  }

  /**
   * For each word of a query the names of contexts that it starts a word of. A number counts with the word behind it only:
   * `4 хороо` names a khoroo, but another number does not.
   */
  ranges(layer: KeyLayer, words: readonly string[], isNumber: readonly boolean[]): SlotRange[] {
    return words.map((_, i) => this.range(layer, words, isNumber, i));
  }

  /** That of one of the words; what it depends on is that word and, for a number, the word behind it. */
  range(layer: KeyLayer, words: readonly string[], isNumber: readonly boolean[], i: number): SlotRange {
    if (!isNumber[i]) return layer.tailRange(words[i]);
    return i + 1 < words.length && !isNumber[i + 1]
      ? layer.tailRange(words[i] + NUMBER_END + words[i + 1])
      : NOWHERE;
  }

  /** How many rows there are. */
  get rows(): number {
    return this.#rowList.length;
  }

  /** How many rows are in the contexts of a range; one in two of them counts twice. Infinity when the range is long. */
  countRows(layer: KeyLayer, range: SlotRange): number {
    if (range.to - range.from > LONG_RANGE) return Infinity;
    let count = 0;
    for (let slot = range.from; slot < range.to; slot++) {
      const context = layer.tailRows[slot];
      count += this.rowStart[context + 1] - this.rowStart[context];
    }
    return count;
  }

  /** Adds the rows in the contexts of a range. */
  markRows(layer: KeyLayer, { from, to }: SlotRange, marked: BitSet): BitSet {
    const { rowStart, rowsIn } = this;
    for (let slot = from; slot < to; slot++) {
      const context = layer.tailRows[slot];
      for (let i = rowStart[context]; i < rowStart[context + 1]; i++) marked.add(rowsIn[i]);
    }
    return marked;
  }

  /** @throws Error naming the first thing that is not sound. */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    const lists = this.#start.length - 1;
    const isSound =
      this.#rowList.length === rows &&
      this.#rowList.every((list) => list < lists) &&
      this.#start[lists] === this.#list.length;
    if (!this.rowsIn.every((row) => row < rows) || this.rowStart[this.count] !== this.rowsIn.length)
      throw new Error('context index: a row that does not exist');
    if (!isSound || !this.#list.every((context) => context < this.count))
      throw new Error('context index: a context that does not exist');
  }
}
