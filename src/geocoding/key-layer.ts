import { section, type Sections } from '../arrays/sections.js';
import { EXACT_ONLY } from './key-layer-build.js';
import { encodeKey, endOfPrefix, exactRange, keyText, prefixRange, type KeyText, type SlotRange } from './key-text.js';
import { RankCursor, type RankTree } from './rank-tree.js';

/**
 * Names under one kind of key (strict or loose), answering three questions in ascending order of rows: which keys equal or
 * begin with this, which words do, which words contain it. Arrays: see buildKeyLayer.
 */
export class KeyLayer {
  /** Row of each form; forms are in ascending order of rows. */
  readonly formRow: Uint32Array;
  readonly wordText: KeyText;
  readonly wordLcp: Uint8Array;
  readonly #form: KeyText;
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

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections, prefix: string) {
    const read = (name: string): Uint32Array => section(sections, prefix + name, Uint32Array);
    const tree = (name: string): RankTree => ({ rows: read(`${name}_row`), minima: read(`${name}_min`) });
    this.formRow = read('row');
    this.#form = keyText(sections, `${prefix}form`);
    this.wordText = keyText(sections, `${prefix}word`);
    this.wordLcp = section(sections, `${prefix}word_lcp`, Uint8Array);
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
  }

  get formCount(): number {
    return this.formRow.length;
  }

  get wordCount(): number {
    return this.wordText.starts.length - 1;
  }

  /** The first form of a row, or of the next row that has one. */
  firstFormOf(row: number): number {
    let low = 0;
    let high = this.formRow.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.formRow[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Rows with a form whose whole key this is; one that is found by its whole key only counts too. */
  exact(key: string): RankCursor[] {
    return [key, EXACT_ONLY + key].map((whole) => {
      const bytes = encodeKey(whole);
      const range = exactRange(this.#form.bytes, this.#heads, bytes, this.#headRange(bytes));
      return new RankCursor(this.#headTree, range.from, range.to);
    });
  }

  /** Rows with a form whose key begins with this. */
  beginning(key: string): RankCursor {
    const range = this.#headRange(encodeKey(key));
    return new RankCursor(this.#headTree, range.from, range.to);
  }

  /** Tail slots whose text begins with the key: words that it starts, alone or run together with those behind. */
  tailRange(key: string): SlotRange {
    return prefixRange(this.#form.bytes, this.#tails, encodeKey(key));
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
    return prefixRange(this.wordText.bytes, this.#parts, encodeKey(key));
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
    check(this.#form.starts.length === forms + 1 && this.#heads.length === forms, 'number of keys');
    check(this.#words.length === forms + 1 && this.#words[forms] === this.#tails.length, 'number of words');
    check(this.#tailForm.every((form) => form < forms) && this.#use.every((form) => form < forms), 'a form that does not exist');
    check(this.#tails.every((at) => at < this.#form.bytes.length), 'a position outside of the keys');
    check(this.#parts.every((at) => at < this.wordText.bytes.length), 'a position outside of the words');
    check(this.#partWord.every((word) => word < this.wordCount) && this.#wordsWord.every((word) => word < this.wordCount), 'a word that does not exist');
    check(this.#wordsTail.every((tail) => tail < this.#tails.length), 'a tail that does not exist');
  }

  #headRange(bytes: Uint8Array): SlotRange {
    return prefixRange(this.#form.bytes, this.#heads, bytes);
  }
}
