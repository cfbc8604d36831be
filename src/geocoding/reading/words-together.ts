import { isGeneric } from '../../text/canonical.js';
import { stemsOf } from '../../text/strip-case.js';
import { wordsOf, type Word } from '../../text/words.js';
import { isKind, LONGEST_CATEGORY } from '../finding/category-key.js';
import { mayStandBeside } from '../forward/name-and-landmark.js';
import type { NamedHit } from '../forward/forward-search.js';
import { COSTS } from './costs.js';
import type { CutText } from './cut-text.js';
import type { Ground } from './ground.js';
import {
  hasNumberBefore,
  isNumberedThingAt,
  isTelling,
  keepsHouse,
  mayJoin,
  placesBeside,
  restOf,
  togetherWith,
  type Rest,
  type RestOptions,
} from './left-out-words.js';
import type { SpelledWords } from './spellings.js';
import { ADDRESS_WORDS, AT, isClose, isSideAt, QUARTER, SIDES, STREET_WORDS } from './word-sets.js';

/** The results of a search for some of the words, with the cost of this reading. */
export interface Found {
  cost: number;
  hits: readonly NamedHit[];
}

/** The words that were kept, the results for them, and the words that were left out. */
type Grown = Rest & Found;

/** Searches for words inside the areas that a query names. */
interface Lookups {
  /** Whether the query names areas. */
  isInAreas: boolean;
  /** Whether the areas are khoroos or bags. In that case, a house number alone is enough to find a house. */
  isInSmallAreas: boolean;
  /** Returns `none` if there is no hit, or null if no more lookups are allowed. */
  found: (rest: Rest, spelled: SpelledWords) => Found | 'none' | null;
  /** Returns a landmark's words without their case ending. */
  ofLandmark: (rest: Rest) => readonly SpelledWords[];
  /**
   * Returns the places with this name, either beside a landmark or anywhere, or null if no more lookups are
   * allowed.
   */
  lookedUp: (words: readonly Word[], landmark?: readonly Word[]) => readonly NamedHit[] | null;
}

/** The minimum number of words that a query must have before several of them may be left out. */
const FEWEST_OF_LONG = 4;
/** The minimum length of a name if the query is a sentence that contains it. */
const SHORTEST_TELLING = 4;
/** Мөрөнд, Сайншандад, Цэцэрлэгт */
const LOCATIVE = /[dt]$/;

/**
 * Finds the parts of a query that belong together, wherever they are: for each name, it adds, one by one, the
 * words that are found together with that name, and then the landmark beside it. No rule identifies these
 * words in advance, because the words between two parts of a name or address may be anything.
 */
export class WordsTogether {
  readonly #ground: Ground;
  readonly #cut: CutText;
  readonly #options: RestOptions;
  readonly #lookups: Lookups;

