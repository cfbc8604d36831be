import { withNumbersInDigits } from '../../text/canonical.js';
import { isPeople, isTalk } from '../../text/request-words.js';
import { cleanText, typedWordsOf, type TypedWord, type Word } from '../../text/words.js';
import type { Area, AreaLexicon } from './area-lexicon.js';
import { chainsOf, isStrong, surrounding, type Chain } from './chains.js';
import { areaTokens, type AreaToken } from './area-tokens.js';
import type { RestOptions } from './left-out-words.js';
import type { Spellings } from './spellings.js';
import { asidesOf, type Asides } from './asides.js';
import { AT, isApart, isClose, isSideAt, STREET_WORDS } from './word-sets.js';

/** A query with more words than this is not treated as an address. */
const MOST_WORDS = 40;
/** A chain whose score is lower than the best score by more than this belongs to another reading. */
const WORSE_CHAIN = 3.2;
const WORSE_OF_AS_MANY = 0.3;
const EQUAL = 0.01;
/** The maximum number of area chains that are tried. */
const MOST_GROUPS = 4;

/** Returns some of the words as a string, including the punctuation between them. */
function textAt(words: readonly TypedWord[], places: readonly number[]): string {
  const before = (at: number, i: number): string =>
    i === 0 ? '' : places[i - 1] === at - 1 ? words[at].before : ', ';
  return places.map((at, i) => before(at, i) + words[at].typed).join('');
}

/**
 * Returns the query without the words that do not name a place, or null if there are no such words or no
 * others.
 */
export function withoutAsides(text: string): string | null {
  const words = typedWordsOf(text);
  const asides = words.length > MOST_WORDS ? [] : asidesOf(words);
  const places = asides.flatMap((aside, at) => (aside === null || aside === 'company' ? [at] : []));
  return places.length === 0 || places.length === words.length ? null : textAt(words, places);
}
/** Asides that may still be part of a name or address. */
const FREE: ReadonlySet<string> = new Set(['company', 'form', 'plot']);

/** A query split into words, asides and areas. */
export class CutText {
  readonly text: string;
  readonly words: readonly TypedWord[];
  readonly asides: Asides;
  readonly tokens: readonly AreaToken[];
  readonly #chains: readonly Chain[];
  /** The best chain of areas, if it certainly names areas. */
  readonly strong: Chain | null;

  constructor(text: string, lexicon: AreaLexicon) {
    this.text = cleanText(text);
    const words = withNumbersInDigits(typedWordsOf(text), (a, b) => lexicon.areName(a, b));
    this.words = words.length > MOST_WORDS ? [] : words;
    this.asides = asidesOf(this.words);
    this.tokens = areaTokens(this.words, this.asides, lexicon);
    this.#chains = chainsOf(this.tokens, lexicon);
    const best = this.#chains.at(0);
    this.strong = best !== undefined && this.#isStrong(best) && this.#isArea(best) ? best : null;
  }

  /** The best chain, even if it may be part of a name, such as the town in «CU Даланзадгад». */
  get likely(): Chain | null {
    const best = this.#chains.at(0);
    return best !== undefined && this.#isArea(best) ? best : null;
  }

  /** Whether the last word is part of an area's name. */
  get areaEndsText(): boolean {
    return this.strong?.tokens.some(({ to }) => to === this.words.length) === true;
  }

  get hasAsides(): boolean {
    return this.asides.some((aside) => aside !== null);
  }

  /**
   * The smallest named areas for which the data shows which places they contain, or empty if there are none.
   */
  get areas(): readonly Area[] {
    return this.equalChains().map(({ areas }) => surrounding(areas));
  }

  /**
   * Returns the words for areas, even if they may be part of a name, the remaining words, and the smallest
   * areas that may be meant, or null if the query names no area.
   */
  areaApart(): { area: string; rest: string; within: readonly Area[] } | null {
    const { likely } = this;
    if (likely === null) return null;
    const rest = this.restOf(likely);
    const area = this.places((aside) => aside === null).filter((at) => !rest.includes(at));
    const within = this.equalChains(likely).map(({ areas }) => surrounding(areas));
    return { area: this.textAt(area), rest: this.textAt(rest), within };
  }

  /** Returns the chains that score as high as the best one. */
  equalChains(best = this.strong): readonly Chain[] {
    return best === null ? [] : this.#chains.filter(({ score }) => score >= best.score - EQUAL);
  }

  /** Groups chains that consist of the same words, best first. */
  chainGroups(strong: Chain): Chain[][] {
    const groups = new Map<string, Chain[]>();
    // «Ховд Жаргалант бууз»: the second area name may be part of the place's name.
    const isSure = strong.tokens.some((token) => token.isSure || token.isAlone);
    for (const chain of this.#chains) {
      const isPart = !isSure && chain.tokens.every((token) => strong.tokens.includes(token));
      if (!isPart && !this.#isStrong(chain)) continue;
      if (chain.score < strong.score - WORSE_CHAIN) continue;
      const isAsLong = chain.tokens.length === strong.tokens.length;
      if (isAsLong && chain.score < strong.score - WORSE_OF_AS_MANY) continue;
      const key = chain.tokens.map((token) => this.tokens.indexOf(token)).join();
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [chain]);
      else if (chain.score >= group[0].score - EQUAL) group.push(chain);
    }
    return [...groups.values()].slice(0, MOST_GROUPS);
  }

