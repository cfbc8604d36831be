import { endsKind, isGeneric, isStopWord } from '../../text/canonical.js';
import { isEmptyTalk, isNonsense } from '../forward/nonsense.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { isNearWord } from '../../text/near-words.js';
import { asTyped, hasKeySigns } from '../../text/wrong-keyboard.js';
import { cleanText, wordsOf, type TypedWord, type Word } from '../../text/words.js';
import type { ForwardHit } from '../finding/forward-hit.js';
import type { NamedHit } from '../forward/forward-search.js';
import { requestOf, type Request } from '../forward/strip-request.js';
import { kindOf } from '../forward/kind-and-town.js';
import type { Chain } from './chains.js';
import { AreaReadings } from './area-readings.js';
import { plainText } from './plain-text.js';
import { asTypedBefore, completionsOf } from './completions.js';
import { COSTS, DOUBTFUL } from './costs.js';
import { InsideSearch } from './inside-search.js';
import { costOfLeaving } from './left-out-words.js';
import { isApart } from './word-sets.js';
import { CutText } from './cut-text.js';
import { onOtherKeyboard } from './other-keyboard.js';
import type { Spelling } from './spellings.js';
import type { Ground } from './ground.js';
import { costOf, hasAllInName, isCalledSo, isSound, isWholeName } from './hit-fit.js';
import {
  cheapestOf,
  plainHit,
  type AskedOptions,
  type Option,
  type Reading,
  type ReadHit,
} from './reading-option.js';

const SIGNS_AT_END = /[\s,;:/–—-]+$/;
/** For a query with more words than this, looking for all words in many ways would use up the work limit. */
const MOST_WHOLE = 7;
/** A query with fewer words than this is treated as a name or an address. */
const FEWEST_OF_SENTENCE = 4;
const NOTHING: Option = { because: 'typed', cost: Infinity, hits: () => [] };

interface Asked {
  text: string;
  limit: number;
  options: AskedOptions;
  /** Whether to also try the query as typed on another keyboard, or without its last word. */
  mayChange: boolean;
}

/**
 * Finds the cheapest reading of a query that finds a place. Places with the query as their name come first,
 * then places in the areas that the query names, then places found by omitting the words that do not name a
 * place, then places found by other spellings.
 */
export class ReadingSearch {
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Returns the hits, best first. */
  hits(text: string, limit: number, options: AskedOptions = {}): ReadHit[] {
    this.#ground.searched.effort.begin();
    return this.#read(plainText(text), limit, options, true).hits();
  }

  /** Returns the readings of a query that find a place, cheapest first. hits() uses the first reading. */
  readings(text: string, limit: number, options: AskedOptions = {}): Reading[] {
    this.#ground.searched.effort.begin();
    const all: Option[] = [];
    const read = (option: Option): void => void all.push(option);
    const won = this.#read(plainText(text), limit, { ...options, read }, true);
    const lost = all.filter((option) => option !== won && option.cost < Infinity);
    const readings = [won, ...lost.sort((a, b) => a.cost - b.cost)].map((option) => this.#reading(option));
    const keys = readings.map((reading) => JSON.stringify({ ...reading, cost: 0 }));
    return readings.filter(({ row }, i) => row >= 0 && keys.indexOf(keys[i]) === i);
  }

  #reading({ because, areas = [], cost, hits }: Option): Reading {
    const [first] = hits();
    return {
      because,
      areas: areas.map((area) => this.#ground.textsOf(this.#ground.rowOfArea(area))[0]),
      searched: (first?.words ?? []).map(({ strict }) => strict),
      leftOut: [...(first?.leftOut ?? [])],
      cost: Math.round(10 * cost) / 10,
      row: first?.row ?? -1,
    };
  }

  get #isSpent(): boolean {
    return this.#ground.searched.effort.isSpent;
  }

