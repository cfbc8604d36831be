import {
  canonicalWords,
  endsKind,
  isAreaWord,
  isSettlementWord,
  isStopWord,
  mayChange,
} from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { LONGEST_ENDING, stemKeysOf, stemsOf, withoutLastCase } from '../../text/strip-case.js';
import { isNearWord, isNearWordBehind, withoutSide } from '../../text/near-words.js';
import type { Word } from '../../text/words.js';
import type { ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey } from '../lookup/key-text.js';
import { RowList, SortedRows } from '../lookup/row-stream.js';
import { areasCalled } from './areas-called.js';
import { categoryKey, LONGEST_CATEGORY } from './category-key.js';
import type { LayerKind } from './forward-hit.js';
import { farAround, isSquare, LACKS, spellingsOf, type Landmark, type Landmarks } from './landmarks.js';
import { LANDMARK_REACH_M } from '../places/landmark-reach.js';
import type { Matches, NearestRows } from './search-contract.js';
import { KindRows, townFirst } from './kind-rows.js';

const NO_KINDS: readonly number[] = [];
const NOTHING: Matches = { streams: [] };
/** The number of steps that search inside areas. */
const IN_AREAS = 3;

/** A query split into a kind of place and a location. */
export interface CategoryQuery {
  /** The contexts that represent the kind. */
  kinds: readonly number[];
  /** The words that name the kind of place, in the spelling that names use. */
  asked: readonly Word[];
  /**
   * The remaining words of the query, without words like «near». The list is empty if the query consists only
   * of a kind of place.
   */
  rest: readonly Word[];
  /**
   * The remaining words of the query as typed. The list is empty if the words for the kind are in the middle
   * of the query, because the remaining words are then part of a name.
   */
  place: readonly Word[];
  /** Whether the query contains a word like «near». */
  isNear: boolean;
}

/**
 * Finds places by kind: a museum in Мандалговь, a bank near the circus. Kinds are contexts of rows (see
 * KIND_WORDS), so the contexts of a matching place contain all words of the query.
 */
export class CategorySearch {
  readonly #contexts: ContextIndex;
  readonly #rows: KindRows;
  readonly #landmarks: Landmarks;
  /** The contexts of each kind, by the joined key of any of its names. */
  readonly #kinds = new Map<string, number[]>();
  /** All prefixes of the keys in `#kinds`. */
  readonly #beginnings = new Set<string>();

