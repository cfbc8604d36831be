import { canonicalWords, endsKind, isSettlementWord, isStopWord, mayChange } from '../../text/canonical.js';
import { joinedKey } from '../../text/join.js';
import { LONGEST_ENDING, stemKeysOf, stemsOf, withoutLastCase } from '../../text/cases.js';
import { isNearWord, isNearWordBehind, withoutSide } from '../../text/near-words.js';
import type { Word } from '../../text/words.js';
import { BitSet } from '../lookup/bit-set.js';
import { wordRange, type ContextIndex } from '../lookup/context-index.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';
import { RowList, SortedRows } from '../lookup/row-stream.js';
import { areasBeside, areasCalled } from './areas-called.js';
import { categoryKey, LONGEST_CATEGORY } from './category-key.js';
import type { LayerKind } from './forward-hit.js';
import type { Landmark, Landmarks } from './landmarks.js';
import type { Matches, NearestRows } from './searched.js';
import { onlyWhere, townFirst } from './town-first.js';

const NO_KINDS: readonly number[] = [];
const NOTHING: Matches = { streams: [] };
/** So many steps look into areas. */
const IN_AREAS = 3;

/** To test a row of an area for its kind is this many times cheaper than to find out what a row is in. */
const MARKED = 8;

/** A query read as a kind of thing and where it is. */
export interface CategoryQuery {
  /** Contexts of the kinds. */
  kinds: readonly number[];
  /** The words of the kind, in the spelling of names. */
  asked: readonly Word[];
  /** The other words, without words like «near». Empty for a kind alone. */
  rest: readonly Word[];
  /** The same words as typed; empty for a kind between them, which is part of a name. */
  place: readonly Word[];
  /** A word like «near» was typed. */
  isNear: boolean;
}

/**
 * Finds things of a kind that people name: a museum in Мандалговь, a bank near the circus. Kinds are
 * contexts of rows (see KIND_WORDS), so what is in an area and of a kind has all words in its contexts.
 */
export class CategorySearch {
  readonly #contexts: ContextIndex;
  readonly #names: Record<LayerKind, KeyLayer>;
  readonly #landmarks: Landmarks;
  /** Contexts by the joined key of one of their names. */
  readonly #kinds = new Map<string, number[]>();
  /** All beginnings of the keys. */
  readonly #beginnings = new Set<string>();
  /** Rows of kinds that were asked for, ascending. */
  readonly #rows = new Map<readonly number[], Uint32Array>();
  readonly #marked: BitSet;
  #markedKinds: readonly number[] | null = null;