  #read(text: string, limit: number, options: AskedOptions, mayChange: boolean): Option {
    const { forward, isWhole } = this.#ground;
    let cut: CutText | null = null;
    let isOther = false;
    const isEnough = (hits: readonly ForwardHit[], request: Request): boolean => {
      if (isCalledSo(hits.at(0)) || isWholeName(hits, request.words)) return false;
      cut = new CutText(request.text, this.#ground.lexicon());
      isOther = cut.strong !== null || (cut.hasAsides && !(hits.length > 0 && hits[0].group <= 3));
      return isOther;
    };
    const { refined, asked, isWanted, isHouse } = options;
    // A spread of `options` takes microseconds, because its fields are optional.
    const first = { refined, asked, isWanted, isHouse, isEnough: isWhole ? isEnough : undefined };
    const whole = forward.named(text, limit, first);
    // The compiler cannot tell that a callback sets this variable.
    const read = cut as CutText | null;
    const asItIs = (): Option => optionOf(whole, () => 0);
    if (read === null) return noted(asItIs(), options);
    if (mayChange && hasKeySigns(text)) {
      const other = this.#fromOtherKeyboard(text, limit, options) ?? NOTHING;
      if (other.cost <= COSTS.keySigns + COSTS.group[2]) return noted(other, options);
    }
    const told = (hit: NamedHit): number => this.#costOfLeftOut(hit, read);
    if (whole.length > 0 && whole[0].group <= 5 && this.#isOfName(read))
      return noted(optionOf(whole, told), options);
    const isLong = read.words.length > MOST_WHOLE;
    const others = isOther ? this.#otherwise(read, whole, limit, { ...options, asked: [] }) : null;
    if (others !== null && read.strong !== null && others.cost <= DOUBTFUL) return noted(others, options);
    const own = noted(
      others ?? optionOf(isOther && !isLong ? forward.named(text, limit, options) : whole, told),
      options,
    );
    const inTown = isOther ? null : this.#inLikelyTown(read, whole, limit, { ...options, asked: [] });
    if (inTown !== null && inTown.cost < own.cost) return noted(inTown, options);
    if (own.cost <= DOUBTFUL || saysNothing(text)) return own;
    const best = this.#doubted(read, own, { text, limit, options, mayChange });
    return best.cost === Infinity && mayChange && !this.#isSpent
      ? this.#withoutLast(read, limit, options)
      : best;
  }

  /** Returns the cheapest reading of a query whose reading as typed is costly. */
  #doubted(read: CutText, own: Option, { text, limit, options, mayChange }: Asked): Option {
    const spellings = this.#ground.spellings();
    const mayBe = (word: TypedWord): readonly Spelling[] =>
      spellings.of(word).filter(({ isSwitched }) => mayChange || !isSwitched);
    const ways = [
      () => (read.strong === null ? cheapestOf(this.#completed(read, limit, options)) : null),
      () => this.#respelled(read, limit, options, mayBe),
      () => (mayChange ? this.#fromOtherKeyboard(text, limit, options) : null),
      () => this.#respelled(read, limit, options, (word) => spellings.inOtherCases(word)),
      () =>
        read.strong === null && read.likely !== null && read.words.length >= FEWEST_OF_SENTENCE
          ? this.#inLikelyAreas(read, read.likely, limit, options)
          : null,
      // Words about going somewhere may occur in the middle: «Драгон дээр, хөдөөнөөс ирсэн».
      () => (read.strong === null ? this.#anywhere(this.#uncut(read, text), limit, options) : null),
    ];
    const isInName = hasAllInName(own.hits().at(0));
    if (read.words.length > MOST_WHOLE) ways.unshift(ways.pop()!);
    let best = own;
    for (const way of ways) {
      if (best.cost <= DOUBTFUL + COSTS.inCase || this.#isSpent) break;
      const option = way() ?? NOTHING;
      if (option.cost < Infinity) options.read?.(option);
      if (isInName && (option.hits().at(0)?.group ?? 7) > 4) continue;
      best = cheapestOf([best, option])!;
    }
    return best;
  }

  /** Returns places in the areas that the query may name: «өглөө Мөрөнд Сүлд орно». */
  #inLikelyAreas(cut: CutText, likely: Chain, limit: number, options: AskedOptions): Option | null {
    const found = new AreaReadings(this.#ground, cut, limit, { ...options, asked: [] }).cheapest(likely, []);
    const isWhole = found?.hits().at(0)?.match !== 'partial';
    return found === null ? null : { ...found, cost: found.cost + (isWhole ? 0 : COSTS.leftOutAnywhere) };
  }

  /** Returns the cheapest subset of the words of a query without areas, searching everywhere. */
  #anywhere(cut: CutText, limit: number, options: AskedOptions): Option | null {
    const places = cut.places((aside) => aside === null || aside === 'company' || aside === 'form');
    const found = new InsideSearch(this.#ground, cut, limit, options).cheapest(
      cut.restOptions(places, this.#ground.spellings()),
      [],
      Infinity,
    );
    if (found === null) return null;
    const leftOut = found.left.map((at) => cut.words[at].typed);
    const isWhole = leftOut.length === 0;
    const how = { match: isWhole ? 'derived' : 'partial', leftOut, relaxation: 1 } as const;
    // A word that is left out of a short query is probably part of the name, with a typing error.
    const isShort = cut.words.length < FEWEST_OF_SENTENCE;
    const leftOutCost = COSTS.leftOutAnywhere + (isShort ? COSTS.leftOutOfShort : 0);
    const cost = found.cost + (isWhole ? 0 : leftOutCost);
    return { because: 'left_out', cost, hits: () => found.hits.map((hit) => ({ ...plainHit(hit), ...how })) };
  }

  /** Returns the cost of the query words that a hit of a plain search lacks. */
  #costOfLeftOut({ group, leftOut, match }: NamedHit, cut: CutText): number {
    if (match !== 'partial') return 0;
    const kind = leftOut.flatMap(wordsOf).filter((word) => !isNearWord(word) && !isStopWord(word));
    if (group === 1 && kind.length > 0 && kindOf(kind) !== undefined) return COSTS.kindNotInTown;
    const options = cut.restOptions([], this.#ground.spellings());
    return cut.words.reduce<number>(
      (sum, { typed }, at) => sum + (leftOut.includes(typed) ? costOfLeaving(cut.words, at, options) : 0),
      COSTS.leftOutAnywhere,
    );
  }

  /** Reads the query without its last words, up to half of them, which must not empty the list. */
  #withoutLast(cut: CutText, limit: number, options: AskedOptions, fewest = cut.words.length / 2): Option {
    const { words, text, asides } = cut;
    const last = words.at(-1);
    const typed = text.replace(SIGNS_AT_END, '');
    if (words.length < 2 || words.length - 1 < fewest || last === undefined) return NOTHING;
    if (last.word.isNumber || !typed.endsWith(last.typed) || asides.at(-1) === 'look') return NOTHING;
    const rest = typed.slice(0, typed.length - last.typed.length).replace(SIGNS_AT_END, '');
    let option = this.#read(rest, limit, { ...options, asked: [], read: undefined }, false);
    if (option.cost === Infinity && !this.#isSpent)
      option = this.#withoutLast(new CutText(rest, this.#ground.lexicon()), limit, options, fewest);
    if (option.cost > DOUBTFUL && option.because !== 'left_out') return NOTHING;
    const left = (hit: ReadHit): ReadHit => ({
      ...hit,
      relaxation: Math.max(1, hit.relaxation),
      match: 'partial',
      leftOut: [...hit.leftOut, last.typed],
    });
    const cost = option.cost + COSTS.unknownWord;
    return { because: 'left_out', cost, hits: () => option.hits().map(left) };
  }

  /** Whether the area words belong to a name in the query: Луус сумын эрүүл мэндийн төв. */
  #isOfName({ words, strong }: CutText): boolean {
    if (strong === null || strong.tokens.length > 1) return false;
    const [{ from, to: first }] = strong.tokens;
    let end = first;
    while (end < words.length && !isApart(words, end)) end++;
    for (let to = end; to > first; to--) {
      const name = words.slice(from, to).map(({ word }) => word);
      const isCalled = [name, ...withoutLastCase(name)].some((some) => this.#ground.searched.isCalled(some));
      if (isCalled && name.slice(first - from).some((word) => !word.isNumber)) return true;
    }
    return false;
  }

  /** Interprets the whole query, including words for asking and going. */
  #uncut(cut: CutText, text: string): CutText {
    return cleanText(text) === cut.text ? cut : new CutText(text, this.#ground.lexicon());
  }

  /** Returns the query without asides or words for asking and going. */
  cut(typed: string): CutText {
    const { text } = requestOf(typed, wordsOf(typed), this.#ground.searched);
    return new CutText(text, this.#ground.lexicon());
  }

  /** Interprets the query in parts. Returns null if nothing is found. */
  #otherwise(cut: CutText, whole: readonly NamedHit[], limit: number, options: AskedOptions): Option | null {
    const { strong } = cut;
    if (strong === null) return this.#withoutAsides(cut, limit, options);
    const called = cut.hasAsides ? this.#calledWithoutAsides(cut, limit, options) : null;
    if (called !== null) return called;
    const typed = new AreaReadings(this.#ground, cut, limit, options).cheapest(strong, whole) ?? NOTHING;
    if (typed.cost <= COSTS.completed) return typed;
    return cheapestOf([typed, ...this.#completed(cut, limit, options)]);
  }

  /**
   * Returns places with this name in a town, if the query as a whole only matches the beginnings of words.
   */
  #inLikelyTown(
    cut: CutText,
    whole: readonly NamedHit[],
    limit: number,
    options: AskedOptions,
  ): Option | null {
    const { likely } = cut;
    const [first] = whole;
    if (likely === null || first === undefined || first.group !== 3 || first.key !== 'loose') return null;
    return new AreaReadings(this.#ground, cut, limit, options).cheapest(likely, []);
  }

  /** Reads the query with its last word completed, in each way that makes it a word for an area or a unit. */
  #completed(cut: CutText, limit: number, options: AskedOptions): Option[] {
    return completionsOf(cut.text, cut.words).flatMap((text) => {
      const other = new CutText(text, this.#ground.lexicon());
      const isRead = other.asides.at(-1) !== null || other.areaEndsText;
      if (!isRead) return [];
      const option =
        other.strong === null
          ? this.#withoutAsides(other, limit, options)
          : new AreaReadings(this.#ground, other, limit, { ...options, read: undefined }).cheapest(
              other.strong,
              [],
            );
      if (option === null) return [];
      const cost = option.cost + COSTS.completed;
      const hits = (): ReadHit[] => asTypedBefore(option.hits(), other.words, cut.words);
      return [{ ...option, because: 'completed', cost, hits }];
    });
  }

  /** Interprets the query without the words that do not name a place, as the plain search would. */
  #withoutAsides(cut: CutText, limit: number, options: AskedOptions): Option | null {
    const readings = cut.placesWithoutAsides().map((places) => {
      const hits = this.#ground.forward.named(cut.textAt(places), limit, { ...options, asked: [] });
      const option = optionOf(hits, (hit) => this.#costOfLeftOut(hit, cut));
      const cost = option.cost + (cut.leavesCompany(places) ? COSTS.companyAlone : 0);
      return { ...option, because: 'asides', cost } as const;
    });
    return cheapestOf(readings.filter(({ cost }) => cost < Infinity));
  }

  #calledWithoutAsides(cut: CutText, limit: number, options: AskedOptions): Option | null {
    for (const places of cut.placesWithoutAsides()) {
      if (cut.leavesCompany(places)) continue;
      const hits = this.#ground.forward.found(cut.wordsAt(places), limit, options);
      if (isCalledSo(hits.at(0))) return optionOf(hits, () => 0);
    }
    return null;
  }

  /** Returns the query without asides in the cheapest other spelling that finds a place, or null. */
  #respelled(
    cut: CutText,
    limit: number,
    options: AskedOptions,
    spellingsOf: (word: TypedWord) => readonly Spelling[],
  ): Option | null {
    const readings: Option[] = [];
    // A place outside a named area must have exactly this name.
    const mostGroup = cut.strong === null ? 5 : 2;
    for (const places of cut.placesWithoutAsides()) {
      const typed = places.map((at) => cut.words[at]);
      for (const { words, cost } of this.#ground.spellings().ofAll(typed, spellingsOf)) {
        if (this.#isSpent || readings.some((known) => known.cost <= cost)) break;
        const hits = this.#ground.forward
          .named(cut.textAt(places), limit, { ...options, asked: [], meant: words })
          .filter((hit) => isSound(hit) && hit.group <= mostGroup && this.#hasRespelled(hit, typed, words));
        if (hits.length > 0) {
          const found = optionOf(hits, (hit) => this.#costOfLeftOut(hit, cut));
          readings.push({ because: 'spelled', cost: cost + found.cost, hits: () => derived(hits) });
        }
      }
    }
    return cheapestOf(readings);
  }

  /**
   * Whether a hit contains the respelled words in full, because nobody types half a word with a case ending.
   */
  #hasRespelled({ row, group }: NamedHit, typed: readonly TypedWord[], words: readonly Word[]): boolean {
    const isChanged = (word: Word, i: number): boolean =>
      word !== typed[i].word && !isGeneric(word) && !endsKind(word.strict);
    const changed = words.filter(isChanged);
    // If a kind is requested, places near a town also count.
    const isNearTown = group === 5 && this.#ground.searched.isTown(changed);
    if (changed.length === 0 || isNearTown) return true;
    const texts = [...this.#ground.textsOf(row), this.#ground.addressOf(row)].flatMap(wordsOf);
    const has = ({ strict, loose }: Pick<Word, 'strict' | 'loose'>): boolean =>
      texts.some((word) => word.strict === strict || word.loose === loose);
    // Халхгол, typed as «халхин гол».
    const hasJoined = (at: number): boolean => {
      const [a, b] = [words[at], words.at(at + 1)];
      return b !== undefined && has({ strict: a.strict + b.strict, loose: a.loose + b.loose });
    };
    return words.every(
      (word, at) => !isChanged(word, at) || has(word) || hasJoined(at) || (at > 0 && hasJoined(at - 1)),
    );
  }

  /** Interprets the query as typed on another keyboard, or letter by letter, if most words become known. */
  #fromOtherKeyboard(text: string, limit: number, options: AskedOptions): Option | null {
    const other = onOtherKeyboard(text, this.#ground);
    if (other === null) return null;
    const { switched, place, because } = other;
    const option = this.#read(switched, limit, { ...options, asked: [], read: undefined }, false);
    return {
      because,
      cost: option.cost + (hasKeySigns(text) ? COSTS.keySigns : COSTS.otherKeyboard),
      hits: () =>
        derived(option.hits()).map((hit) => ({ ...hit, leftOut: asTyped(hit.leftOut, switched, place) })),
    };
  }
}

/** @param leftOut the cost of the words that a hit lacks */
function optionOf(hits: readonly NamedHit[], leftOut: (hit: NamedHit) => number): Option {
  const [first] = hits;
  const cost = first === undefined ? Infinity : costOf(first) + leftOut(first);
  return { because: 'typed', cost, hits: () => hits.map(plainHit) };
}

function noted(option: Option, { read }: AskedOptions): Option {
  read?.(option);
  return option;
}

/** Marks the hits as found by words other than those typed, unless the hits are partial. */
function derived(hits: readonly NamedHit[]): ReadHit[] {
  return hits.map((hit) => ({ ...plainHit(hit), match: hit.match === 'partial' ? hit.match : 'derived' }));
}

/** Whether the query is meaningless, like queries sent by programs. */
function saysNothing(text: string): boolean {
  return isNonsense(text) || isEmptyTalk(text, wordsOf(text));
}
