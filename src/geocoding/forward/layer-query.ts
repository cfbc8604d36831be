import { isAreaWord } from '../../text/canonical.js';
import type { Reading } from '../../text/forms.js';
import { joinedKey } from '../../text/join.js';
import type { Word } from '../../text/words.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { InnerWords, KeyLayer, WordPlaces } from '../lookup/key-layer.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';

/** So many forms or rows of a group are worth remembering for the next keystroke; what has several words is mostly found some ten times. */
export const MOST_REMEMBERED = 64;

/**
 * A reading in the keys of one layer; what only some groups ask for is found out when they do. A query that continues
 * others (the same words, the last one longer, perhaps one more) finds nothing that they do not, and looks among that.
 */
export class LayerQuery {
  readonly joined: string;
  readonly words: readonly string[];
  /** Its last letter stands for one that is not typed yet: it can begin a name, but not be one. */
  readonly isOpen: boolean;
  readonly layer: KeyLayer;
  /** Which words begin with a digit. */
  readonly isNumber: readonly boolean[];
  /** Forms among which are all in which each word starts a word; null when they are not known, or too many. */
  starting: readonly number[] | null = null;
  /** The same where each is in a word, one at least not at its beginning; those of `starting` may be there too. */
  containing: readonly number[] | null = null;
  /** Rows among which are all that have all words in a name or around, one at least in that name; of numbers, whichever word they go with. */
  around: readonly number[] | null = null;
  readonly #reading: readonly Word[];
  readonly #key: Uint8Array;
  /** What `heads` are among. */
  #headsAmong: SlotRange | undefined;
  #heads: SlotRange | null = null;
  #whole: SlotRange | null = null;
  #refs: SlotRange | null = null;
  #found: readonly WordPlaces[] | null = null;
  #tails: readonly SlotRange[] | null = null;
  #wholeTails: readonly SlotRange[] | null = null;
  #inner: readonly InnerWords[] | null = null;
  #aroundRanges: readonly SlotRange[] | null = null;
  /** Of a query that this one continues. */
  #known: KnownWords | null = null;
  #goesWithNext = -1;

  /** @param before queries of the same layer that it may continue */
  constructor(
    { words, isOpen }: Reading,
    layer: KeyLayer,
    kind: 'strict' | 'loose',
    before: readonly LayerQuery[] = [],
  ) {
    this.words = words.map((word) => word[kind]);
    this.joined = joinedKey(this.words);
    this.isNumber = words.map((word) => word.isNumber);
    this.isOpen = isOpen;
    this.layer = layer;
    this.#reading = words;
    this.#key = encodeKey(this.joined);
    for (const query of before) this.#continue(query);
  }

  /** Which words are a number before the word for an area that has it, as bits: the 4 of 4-р хороо. For the first 32 words. */
  get goesWithNext(): number {
    if (this.#goesWithNext < 0) {
      const words = this.#reading;
      this.#goesWithNext = 0;
      for (let i = 0; i + 1 < words.length; i++)
        if (words[i].isNumber && isAreaWord(words[i + 1])) this.#goesWithNext |= 1 << i;
    }
    return this.#goesWithNext;
  }

  /** Names that begin with the query. */
  get heads(): SlotRange {
    this.#heads ??= this.layer.headRange(this.#key, this.#headsAmong);
    return this.#heads;
  }

  /** Names that are the query, but for those of `refs`. */
  get whole(): SlotRange {
    this.#whole ??= this.layer.wholeRange(this.#key, this.heads);
    return this.#whole;
  }

  /** Names that only the whole query finds. */
  get refs(): SlotRange {
    this.#refs ??= this.layer.exactOnlyRange(this.joined);
    return this.#refs;
  }

  /** Where each word starts words of names; looked up once for all groups. */
  get tails(): readonly SlotRange[] {
    return (this.#tails ??= this.#places.map((place) => place.tails));
  }

  /** The same, but of numbers as whole numbers only. */
  get wholeTails(): readonly SlotRange[] {
    const { isNumber, words, layer, tails } = this;
    return (this.#wholeTails ??= isNumber.includes(true)
      ? tails.map((range, i) => wordRange(layer, words[i], isNumber[i], range))
      : tails);
  }

  /** Words of names that have each word inside. */
  get inner(): readonly InnerWords[] {
    return (this.#inner ??= this.#places.map(
      (place, i) => place.inner ?? this.layer.innerWords(this.words[i], place),
    ));
  }

  /** ContextIndex.ranges() of the words. */
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

  /** Takes over what a query found that this one continues; what they are about is kept, the query itself is not. */
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

/** What was looked up for words. */
interface KnownWords {
  words: readonly string[];
  places: readonly WordPlaces[];
  around: readonly SlotRange[] | null;
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...new Set([...a, ...b])];
}
