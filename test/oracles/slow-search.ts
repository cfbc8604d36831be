import { distanceM } from '../../src/geo/distance.js';
import { layerOf } from '../../src/geocoding/places/layer.js';
import type { SearchModel } from '../../src/geocoding/places/search-model.js';
import { LONGEST_ENDING, stemsOf, withoutLastCase } from '../../src/text/strip-case.js';
import { isEmptyTalk, isNonsense } from '../../src/geocoding/forward/nonsense.js';
import {
  canonicalWords,
  isAreaWord,
  isCaseFormAlone,
  isGeneric,
  isSettlementWord,
  isStopWord,
} from '../../src/text/canonical.js';
import { hasDoubled, ordinalsOf, readingsOf, type Reading } from '../../src/text/forms.js';
import { houseNumberAt, isHouseWord, mayBeHouseNumber } from '../../src/text/house-number.js';
import { categoryKey } from '../../src/geocoding/finding/category-key.js';
import { rowsWithErrors } from './slow-errors.js';
import {
  begins,
  beginAll,
  formFrom,
  formsOf,
  groupOf,
  hasWord,
  startsTail,
  strictGroup,
  type Form,
  type Kind,
} from './slow-forms.js';
import {
  calledInside,
  generalHospitals,
  isNamed,
  isStreetNamed,
  asKhoroo,
  insideBoth,
  isCalledSo,
  kindsAndTowns,
  namesAndPlaces,
  namesBeside,
  type Category,
  namedWith,
} from './slow-kinds.js';
import {
  AMONG_HOUSES,
  compareRanks,
  derivedRank,
  HOUSE,
  isStrict,
  KEYS,
  strictRank,
  type MatchKey,
  type Rank,
} from './slow-ranks.js';
import { isAsTyped } from './slow-spelling.js';
import { joinKeys, joinSpellings } from '../../src/text/join.js';
import { isNearWord, isNearWordBehind, withLandmarkKinds, withoutSide } from '../../src/text/near-words.js';
import { areEqual, wordsOf, type Word } from '../../src/text/words.js';

export interface SlowHit {
  row: number;
  group: number;
  key: MatchKey;
  relaxation: number;
}

/**
 * The slow reference for forward search, written straight from docs/decisions/0007-forward-geocoding.md:
 * look at every name of every row, decide its group, sort. Shares the text room with the index, and nothing
 * else.
 */
export class SlowSearch {
  readonly #model: SearchModel;
  readonly #forms: Record<Kind, Form[]>[];
  readonly #contexts: Record<Kind, Form[]>[];
  /** By row: the joined keys of all its forms, one a line. A quick test rejects most rows with it. */
  readonly #texts: Record<Kind, string>[];
  /** Landmarks, towns, whole names and areas, so that a sentence does not look for them in each row again. */
  readonly #landmarks: ReadonlyMap<string, { row: number; form: Form }[]>;
  readonly #towns: ReadonlySet<number>;
  /** What people go by: no streets, houses or areas. */
  readonly #places: ReadonlySet<number>;
  /** Settlements of all sizes. */
  readonly #quarters: ReadonlySet<number>;
  readonly #stops: ReadonlySet<number>;
  readonly #wholeNames: ReadonlySet<string>;
  readonly #areas: ReadonlyMap<string, number[]>;
  readonly #found = new Map<string, ReadonlySet<number>>();

