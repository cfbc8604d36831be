import { isAreaWord } from '../../text/canonical.js';
import { hasDoubled, ordinalsOf, type Reading } from '../../text/forms.js';
import { joinedKey, joinSpellings } from '../../text/join.js';
import type { Word } from '../../text/words.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import { NO_INNER_WORDS, type InnerWords, type KeyLayer, type WordPlaces } from '../lookup/key-layer.js';
import { encodeKey, encodeSpelling, type SlotRange } from '../lookup/key-text.js';

/**
 * The maximum number of forms or rows in a group that are remembered for the next keystroke. A query with
 * several words usually finds about ten forms or rows.
 */
export const MOST_REMEMBERED = 64;

/**
 * One reading of the query, expressed in the keys of one layer. Data that only some match groups need is
 * computed on demand.
 *
 * A query may continue another one: it has the same words, but the last word is longer or one more word
 * follows. A query that continues another one cannot find a result that the earlier query did not find, so it
 * searches only the earlier query's results.
 */
export class LayerQuery {
  /** The key of the whole query; see joinKeys. */
  readonly joined: string;
  readonly words: readonly string[];
  /**
   * Whether the last letter represents a letter that has not been fully typed yet. Such a query can match the
   * beginning of a name, but not a complete name.
   */
  readonly isOpen: boolean;
  readonly layer: KeyLayer;
  /** Per word: whether it begins with a digit. */
  readonly isNumber: readonly boolean[];
  /**
   * All forms of names in which each query word is a prefix of some word. Null if the list is unknown or too
   * long.
   */
  starting: readonly number[] | null = null;
  /**
   * All forms of names in which each query word occurs inside a word, with at least one of them not at the
   * beginning. The list may also contain forms from `starting`. Null if the list is unknown or too long.
   */
  containing: readonly number[] | null = null;
  /**
   * All rows that have every query word in a name or in their contexts, with at least one word in that name.
   * This list does not take into account the word after a number. Null if the list is unknown or too long.
   */
  around: readonly number[] | null = null;
  /** The encoded form of `joined`. */
  readonly key: Uint8Array;
  /** Whether some words were translated from another language; see Reading. */
  readonly isTranslated: boolean;
  readonly #reading: readonly Word[];
  /** A range that contains `heads`, if known. */
  #headsAmong: SlotRange | undefined;
  #heads: SlotRange | null = null;
  #whole: SlotRange | null = null;
  #refs: SlotRange | null = null;
  #found: readonly WordPlaces[] | null = null;
  #tails: readonly SlotRange[] | null = null;
  #wholeTails: readonly SlotRange[] | null = null;
  #inner: readonly InnerWords[] | null = null;
  #aroundRanges: readonly SlotRange[] | null = null;
  /** Copied from the query that this one continues. */
  #known: KnownWords | null = null;
  /** The value is -1 until it is first computed. */
  #goesWithNext = -1;
  #ordinals = -1;
  #isDoubled: boolean | null = null;
  #spelling: Uint8Array | null = null;
  #wordSpellings: readonly Uint8Array[] | null = null;

  /** @param before queries of the same layer, which this query may continue */
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
   * The positions of numbers that are followed by a word for a kind of area, as a bit mask: the 4 of 4-р
   * хороо. The bit mask covers the first 32 words.
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

  /** The typed spelling of each word, byte by byte. */
  get wordSpellings(): readonly Uint8Array[] {
    return (this.#wordSpellings ??= this.#reading.map(({ strict, spelling }) =>
      encodeSpelling(strict, spelling),
    ));
  }

  /** See hasDoubled(). */
  get isDoubled(): boolean {
    return (this.#isDoubled ??= hasDoubled(this.#reading));
  }

  /** Bit i is set if the i-th number is an ordinal. */
  get ordinals(): number {
    if (this.#ordinals < 0) this.#ordinals = this.isNumber.includes(true) ? ordinalsOf(this.#reading) : 0;
    return this.#ordinals;
  }

  /** The head slots of the names that begin with the query. */
  get heads(): SlotRange {
    this.#heads ??= this.layer.headRange(this.key, this.#headsAmong);
    return this.#heads;
  }

  /** The head slots of the names that equal the query, except those in `refs`. */
  get whole(): SlotRange {
    this.#whole ??= this.layer.wholeRange(this.key, this.heads);
    return this.#whole;
  }

  /** The head slots of the names that are found only if the complete name is typed. */
  get refs(): SlotRange {
    this.#refs ??= this.layer.exactOnlyRange(this.joined);
    return this.#refs;
  }

  /** Per query word: the tails that start with it. The tails are looked up once for all groups. */
  get tails(): readonly SlotRange[] {
    const last = this.words.length - 1;
    // A number at the end may continue, but 9 сургууль is not the beginning of 96-р сургууль.
    return (this.#tails ??= this.#places.map((place, i) =>
      this.isNumber[i] && i < last ? wordRange(this.layer, this.words[i], true, place.tails) : place.tails,
    ));
  }

  /** The same tails, except that a number must match completely. */
  get wholeTails(): readonly SlotRange[] {
    const { isNumber, words, layer, tails } = this;
    return (this.#wholeTails ??= isNumber.includes(true)
      ? tails.map((range, i) => wordRange(layer, words[i], isNumber[i], range))
      : tails);
  }

  /** Per query word: the vocabulary words that contain it. */
  get inner(): readonly InnerWords[] {
    return (this.#inner ??= this.#places.map(
      // The number 7 does not count as part of 17.
      (place, i) =>
        this.isNumber[i] ? NO_INNER_WORDS : (place.inner ?? this.layer.innerWords(this.words[i], place)),
    ));
  }

  /**
   * Returns ContextIndex.ranges() for the words, reusing the ranges that an earlier query already looked up.
   */
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

  /**
   * Copies the results of a query that this one continues. Only the results are kept, not the query itself.
   */
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

/** The lookups that an earlier query made for its words. */
interface KnownWords {
  words: readonly string[];
  places: readonly WordPlaces[];
  around: readonly SlotRange[] | null;
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}