  /** Returns the areas that the query certainly names but that are missing from the chain. */
  skippedBy({ tokens }: Chain): readonly AreaToken[] {
    const isRead = (token: AreaToken): boolean =>
      tokens.some(({ from, to }) => token.from < to && from < token.to);
    return this.tokens.filter(
      (token) => (token.isSure || token.isAlone) && token.areas.length > 0 && !isRead(token),
    );
  }

  /**
   * Returns the positions of the words that are neither asides nor areas of the chain; free words are
   * included.
   */
  restOf({ tokens }: Chain): number[] {
    const isArea = (at: number): boolean => tokens.some(({ from, to }) => from <= at && at < to);
    return this.places((aside) => aside === null || FREE.has(aside)).filter((at) => !isArea(at));
  }

  /** Whether a word, such as a company's name or a door number, may be omitted without reporting it. */
  isFree(at: number): boolean {
    const aside = this.asides[at];
    return aside !== null && FREE.has(aside);
  }

  /** Returns the cost of omitting the words at these positions. */
  restOptions(all: readonly number[], spellings: Pick<Spellings, 'isKnown'>): RestOptions {
    return {
      all,
      isFree: (at) => this.isFree(at),
      isArea: (at) => this.#chains.at(0)?.tokens.some(({ from, to }) => from <= at && at < to) === true,
      isForm: (at) => this.asides[at] === 'form',
      sideOf: (at) => this.#sideOf(at),
      isPlot: (at) => this.asides[at] === 'plot',
      isTalk: (at) => this.#isTalk(at),
      isKnown: (at) => spellings.isKnown(this.words[at].word.strict),
    };
  }

  /**
   * Returns the position of a word for a side that follows another word with no punctuation and no address in
   * between, or null if there is none.
   */
  #sideOf(at: number): number | null {
    const words = this.words;
    if (isSideAt(words, at)) return null;
    for (let i = at; i === at || !isApart(words, i); i++) {
      if (isSideAt(words, i)) return AT.has(words[i].word.strict) ? null : i;
      // «Дэнж 15-р гудамж 11 гараашны хажууд», «29 байр 1 орц, хаалга»: the address is not a landmark.
      if (this.asides[i] !== null && !words[i].word.isNumber) return null;
      if (STREET_WORDS.has(words[i].word.strict) && words.at(i + 1)?.word.isNumber) return null;
    }
    return null;
  }

  /** Whether the word is conversational, or is a number of people or cars. */
  #isTalk(at: number): boolean {
    const isOne = (i: number): boolean => i < this.words.length && isTalk(this.words[i].typed);
    if (!this.words[at].word.isNumber) return isOne(at);
    return isClose(this.words, at + 1) && isPeople(this.words[at + 1].typed);
  }

  leavesCompany(places: readonly number[]): boolean {
    return this.asides.some((aside, at) => aside === 'company' && !places.includes(at));
  }

  /**
   * Returns the sets of word positions to search for: with all free words, without the plot, without the
   * legal form, and so on.
   */
  placesWithoutAsides(): number[][] {
    const all = [['company', 'form', 'plot'], ['company', 'form'], ['company'], []].map((kept) =>
      this.places((aside) => aside === null || kept.includes(aside)),
    );
    return all.filter((places, i) => places.length > 0 && (i === 0 || places.length < all[i - 1].length));
  }

  /** Returns the positions of the words whose kind of aside is requested. */
  places(isWanted: (aside: Asides[number]) => boolean): number[] {
    return this.words.flatMap((_, at) => (isWanted(this.asides[at]) ? [at] : []));
  }

  wordsAt(places: readonly number[]): Word[] {
    return places.map((at) => this.words[at].word);
  }

  /** Returns some of the words as a string, including the punctuation between them. */
  textAt(places: readonly number[]): string {
    return textAt(this.words, places);
  }

  #isStrong(chain: Chain): boolean {
    return isStrong(chain, ({ from, to }) =>
      this.words
        .slice(from, to)
        .map(({ word }) => word.strict)
        .join(' '),
    );
  }

  /**
   * Whether a chain certainly names an area. A bare «4-р хороо» may be any of many khoroos, and a bare name
   * alone may be the name of anything.
   */
  #isArea(chain: Chain): boolean {
    if (chain.tokens.length > 1) return true;
    const [{ isNumbered, isSure, areas }] = chain.tokens;
    return isNumbered ? areas.length === 1 : isSure || this.restOf(chain).length > 0;
  }
}