  constructor(model: SearchModel) {
    this.#model = model;
    this.#forms = model.names.map((names, row) => {
      const forms = formsOf(names, model.generated[row]);
      for (const ref of model.refs[row]) {
        const words = wordsOf(ref);
        for (const kind of ['strict', 'loose'] as const)
          if (words.length > 0)
            forms[kind].push(
              formFrom(
                words.map((w) => w[kind]),
                {
                  exactOnly: true,
                  isWritten: true,
                  isTranslated: false,
                  ordinals: ordinalsOf(words),
                  isDoubled: hasDoubled(words),
                  spelling: joinSpellings(words),
                },
              ),
            );
      }
      return forms;
    });
    this.#contexts = model.contexts.map((names) => formsOf(names));
    const textOf = (forms: readonly Form[]): string => forms.map((form) => form.joined).join('\n');
    this.#texts = this.#forms.map(({ strict, loose }) => ({ strict: textOf(strict), loose: textOf(loose) }));
    this.#towns = new Set(model.towns.map(({ row }) => row));
    const named = this.#forms.flatMap(({ strict }, row) => strict.map((form) => ({ row, form })));
    this.#wholeNames = new Set(named.flatMap(({ form }) => (form.exactOnly ? [] : [form.joined])));
    const layers = model.rows.map((row) => layerOf(row));
    const isPlace = (layer: string): boolean => ['poi', 'natural', 'transport', 'settlement'].includes(layer);
    this.#places = new Set(layers.flatMap((layer, row) => (isPlace(layer) ? [row] : [])));
    const isLandmark = (row: number): boolean => this.#places.has(row) || this.#isTown(row);
    this.#stops = new Set(layers.flatMap((layer, row) => (layer === 'transport' ? [row] : [])));
    this.#quarters = new Set(layers.flatMap((layer, row) => (layer === 'settlement' ? [row] : [])));
    this.#landmarks = groupedBy(
      named.filter(({ row, form }) => isLandmark(row) && !form.exactOnly),
      ({ form }) => form.joined,
    );
    this.#areas = new Map(
      [
        ...groupedBy(
          this.#contexts.flatMap(({ strict }, context) => strict.map(({ joined }) => ({ joined, context }))),
          ({ joined }) => joined,
        ),
      ].map(([joined, found]) => [joined, [...new Set(found.map(({ context }) => context))]]),
    );
  }

  search(text: string, limit: number): SlowHit[] {
    const words = wordsOf(text);
    if (words.length === 0 || isNonsense(text) || (isEmptyTalk(text, words) && !this.#isCalled(words)))
      return [];
    return this.#relaxed(text, limit);
  }

  /** Whether a row has the words as its whole name. */
  #isCalled(words: readonly Word[]): boolean {
    const { key } = joinKeys(words.map((word) => word.strict));
    return this.#wholeNames.has(key);
  }

  /** Whether a row lies in something that is called so, and is no aimag; null when there is none. */
  #insideOf(words: readonly Word[]): ((row: number) => boolean) | null {
    const joined = joinKeys(words.map((word) => word.strict)).key;
    const aimag = joinKeys([...words, ...wordsOf('аймаг')].map((word) => word.strict)).key;
    const aimags = this.#areas.get(aimag) ?? [];
    const areas = (this.#areas.get(joined) ?? []).filter((context) => !aimags.includes(context));
    return areas.length === 0
      ? null
      : (row) => this.#model.rowContexts[row].some((context) => areas.includes(context));
  }

  /** What is called as the words without the case ending of the last one, by strict keys. */
  #byStem(words: readonly Word[], limit: number): SlowHit[] {
    const bare = withoutLastCase(words).find((stem) => this.#isCalled(stem));
    return bare === undefined || isCaseFormAlone(words) ? [] : this.#called(bare, limit);
  }

  /** What has the words as its whole name, by strict keys. */
  #called(words: readonly Word[], limit: number): SlowHit[] {
    const called = this.#ranked(readingsOf(words), Infinity, 0).filter(
      ({ group, key }) => group === 1 && key !== 'loose',
    );
    const hits = called.map(({ row }) => ({
      row,
      group: 1,
      key: 'strict' as const,
      relaxation: 1,
    }));
    return this.#each(hits, limit);
  }

  /** The N-р баг of a town before it. */
  #numbered(words: readonly Word[]): SlowHit[] {
    const at = words.length - 2;
    if (at < 1 || !words[at].isNumber || !isAreaWord(words[at + 1])) return [];
    const isInside = this.#insideOf(words.slice(0, at));
    if (isInside === null) return [];
    return this.#ranked(readingsOf(words.slice(at)), Infinity, 1)
      .filter(({ row, group, key }) => group <= 2 && key === 'strict' && isInside(row))
      .map(({ row }) => ({ row, group: 5, key: 'strict' as const, relaxation: 0 }));
  }

  /** The places that have the words before a side in their names, if a word for a kind ends these words. */
  #beforeSide(words: readonly Word[]): SlowHit[] {
    const told = withoutSide(words, words.length);
    const last = told[told.length - 1];
    const kind = [last, ...stemsOf(last)].find(isGeneric);
    if (told.length === words.length || told.length < 2 || kind === undefined) return [];
    const bare = [...told.slice(0, -1), ...canonicalWords([kind])];
    const most = this.#isCalled(bare) ? 1 : 3;
    return this.#ranked(readingsOf(bare), Infinity, 1)
      .filter(({ group, key }) => group <= most && key === 'strict')
      .sort((a, b) => a.row - b.row)
      .map(({ row }) => ({ row, group: 5, key: 'strict' as const, relaxation: 1 }));
  }

  /** What is called so, or begins so, in a town or an area before or behind the name; no houses. */
  #placed(words: readonly Word[]): SlowHit[] {
    const isHouse = (reading: Reading): boolean =>
      !reading.isOpen &&
      this.#offerHouses(
        reading,
        'strict',
        () => {},
        () => [],
        words,
      );
    if (words.some(({ isNumber }) => isNumber) && readingsOf(words).some(isHouse)) return [];
    for (const { places, name } of namesAndPlaces(words)) {
      const isPlace = (place: readonly Word[]): boolean =>
        this.#insideOf(place) !== null &&
        (this.#areTowns(place) ||
          ((place.length > 1 || isNamed(place)) && this.#readCategory(place)?.rest.length !== 0));
      const place = places.find(isPlace);
      if (place === undefined) continue;
      const isInside = this.#insideOf(place)!;
      const isThere = this.#inTown(this.#landmarksCalled(place));
      const stem = withoutLastCase(name).find((bare) => this.#isCalled(bare));
      const isWhole = name.at(-1)?.isNumber === true && name.at(-1) !== words.at(-1);
      for (const called of stem === undefined ? [name] : [name, stem]) {
        const relaxation = keysInOrder([...place, ...called]) === keysInOrder(words) ? 0 : 1;
        const ranked = this.#ranked(readingsOf(called), Infinity, 1);
        const first = calledInside(called, ranked, (row) => isThere(row) && isInside(row), isWhole);
        const all = [...first, ...calledInside(first.length > 0 ? [] : called, ranked, isInside, isWhole)];
        const hits = [1, 2, 3].flatMap((group) =>
          this.#nearestToQuarter(
            all.filter((hit) => hit.group === group),
            place,
          ),
        );
        if (hits.length > 0)
          return hits.map(({ row }) => ({ row, group: 5, key: 'strict' as const, relaxation }));
      }
    }
    return [];
  }

  /** What is within reach of a quarter with the words as its name, nearest first, then all others. */
  #nearestToQuarter(hits: readonly SlowHit[], words: readonly Word[]): readonly SlowHit[] {
    const marks = this.#landmarksCalled(words, true);
    if (!marks.some((mark) => this.#isQuarter(mark)) || marks.some((mark) => this.#isTown(mark))) return hits;
    const rows = hits.flatMap(({ row }) => (this.#places.has(row) ? [row] : []));
    const near = this.#beside(rows, marks, (row) => Math.min(this.#reachOf(row, 3000), 10_000));
    const ofRow = new Map(hits.map((hit) => [hit.row, hit]));
    return [...near.map((row) => ofRow.get(row)!), ...hits.filter(({ row }) => !near.includes(row))];
  }

  /** What is called so within reach of a landmark, a quarter or a town, nearest first. */
  #calledBeside(words: readonly Word[]): SlowHit[] {
    const saysWhere = (row: number): boolean =>
      this.#isTown(row) || this.#isQuarter(row) || this.#stops.has(row);
    const rankOf = (marks: readonly number[]): number => (marks.some(saysWhere) ? 0 : marks.length);
    const cuts = namesBeside(words, (name) => this.#isCalled(name))
      .map((cut) => ({ ...cut, marks: this.#landmarksCalled(cut.place, true) }))
      .sort((a, b) => rankOf(a.marks) - rankOf(b.marks));
    for (const { name, place, marks } of cuts) {
      const relaxation = keysInOrder([...place, ...name]) === keysInOrder(words) ? 0 : 1;
      const ranked = this.#ranked(readingsOf(name), Infinity, 1);
      const hits = ranked.filter(({ key, row }) => key === 'strict' && this.#places.has(row));
      const mayBegin = keysInOrder(name).replace(/ /g, '').length >= 4;
      const nearOf = (wanted: number): number[] => {
        const rows = hits.flatMap(({ group, row }) => (group === wanted ? [row] : []));
        return this.#beside(rows, marks, (row) => Math.min(this.#reachOf(row, 3000), 10_000));
      };
      const begun = mayBegin ? nearOf(2) : [];
      const whole = nearOf(1);
      const namesOf = (row: number): string[] => this.#forms[row].strict.map(({ joined }) => joined);
      const names = new Set(whole.flatMap(namesOf));
      const branches = begun.filter((row) => namesOf(row).some((each) => names.has(each)));
      for (const rows of [[...whole, ...branches], begun]) {
        const near = this.#beside(rows, marks, (row) => Math.min(this.#reachOf(row, 3000), 10_000));
        if (near.length > 0) return near.map((row) => ({ row, group: 5, key: 'strict', relaxation }));
      }
    }
    return [];
  }

  /** A town and its general hospital, for the one that is called by its rank. */
  #withGeneralHospital(words: readonly Word[]): readonly Word[] {
    const found = generalHospitals(words).find(({ place, isArea }) =>
      isArea ? this.#insideOf(place) !== null : this.#areTowns(place),
    );
    return found?.words ?? words;
  }

  #relaxed(text: string, limit: number): SlowHit[] {
    const category = this.#readCategory(this.#withGeneralHospital(wordsOf(text)));
    const typed = this.#ranked(readingsOf(wordsOf(text)), limit, 0, category);
    const isOfKind = category !== null && this.#ofCategory(category, 0).length > 0;
    const isNumbered = this.#numbered(wordsOf(text)).length > 0;
    if (isOfKind || isNumbered || typed.some((hit) => hit.group <= 4)) return typed;
    const before = this.#beforeSide(wordsOf(text));
    const placed = before.length > 0 ? before : this.#placed(wordsOf(text));
    if (placed.length > 0) return this.#each([...placed, ...typed], limit);
    const ofTown = kindsAndTowns(wordsOf(text)).find(({ town }) => this.#areTowns(town));
    if (ofTown !== undefined) {
      const bare = [...ofTown.town, ...ofTown.kind];
      const simpler = areEqual(bare, wordsOf(text)) ? null : this.#readCategory(bare);
      const ofKind = simpler === null ? [] : this.#ofCategory(simpler, 1);
      return ofKind.length > 0 ? this.#each(ofKind, limit) : this.#called(ofTown.town, limit);
    }
    if (typed.length > 0) return typed;
    const beside = this.#calledBeside(wordsOf(text));
    if (beside.length > 0) return this.#each(beside, limit);
    return this.#withErrors(readingsOf(wordsOf(text)), limit);
  }

  /** Every matching row with its best rank, in order. */
  #ranked(
    readings: readonly Reading[],
    limit: number,
    relaxation: number,
    category: Category | null = null,
    /** A group that does not count. */
    left = 0,
  ): SlowHit[] {
    const offers: [row: number, rank: Rank][] = [];
    let hasHouses = false;
    const offer = (row: number, rank: Rank): void => void offers.push([row, rank]);
    const isDerived = relaxation > 0;
    const isShort = !isDerived && joinKeys(readings[0].words.map((word) => word.strict)).key.length < 4;
    for (const kind of ['strict', 'loose'] as const) {
      for (const reading of readings) {
        if (reading.isOpen && kind === 'strict') continue;
        const words = reading.words.map((word) => word[kind]);
        const joined = joinKeys(words).key;
        const isTyped = reading === readings[0] && kind === 'strict';
        const counts = kind === 'strict' || !isShort || reading.isOpen;
        this.#forms.forEach((forms, row) => {
          // A match needs at least one word of the query somewhere in a name; most rows have none.
          if (!words.some((word) => this.#texts[row][kind].includes(word))) return;
          let nearest: Rank | null = null;
          for (const form of forms[kind]) {
            const group = counts
              ? groupOf(form, reading.words, kind, { joined, isOpen: reading.isOpen })
              : null;
            const strict = isTyped && group !== null ? strictGroup(form, reading.words, joined) : null;
            const asStrict =
              strict === null ? null : strictRank(strict, isAsTyped(form, reading.words, strict), isDerived);
            if (asStrict !== null) offer(row, asStrict);
            if (group !== null)
              offer(
                row,
                isDerived
                  ? [group, KEYS.indexOf(kind), 0]
                  : derivedRank(group, kind, isShort || reading.isTranslated || form.isTranslated),
              );
            const away =
              words.length < 2 || words.length > 30 ? null : this.#wordsAway(form, row, reading, kind);
            if (away === null) continue;
            const isBeginning = reading.words.some((word) =>
              startsTail(form.tails[0], word[kind], word.isNumber),
            );
            const { count, isWhole } = away;
            const rank = [5, AMONG_HOUSES, count, isWhole ? 0 : 1, isBeginning ? 5 : 6, KEYS.indexOf(kind)];
            if (nearest === null || compareRanks(rank, nearest) < 0) nearest = rank;
          }
          if (nearest !== null) offer(row, nearest);
        });
        const asNamed = (group: number, isTranslated: boolean): Rank =>
          isDerived
            ? [group, KEYS.indexOf(kind), 0]
            : derivedRank(group, kind, isShort || reading.isTranslated || isTranslated);
        if (isTyped) this.#offerCalled(reading.words, isDerived, offer);
        if (!reading.isOpen && this.#offerHouses(reading, kind, offer, asNamed, readings[0].words))
          hasHouses = true;
      }
    }
    // Beside houses, whole names come before them and all others behind.
    const placed = offers.map(([row, rank]): [number, Rank] =>
      hasHouses && rank[0] === 5 && rank[1] === AMONG_HOUSES && rank[2] !== HOUSE
        ? [row, [5, rank[3] === 0 ? 0 : 2, ...rank.slice(2)]]
        : [row, rank],
    );
    const ranked = placed.sort((a, b) => compareRanks(a[1], b[1]) || a[0] - b[0]);
    const every = ranked.map(([row, rank]) => ({
      row,
      group: rank[0] <= 4 ? rank[0] : rank.at(-2)!,
      key: KEYS[rank[0] <= 4 ? rank[1] : rank.at(-1)!],
      relaxation,
    }));
    const hits = every.filter(({ group }) => group !== left);
    const isCategory =
      category !== null && (category.rest.length === 0 || isShort || !this.#isWholeMadeName(readings));
    const strict = hits.filter(({ key }) => isStrict(key));
    const typed = readings[0].words;
    const isBefore = ({ group, key }: SlowHit): boolean => (key === 'literal' ? group <= 2 : group === 1);
    const byStem = isDerived || hits.some(isBefore) || limit === Infinity ? [] : this.#byStem(typed, limit);
    const isPlaced = isCategory && category.rest.length > 0;
    const strictOrStem = isPlaced ? [...byStem, ...strict] : strict;
    const first = isCategory
      ? [...strictOrStem, ...this.#ofCategory(category, 0, strictOrStem.length === 0)]
      : [];
    const stem = first.length > 0 ? [] : byStem;
    // The numbered area of a town stands before what only has all words inside of others, read alike.
    const at = hits.findIndex(({ group, key }) => group > 4 || (group === 4 && !isStrict(key)));
    const split = at < 0 ? hits.length : at;
    const numbered = isDerived || limit === Infinity ? [] : this.#numbered(typed);
    return this.#each([...first, ...stem, ...hits.slice(0, split), ...numbered, ...hits.slice(split)], limit);
  }

  /** Whether a name that we made has exactly the words of a reading, in any order, perhaps with аймаг. */
  #isWholeMadeName(readings: readonly Reading[]): boolean {
    return (['strict', 'loose'] as const).some((key) => {
      const queries = readings
        .filter(({ isTranslated, isOpen }) => !isTranslated && !(isOpen && key === 'strict'))
        .map(({ words }) => words);
      const aimag = wordsOf('аймаг')[0].strict;
      const isWhole = (form: Form, _: number, all: readonly Form[]): boolean =>
        !form.isTranslated &&
        !all.some((other) => other.isWritten && other.words.join(' ') === form.words.join(' ')) &&
        !form.exactOnly &&
        queries.some(
          (words) =>
            beginAll(form, words, key) &&
            form.tails.every(
              (tail) => tail.startsWith(aimag) || words.some((_, i) => begins(tail, words, i, key)),
            ),
        );
      return this.#forms.some((forms) => forms[key].some(isWhole));
    });
  }

  /**
   * The query as a kind and the other words. A kind on the other side of «near» than the place counts before
   * one on its side, then one whose place is a landmark, then the longest, then the first.
   */
  #readCategory(words: readonly Word[]): Category | null {
    const near = words.findIndex(isNearWord);
    const found: (Category & { order: Rank })[] = [];
    for (let length = Math.min(3, words.length); length > 0; length--) {
      for (let at = 0; at + length <= words.length; at++) {
        const { kinds, asked } = this.#kindsOf(words, at, length);
        const isPlace = isNearWordBehind(words[at + length]) && words.length > length + 1;
        if (kinds.length === 0 || isPlace) continue;
        const rest = words.filter((_, i) => i < at || i >= at + length);
        const placed = withoutSide(rest, at);
        const others = canonicalWords(placed);
        if (others.length > 0 && others.every(isSettlementWord)) continue;
        const isAtEdge = at === 0 || at + length === words.length;
        const place = isAtEdge ? placed.filter((word) => !isNearWord(word) && !isStopWord(word)) : [];
        const isBeyond = near >= 0 && (isNearWordBehind(words[near]) ? at > near : at + length <= near);
        const order = [isBeyond ? 0 : 1, this.#landmarksCalled(place).length > 0 ? 0 : 1, -length, at];
        const isNear = near >= 0 || placed.length < rest.length;
        if (place.length > 0 && !isNear && this.#isCalledInTown(words.slice(at, at + length), place))
          continue;
        found.push({
          kinds,
          asked: canonicalWords(asked),
          rest: others.filter((word) => !isNearWord(word)),
          place,
          isNear,
          order,
        });
      }
    }
    const [best] = found.sort((a, b) => compareRanks(a.order, b.order));
    if (best === undefined || best.place.length === 0 || this.#isArea(best.rest)) return best ?? null;
    const stems = withoutLastCase(best.place);
    const bare =
      stems.find((place) => this.#areTowns(place)) ??
      stems.find((place) => this.#landmarksNamed(place).some((row) => this.#isQuarter(row)));
    return bare === undefined ? best : { ...best, rest: canonicalWords(bare), place: bare };
  }

  /** Whether a row is within 10 km of the first of the landmarks that is a settlement. */
  #inTown(landmarks: readonly number[]): (row: number) => boolean {
    const town = landmarks.find((row) => this.#isTown(row));
    return (row) => town !== undefined && distanceM(...this.#at(town), ...this.#at(row)) <= 10_000;
  }

  /** Whether the words of a kind are a town that has something with that whole name. */
  #isCalledInTown(kind: readonly Word[], name: readonly Word[]): boolean {
    const { key } = joinKeys(name.map((word) => word.strict));
    const isThere = this.#inTown(this.#landmarksNamed(kind));
    return this.#forms.some(
      ({ strict }, row) => strict.some((form) => !form.exactOnly && form.joined === key) && isThere(row),
    );
  }

  #at(row: number): [number, number] {
    const { lon7, lat7 } = this.#model.rows[row];
    return [lon7 / 1e7, lat7 / 1e7];
  }

  /** Whether a settlement has the words as its whole tagged name. */
  #areTowns(words: readonly Word[]): boolean {
    return this.#landmarksNamed(words).some((row) => this.#isTown(row));
  }

  /** Whether something that rows are in has the words as its whole name. */
  #isArea(words: readonly Word[]): boolean {
    const joined = joinKeys(words.map((word) => word.strict)).key;
    return this.#areas.has(joined);
  }

  /** Also without the case ending of the last word; of a word alone only where nothing else was typed. */
  #kindsOf(words: readonly Word[], at: number, length: number): Pick<Category, 'kinds' | 'asked'> {
    const asTyped = words.slice(at, at + length);
    const called = this.#kindsCalled(asTyped);
    if (called.length > 0 || (length === 1 && words.length > 1)) return { kinds: called, asked: asTyped };
    // Nothing so short is a kind in a case: Holy is no хоолы.
    const isShort = categoryKey(asTyped).length <= LONGEST_ENDING;
    for (const stem of isShort ? [] : stemsOf(asTyped[length - 1])) {
      const asked = [...asTyped.slice(0, -1), stem];
      const kinds = this.#kindsCalled(asked);
      if (kinds.length > 0) return { kinds, asked };
    }
    return { kinds: [], asked: asTyped };
  }

  #kindsCalled(words: readonly Word[]): number[] {
    const key = categoryKey(words);
    return this.#model.kinds.filter((kind) =>
      this.#contexts[kind].strict.some((form) => form.joined === key),
    );
  }

  /**
   * The five most prominent places with that whole tagged name: no streets, houses or areas, no town for a
   * text with a number, no quarter for one with the number of an area, and only settlements for a text that
   * names a kind.
   */
  #landmarksCalled(place: readonly Word[], mayLack = false): number[] {
    const isKind = this.#kindsCalled(place).length > 0;
    const isNumbered = place.some(({ isNumber }) => isNumber);
    const isOfTown = place.length > 1 && canonicalWords(place.slice(-1)).every(isSettlementWord);
    const others = isOfTown ? [place.slice(0, -1)] : withoutLastCase(place);
    const english = place.map((word) => ({ ...word, ...word.foreign }));
    const texts = place.length === 0 ? [] : [place, english, ...(isKind ? [] : others)];
    const isArea = isNumbered && place.some(isAreaWord);
    const mayBe = (row: number): boolean =>
      this.#isTown(row) ? !isNumbered : this.#isQuarter(row) ? !isArea : !isKind;
    const all = (mayLack ? [0, 1, 2] : [0]).flatMap((tier) =>
      texts.map((words) => this.#landmarksNamed(words, tier).filter(mayBe)),
    );
    return all.find((rows) => rows.length > 0) ?? [];
  }

  #isTown(row: number): boolean {
    return this.#towns.has(row);
  }

  #isQuarter(row: number): boolean {
    return this.#quarters.has(row) && !this.#isTown(row);
  }

  /** @param tier 0 for just these words, 1 for a kind behind them, 2 for few that have them */
  #landmarksNamed(place: readonly Word[], tier = 0): number[] {
    if (place.every((word) => word.isNumber)) return [];
    const texts = tier === 0 ? [place] : withLandmarkKinds(place);
    const parts = (): Set<number> => namedWith(place, this.#places, (row) => this.#forms[row].strict);
    const rows = tier < 2 ? texts.flatMap((words) => this.#landmarksOf(words)) : parts();
    return [...new Set(rows)].sort((a, b) => a - b).slice(0, 5);
  }

  #landmarksOf(words: readonly Word[]): number[] {
    const khoroo = asKhoroo(words);
    const { key } = joinKeys((khoroo ?? words).map((word) => word.strict));
    return (this.#landmarks.get(key) ?? [])
      .filter(({ form }) => form.isWritten || khoroo !== null)
      .filter(({ form }) => form.isDoubled === hasDoubled(words))
      .map(({ row }) => row);
  }

  /** What is so near to a landmark is beside it. Metres. */
  #reachOf(landmark: number, least_m = 1000): number {
    return this.#isTown(landmark) ? 100_000 : this.#isQuarter(landmark) ? 3000 : least_m;
  }

  /** Rows within reach of a landmark, nearest first; those of landmarks far from the first one behind. */
  #beside(
    rows: readonly number[],
    landmarks: readonly number[],
    reachOf = (landmark: number): number => this.#reachOf(landmark),
  ): number[] {
    const found = new Map<number, number>();
    for (const row of rows.filter((each) => !landmarks.includes(each)))
      for (const landmark of landmarks) {
        const distance_m = distanceM(...this.#at(landmark), ...this.#at(row));
        if (distance_m > reachOf(landmark)) continue;
        const isFar =
          !this.#isTown(landmark) && distanceM(...this.#at(landmarks[0]), ...this.#at(landmark)) > 3000;
        found.set(row, Math.min(distance_m + (isFar ? 100_000 : 0), found.get(row) ?? Infinity));
      }
    return [...found].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([row]) => row);
  }

  /**
   * Rows of the kinds, by strict keys, then by loose ones: in what is called by the other words, and called
   * so too; in what is called so, but in no aimag; with a town called so, those that have its whole name in
   * theirs, then, when nothing was found before, those that are nearest to it; called so; with all other
   * words in what they are in. What is near a landmark that is called so stands before what is called so
   * itself, if «near» was typed; else behind it, and only when nothing was found before. Around a quarter,
   * what is called so and then the nearest stand before all.
   */
  #ofCategory(
    { kinds, asked, rest, place, isNear }: Category,
    relaxation: number,
    isFirst = true,
  ): SlowHit[] {
    const found: SlowHit[] = [];
    for (const key of ['strict', 'loose'] as const) {
      const joined = joinKeys(rest.map((word) => word[key])).key;
      const aimag = joinKeys([...rest, ...wordsOf('аймаг')].map((word) => word[key])).key;
      const isCalled = (context: number): boolean =>
        this.#contexts[context][key].some((form) => form.joined === joined);
      const isAimag = (context: number): boolean =>
        this.#contexts[context][key].some((form) => form.joined === aimag);
      const rows = this.#model.rowContexts.flatMap((contexts, row) =>
        contexts.some((context) => kinds.includes(context)) ? [row] : [],
      );
      if (rest.length === 0) {
        found.push(...rows.map((row) => ({ row, group: 5, key, relaxation })));
        continue;
      }
      const isIn = (row: number): boolean => this.#model.rowContexts[row].some(isCalled);
      const isInBoth = this.#contexts.some((_, context) => isCalled(context))
        ? () => false
        : insideBoth(this.#model, rest, (words, context) =>
            isCalledSo(this.#contexts[context][key], words, key),
          );
      const isInSmall = (row: number): boolean =>
        this.#model.rowContexts[row].some((context) => isCalled(context) && !isAimag(context));
      const isCalledBy = (row: number, words: readonly Word[]): boolean =>
        this.#forms[row][key].some((form) => words.every((word) => hasWord(form, word[key], word.isNumber)));
      const isNamed = (row: number): boolean => isCalledBy(row, rest);
      const asNamed = (row: number): number => (isCalledBy(row, asked) ? 0 : 1);
      const small = [
        ...rows.filter(isInSmall).sort((a, b) => asNamed(a) - asNamed(b) || a - b),
        ...rows.filter(isInBoth),
      ];
      const called = this.#landmarksCalled(place, isNear);
      const anywhere = [...rows.filter((row) => isIn(row) && isNamed(row)), ...small];
      const inside = [...anywhere.filter(this.#inTown(called)), ...anywhere];
      const both = (row: number): number => (isCalledBy(row, [...rest, ...asked]) ? 0 : 1);
      const named = rows.filter(isNamed).sort((a, b) => both(a) - both(b) || a - b);
      const marks = key === 'strict' ? called : [];
      const towns = marks.filter((row) => this.#isTown(row));
      const isNothing = isFirst && found.length === 0;
      if (key === 'loose' && isNothing && called.some((row) => this.#isTown(row))) continue;
      const others = marks.filter((row) => !towns.includes(row));
      const besideOther = this.#beside(rows, others);
      const isOfQuarter = towns.length === 0 && others.some((row) => this.#isQuarter(row));
      const first = isOfQuarter ? [...(isNear ? [] : rows.filter(isNamed)), ...besideOther] : [];
      const before = isNear ? besideOther : [];
      const isWhole = (row: number): boolean =>
        this.#forms[row][key].some((form) => rest.every((word) => form.words.includes(word[key])));
      const inTown = towns.length > 0 ? named.filter(isWhole).sort((a, b) => a - b) : [];
      const isEmpty = isNothing && [first, inside, before, inTown].every((list) => list.length === 0);
      const besideTown = isEmpty ? this.#beside(rows, towns) : [];
      const isLast = !isNear && isEmpty && besideTown.length === 0 && named.length === 0;
      const behind = [
        named,
        isLast ? besideOther : [],
        isNear && isEmpty && besideTown.length + named.length === 0
          ? this.#beside(rows, others, (row) => this.#reachOf(row, 3000))
          : [],
        rows.filter((row) => rest.every((_, i) => this.#isInContext(row, rest, i, key))),
      ];
      const all = [
        first,
        inside,
        before,
        inTown,
        besideTown,
        ...(towns.length > 0 && isEmpty && besideTown.length === 0 ? [] : behind),
      ].flat();
      found.push(...all.map((row) => ({ row, group: 5, key, relaxation })));
    }
    return found;
  }

  /** The first hit of each thing: rows with the same number in `twins` are one thing. */
  #each(hits: SlowHit[], limit: number): SlowHit[] {
    const known = new Set<number>();
    return hits
      .filter(({ row }) => {
        const thing = this.#model.twins[row];
        return !known.has(thing) && known.add(thing);
      })
      .slice(0, limit);
  }

  /**
   * How many words are not in the name but in the contexts of the row (what it is in or of). Null when a
   * word is in neither, or when no word is in the name.
   */
  #wordsAway(
    form: Form,
    row: number,
    { words }: Reading,
    kind: Kind,
  ): { count: number; isWhole: boolean } | null {
    const has = (i: number): boolean => hasWord(form, words[i][kind], words[i].isNumber);
    if (!words.some((_, i) => has(i))) return null;
    const isNumbered = (i: number): boolean =>
      words[i].isNumber && i + 1 < words.length && isAreaWord(words[i + 1]);
    const inName = words.map((_, i) => has(i) && (!isNumbered(i) || has(i + 1)));
    if (!inName.includes(true) || !words.every((_, i) => inName[i] || this.#isInContext(row, words, i, kind)))
      return null;
    const typed = inName.filter((isIn) => isIn).length;
    // With all words in it, it is a match by name, or of too few letters for one.
    if (typed === words.length) return null;
    return { count: words.length - typed, isWhole: typed >= form.words.length };
  }

  /** Whether a context of the row has the word. A number counts only together with the word behind it. */
  #isInContext(row: number, words: Reading['words'], i: number, kind: Kind): boolean {
    const { isNumber, [kind]: word } = words[i];
    if (isNumber && (i + 1 === words.length || words[i + 1].isNumber)) return false;
    const key = isNumber ? `${word} ${words[i + 1][kind]}` : word;
    return this.#model.rowContexts[row].some((context) => this.#contextsWith(key, kind).has(context));
  }

  /**
   * The contexts that have the key at the beginning of a word. Remembered by key, because a query asks
   * for the same few keys for every row.
   */
  #contextsWith(key: string, kind: Kind): ReadonlySet<number> {
    const name = `${kind} ${key}`;
    let found = this.#found.get(name);
    if (found === undefined) {
      const has = (forms: Record<Kind, Form[]>): boolean =>
        forms[kind].some((form) => form.tails.some((tail) => tail.startsWith(key)));
      found = new Set(this.#contexts.flatMap((forms, context) => (has(forms) ? [context] : [])));
      if (this.#found.size > 200) this.#found.clear();
      this.#found.set(name, found);
    }
    return found;
  }

  #offerHouses(
    reading: Reading,
    kind: Kind,
    offer: (row: number, rank: Rank) => void,
    /** The rank of a match by the name of the street, in group 1 or 3. */
    asNamed: (group: number, isTranslated: boolean) => Rank,
    typed: readonly Word[],
  ): boolean {
    const { words } = reading;
    let hasNear = false;
    if (words.length < 2 || words.length > 30) return false;
    for (let at = 0; at < words.length; at++) {
      if (!mayBeHouseNumber(words, at)) continue;
      for (let length = Math.min(3, words.length - at), isFound = false; length > 0 && !isFound; length--) {
        const number = houseNumberAt(words, at, length);
        const end =
          words[at + length] !== undefined && isHouseWord(words[at + length]) ? at + length + 1 : at + length;
        const rest = [...words.slice(0, at), ...words.slice(end)];
        isFound = number !== null && this.#model.addresses.some((entry) => entry.number === number);
        if (!isFound || rest.length === 0) continue;
        const isAtEnd = at === 0 || end === words.length;
        const joined = joinKeys(rest.map((word) => word[kind])).key;
        for (const entry of this.#model.addresses) {
          if (entry.number !== number) continue;
          const street = this.#contexts[entry.street][kind];
          const starts = (form: Form) => rest.every((word) => hasWord(form, word[kind], word.isNumber));
          const isOn = (word: Word) => street.some((form) => hasWord(form, word[kind], word.isNumber));
          const around = rest.map((word, i) =>
            this.#isInContext(entry.row, rest, i, kind)
              ? 'area'
              : isOn(word) && word.isNumber
                ? 'street'
                : null,
          );
          const isNear = around.every((where) => where !== null) && isStreetNamed(street, rest, kind);
          hasNear ||= isNear;
          for (const form of street) {
            const isWhole = form.joined === joined;
            if (isAtEnd && isWhole) offer(entry.row, asNamed(1, form.isTranslated));
            if (starts(form)) offer(entry.row, asNamed(3, false));
          }
          const key = KEYS.indexOf(kind);
          if (isNear)
            offer(entry.row, [5, AMONG_HOUSES, HOUSE, key, -this.#ownWords(entry.row, typed), 5, key]);
        }
      }
    }
    return hasNear;
  }

  /** Houses by what they are called: a name of the street and the number. */
  #offerCalled(words: readonly Word[], isDerived: boolean, offer: (row: number, rank: Rank) => void): void {
    const last = words.length - 1;
    if (words.length < 2 || words.length > 30) return;
    words.forEach((word, at) => {
      if (!word.isNumber) return;
      const rest = words.filter((_, i) => i !== at);
      const isLast = words.slice(at + 1).every(({ isNumber }) => !isNumber);
      for (const entry of this.#model.addresses) {
        const isWhole = entry.number === word.strict;
        if (!entry.number.startsWith(word.strict)) continue;
        for (const form of this.#contexts[entry.street].strict) {
          const offerIf = (typed: readonly Word[], most: number, group: number, isCalled: boolean): void => {
            const found = strictGroup(form, typed, joinKeys(typed.map(({ strict }) => strict)).key);
            const rank =
              isCalled && found !== null && found <= most
                ? strictRank(group, isAsTyped(form, typed, most) && (group < 3 || isLast), isDerived)
                : null;
            if (rank !== null) offer(entry.row, rank);
          };
          const isAtEnd = at === last && !word.isOrdinal;
          offerIf(rest, 1, 1, isAtEnd && isWhole);
          offerIf(rest, 1, 2, isAtEnd);
          offerIf(words, 2, 2, isWhole);
          const inStreet = word.isOrdinal ? words : rest;
          const areIn = inStreet.every(({ strict, isNumber }) => hasWord(form, strict, isNumber));
          const isPart = at < last && entry.number.startsWith(`${word.strict}/`);
          offerIf(inStreet, 3, 3, areIn && (isWhole || isPart));
        }
      }
    });
  }

  /** How many of the typed words begin a word of the street in the tags of the row. */
  #ownWords(row: number, typed: readonly Word[]): number {
    const street = wordsOf(this.#model.links[row].street ?? '');
    return typed.filter(({ strict }) => street.some((word) => word.strict.startsWith(strict))).length;
  }

  #withErrors(readings: readonly Reading[], limit: number): SlowHit[] {
    const hits = rowsWithErrors(this.#forms, readings).map((row) => ({
      ...{ row, group: 7, key: 'loose' as const, relaxation: 0 },
    }));
    return this.#each(hits, limit);
  }
}

function groupedBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key)!.push(one);
  }
  return groups;
}

/** Equal for the same words in any order. */
function keysInOrder(words: readonly Word[]): string {
  return words
    .map(({ strict }) => strict)
    .sort()
    .join(' ');
}
