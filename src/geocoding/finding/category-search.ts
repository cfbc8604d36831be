import {
  canonicalWords,
  endsKind,
  isAreaWord,
  isSettlementWord,
  isStopWord,
  mayChange,
} from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { LONGEST_ENDING, stemKeysOf, stemsOf, withoutLastCase } from '../../text/cases.js';
import { isNearWord, isNearWordBehind, withoutSide } from '../../text/near-words.js';
import type { Word } from '../../text/words.js';
import type { ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey } from '../lookup/key-text.js';
import { RowList, SortedRows } from '../lookup/row-stream.js';
import { areasCalled } from './areas-called.js';
import { categoryKey, LONGEST_CATEGORY } from './category-key.js';
import type { LayerKind } from './forward-hit.js';
import { farAround, LACKS, LANDMARK_REACH_M, type Landmark, type Landmarks } from './landmarks.js';
import type { Matches, NearestRows } from './searched.js';
import { KindRows, townFirst } from './kind-rows.js';

const NO_KINDS: readonly number[] = [];
const NOTHING: Matches = { streams: [] };
/** The number of steps that look into areas. */
const IN_AREAS = 3;

/** A query read as a kind of thing and its place. */
export interface CategoryQuery {
  /** Contexts of the kinds. */
  kinds: readonly number[];
  /** The words of the kind, in the spelling of names. */
  asked: readonly Word[];
  /** The other words, without words like «near». Empty for a kind alone. */
  rest: readonly Word[];
  /** The same words as typed; empty for a kind between them, which is part of a name. */
  place: readonly Word[];
  /** Whether a word like «near» was typed. */
  isNear: boolean;
}

/**
 * Finds things of a kind that people name: a museum in Мандалговь, a bank near the circus. Kinds are contexts
 * of rows (see KIND_WORDS), so a thing of a kind in an area has all words in its contexts.
 */
export class CategorySearch {
  readonly #contexts: ContextIndex;
  readonly #rows: KindRows;
  readonly #landmarks: Landmarks;
  /** Contexts by the joined key of one of their names. */
  readonly #kinds = new Map<string, number[]>();
  /** All beginnings of the keys. */
  readonly #beginnings = new Set<string>();

  /**
   * @param names the names of rows
   */
  constructor(contexts: ContextIndex, names: Record<LayerKind, KeyLayer>, landmarks: Landmarks) {
    this.#contexts = contexts;
    this.#landmarks = landmarks;
    this.#rows = new KindRows(contexts, names);
    const { strict, kinds } = contexts;
    for (const kind of kinds) {
      for (let form = strict.firstFormOf(kind); form < strict.firstFormOf(kind + 1); form++) {
        const key = strict.formKey(form);
        for (let length = 1; length <= key.length; length++) this.#beginnings.add(key.slice(0, length));
        const known = this.#kinds.get(key);
        if (known === undefined) this.#kinds.set(key, [kind]);
        else if (!known.includes(kind)) known.push(kind);
      }
    }
  }

