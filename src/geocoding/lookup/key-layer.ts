import { section, type Sections } from '../../arrays/sections.js';
import { NUMBER_END } from '../../text/join.js';
import { BitSet } from './bit-set.js';
import { EXACT_ONLY } from './key-layer-build.js';
import { KeySpelling } from './key-spelling.js';
import {
  compareAt,
  encodeKey,
  KEY_END,
  keyText,
  lastUpTo,
  type KeyText,
  type SlotRange,
} from './key-text.js';
import { RankCursor, type RankTree } from './rank-tree.js';
import { SortedText } from './sorted-text.js';

/**
 * The number of query words cached in each of two generations. Words such as гудамж and хороо are requested
 * all the time.
 */
const REMEMBERED_WORDS = 1000;

const DECODER = new TextDecoder();
const NOWHERE: SlotRange = { from: 0, to: 0 };
const NUMBER_END_CODE = NUMBER_END.charCodeAt(0);
const [ZERO, NINE] = [48, 57];

/**
 * Vocabulary words that contain a key but do not begin with it. Most keys of more than two letters have no
 * such words.
 */
export interface InnerWords {
  /** The words' numbers, ascending. */
  words: Uint32Array;
  /** The number of forms that have one of the words. A form with two of these words counts twice. */
  uses: number;
}

/** Where a query word occurs in the names of a layer. */
export interface WordPlaces {
  /** The slots of the tails that begin with the word. */
  readonly tails: SlotRange;
  /** Null until first requested. */
  inner: InnerWords | null;
}

export const NO_INNER_WORDS: InnerWords = { words: new Uint32Array(), uses: 0 };

/**
 * Names, indexed by one kind of key (strict or loose). Finds, in ascending order of row, the keys that equal
 * or begin with a text, the words that begin with it, and the words that contain it. The arrays are
 * documented at buildKeyLayer.
 */
export class KeyLayer {
  /** Per form: its row. Forms are in ascending order of row. */
  readonly formRow: Uint32Array;
  readonly wordText: KeyText;
  readonly wordLcp: Uint8Array;
  readonly #rowForms: Uint32Array;
  readonly #form: KeyText;
  /** Per form: WRITTEN, TRANSLATED and the ordinals; see buildKeyLayer. */
  readonly flags: Uint8Array;
  readonly #spelling: KeySpelling;
  readonly #slots: Record<'heads' | 'tails' | 'parts', Uint32Array>;
  readonly #heads: SortedText;
  readonly #headTree: RankTree;
  #headForms: Uint32Array | null = null;
  readonly #tails: SortedText;
  readonly #tailTree: RankTree;
  /** Per tail: its form. */
  readonly tailForm: Uint32Array;
  /** Where each form's words begin in `wordsTail` and `wordsWord`; the next form's words follow. */
  readonly formWords: Uint32Array;
  /** Per word of a form: its tail. */
  readonly wordsTail: Uint32Array;
  /** Per word of a form: its number in the vocabulary. */
  readonly wordsWord: Uint32Array;
  /** Where the forms of each vocabulary word begin in `use`. They end where the next word's forms begin. */
  readonly uses: Uint32Array;
  /** The forms that contain each word, in ascending order. */
  readonly use: Uint32Array;
  readonly #parts: SortedText;
  readonly #partTree: RankTree;
  readonly #partWord: Uint32Array;
  /** Three working sets for searches of the layer, which run one at a time. Clear them before use. */
  readonly seenForms: BitSet;
  readonly markedForms: BitSet;
  readonly foundForms: Uint32Array;
  /** The head slots of the few forms that are found only by their whole key. */
  readonly #exactOnly: SlotRange;
  /** The length, in bytes, of the longest key that is found only as a whole. */
  readonly #longestExactOnly: number;
  /** Cached positions by word, in two generations, so that frequently requested words stay in the cache. */
  #young = new Map<string, WordPlaces>();
  #old = new Map<string, WordPlaces>();