  constructor(ground: Ground, cut: CutText, options: RestOptions, lookups: Lookups) {
    [this.#ground, this.#cut, this.#options, this.#lookups] = [ground, cut, options, lookups];
  }

  /** Returns the cheapest reading that costs less than the bound, or null if there is none. */
  cheapest(bound: number): Grown | null {
    const seen = new Set<number>();
    let best: Grown | null = null;
    let least = bound;
    for (const seed of this.#options.all) {
      const start = seen.has(seed) ? [] : this.#startAt(seed);
      if (start.length === 0) continue;
      const called = this.#grownFrom(start);
      if (called === null) continue;
      for (const at of called.kept) seen.add(at);
      const beside = this.besideLandmark(called);
      const grown = beside ?? called;
      const cost = this.costOf(grown);
      if (cost >= least) continue;
      if (beside === null && !this.#isSaid(called)) continue;
      if (this.#isOfKind(called.kept) && !this.#isAlone(grown)) continue;
      [best, least] = [grown, cost];
    }
    return best;
  }

  /**
   * Returns the places with this name beside a landmark that the query mentions, nearest first, or null if
   * there are none.
   */
  besideLandmark({ kept, left, hits: [{ words }], cost }: Grown): Grown | null {
    // «Барсын урд»: the name is itself the landmark.
    const behind = this.#behind(kept);
    if (SIDES.has(behind) && !AT.has(behind)) return null;
    const ofKind = this.#isOfKind(kept);
    const isCut = this.#isCut(kept, left);
    for (const place of placesBeside(this.#cut.words, kept, left)) {
      const landmark = this.#cut.wordsAt(place);
      if (!ofKind && !mayStandBeside(words, landmark, this.#ground.searched)) continue;
      const near = ofKind
        ? this.#lookups.lookedUp([...landmark, ...words])
        : this.#lookups.lookedUp(words, landmark);
      if (near === null) return null;
      const hits = ofKind
        ? near
        : near.filter((hit) => this.#hasWords(hit) && !(isCut && this.#hasMore(hit)));
      if (hits.length === 0) continue;
      const rest = this.#restOf([...kept, ...place]);
      return { ...rest, hits, cost: cost - this.#restOf(kept).cost + rest.cost + COSTS.beside };
    }
    return null;
  }

  /** Whether the next word, which is left out, is part of the same name: «цагаан прадо». */
  #isCut(kept: readonly number[], left: readonly number[]): boolean {
    const next = kept[kept.length - 1] + 1;
    return left.includes(next) && isClose(this.#cut.words, next) && isName(this.#cut.words[next].word);
  }

  /** Whether all of the hit's names have more words than the search. */
  #hasMore({ row, words }: NamedHit): boolean {
    return this.#ground.textsOf(row).every((text) => wordsOf(text).length !== words.length);
  }

  /** Adds the cost of omitting words from a query that does not name an area. */
  costOf({ cost, left }: Rest): number {
    return cost + (this.#toldOf(left).length > 0 && !this.#lookups.isInAreas ? COSTS.leftOutAnywhere : 0);
  }

  /**
   * Returns the left-out words that indicate a different place, unlike a building number such as «МУИС-ийн
   * 1-р байр».
   */
  #toldBeside(left: readonly number[]): readonly number[] {
    const words = this.#cut.words;
    const isBuilding = (at: number): boolean => ADDRESS_WORDS.has(words[at].word.strict);
    return this.#toldOf(left).filter(
      (at) => !isBuilding(at) && !(words[at].word.isNumber && isClose(words, at + 1) && isBuilding(at + 1)),
    );
  }

  /** Returns the words that are neither conversational nor words for sides. */
  #toldOf(left: readonly number[]): readonly number[] {
    return left.filter((at) => !isSideAt(this.#cut.words, at) && !this.#options.isTalk(at));
  }

  /**
   * Returns the words, starting at a position, with which a name or a kind may begin, or an empty list if
   * there are none.
   */
  #startAt(seed: number): readonly number[] {
    const words = this.#cut.words;
    if (this.#options.isTalk(seed)) return [];
    const kind = this.#kindAt(seed);
    if (kind.length > 0) return kind;
    const together = togetherWith(words, seed);
    const isHouse = this.#lookups.isInSmallAreas && keepsHouse(words, together);
    return isHouse || isName(words[seed].word) || isNumberedThingAt(words, seed) ? together : [];
  }

  /** Returns the positions of the words that name a kind: эмийн сан. */
  #kindAt(from: number): readonly number[] {
    for (let length = LONGEST_CATEGORY; length > 0; length--) {
      const places = this.#options.all.filter((at) => at >= from && at < from + length);
      if (places.length === length && this.#isOfKind(places)) return places;
    }
    return [];
  }

  #isOfKind(kept: readonly number[]): boolean {
    const words = this.#cut.wordsAt(kept);
    return isKind(words) && words.every((word) => !word.isNumber && !ADDRESS_WORDS.has(word.strict));
  }

  #isSaid(called: Grown): boolean {
    const { kept, left } = called;
    if (!this.#lookups.isInAreas && this.#hasOtherTown(left)) return false;
    if (this.#isOfKind(kept)) return this.#isKindOfSentence(kept);
    const isTold =
      isTelling(this.#cut.words, kept, left) ||
      (this.#lookups.isInSmallAreas && keepsHouse(this.#cut.words, kept) && !this.#hasStreet(left));
    return isTold && (this.#lookups.isInAreas || this.#isMostOf(called));
  }

  /** Whether a street or quarter is left out, in which case the kept house number is not enough. */
  #hasStreet(left: readonly number[]): boolean {
    const words = this.#cut.wordsAt(left);
    return words.some(({ strict }) => STREET_WORDS.has(strict) || QUARTER.has(strict));
  }

  /**
   * Whether the query says that the place is in another town: «Мөрөнд 2-р сургууль» does not mean a school in
   * another town.
   */
  #hasOtherTown(left: readonly number[]): boolean {
    return left.some((at) => this.#options.isArea(at) && LOCATIVE.test(this.#cut.words[at].word.strict));
  }

  /** Whether a sentence names only a kind, with no place name before it. */
  #isKindOfSentence([first]: readonly number[]): boolean {
    if (this.#cut.words.length < FEWEST_OF_LONG) return false;
    return first === 0 || this.#options.isTalk(first - 1) || isSideAt(this.#cut.words, first - 1);
  }

  /** Whether none of the words left out is a known name. */
  #isAlone({ left }: Pick<Rest, 'left'>): boolean {
    return this.#namesIn(left).every((at) => !this.#options.isKnown(at));
  }

  #namesIn(left: readonly number[]): readonly number[] {
    return left.filter((at) => isName(this.#cut.words[at].word) && !this.#options.isTalk(at));
  }

  /**
   * Whether the words identify a place well enough for a query that does not name an area. The words are
   * enough if they are a whole name, if they begin a name and either a side follows them or no known word is
   * next to them, or if they make up most of the query.
   */
  #isMostOf({ kept, left, hits: [{ group }] }: Grown): boolean {
    const words = this.#cut.words;
    if (hasNumberBefore(words, kept, left)) return false;
    if (words.length < FEWEST_OF_LONG && this.#toldBeside(left).length > 1) return false;
    const isTellingName = lettersOf(this.#cut.wordsAt(kept)) >= SHORTEST_TELLING;
    if (isTellingName && group === 1) return true;
    if (
      isTellingName &&
      (SIDES.has(this.#behind(kept)) ? group <= 3 : group === 2 && this.#isAlone({ left }))
    )
      return true;
    return (
      this.#namesIn(left).length === 0 ||
      isEnough(this.#cut.wordsAt(kept), this.#cut.wordsAt([...kept, ...left]))
    );
  }

  /**
   * Extends the given words by all other words that are found together with them, starting with the nearest.
   * Returns null if a search for the words finds nothing.
   */
  #grownFrom(start: readonly number[]): Grown | null {
    const words = this.#cut.words;
    const next = Math.max(...start) + 1;
    // «Чулуун» begins too many names, but «Чулуун овоо» is a name.
    const mayBeTwo = isClose(words, next) && !isSideAt(words, next);
    let grown = this.#foundWith(start) ?? (mayBeTwo ? this.#foundWith([...start, next]) : null);
    if (grown !== null && this.#isOfKind(start) && grown.hits[0].group > 3) return grown;
    let waiting = this.#options.all
      .filter((at) => !isSideAt(words, at) && !this.#options.isTalk(at))
      .sort((a, b) => Math.abs(a - start[0]) - Math.abs(b - start[0]));
    while (grown !== null) {
      const { kept }: Rest = grown;
      waiting = waiting.filter((at) => !kept.includes(at));
      const at = waiting.find((each) => mayJoin(words, each, kept));
      if (at === undefined) break;
      waiting = waiting.filter((each) => each !== at);
      const together = togetherWith(words, at);
      // «Усны гудамж 26 сургуулийн байр»: 26 is a house number, not that of a school.
      const isHouse =
        together.length > 1 && kept.includes(at - 1) && STREET_WORDS.has(words[at - 1].word.strict);
      grown =
        this.#foundWith([...kept, ...together]) ?? (isHouse ? this.#foundWith([...kept, at]) : null) ?? grown;
    }
    return grown;
  }

  #foundWith(kept: readonly number[]): Grown | null {
    const rest = this.#restOf(kept);
    const typed = rest.kept.map((at) => this.#cut.words[at]);
    const asTyped = { words: typed.map(({ word }) => word), cost: 0 };
    const isOfKind = this.#isOfKind(rest.kept);
    const spellings = this.#ground.spellings().ofAll(typed);
    for (const spelled of [...this.#lookups.ofLandmark(rest), asTyped, ...spellings]) {
      const found = this.#lookups.found(rest, spelled);
      if (found === null) return null;
      if (found !== 'none' && (isOfKind || this.#hasNames(found.hits[0]))) return { ...rest, ...found };
    }
    return null;
  }

  #restOf(kept: readonly number[]): Rest {
    const { all } = this.#options;
    const places = [...new Set(kept)].filter((at) => all.includes(at)).sort((a, b) => a - b);
    return restOf(this.#cut.words, places, this.#options);
  }

  /** Returns the key of the word after the given words, or an empty string if there is none. */
  #behind(kept: readonly number[]): string {
    return this.#cut.words.at(kept[kept.length - 1] + 1)?.word.strict ?? '';
  }

  /**
   * Whether the words occur in the hit's own name, with names matching as whole words, rather than in its
   * kind or its surroundings.
   */
  #hasNames(hit: NamedHit): boolean {
    return (hit.group <= 3 || this.#ground.typeOf(hit.row) === 'address') && this.#hasWords(hit);
  }

  #hasWords({ row, words }: NamedHit): boolean {
    const inName = this.#ground.textsOf(row).flatMap(wordsOf);
    const isKey = ({ loose }: Word): boolean => inName.some((word) => word.loose === loose);
    // «Яармаг 3-р буудал» is Яармагийн 3-р буудал.
    const isStem = ({ loose }: Word): boolean =>
      inName.some((word) => stemsOf(word).some((stem) => stem.loose === loose));
    return words.every((word, i) => !isName(word) || isKey(word) || (i < words.length - 1 && isStem(word)));
  }
}

/** Whether the kept words are enough: at least half of the letters, or two words. */
function isEnough(kept: readonly Word[], all: readonly Word[]): boolean {
  if (all.length < FEWEST_OF_LONG || all.length - kept.length < 2) return false;
  return 2 * lettersOf(kept) >= lettersOf(all) || kept.filter(({ isNumber }) => !isNumber).length >= 2;
}

function lettersOf(words: readonly Word[]): number {
  return words.reduce((sum, { strict }) => sum + strict.length, 0);
}

/** Whether a word may be a name. A word for a kind may be half of a longer phrase: зочид буудал. */
export function isName(word: Word): boolean {
  const { strict, isNumber } = word;
  return (
    !isNumber && strict.length > 2 && !isGeneric(word) && !SIDES.has(strict) && !ADDRESS_WORDS.has(strict)
  );
}