  /**
   * The query as a kind and the rest; null without a kind. If there are several kinds, only those on the
   * other side of a word like «near» than the place count. Among these, the first whose rest is a landmark
   * wins, else the longest; among equally long ones, the first. The full text of an abbreviation is not a
   * kind: ХУД is not a mountain (уул).
   *
   * @param other its kinds and landmarks count, too; a kind that only it has gets no rows here
   */
  read(words: readonly Word[], other?: CategorySearch): CategoryQuery | null {
    const both = [this, ...(other === undefined ? [] : [other])];
    const found = this.#readings(words, both);
    const sided = found.filter(({ isOtherSide }) => isOtherSide);
    const queries = sided.length > 0 ? sided : found;
    const isLandmark = (place: readonly Word[]): boolean =>
      both.some((each) => each.landmarks(place, false, this, other).length > 0);
    const query = (queries.length > 1 && queries.find(({ place }) => isLandmark(place))) || queries.at(0);
    if (query === undefined || query.place.length === 0) return query ?? null;
    const isTown = (place: readonly Word[]): boolean => both.some((each) => each.isTown(place));
    const isQuarter = (place: readonly Word[]): boolean =>
      both.some((each) => each.#landmarks.called(place).some(isOfQuarter));
    if (both.some((each) => each.#isArea(query.rest))) return query;
    // Сайншандын музей, Зайсангийн эмийн сан
    const stems = withoutLastCase(query.place);
    const bare = stems.find(isTown) ?? stems.find(isQuarter);
    return bare === undefined ? query : { ...query, rest: canonicalWords(bare), place: bare };
  }

  /** Whether the kind is a town here, and any such town has something with this name: Цэцэрлэг Хаан банк. */
  #isOfTown(kind: readonly Word[], place: readonly Word[], both: readonly CategorySearch[]): boolean {
    const town = this.#landmarks.called(kind).find(({ isTown }) => isTown);
    return town !== undefined && both.some((each) => each.#landmarks.isCalledIn(place, town));
  }

  /** Whether a settlement has the words as its whole tagged name. */
  isTown(words: readonly Word[]): boolean {
    return this.#landmarks.called(words).some((landmark) => landmark.isTown);
  }

  #isArea(words: readonly Word[]): boolean {
    const layer = this.#contexts.strict;
    const key = encodeKey(joinedKey(words.map((word) => word.strict)));
    const { from, to } = layer.wholeRange(key, layer.headRange(key));
    return from < to;
  }

  /** The possible kinds, the longest first; equally long ones in the order of the text. */
  #readings(
    words: readonly Word[],
    both: readonly CategorySearch[],
  ): (CategoryQuery & { isOtherSide: boolean })[] {
    const starts: number[] = [];
    for (let at = 0; at < words.length; at++)
      if (both.some((each) => each.#mayBegin(words[at]))) starts.push(at);
    const found: (CategoryQuery & { isOtherSide: boolean })[] = [];
    if (starts.length === 0) return found;
    const near = words.findIndex(isNearWord);
    for (let length = Math.min(LONGEST_CATEGORY, words.length); length > 0; length--) {
      for (const at of starts) {
        if (at + length > words.length) break;
        const asked = words.slice(at, at + length);
        const key = categoryKey(asked);
        const isElsewhere = both.some((each) => each.#kinds.has(key));
        // A word alone may be a name.
        const mayHaveCase = length > 1 || words.length === 1;
        const called = this.#kinds.get(key) ?? (isElsewhere ? NO_KINDS : undefined);
        const named =
          called !== undefined
            ? { kinds: called, asked }
            : mayHaveCase
              ? this.#kindsOfStem(asked, key)
              : undefined;
        // «Beside the post office» makes the post office the place. «A post office near by» is any.
        const isPlace = isNearWordBehind(words[at + length]) && words.length > length + 1;
        if (named === undefined || isPlace) continue;
        const rest = words.filter((_, i) => i < at || i >= at + length);
        const isBeside = withoutSide(rest, at).length < rest.length;
        const others = canonicalWords(withoutSide(rest, at));
        // Цэцэрлэг хот is a town, not a kindergarten.
        if (others.length > 0 && others.every(isSettlementWord)) continue;
        const isAtEnd = at === 0 || at + length === words.length;
        const place = withoutSide(rest, at).filter((word) => !isNearWord(word) && !isStopWord(word));
        const isNear = near >= 0 || isBeside;
        const mayBeOfTown = isAtEnd && !isNear && place.length > 0;
        if (mayBeOfTown && both.some((each) => each.#isOfTown(asked, place, both))) continue;
        found.push({
          kinds: named.kinds,
          asked: canonicalWords(named.asked),
          rest: others.filter((word) => !isNearWord(word)),
          place: isAtEnd ? place : [],
          isNear,
          isOtherSide: near >= 0 && (isNearWordBehind(words[near]) ? at > near : at + length <= near),
        });
      }
    }
    return found;
  }

  /**
   * The landmarks here with those words as their name. A place named like a kind is not one, such as a bank's
   * office that is tagged as «Банк».
   *
   * @param mayLack whether their names may have more words; see Landmarks
   * @param all the readings whose kinds count
   */
  landmarks(
    place: readonly Word[],
    mayLack: boolean,
    ...all: readonly (CategorySearch | undefined)[]
  ): readonly Landmark[] {
    if (place.length === 0) return [];
    const key = categoryKey(place);
    const isKind = all.some((each) => each !== undefined && each.#kinds.has(key));
    // Мөрөн is a town and a river. A 3-р баг is everywhere, but the 100 айл is not.
    const isNumbered = place.some(({ isNumber }) => isNumber);
    const isArea = isNumbered && place.some(isAreaWord);
    const mayBe = ({ isTown, reach_m }: Landmark): boolean =>
      isTown ? !isNumbered : isOfQuarter({ isTown, reach_m }) ? !isArea : !isKind;
    // Эрдэнэт хотын музей
    const isOfTown = place.length > 1 && canonicalWords(place.slice(-1)).every(isSettlementWord);
    // Улсын их дэлгүүрийн хажууд: people put a place's landmark in the genitive.
    const others = isKind ? [] : isOfTown ? [place.slice(0, -1)] : withoutLastCase(place);
    for (const lack of mayLack ? LACKS : LACKS.slice(0, 1))
      for (const words of [place, ...others]) {
        const found = this.#landmarks.called(words, lack).filter(mayBe);
        if (found.length > 0) return found;
      }
    return [];
  }

  /** The kinds of the words without the case ending of the last one: эмийн санд. */
  #kindsOfStem(asked: readonly Word[], key: string): Pick<CategoryQuery, 'kinds' | 'asked'> | undefined {
    const last = asked[asked.length - 1];
    // A quick test that most words of names fail.
    if (!this.#beginnings.has(key.slice(0, -LONGEST_ENDING)) || !stemKeysOf(last).some(endsKind))
      return undefined;
    for (const stem of stemsOf(last)) {
      const bare = [...asked.slice(0, -1), stem];
      const kinds = this.#kinds.get(categoryKey(bare));
      if (kinds !== undefined) return { kinds, asked: bare };
    }
    return undefined;
  }

  /** A quick test that most words of names fail. */
  #mayBegin(word: Word): boolean {
    return this.#beginnings.has(word.strict) || (!word.isNumber && mayChange(word));
  }

  /**
   * Rows of the kinds, best first. Steps 1 and 2 give rows in a town with this name before all others:
   *
   *     1  the other words are the whole name of a context of the row, and are in the row's name, too
   *     2 they are the whole name of a context. An aimag does not count, because nobody looks through a whole
   *        one. Rows with the words of the kind in their name come first: of pubs in Баянхонгор, Эмарт
   *        караоке.
   *        Or they are the whole names of two areas around the row: Сүхбаатар аймаг Сүхбаатар сум
   *     3  they are whole words of its name, and name a town; then the nearest to the town, if nothing was
   *        found so far
   *     4  they are in its name; rows with the words of the kind in it, too, come first
   *     5  they are the whole name of a landmark near it; nearest first. Before 3 if «near» was typed, else
   *        only if nothing was found so far
   *     6  each begins a word of one of its contexts
   *
   * Around a quarter, things with its name and then the nearest come before all of these.
   *
   * Read each result before asking for the next one.
   *
   * @param isEmpty whether nothing was found so far
   * @param landmarks those of the place, if not only those of this index count
   */
  *rows(
    { kinds, asked, rest, place, isNear }: CategoryQuery,
    kind: LayerKind,
    isEmpty: () => boolean,
    landmarks = (mayLack: boolean): readonly Landmark[] => this.landmarks(place, mayLack, this),
  ): Generator<Matches | NearestRows> {
    if (rest.length === 0) {
      if (kind === 'strict') yield { streams: [new SortedRows(this.#rows.rowsOf(kinds))] };
      return;
    }
    const named = this.#rows.named(kinds, rest, kind);
    // Гандантэгчэнлин хийд is the intended Гандантэгчэнлин itself, not something to be near.
    const all = landmarks(isNear);
    const isThere = this.inTown(all);
    const places = kind === 'strict' ? all : [];
    const [towns, others] = [true, false].map((isTown) => places.filter((place) => place.isTown === isTown));
    const nearest = (around: readonly Landmark[]): NearestRows => ({
      nearest: this.#landmarks.near(around, this.#rows.rowsOf(kinds)),
    });
    const isInQuarter = towns.length === 0 && others.some(isOfQuarter);
    if (isInQuarter && !isNear) yield { streams: [new RowList(named)] };
    if (isInQuarter) yield nearest(others);
    yield* townFirst(isThere, IN_AREAS, () => this.#inAreas({ kinds, asked, rest, named }, kind));
    // A town without one, inside or nearby, is not skipped in favour of a place whose name only begins the
    // same way.
    if (kind === 'loose' && isEmpty() && isThere !== null) return;
    if (isNear) yield nearest(others);
    if (towns.length > 0) {
      // Мандалговь is not called Мандал.
      yield { streams: [new RowList(this.#rows.named(kinds, rest, kind, true))] };
      if (isEmpty()) yield nearest(towns);
      if (isEmpty()) return;
    }
    // The requested Их сургууль comes first of two universities named Тэмүжин.
    yield { streams: [new RowList(this.#rows.named(kinds, [...rest, ...asked], kind))] };
    yield { streams: [new RowList(named)] };
    if (!isNear && isEmpty()) yield nearest(others);
    if (isNear && isEmpty()) yield nearest(farAround(others));
    yield this.#rows.around(kinds, rest, kind);
  }

  /** The distance of a place from the nearest of the landmarks, in meters; Infinity if it is far. */
  distanceFrom(landmarks: readonly Landmark[]): (row: number) => number {
    const far = farAround(landmarks);
    return (row) => (this.#landmarks.mayBeLandmark(row) ? this.#landmarks.distanceFrom(far, row) : Infinity);
  }

  /** Whether a row is in the first of the landmarks that is a town; null if none is. */
  inTown(landmarks: readonly Landmark[]): ((row: number) => boolean) | null {
    const town = landmarks.find(({ isTown }) => isTown);
    return town === undefined ? null : this.#landmarks.isIn(town);
  }

  /** Steps 1 and 2 of `rows`: always `IN_AREAS` results, even without such an area. */
  *#inAreas(
    {
      kinds,
      asked,
      rest,
      named,
    }: Pick<CategoryQuery, 'kinds' | 'asked' | 'rest'> & { named: readonly number[] },
    kind: LayerKind,
  ): Generator<Matches> {
    const { areas, small } = areasCalled(this.#contexts[kind], rest, kind);
    if (areas.length === 0) return yield* [NOTHING, NOTHING, this.#rows.insideBoth(kinds, rest, kind)];
    yield { streams: [new RowList([...named])], accepts: this.#rows.isInAny(areas) };
    yield {
      streams: [new RowList(this.#rows.named(kinds, asked, kind))],
      accepts: this.#rows.isInAny(small),
    };
    yield this.#rows.inside(kinds, small);
  }

  /** Whether a row is in an area or a town with those words as its whole name. An aimag does not count. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    const { small } = areasCalled(this.#contexts.strict, words, 'strict');
    return small.length === 0 ? null : this.#rows.isInAny(small);
  }
}

/** Whether a landmark is a settlement that is not a town. */
function isOfQuarter({ isTown, reach_m }: Pick<Landmark, 'isTown' | 'reach_m'>): boolean {
  return !isTown && reach_m > LANDMARK_REACH_M;
}
