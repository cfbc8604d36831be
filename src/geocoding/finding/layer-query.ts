import { isAreaWord } from '../../text/canonical.js';
import { hasDoubled, ordinalsOf, type Reading } from '../../text/forms.js';
import { joinedKey, joinSpellings } from '../../text/join.js';
import type { Word } from '../../text/words.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import { NO_INNER_WORDS, type InnerWords, type KeyLayer, type WordPlaces } from '../lookup/key-layer.js';
import { encodeKey, encodeSpelling, type SlotRange } from '../lookup/key-text.js';

/**
 * At most this many forms or rows of a group are remembered for the next keystroke. A query of several words
 * usually finds about ten.
 */
export const MOST_REMEMBERED = 64;

/**
 * A reading in the keys of one layer. Data that only some groups need are computed on demand.
 *
 * A query may continue another: the same words, the last one longer, perhaps one more word. It finds nothing
 * that the other does not find, so it searches among the other's results.
 */
export class LayerQuery {
  /** The key of the whole query; see joinKeys. */
  readonly joined: string;
  readonly words: readonly string[];
  /**
   * Whether the last letter stands for one that is not typed yet. The query can then begin a name, but not be
   * one.
   */
  readonly isOpen: boolean;
  readonly layer: KeyLayer;
  /** The words that begin with a digit. */
  readonly isNumber: readonly boolean[];
  /** A list with every form in which each word begins a word. Null if unknown or too long. */
  starting: readonly number[] | null = null;
  /**
   * The same for forms with each word in a word, at least one not at its beginning. Forms of `starting` may
   * be in the list, too.
   */
  containing: readonly number[] | null = null;
  /**
   * A list with every row that has all words in a name or around, at least one in that name. The word after a
   * number does not matter here. Null if unknown or too long.
   */
  around: readonly number[] | null = null;
  /** `joined`, encoded. */
  readonly key: Uint8Array;
  /** Whether words stand for others of another language; see Reading. */
  readonly isTranslated: boolean;
  readonly #reading: readonly Word[];
  /** A range that `heads` lies in, if known. */
  #headsAmong: SlotRange | undefined;
  #heads: SlotRange | null = null;
  #whole: SlotRange | null = null;
  #refs: SlotRange | null = null;
  #found: readonly WordPlaces[] | null = null;
  #tails: readonly SlotRange[] | null = null;
  #wholeTails: readonly SlotRange[] | null = null;
  #inner: readonly InnerWords[] | null = null;
  #aroundRanges: readonly SlotRange[] | null = null;
  /** Taken from a query that this one continues. */
  #known: KnownWords | null = null;
  /** -1 until the first request. */
  #goesWithNext = -1;
  #ordinals = -1;
  #isDoubled: boolean | null = null;
  #spelling: Uint8Array | null = null;
  #wordSpellings: readonly Uint8Array[] | null = null;

  /** @param before queries of the same layer that this one may continue */
  constructor(
    { words, isOpen, isTranslated }: Reading,
    layer: KeyLayer,
    kind: 'strict' | 'loose',
    before: readonly LayerQuery[] = [],
  ) {
    this.words = words.map((word) => word[kind]);
    this.joined = joinedKey(this.words);
    this.isNumber = words.map((word) => word.isNumber);
    this.isOpen = isOpen;
    this.isTranslated = isTranslated;
    this.layer = layer;
    this.#reading = words;
    this.key = encodeKey(this.joined);
    for (const query of before) this.#continue(query);
  }

  /**
   * The numbers before a word for a kind of area, as bits by word: the 4 of 4-р хороо. Covers the first 32
   * words.
   */
  get goesWithNext(): number {
    if (this.#goesWithNext < 0) {
      const words = this.#reading;
      this.#goesWithNext = 0;
      for (let i = 0; i + 1 < words.length; i++)
        if (words[i].isNumber && isAreaWord(words[i + 1])) this.#goesWithNext |= 1 << i;
    }
    return this.#goesWithNext;
  }

  /** Whether a word is an ordinal. */
  isOrdinal(word: number): boolean {
    return this.#reading[word].isOrdinal;
  }

  /** The typed spelling of `key`, byte by byte; see spellingOf(). Empty if unknown. */
  get spelling(): Uint8Array {
    return (this.#spelling ??= encodeSpelling(this.joined, joinSpellings(this.#reading)));
  }

  /** The same for each word. */
  get wordSpellings(): readonly Uint8Array[] {
    return (this.#wordSpellings ??= this.#reading.map(({ strict, spelling }) =>
      encodeSpelling(strict, spelling),
    ));
  }

