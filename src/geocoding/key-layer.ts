import { section, type Sections } from '../arrays/sections.js';
import { EXACT_ONLY } from './key-layer-build.js';
import { encodeKey, endOfPrefix, KEY_END, keyText, prefixRange, type KeyText, type SlotRange } from './key-text.js';
import { RankCursor, type RankTree } from './rank-tree.js';
import { Visits } from './visits.js';

/** Ranges of so many words are remembered: those of гудамж and хороо are asked for all the time. */
const REMEMBERED_RANGES = 2000;

/**
 * Names under one kind of key (strict or loose), answering three questions in ascending order of rows: which keys equal or
 * begin with this, which words do, which words contain it. Arrays: see buildKeyLayer.
 */
export class KeyLayer {
  /** Row of each form; forms are in ascending order of rows. */
  readonly formRow: Uint32Array;
  readonly wordText: KeyText;
  readonly wordLcp: Uint8Array;
  readonly #rowForms: Uint32Array;
  readonly #form: KeyText;
  readonly #written: Uint8Array;
  readonly #heads: Uint32Array;
  readonly #headTree: RankTree;
  readonly #tails: Uint32Array;
  readonly #tailTree: RankTree;
  readonly #tailForm: Uint32Array;
  readonly #words: Uint32Array;
  readonly #wordsTail: Uint32Array;
  readonly #wordsWord: Uint32Array;
  readonly #uses: Uint32Array;
  readonly #use: Uint32Array;
  readonly #parts: Uint32Array;
  readonly #partTree: RankTree;
  readonly #partWord: Uint32Array;
  readonly #visits: Visits;
  /** Forms that only their whole key finds; few. */
  readonly #exactOnly: SlotRange;
  readonly #tailRanges = new Map<string, SlotRange>();
  readonly #partRanges = new Map<string, SlotRange>();

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections, prefix: string) {
    const read = (name: string): Uint32Array => section(sections, prefix + name, Uint32Array);
    const tree = (name: string): RankTree => ({ rows: read(`${name}_row`), minima: read(`${name}_min`) });
    this.formRow = read('row');
    this.#rowForms = read('row_forms');
    this.#form = keyText(sections, `${prefix}form`);
    this.wordText = keyText(sections, `${prefix}word`);
    this.wordLcp = section(sections, `${prefix}word_lcp`, Uint8Array);
    this.#visits = new Visits(this.formRow.length);
    this.#written = section(sections, `${prefix}written`, Uint8Array);
    this.#heads = read('heads');
    this.#headTree = tree('heads');
    this.#tails = read('tails');
    this.#tailTree = tree('tails');
    this.#tailForm = read('tails_form');
    this.#words = read('words');
    this.#wordsTail = read('words_tail');
    this.#wordsWord = read('words_word');
    this.#uses = read('uses');
    this.#use = read('use');
    this.#parts = read('parts');
    this.#partTree = tree('parts');
    this.#partWord = read('parts_word');
    this.#exactOnly = this.#headRange(encodeKey(EXACT_ONLY));
  }

  get formCount(): number {
    return this.formRow.length;
  }

  /** For a walk over forms in which each counts once; one at a time. */
  beginVisits(): Visits {
    return this.#visits.begin();
  }

  get wordCount(): number {
    return this.wordText.starts.length - 1;
  }

  /** The first form of a row; those of the row end where those of the next begin. */
  firstFormOf(row: number): number {
    return row < this.#rowForms.length ? this.#rowForms[row] : this.formRow.length;
  }

  /** Slots of forms whose whole key this is: of those that other keys find as well, and of those found by their whole key only. */
  exactRanges(key: string): readonly SlotRange[] {
    return [this.#headRange(encodeKey(key + KEY_END)), this.#headRange(encodeKey(EXACT_ONLY + key + KEY_END), this.#exactOnly)];
  }

  /** Rows of slots that exactRanges() gave. */
  headCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#headTree, range.from, range.to);
  }

  /** Whether one of the row's names is written with just these words. */
  isWritten(row: number, words: readonly Uint8Array[]): boolean {
    for (let form = this.firstFormOf(row); form < this.firstFormOf(row + 1); form++) {
      const first = this.#words[form];
      if (this.#written[form] === 0 || this.#words[form + 1] - first !== words.length) continue;
      if (words.every((key, i) => this.#isWord(this.#wordsWord[first + i], key))) return true;
    }
    return false;
  }

  /** Rows with a form whose key begins with this. */
  beginning(key: string): RankCursor {
    const range = this.#headRange(encodeKey(key));
    return new RankCursor(this.#headTree, range.from, range.to);
  }

  /** Tail slots whose text begins with the key: words that it starts, alone or run together with those behind. */
  tailRange(key: string): SlotRange {
    return remembered(this.#tailRanges, key, this.#form.bytes, this.#tails);
  }

  /** Where in a range the tails end that begin with the key or sort before it. */
  tailRangeEnd(key: string, range: SlotRange): number {
    return endOfPrefix(this.#form.bytes, this.#tails, encodeKey(key), range);
  }

  /** Whether one of the form's words starts a tail in the range. */
  hasTail(form: number, range: SlotRange): boolean {
    const end = this.#words[form + 1];
    for (let i = this.#words[form]; i < end; i++) {
      const tail = this.#wordsTail[i];
      if (tail >= range.from && tail < range.to) return true;
    }
    return false;
  }

  /** Whether the form's first word does. */
  beginsWith(form: number, range: SlotRange): boolean {
    const tail = this.#wordsTail[this.#words[form]];
    return tail >= range.from && tail < range.to;
  }

  tailCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#tailTree, range.from, range.to);
  }

  /** Slots of places inside words where the key stands. */
  partRange(key: string): SlotRange {
    return remembered(this.#partRanges, key, this.wordText.bytes, this.#parts);
  }

  partCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#partTree, range.from, range.to);
  }

  partWord(slot: number): number {
    return this.#partWord[slot];
  }

  /** By tail slot. */
  get tailRows(): Uint32Array {
    return this.#tailTree.rows;
  }

  formOfTail(slot: number): number {
    return this.#tailForm[slot];
  }

  /** Whether the key stands anywhere in the word of that number. */
  wordContains(word: number, key: Uint8Array): boolean {
    const { bytes, starts } = this.wordText;
    const last = starts[word + 1] - 1 - key.length;
    for (let at = starts[word]; at <= last; at++) {
      let i = 0;
      while (i < key.length && bytes[at + i] === key[i]) i++;
      if (i === key.length) return true;
    }
    return false;
  }

  /** Forms that have the word, ascending: from `uses(word)` up to but not including `uses(word + 1)`, each at `use(i)`. */
  uses(word: number): number {
    return this.#uses[word];
  }

  use(i: number): number {
    return this.#use[i];
  }

  /** First of the form's words in wordTail and wordNumber; those of form + 1 follow. */
  firstWord(form: number): number {
    return this.#words[form];
  }

  wordTail(i: number): number {
    return this.#wordsTail[i];
  }

  wordNumber(i: number): number {
    return this.#wordsWord[i];
  }

  /** The joined key of a form. */
  formKey(form: number): string {
    return new TextDecoder().decode(this.#form.bytes.subarray(this.#form.starts[form], this.#form.starts[form + 1] - 1));
  }

  /** @throws Error naming the first thing that is not as buildKeyLayer leaves it. */
  verify(): void {
    const forms = this.formCount;
    const check = (isSound: boolean, what: string): void => {
      if (!isSound) throw new Error(`name index: ${what}`);
    };
    check(this.#form.starts.length === forms + 1 && this.#heads.length === forms && this.#written.length === forms, 'number of keys');
    const rows = this.#rowForms.length - 1;
    check(this.#rowForms[rows] === forms && this.formRow.every((row, form) => row < rows && form >= this.#rowForms[row] && form < this.#rowForms[row + 1]), 'forms of rows');
    check(this.#words.length === forms + 1 && this.#words[forms] === this.#tails.length, 'number of words');
    check(this.#tailForm.every((form) => form < forms) && this.#use.every((form) => form < forms), 'a form that does not exist');
    check(this.#tails.every((at) => at < this.#form.bytes.length), 'a position outside of the keys');
    check(this.#parts.every((at) => at < this.wordText.bytes.length), 'a position outside of the words');
    check(this.#partWord.every((word) => word < this.wordCount) && this.#wordsWord.every((word) => word < this.wordCount), 'a word that does not exist');
    check(this.#wordsTail.every((tail) => tail < this.#tails.length), 'a tail that does not exist');
  }

  #isWord(word: number, key: Uint8Array): boolean {
    const { bytes, starts } = this.wordText;
    const start = starts[word];
    return starts[word + 1] - 1 - start === key.length && key.every((byte, i) => bytes[start + i] === byte);
  }

  #headRange(bytes: Uint8Array, among?: SlotRange): SlotRange {
    return prefixRange(this.#form.bytes, this.#heads, bytes, among);
  }
}

function remembered(ranges: Map<string, SlotRange>, key: string, bytes: Uint8Array, slots: Uint32Array): SlotRange {
  let range = ranges.get(key);
  if (range === undefined) {
    range = prefixRange(bytes, slots, encodeKey(key));
    if (ranges.size >= REMEMBERED_RANGES) ranges.clear();
    ranges.set(key, range);
  }
  return range;
}