  /**
   * @param names the names of rows
   */
  constructor(contexts: ContextIndex, names: Record<LayerKind, KeyLayer>, landmarks: Landmarks) {
    this.#contexts = contexts;
    this.#landmarks = landmarks;
    this.#names = names;
    this.#marked = new BitSet(contexts.rows);
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
   * The query as a kind and the rest; null without a kind. Of several kinds, those count that stand on the
   * other side of a word like «near» than the place. Of these, the first whose rest is a landmark, else the
   * longest, the first of equals. What an abbreviation stands for is no kind: ХУД is not a mountain (уул).
   *
   * @param other kinds and landmarks there count too; a kind that is only there has no rows here
   */
  read(words: readonly Word[], other?: CategorySearch): CategoryQuery | null {
    const both = [this, ...(other === undefined ? [] : [other])];
    const found = this.#readings(words, both);
    const sided = found.filter(({ isOtherSide }) => isOtherSide);
    const queries = sided.length > 0 ? sided : found;
    const isLandmark = (place: readonly Word[]): boolean =>
      both.some((each) => each.landmarks(place, this, other).length > 0);
    const query = (queries.length > 1 && queries.find(({ place }) => isLandmark(place))) || queries.at(0);
    if (query === undefined || query.place.length === 0) return query ?? null;
    const isTown = (place: readonly Word[]): boolean => both.some((each) => each.isTown(place));
    if (both.some((each) => each.#isArea(query.rest))) return query;
    // Сайншандын музей
    const bare = withoutLastCase(query.place).find(isTown);
    return bare === undefined ? query : { ...query, rest: canonicalWords(bare), place: bare };
  }

  /** Whether the kind is a town here that has something called so in any: Цэцэрлэг Хаан банк. */
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

  /** The longest kind first; of equals the first. */
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
        // Beside the post office, the post office is the place. A post office near by is any.
        const isPlace = isNearWordBehind(words[at + length]) && words.length > length + 1;
        if (named === undefined || isPlace) continue;
        const rest = words.filter((_, i) => i < at || i >= at + length);
        const isBeside = withoutSide(rest, at).length < rest.length;
        const others = canonicalWords(withoutSide(rest, at));
        // Цэцэрлэг хот is a town and no kindergarten.
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
   * The landmarks here with those words as their name. What is called like a kind is none: an office of a
   * bank that is tagged as «Банк».
   *
   * @param all whose kinds count
   */
  landmarks(place: readonly Word[], ...all: readonly (CategorySearch | undefined)[]): readonly Landmark[] {
    if (place.length === 0) return [];
    const key = categoryKey(place);
    const isKind = all.some((each) => each !== undefined && each.#kinds.has(key));
    // Мөрөн is a town and a river; and a 3-р баг is everywhere.
    const isNumbered = place.some(({ isNumber }) => isNumber);
    const called = (words: readonly Word[]): readonly Landmark[] =>
      this.#landmarks.called(words).filter(({ isTown }) => (isTown ? !isNumbered : !isKind));
    const found = called(place);
    if (found.length > 0 || isKind) return found;
    // Эрдэнэт хотын музей
    if (place.length > 1 && canonicalWords(place.slice(-1)).every(isSettlementWord))
      return called(place.slice(0, -1));
    // Улсын их дэлгүүрийн хажууд: who says where something is puts the landmark in the genitive.
    return (
      withoutLastCase(place)
        .map(called)
        .find((landmarks) => landmarks.length > 0) ?? found
    );
  }

  /** Those of the words without the case ending of the last one: эмийн санд. */
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
   * Rows of the kinds, best first; of 1 and 2 what is in a town called so before all others:
   *
   *     1  the other words are the whole name of what the row is in, and are in the row's name too
   *     2  they are the whole name of what it is in; an aimag does not count, as nobody looks through one.
   *        What has the words of the kind in its name comes first: of pubs in Баянхонгор, Эмарт караоке.
   *        Or they are the whole names of two areas that it is in: Сүхбаатар аймаг Сүхбаатар сум
   *     3  they are whole words of its name, and name a town; then the nearest to the town, when nothing was
   *        found so far
   *     4  they are in its name; those first that have the words of the kind in it too
   *     5  they are the whole name of a landmark near it; nearest first. Before 3 when «near» was typed, else
   *        only when nothing was found so far
   *     6  each begins a word of something that it is in
   *
   * Each is to be read before the next one is asked for.
   *
   * @param isEmpty whether nothing was found so far
   * @param landmarks those of the place, when not only those of this index count
   */
  *rows(
    { kinds, asked, rest, place, isNear }: CategoryQuery,
    kind: LayerKind,
    isEmpty: () => boolean,
    landmarks = (): readonly Landmark[] => this.landmarks(place, this),
  ): Generator<Matches | NearestRows> {
    if (rest.length === 0) {
      if (kind === 'strict') yield { streams: [new SortedRows(this.#rowsOf(kinds))] };
      return;
    }
    const named = this.#named(kinds, rest, kind);
    const all = landmarks();
    const isThere = this.inTown(all);
    yield* townFirst(isThere, IN_AREAS, () => this.#inAreas({ kinds, asked, rest, named }, kind));
    // A town that has none, nor any near, is not left out for a place that only begins alike.
    if (kind === 'loose' && isEmpty() && isThere !== null) return;
    const places = kind === 'strict' ? all : [];
    const [towns, others] = [true, false].map((isTown) => places.filter((place) => place.isTown === isTown));
    const nearest = (around: readonly Landmark[]): NearestRows => ({
      nearest: this.#landmarks.near(around, this.#rowsOf(kinds)),
    });
    if (isNear) yield nearest(others);
    if (towns.length > 0) {
      // Мандалговь is not called Мандал.
      yield { streams: [new RowList(this.#named(kinds, rest, kind, true))] };
      if (isEmpty()) yield nearest(towns);
      if (isEmpty()) return;
    }
    // Of two universities called Тэмүжин, the Их сургууль that was asked for comes first.
    yield { streams: [new RowList(this.#named(kinds, [...rest, ...asked], kind))] };
    yield { streams: [new RowList(named)] };
    if (!isNear && isEmpty()) yield nearest(others);
    yield this.#around(kinds, rest, kind);
  }

  /** Whether a row is in the first of the landmarks that is a town; null when none is. */
  inTown(landmarks: readonly Landmark[]): ((row: number) => boolean) | null {
    const town = landmarks.find(({ isTown }) => isTown);
    return town === undefined ? null : this.#landmarks.isIn(town);
  }

  /** Steps 1 and 2 of `rows`: `IN_AREAS`, also without such an area. */
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
    if (areas.length === 0) return yield* [NOTHING, NOTHING, this.#insideBoth(kinds, rest, kind)];
    yield { streams: [new RowList([...named])], accepts: this.#isInAny(areas) };
    yield { streams: [new RowList(this.#named(kinds, asked, kind))], accepts: this.#isInAny(small) };
    yield this.#inside(kinds, small);
  }

  /** Whether a row is in an area or a town with those words as its whole name. An aimag does not count. */
  insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    const { small } = areasCalled(this.#contexts.strict, words, 'strict');
    return small.length === 0 ? null : this.#isInAny(small);
  }

  /** Rows of the kinds, ascending. */
  #rowsOf(kinds: readonly number[]): Uint32Array {
    let rows = this.#rows.get(kinds);
    if (rows === undefined) {
      const all = kinds.map((kind) => this.#contexts.rowsOf(kind));
      rows = Uint32Array.from(new Set(all.flatMap((list) => [...list]))).sort();
      this.#rows.set(kinds, rows);
    }
    return rows;
  }

  /** The same rows as a set; valid until it is asked for other kinds. */
  #markedRowsOf(kinds: readonly number[]): BitSet {
    if (this.#markedKinds !== kinds) {
      this.#marked.clear();
      for (const row of this.#rowsOf(kinds)) this.#marked.add(row);
      this.#markedKinds = kinds;
    }
    return this.#marked;
  }

  #isInAny(contexts: readonly number[]): (row: number) => boolean {
    const wanted = new Set(contexts);
    return (row) => this.#contexts.isInAny(row, wanted);
  }

  /** Rows of the kinds in two areas whose names stand side by side. */
  #insideBoth(kinds: readonly number[], rest: readonly Word[], kind: LayerKind): Matches {
    const found = areasBeside(this.#contexts[kind], rest, kind, this.#contexts.kinds);
    return found === null
      ? NOTHING
      : onlyWhere(this.#inside(kinds, found.second), this.#isInAny(found.first));
  }

  /** Rows of the kinds in one of the areas. */
  #inside(kinds: readonly number[], areas: readonly number[]): Matches {
    const rows = this.#rowsOf(kinds);
    const lists = areas.map((area) => this.#contexts.rowsOf(area));
    if (lists.reduce((sum, list) => sum + list.length, 0) > MARKED * rows.length)
      return { streams: [new SortedRows(rows)], accepts: this.#isInAny(areas) };
    const marked = this.#markedRowsOf(kinds);
    return { streams: lists.map((list) => new SortedRows(list)), accepts: (row) => marked.has(row) };
  }

  /**
   * Rows of the kinds with all other words in one name, in any order.
   *
   * @param areWhole whether they have to be whole words there
   */
  #named(kinds: readonly number[], rest: readonly Word[], kind: LayerKind, areWhole = false): number[] {
    const layer = this.#names[kind];
    const ranges = rest.map((word) => wordRange(layer, word[kind], word.isNumber));
    const rarest = ranges.reduce((best, range) => (sizeOf(range) < sizeOf(best) ? range : best));
    const found: number[] = [];
    if (sizeOf(rarest) === 0) return found;
    const marked = this.#markedRowsOf(kinds);
    for (let slot = rarest.from; slot < rarest.to; slot++) {
      const row = layer.tailRows[slot];
      const form = layer.tailForm[slot];
      if (!marked.has(row) || (ranges.length > 1 && !hasAll(layer, form, ranges))) continue;
      const words = areWhole ? layer.wordsOf(form) : [];
      if (!areWhole || rest.every((word) => words.includes(word[kind]))) found.push(row);
    }
    return found;
  }

  /** Rows of the kinds that have all other words in what they are in. */
  #around(kinds: readonly number[], rest: readonly Word[], kind: LayerKind): Matches {
    const contexts = this.#contexts;
    const { masks, [kind]: keys } = contexts;
    const ranges = contexts.ranges(
      keys,
      rest.map((word) => word[kind]),
      rest.map((word) => word.isNumber),
    );
    if (ranges.some(({ from, to }) => from === to)) return { streams: [] };
    const all = 2 ** rest.length - 1;
    masks.begin(keys, ranges);
    const rows = this.#rowsOf(kinds);
    const [fewest] = ranges
      .map((range) => ({ range, count: contexts.countRows(keys, range) }))
      .sort((a, b) => a.count - b.count);
    if (fewest.count > rows.length)
      return { streams: [new SortedRows(rows)], accepts: (row) => masks.ofRow(row) === all };
    const marked = this.#markedRowsOf(kinds);
    const found: number[] = [];
    for (let slot = fewest.range.from; slot < fewest.range.to; slot++)
      for (const row of contexts.rowsOf(keys.tailRows[slot]))
        if (marked.has(row) && masks.ofRow(row) === all) found.push(row);
    return { streams: [new RowList(found)] };
  }
}

function hasAll(layer: KeyLayer, form: number, ranges: readonly SlotRange[]): boolean {
  return ranges.every((range) => layer.hasTail(form, range));
}

function sizeOf({ from, to }: SlotRange): number {
  return to - from;
}
