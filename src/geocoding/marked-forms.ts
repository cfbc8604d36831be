import { BitSet } from './bit-set.js';

/** So many sets of a layer are kept: 8 kB each for the 70,000 forms of a country. */
const KEPT = 64;

/** The forms that have a word; null while it was asked for once, and when others took its place. */
export interface MarkedForms {
  bits: BitSet | null;
}

/** Sets of forms by word. A word that is asked for again keeps its set for some time: what costs most of a search for several words is to mark those that сум and баг have. */
export class FormMarks {
  readonly #forms: number;
  readonly #once: BitSet;
  readonly #kept: MarkedForms[] = [];
  #next = 0;

  constructor(forms: number) {
    this.#forms = forms;
    this.#once = new BitSet(forms);
  }

  /** An empty set to mark forms in before the next one is asked for; it is the word's own from the second time on. */
  emptyFor(marked: MarkedForms, isAgain: boolean): BitSet {
    if (!isAgain) return this.#once.clear();
    const last = this.#kept[this.#next] as MarkedForms | undefined;
    const bits = last?.bits?.clear() ?? new BitSet(this.#forms);
    if (last !== undefined) last.bits = null;
    marked.bits = bits;
    this.#kept[this.#next] = marked;
    this.#next = (this.#next + 1) % KEPT;
    return bits;
  }
}