  /** @throws Error if a section is missing or of another type */
  constructor(sections: Sections, prefix: string) {
    const read = (name: string): Uint32Array => section(sections, prefix + name, Uint32Array);
    const tree = (name: string): RankTree => ({ rows: read(`${name}_row`), minima: read(`${name}_min`) });
    this.formRow = read('row');
    this.#rowForms = read('row_forms');
    this.#form = keyText(sections, `${prefix}form`);
    this.wordText = keyText(sections, `${prefix}word`);
    this.wordLcp = section(sections, `${prefix}word_lcp`, Uint8Array);
    this.seenForms = new BitSet(this.formRow.length);
    this.markedForms = new BitSet(this.formRow.length);
    this.foundForms = new Uint32Array(this.formRow.length);
    this.flags = section(sections, `${prefix}written`, Uint8Array);
    this.#spelling = new KeySpelling(sections, prefix);
    this.#slots = { heads: read('heads'), tails: read('tails'), parts: read('parts') };
    this.#heads = new SortedText(this.#form.bytes, this.#slots.heads);
    this.#headTree = tree('heads');
    this.#tails = new SortedText(this.#form.bytes, this.#slots.tails);
    this.#tailTree = tree('tails');
    this.tailForm = read('tails_form');
    this.formWords = read('words');
    this.wordsTail = read('words_tail');
    this.wordsWord = read('words_word');
    this.uses = read('uses');
    this.use = read('use');
    this.#parts = new SortedText(this.wordText.bytes, this.#slots.parts);
    this.#partTree = tree('parts');
    this.#partWord = read('parts_word');
    this.#exactOnly = this.headRange(encodeKey(EXACT_ONLY));
    this.#longestExactOnly = this.#longestKey(this.#exactOnly);
  }

  get wordCount(): number {
    return this.wordText.starts.length - 1;
  }

  /** Returns the first form of a row. The forms of a row end where the next row's forms start. */
  firstFormOf(row: number): number {
    return row < this.#rowForms.length ? this.#rowForms[row] : this.formRow.length;
  }

  /**
   * Returns the slots of the forms whose key begins with this key.
   *
   * @param among the result of headRange() for a prefix of the key, if known
   */
  headRange(key: Uint8Array, among?: SlotRange): SlotRange {
    return among === undefined
      ? this.#heads.range(key)
      : among.from === among.to
        ? NOWHERE
        : this.#heads.rangeAmong(key, among);
  }

  /**
   * Returns the slots in headRange() whose key is exactly this key.
   *
   * @param heads headRange() of the key
   */
  wholeRange(key: Uint8Array, heads: SlotRange): SlotRange {
    return heads.from === heads.to ? NOWHERE : this.#heads.wholeAmong(key.length, heads);
  }

