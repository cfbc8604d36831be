import { section, type Sections } from '../../arrays/sections.js';
import { NUMBER_END } from '../../text/join.js';
import type { BitSet } from './bit-set.js';
import { ContextMasks } from './context-masks.js';
import { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';

/** The maximum number of query words that have a bit in the mask. No address has more words than this. */
export const MOST_MASKED_WORDS = 30;

/**
 * A word that occurs in more contexts than this occurs in thousands of rows and is never the rarest word of a
 * query.
 */
const LONG_RANGE = 200;

const NOWHERE: SlotRange = { from: 0, to: 0 };

/**
 * Returns the tails that begin with a word. A number must match as a whole: 1 matches neither 13 nor 1б.
 *
 * @param range the word's tailRange(), if already known
 */
export function wordRange(
  layer: KeyLayer,
  word: string,
  isNumber: boolean,
  range = layer.tailRange(word),
): SlotRange {
  // After a whole number, the key either ends or continues with a space. The end of a key and a space sort
  // before all other characters.
  return isNumber && range.from < range.to
    ? { from: range.from, to: layer.tailRangeEnd(word + NUMBER_END, range) }
    : range;
}

/** Finds the contexts of rows by name: areas, streets and kinds. */
export class ContextIndex {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  /** The number of contexts. */
  readonly count: number;
  /** Per row: the number of its list of contexts. Rows share lists. */
  readonly #rowList: Uint32Array;
  /** The start of each list in `#list`, plus the end of the last list. */
  readonly #start: Uint32Array;
  readonly #list: Uint32Array;
  /** The start of each context's rows in `rowsIn`, plus the end of the last context's rows. */
  readonly rowStart: Uint32Array;
  /** The rows of all contexts, one context after another. */
  readonly rowsIn: Uint32Array;
  /** The contexts that are kinds of places. Empty in a dataset without kinds. */
  readonly kinds: Uint32Array;
  /** Finds which query words each context contains. Handles one query at a time. */
  readonly masks: ContextMasks;

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'context.s.');
    this.loose = new KeyLayer(sections, 'context.l.');
    this.#rowList = section(sections, 'place.context', Uint32Array);
    this.#start = section(sections, 'contexts_start', Uint32Array);
    this.#list = section(sections, 'contexts_list', Uint32Array);
    this.rowStart = section(sections, 'contexts_row_start', Uint32Array);
    this.rowsIn = section(sections, 'contexts_row', Uint32Array);
    this.kinds = (sections['contexts_kinds'] as Uint32Array | undefined) ?? new Uint32Array();
    this.count = this.rowStart.length - 1;
    this.masks = new ContextMasks({ ofRow: this.#rowList, start: this.#start, list: this.#list }, this.count);
  }

  /**
   * Returns, for each query word, the range of context names that contain a word beginning with it. A number
   * is searched only together with the word after it: `4 хороо` names a khoroo, but a 4 on its own does not
   * name a context.
   */
  ranges(layer: KeyLayer, words: readonly string[], isNumber: readonly boolean[]): SlotRange[] {
    return words.map((_, i) => this.range(layer, words, isNumber, i));
  }

  /**
   * Returns the range for one word. The range depends on that word and, for a number, on the following word.
   */
  range(layer: KeyLayer, words: readonly string[], isNumber: readonly boolean[], i: number): SlotRange {
    if (!isNumber[i]) return layer.tailRange(words[i]);
    return i + 1 < words.length && !isNumber[i + 1]
      ? layer.tailRange(words[i] + NUMBER_END + words[i + 1])
      : NOWHERE;
  }

  /** Whether the row is in one of the contexts. */
  isInAny(row: number, contexts: ReadonlySet<number>): boolean {
    const list = this.#rowList[row];
    const end = this.#start[list + 1];
    for (let i = this.#start[list]; i < end; i++) if (contexts.has(this.#list[i])) return true;
    return false;
  }

  /** Whether the row is in the context. */
  isIn(row: number, context: number): boolean {
    const list = this.#rowList[row];
    const end = this.#start[list + 1];
    for (let i = this.#start[list]; i < end; i++) if (this.#list[i] === context) return true;
    return false;
  }

  /** Returns the rows in a context, in ascending order. */
  rowsOf(context: number): Uint32Array {
    return this.rowsIn.subarray(this.rowStart[context], this.rowStart[context + 1]);
  }

  /** The number of rows. */
  get rows(): number {
    return this.#rowList.length;
  }

  /**
   * Returns the number of rows in the contexts of a range. A row that is in two of these contexts is counted
   * twice. Returns Infinity if the range is longer than LONG_RANGE.
   */
  countRows(layer: KeyLayer, range: SlotRange): number {
    if (range.to - range.from > LONG_RANGE) return Infinity;
    let count = 0;
    for (let slot = range.from; slot < range.to; slot++) {
      const context = layer.tailRows[slot];
      count += this.rowStart[context + 1] - this.rowStart[context];
    }
    return count;
  }

  /** Adds the rows in the contexts of a range to `marked`. */
  markRows(layer: KeyLayer, { from, to }: SlotRange, marked: BitSet): BitSet {
    const { rowStart, rowsIn } = this;
    for (let slot = from; slot < to; slot++) {
      const context = layer.tailRows[slot];
      for (let i = rowStart[context]; i < rowStart[context + 1]; i++) marked.add(rowsIn[i]);
    }
    return marked;
  }

  /** @throws Error that names the first fault */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    const lists = this.#start.length - 1;
    const isSound =
      this.#rowList.length === rows &&
      this.#rowList.every((list) => list < lists) &&
      this.#start[lists] === this.#list.length;
    if (!this.rowsIn.every((row) => row < rows) || this.rowStart[this.count] !== this.rowsIn.length)
      throw new Error('context index: a reference to a nonexistent row');
    if (!isSound || ![this.#list, this.kinds].every((list) => list.every((context) => context < this.count)))
      throw new Error('context index: a reference to a nonexistent context');
  }
}