  /** @param names the names of rows */
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
   * Splits the query into a kind of place and the remaining words. Returns null if no kind is found. If the
   * query contains several kinds and a word like «near», only kinds on the opposite side of that word from
   * the place are considered. Among these, the first kind whose remaining words name a landmark is chosen;
   * otherwise, the longest kind is chosen, and among equally long kinds the first one. The expansion of an
   * abbreviation does not count as a kind: ХУД is not a mountain (уул).
   *
   * @param other another index whose kinds and landmarks are also considered; a kind that exists only in that
   * index has no rows here
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
    // Examples: Сайншандын музей, Зайсангийн эмийн сан
    const stems = withoutLastCase(query.place);
    const bare = stems.find(isTown) ?? stems.find(isQuarter);
    return bare === undefined ? query : { ...query, rest: canonicalWords(bare), place: bare };
  }

  /**
   * Whether the kind is also the name of a town, and that town has a place with this name: Цэцэрлэг Хаан
   * банк.
   */
  #isOfTown(kind: readonly Word[], place: readonly Word[], both: readonly CategorySearch[]): boolean {
    const town = this.#landmarks.called(kind).find(({ isTown }) => isTown);
    return town !== undefined && both.some((each) => each.#landmarks.isCalledIn(place, town));
  }

  /** Whether the whole tagged name of a settlement consists of these words. */
  isTown(words: readonly Word[]): boolean {
    return this.#landmarks.called(words).some((landmark) => landmark.isTown);
  }

  #isArea(words: readonly Word[]): boolean {
    const layer = this.#contexts.strict;
    const key = encodeKey(joinedKey(words.map((word) => word.strict)));
    const { from, to } = layer.wholeRange(key, layer.headRange(key));
    return from < to;
  }

  /**
   * Returns the kinds of places that the query may name, longest first. Kinds of equal length keep their
   * order in the query.
   */
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
        // A single word may also be part of a name.
        const mayHaveCase = length > 1 || words.length === 1;
        const called = this.#kinds.get(key) ?? (isElsewhere ? NO_KINDS : undefined);
        const named =
          called !== undefined
            ? { kinds: called, asked }
            : mayHaveCase
              ? this.#kindsOfStem(asked, key)
              : undefined;
        // In «beside the post office», the post office is the place, but «a post office nearby» means any
        // post office.
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
   * Returns the landmarks of this index whose name consists of these words. A place that is named after its
   * own kind is not a landmark, for example a bank branch tagged as «Банк».
   *
   * @param mayLack whether the landmark's name may contain more words; see Landmarks
   * @param all the searches whose kinds are taken into account
   */
  landmarks(
    place: readonly Word[],
    mayLack: boolean,
    ...all: readonly (CategorySearch | undefined)[]
  ): readonly Landmark[] {
    if (place.length === 0) return [];
    const key = categoryKey(place);
    const isKind = all.some((each) => each !== undefined && each.#kinds.has(key));
    // Мөрөн is both a town and a river. A 3-р баг exists in many places, but there is only one 100 айл.
    const isNumbered = place.some(({ isNumber }) => isNumber);
    const isArea = isNumbered && place.some(isAreaWord);
    const mayBe = ({ row, isTown, isStop, reach_m }: Landmark): boolean => {
      if (isTown) return !isNumbered;
      if (isOfQuarter({ isTown, reach_m })) return !isArea;
      // A bus stop named «Вокзал» is at the station.
      return (
        !isKind ||
        (isStop && !all.some((each) => each !== undefined && each.#rows.isOfKind(row, each.#kinds.get(key))))
      );
    };
    // Example: Эрдэнэт хотын музей
    const isOfTown = place.length > 1 && canonicalWords(place.slice(-1)).every(isSettlementWord);
    // People put a landmark in the genitive: Улсын их дэлгүүрийн хажууд.
    const others = isKind ? [] : isOfTown ? [place.slice(0, -1)] : withoutLastCase(place);
    const names = [place, ...others].flatMap(spellingsOf);
    for (const lack of mayLack ? LACKS : LACKS.slice(0, 1))
      for (const words of names) {
        const found = this.#landmarks.called(words, lack).filter(mayBe);
        if (found.length > 0) return found;
      }
    if (!mayLack) return [];
    const kinds = this.#kinds.get(key);
    if (kinds !== undefined) return this.#landmarks.mostKnown(place, this.#rows.rowsOf(kinds));
    const ofTown = [place, ...others].map((words) => this.#ofTown(words)).find(({ length }) => length > 0);
    return ofTown ?? (isSquare(place) ? this.#landmarks.square : []);
  }

  /** Returns the best-known place of a kind in a town, or all of them if there are few: Ховд театр. */
  #ofTown(words: readonly Word[]): readonly Landmark[] {
    for (let cut = 1; cut < words.length; cut++) {
      const kinds = this.#kinds.get(categoryKey(words.slice(cut)));
      const town = kinds && this.#landmarks.called(words.slice(0, cut)).find(({ isTown }) => isTown);
      if (kinds === undefined || town === undefined) continue;
      return this.#landmarks.known(this.#rows.rowsOf(kinds).filter(this.#landmarks.isIn(town)));
    }
    return [];
  }

  /** Returns the kind of place found after removing the last word's case ending, for example эмийн санд. */
  #kindsOfStem(asked: readonly Word[], key: string): Pick<CategoryQuery, 'kinds' | 'asked'> | undefined {
    const last = asked[asked.length - 1];
    // This quick test rules out most of the words that occur in names.
    if (!this.#beginnings.has(key.slice(0, -LONGEST_ENDING)) || !stemKeysOf(last).some(endsKind))
      return undefined;
    for (const stem of stemsOf(last)) {
      const bare = [...asked.slice(0, -1), stem];
      const kinds = this.#kinds.get(categoryKey(bare));
      if (kinds !== undefined) return { kinds, asked: bare };
    }
    return undefined;
  }

  /**
   * Whether the name of a kind may begin with this word. This quick test rules out most of the words that
   * occur in names.
   */
  #mayBegin(word: Word): boolean {
    return this.#beginnings.has(word.strict) || (!word.isNumber && mayChange(word));
  }

  /**
   * Returns the rows of the kinds, best first. Steps 1 and 2 return rows in the town with this name before
   * all other rows:
   *
   * 1. The remaining words are the whole name of one of the row's contexts, and they also occur in the row's
   *    own name.
   * 2. The remaining words are the whole name of one of the row's contexts. An aimag does not count, because
   *    nobody searches a whole aimag. Rows whose name contains the words of the kind come first: among pubs
   *    in Баянхонгор, Эмарт караоке. Alternatively, they are the whole names of two areas around the row:
   *    Сүхбаатар аймаг Сүхбаатар сум.
   * 3. The remaining words are whole words of the row's name, and also name a town. If nothing has been found
   *    so far, the rows nearest to the town follow.
   * 4. The remaining words occur in the row's name. Rows whose name also contains the words of the kind come
   *    first.
   * 5. The remaining words are the whole name of a landmark near the row; the nearest row comes first. This
   *    step comes before step 3 if «near» was typed. Otherwise it runs only if nothing has been found so far.
   * 6. Each of the remaining words is a prefix of a word in one of the row's contexts.
   *
   * If the remaining words name a quarter, rows with its name come before all other rows, followed by the
   * nearest rows.
   *
   * The caller must read each result before requesting the next one.
   *
   * @param isEmpty whether nothing has been found so far
   * @param landmarks returns the landmarks that the place names, if landmarks of other indexes also count
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
    // Гандантэгчэнлин хийд means the monastery Гандантэгчэнлин itself, not a monastery near it.
    const all = landmarks(isNear);
    const isThere = this.inTown(all);
    const places = kind === 'strict' ? all : [];
    const [towns, others] = [true, false].map((isTown) => places.filter((place) => place.isTown === isTown));
    const nearest = (around: readonly Landmark[]): NearestRows => ({
      nearest: this.#landmarks.near(around, this.#rows.rowsOf(kinds)),
    });
    const isAroundQuarter = isInQuarter(places);
    if (isAroundQuarter && !isNear) yield { streams: [new RowList(named)] };
    if (isAroundQuarter) yield nearest(others);
    yield* townFirst(isThere, IN_AREAS, () => this.#inAreas({ kinds, asked, rest, named }, kind));
    // If the town has no place of this kind, inside or nearby, the search does not fall back to a place whose
    // name merely begins the same way.
    if (kind === 'loose' && isEmpty() && isThere !== null) return;
    if (isNear) yield nearest(others);
    if (towns.length > 0) {
      // Whole words only: Мандалговь does not have the name Мандал.
      yield { streams: [new RowList(this.#rows.named(kinds, rest, kind, true))] };
      if (isEmpty()) yield nearest(towns);
      if (isEmpty()) return;
    }
    // If two universities are named Тэмүжин and the query says Их сургууль, the one with those words in its
    // name comes first.
    yield { streams: [new RowList(this.#rows.named(kinds, [...rest, ...asked], kind))] };
    yield { streams: [new RowList(named)] };
    if (!isNear && isEmpty()) yield nearest(others);
    if (isNear && isEmpty()) yield nearest(farAround(others));
    yield this.#rows.around(kinds, rest, kind);
  }

  /**
   * Returns a function that computes a place's distance, in meters, from the nearest landmark, or Infinity if
   * the place is far away.
   */
  distanceFrom(landmarks: readonly Landmark[]): (row: number) => number {
    const far = farAround(landmarks);
    return (row) => (this.#landmarks.mayBeLandmark(row) ? this.#landmarks.distanceFrom(far, row) : Infinity);
  }

  /** Returns a test for rows in the first town among the landmarks, or null if none of them is a town. */
  inTown(landmarks: readonly Landmark[]): ((row: number) => boolean) | null {
    const town = landmarks.find(({ isTown }) => isTown);
    return town === undefined ? null : this.#landmarks.isIn(town);
  }

  /**
   * Performs steps 1 and 2 of `rows`. This generator always yields `IN_AREAS` results, even if the area does
   * not exist.
   */
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

  /**
   * Returns a test for rows in an area or town with exactly this name, or null if there is none. Aimags do
   * not count.
   */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    const { small } = areasCalled(this.#contexts.strict, words, 'strict');
    return small.length === 0 ? null : this.#rows.isInAny(small);
  }
}

/** Whether people mention a landmark mostly to say where another place is: a settlement or a stop. */
export function tellsWhere({ isTown, isStop, reach_m }: Landmark): boolean {
  return isStop || isTown || isOfQuarter({ isTown, reach_m });
}

/** Whether at least one of the landmarks is a settlement that is not a town, and none of them is a town. */
export function isInQuarter(landmarks: readonly Landmark[]): boolean {
  return landmarks.every(({ isTown }) => !isTown) && landmarks.some(isOfQuarter);
}

/** Whether a landmark is a settlement but not a town. */
function isOfQuarter({ isTown, reach_m }: Pick<Landmark, 'isTown' | 'reach_m'>): boolean {
  return !isTown && reach_m > LANDMARK_REACH_M;
}