  /** Returns the slots of the forms that have this key and are found only by their whole key. */
  exactOnlyRange(key: string): SlotRange {
    if (key.length > this.#longestExactOnly) return NOWHERE;
    return this.#heads.rangeAmong(encodeKey(EXACT_ONLY + key + KEY_END), this.#exactOnly);
  }

  /** Per head slot: its form. */
  get headForms(): Uint32Array {
    return (this.#headForms ??= this.#slots.heads.map((at) => lastUpTo(this.#form.starts, at)));
  }

  /** Iterates over the rows of a range returned by one of the three methods above. */
  headCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#headTree, range.from, range.to);
  }

  /**
   * Compares the form's joined key with a key encoded by encodeKey(). Returns `whole` if they are equal,
   * `number` if the form begins with the key and the key's last word ends there, and `begun` if it begins
   * with the key in any other way.
   */
  compareForm(form: number, key: Uint8Array): 'whole' | 'number' | 'begun' | null {
    const { bytes, starts } = this.#form;
    const at = starts[form] + (this.isExactOnly(form) ? EXACT_ONLY.length : 0);
    for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return null;
    const next = bytes[at + key.length];
    return next === 0 ? 'whole' : next === NUMBER_END_CODE ? 'number' : 'begun';
  }

  /**
   * Returns the slots of the tails whose text begins with the key. The words at these tails begin with the
   * key, either on their own or joined with the words after them.
   */
  tailRange(key: string): SlotRange {
    return this.wordPlaces(key).tails;
  }

  /**
   * Returns where a word occurs in the names.
   *
   * @param before where a prefix of the word occurs, if known
   */
  wordPlaces(key: string, before?: WordPlaces): WordPlaces {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const places = this.#old.get(key) ?? {
      tails: this.#tailRange(key, before?.tails),
      inner: before?.inner?.uses === 0 ? before.inner : null,
    };
    this.#young.set(key, places);
    if (this.#young.size >= REMEMBERED_WORDS) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return places;
  }

  /** Returns the end of the tails in a range that either begin with the key or sort before it. */
  tailRangeEnd(key: string, range: SlotRange): number {
    return this.#tails.endAmong(encodeKey(key), range);
  }

  /**
   * Whether the form begins with the key exactly as typed, letter for letter.
   *
   * @param spelling the spelling of the key, byte by byte; see spellingOf()
   * @param isWhole `true` if the last word of the key is complete rather than still being typed
   */
  isSpelt(form: number, spelling: Uint8Array, isWhole: boolean): boolean {
    const at = this.#form.starts[form] + (this.isExactOnly(form) ? EXACT_ONLY.length : 0);
    return spelling.length > 0 && this.#spelling.isAt(at, spelling, { isWhole, from: 'name' });
  }

  /** Whether one of the form's words has its tail in the range and begins with the key in that spelling. */
  hasSpeltTail(form: number, range: SlotRange, spelling: Uint8Array): boolean {
    const end = this.formWords[form + 1];
    for (let i = this.formWords[form]; i < end; i++) {
      const tail = this.wordsTail[i];
      if (tail < range.from || tail >= range.to) continue;
      const from = i === this.formWords[form] ? 'name' : 'word';
      if (this.#spelling.isAt(this.#slots.tails[tail], spelling, { isWhole: false, from })) return true;
    }
    return false;
  }

  /** Whether the form has a word that contains the key exactly as typed. */
  hasSpeltInside(form: number, key: Uint8Array, spelling: Uint8Array): boolean {
    const { bytes, starts } = this.#form;
    const last = starts[form + 1] - 1 - key.length;
    for (let at = starts[form]; at <= last; at++)
      if (
        compareAt(bytes, at, key) === 0 &&
        this.#spelling.isAt(at, spelling, { isWhole: false, from: 'letter' })
      )
        return true;
    return false;
  }

  /** Whether one of the form's words has its tail in the range. */
  hasTail(form: number, range: SlotRange): boolean {
    const end = this.formWords[form + 1];
    for (let i = this.formWords[form]; i < end; i++) {
      const tail = this.wordsTail[i];
      if (tail >= range.from && tail < range.to) return true;
    }
    return false;
  }

  tailCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#tailTree, range.from, range.to);
  }

  /** Returns the slots of the parts, which are the positions in words where the key occurs. */
  partRange(key: string): SlotRange {
    return this.#parts.range(encodeKey(key));
  }

  innerWords(key: string, places = this.wordPlaces(key)): InnerWords {
    return (places.inner ??= this.#innerWordsOf(this.partRange(key)));
  }

  partCursor(range: SlotRange): RankCursor {
    return new RankCursor(this.#partTree, range.from, range.to);
  }

  partWord(slot: number): number {
    return this.#partWord[slot];
  }

  /** Per slot of headRange(): its row. */
  get headRows(): Uint32Array {
    return this.#headTree.rows;
  }

  /** Per tail slot: its row. */
  get tailRows(): Uint32Array {
    return this.#tailTree.rows;
  }

  /** Returns the joined key of a form. */
  formKey(form: number): string {
    return DECODER.decode(this.#keyOf(form));
  }

  /** Whether two forms have the same joined key. */
  areAlike(form: number, other: number): boolean {
    return this.compareForm(form, this.#keyOf(other)) === 'whole';
  }

  /** Returns the form's words, or the whole key if the form is found only by its whole key. */
  wordsOf(form: number): string[] {
    if (this.isExactOnly(form)) return [this.formKey(form)];
    const { bytes, starts } = this.wordText;
    return Array.from(this.wordsWord.subarray(this.formWords[form], this.formWords[form + 1]), (word) =>
      DECODER.decode(bytes.subarray(starts[word], starts[word + 1] - 1)),
    );
  }

  /** Whether the form is found only by its whole key. */
  isExactOnly(form: number): boolean {
    return this.#form.bytes[this.#form.starts[form]] === EXACT_ONLY.charCodeAt(0);
  }

  /** @throws Error whose message names the first part that differs from the output of buildKeyLayer */
  verify(): void {
    const forms = this.formRow.length;
    const check = (isSound: boolean, what: string): void => {
      if (!isSound) throw new Error(`name index: ${what}`);
    };
    check(
      this.#form.starts.length === forms + 1 &&
        this.#slots.heads.length === forms &&
        this.flags.length === forms,
      'number of keys',
    );
    const rows = this.#rowForms.length - 1;
    check(
      this.#rowForms[rows] === forms &&
        this.formRow.every(
          (row, form) => row < rows && form >= this.#rowForms[row] && form < this.#rowForms[row + 1],
        ),
      'forms of rows',
    );
    check(
      this.formWords.length === forms + 1 && this.formWords[forms] === this.#slots.tails.length,
      'number of words',
    );
    const areBelow = (end: number, ...lists: readonly Uint32Array[]): boolean =>
      lists.every((list) => list.every((value) => value < end));
    check(areBelow(forms, this.tailForm, this.use), 'a reference to a nonexistent form');
    check(areBelow(this.#form.bytes.length, this.#slots.tails), 'a position lies outside the keys');
    check(areBelow(this.wordText.bytes.length, this.#slots.parts), 'a position lies outside the words');
    check(areBelow(this.wordCount, this.#partWord, this.wordsWord), 'a reference to a nonexistent word');
    check(areBelow(this.#slots.tails.length, this.wordsTail), 'a reference to a nonexistent tail');
  }

  /**
   * Searches only within `before`, if it is known. If a key does not occur, neither does any longer key that
   * begins with it.
   */
  #tailRange(key: string, before: SlotRange | undefined): SlotRange {
    if (before === undefined) return this.#tails.range(encodeKey(key));
    return before.from < before.to ? this.#tails.rangeAmong(encodeKey(key), before) : NOWHERE;
  }

  /** Whether a vocabulary word is a number. */
  isNumber(word: number): boolean {
    const byte = this.wordText.bytes[this.wordText.starts[word]];
    return byte >= ZERO && byte <= NINE;
  }

  #keyOf(form: number): Uint8Array {
    const start = this.#form.starts[form] + (this.isExactOnly(form) ? EXACT_ONLY.length : 0);
    return this.#form.bytes.subarray(start, this.#form.starts[form + 1] - 1);
  }

  #longestKey({ from, to }: SlotRange): number {
    let longest = 0;
    for (let slot = from; slot < to; slot++) {
      const at = this.#slots.heads[slot];
      longest = Math.max(longest, this.#form.bytes.indexOf(0, at) - at - EXACT_ONLY.length);
    }
    return longest;
  }

  #innerWordsOf({ from, to }: SlotRange): InnerWords {
    const { starts } = this.wordText;
    const words = new Set<number>();
    let uses = 0;
    for (let slot = from; slot < to; slot++) {
      const word = this.#partWord[slot];
      if (this.#slots.parts[slot] === starts[word] || words.has(word)) continue;
      words.add(word);
      uses += this.uses[word + 1] - this.uses[word];
    }
    return words.size === 0 ? NO_INNER_WORDS : { words: Uint32Array.from(words).sort(), uses };
  }
}