  /** See hasDoubled(). */
  get isDoubled(): boolean {
    return (this.#isDoubled ??= hasDoubled(this.#reading));
  }

  /** The numbers that are ordinals: bit i for the i-th number. */
  get ordinals(): number {
    if (this.#ordinals < 0) this.#ordinals = this.isNumber.includes(true) ? ordinalsOf(this.#reading) : 0;
    return this.#ordinals;
  }

  /** Head slots of the names that begin with the query. */
  get heads(): SlotRange {
    this.#heads ??= this.layer.headRange(this.key, this.#headsAmong);
    return this.#heads;
  }

  /** Head slots of the names that are the query, without those of `refs`. */
  get whole(): SlotRange {
    this.#whole ??= this.layer.wholeRange(this.key, this.heads);
    return this.#whole;
  }

  /** Head slots of the names that only the whole query finds. */
  get refs(): SlotRange {
    this.#refs ??= this.layer.exactOnlyRange(this.joined);
    return this.#refs;
  }

  /** For each word, the tails that begin with it. Looked up once for all groups. */
  get tails(): readonly SlotRange[] {
    const last = this.words.length - 1;
    // A number at the end may continue; 9 сургууль is not the beginning of 96-р сургууль.
    return (this.#tails ??= this.#places.map((place, i) =>
      this.isNumber[i] && i < last ? wordRange(this.layer, this.words[i], true, place.tails) : place.tails,
    ));
  }

  /** The same, but a number only as a whole number. */
  get wholeTails(): readonly SlotRange[] {
    const { isNumber, words, layer, tails } = this;
    return (this.#wholeTails ??= isNumber.includes(true)
      ? tails.map((range, i) => wordRange(layer, words[i], isNumber[i], range))
      : tails);
  }

  /** For each word, the vocabulary words that contain it. */
  get inner(): readonly InnerWords[] {
    return (this.#inner ??= this.#places.map(
      // 7 is not a part of 17.
      (place, i) =>
        this.isNumber[i] ? NO_INNER_WORDS : (place.inner ?? this.layer.innerWords(this.words[i], place)),
    ));
  }

  /** ContextIndex.ranges() of the words. Reuses ranges that a continued query looked up. */
  aroundRanges(contexts: ContextIndex, contextLayer: KeyLayer): readonly SlotRange[] {
    if (this.#aroundRanges !== null) return this.#aroundRanges;
    const { words, isNumber } = this;
    const known = this.#known;
    const ranges: SlotRange[] = [];
    for (let i = 0; i < words.length; i++) {
      const before = known?.around?.[i];
      const isSame = words[i] === known?.words[i] && (!isNumber[i] || words[i + 1] === known.words[i + 1]);
      ranges.push(isSame && before !== undefined ? before : contexts.range(contextLayer, words, isNumber, i));
    }
    return (this.#aroundRanges = ranges);
  }

  get #places(): readonly WordPlaces[] {
    if (this.#found !== null) return this.#found;
    const { words, layer } = this;
    const known = this.#known;
    const places: WordPlaces[] = [];
    for (let i = 0; i < words.length; i++) {
      const before = known !== null && i < known.words.length ? known.places[i] : undefined;
      if (before !== undefined && known?.words[i] === words[i]) places.push(before);
      else places.push(layer.wordPlaces(words[i], before));
    }
    return (this.#found = places);
  }

  /** Takes over the findings of a query that this one continues. Keeps only the findings, not the query. */
  #continue(query: LayerQuery): void {
    if (query.#heads !== null && this.joined.startsWith(query.joined)) this.#headsAmong ??= query.#heads;
    const count = query.words.length;
    const isLonger = this.words.length > count;
    if (this.words.length < count) return;
    let areNumbersEqual = !isLonger;
    for (let i = 0; i < count; i++) {
      if (!this.words[i].startsWith(query.words[i]) || this.isNumber[i] !== query.isNumber[i]) return;
      if (this.isNumber[i] && this.words[i] !== query.words[i]) areNumbersEqual = false;
    }
    if (this.#known === null && query.#found !== null)
      this.#known = { words: query.words, places: query.#found, around: query.#aroundRanges };
    this.starting ??= query.starting;
    if (!isLonger) this.containing ??= query.containing;
    else if (query.starting !== null && query.containing !== null)
      this.containing ??= union(query.starting, query.containing);
    if (areNumbersEqual) this.around ??= query.around;
  }
}

/** Lookups of an earlier query for its words. */
interface KnownWords {
  words: readonly string[];
  places: readonly WordPlaces[];
  around: readonly SlotRange[] | null;
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}
