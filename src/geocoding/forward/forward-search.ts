import { section, type Sections } from '../../arrays/sections.js';
import { readingsOf } from '../../text/forms.js';
import { foreignTexts } from '../../text/foreign-spelling.js';
import { switchedTexts } from '../../text/wrong-keyboard.js';
import { areEqual, Relaxations } from '../../text/relaxations.js';
import { wordsOf, type Word } from '../../text/words.js';
import { ContextIndex } from '../lookup/context-index.js';
import { CategorySearch, type CategoryQuery } from './category-search.js';
import {
  AddressHits,
  ContextSearch,
  groupOf,
  isAlike,
  isWholeName,
  layerOf,
  rowOf,
} from './context-search.js';
import { HouseSearch } from './house-search.js';
import { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey } from '../lookup/key-text.js';
import { addRowsOfGroup, formInGroup } from './name-search.js';
import { QueryPlan } from './query-plan.js';
import type { ForwardHit, LayerKind, NameGroup } from './forward-hit.js';
import { bestRows, type Refined } from './refinement.js';
import { RecentPlans } from './recent-plans.js';
import { AcceptedRows, RowList, type RowStream } from '../lookup/row-stream.js';
import { TolerantSearch } from './tolerant-search.js';

/** A hit with the form of a name that it was found by. */
export interface ExplainedHit extends ForwardHit {
  /** A form in the layer of the key (`strict` for `written`); null for a house found by its number. */
  form: number | null;
  /** Strict keys of the words that found it. */
  asked: readonly string[];
}

/**
 * A name written like the query comes before a name that is only read alike, unless it is less prominent
 * by more than this. Наран отель comes before Наран зочид буудал, but the city of Зуунмод before a
 * hamlet called Зуун мод.
 */
export const WRITTEN_PROMINENCE_TENTHS = 100;

const NOTHING: readonly string[] = [];
const KINDS: readonly LayerKind[] = ['strict', 'loose'];
const BY_NAME: readonly NameGroup[] = [1, 2, 3, 4];
const EXACT: readonly NameGroup[] = [1];
/** For readings so far from the typed text that a word somewhere in a name proves nothing. */
const BEGINNINGS: readonly NameGroup[] = [1, 2];

export interface SearchOptions {
  /** Whether names are read with typing errors when nothing else is found; by default they are. */
  readsErrors?: boolean;
}

/**
 * Forward search over the frozen names. Rows come by group, then by key (written, strict, loose), then
 * by rank (prominence, shorter name, id), each thing once. Only when nothing is found, the query is
 * relaxed, and at last read with typing errors.
 */
export class ForwardSearch {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  readonly #contexts: ContextSearch;
  readonly #contextIndex: ContextIndex;
  readonly #houses: HouseSearch;
  readonly #categories: CategorySearch;
  readonly #tolerant: TolerantSearch;
  readonly #twins: Uint32Array;
  /** Prominence of each row, in tenths. */
  readonly #prominence: Uint16Array;
  readonly #recent = new RecentPlans();
  /** Of the last search. */
  #typed: QueryPlan | undefined;
  readonly #readsErrors: boolean;

  /**
   * @throws Error when a section is missing or of another type.
   */
  constructor(sections: Sections, { readsErrors = true }: SearchOptions = {}) {
    this.#readsErrors = readsErrors;
    this.strict = new KeyLayer(sections, 'name.s.');
    this.loose = new KeyLayer(sections, 'name.l.');
    this.#contextIndex = new ContextIndex(sections);
    this.#contexts = new ContextSearch(this.#contextIndex);
    this.#houses = new HouseSearch(sections, this.#contextIndex);
    this.#categories = new CategorySearch(this.#contextIndex, this.#contextIndex.kinds);
    this.#tolerant = new TolerantSearch(this.loose);
    this.#twins = section(sections, 'place.twin', Uint32Array);
    this.#prominence = section(sections, 'place.prominence', Uint16Array);
  }

  /** @param refined what the client asks beyond the text */
  search(text: string, limit: number, refined?: Refined): ForwardHit[] {
    return this.#search(text, limit, [], refined);
  }

  /**
   * The hits of search(), each with the form of a name that it was found by.
   *
   * @param isWanted rows whose form is wanted; others get null
   * @param asked receives the words that were looked for one after the other; the text as typed first
   */
  explain(
    text: string,
    limit: number,
    refined?: Refined,
    isWanted: (row: number) => boolean = () => true,
    asked: (readonly Word[])[] = [],
  ): ExplainedHit[] {
    const plans: (QueryPlan | undefined)[] = [];
    const hits = this.#search(text, limit, asked, refined);
    plans[0] = this.#typed;
    return hits.map((hit) => {
      if (!isWanted(hit.row)) return { ...hit, form: null, asked: NOTHING };
      const words = asked[hit.relaxation];
      const plan = (plans[hit.relaxation] ??= this.#plan(words));
      return { ...hit, form: this.#formOf(hit, words, plan), asked: words.map(({ strict }) => strict) };
    });
  }

  /** @param asked receives the queries, by relaxation */
  #search(text: string, limit: number, asked: (readonly Word[])[], refined?: Refined): ForwardHit[] {
    const words = wordsOf(text);
    asked[0] = words;
    const before = this.#recent.before(text);
    // The words are the same: only a blank or a comma was added.
    if (
      refined === undefined &&
      before !== undefined &&
      before.limit === limit &&
      isFoundAsTyped(before.hits) &&
      areSame(before.words, words)
    ) {
      this.#recent.add(text, before);
      this.#typed = before.plan;
      return before.hits.slice();
    }
    const list = new HitList(limit, this.#twins, refined);
    const typed = (this.#typed = this.#plan(words, before?.plan));
    const category = this.#categories.read(words);
    if (category !== null) this.#byCategory(typed, category, list);
    this.#byName(typed, BY_NAME, list, 0);
    if (list.hits.length > 0) this.#byAddress(typed, list, 0);
    else this.#relax(text, typed, list, asked);
    if (refined === undefined) this.#recent.add(text, { words, plan: typed, limit, hits: list.hits });
    return list.hits;
  }

  #relax(text: string, typed: QueryPlan, list: HitList, asked: (readonly Word[])[]): void {
    const words = asked[0];
    const relaxations = new Relaxations(words);
    const isFound = (relaxed: readonly Word[], plan: QueryPlan, groups: readonly NameGroup[]): boolean => {
      this.#byName(plan, groups, list, asked.push(relaxed) - 1);
      return list.hits.length > 0;
    };
    // Names first: what words of the address find is farther from what was typed.
    const known: { words: readonly Word[]; plan: QueryPlan }[] = [];
    for (const simpler of relaxations.simpler()) {
      const plan = this.#plan(simpler);
      known.push({ words: simpler, plan });
      if (isFound(simpler, plan, BY_NAME)) return;
      const category = this.#categories.read(simpler);
      if (category !== null) this.#takeCategory(category, list, asked.length - 1);
      if (list.hits.length > 0) return;
    }
    for (const switched of switchedTexts(text).map(wordsOf))
      if (isFound(switched, this.#plan(switched), BEGINNINGS)) return;
    for (const foreign of foreignTexts(text).map(wordsOf))
      if (isFound(foreign, this.#plan(foreign), BEGINNINGS)) return;
    this.#byAddress(typed, list, 0);
    if (list.hits.length > 0) return;
    // A word that is nowhere is misspelt. To read it right is less than to drop what stands beside it.
    const isMisspelt = typed.hasUnknownWord(this.#contextIndex);
    if (isMisspelt && this.#isFoundWithErrors(words, list)) return;
    for (const relaxed of relaxations.relaxed()) {
      const simpler = known.find((query) => areEqual(query.words, relaxed));
      const plan = simpler?.plan ?? this.#plan(relaxed);
      // The names were already searched for this query, without a hit.
      if (simpler !== undefined) asked.push(relaxed);
      else isFound(relaxed, plan, BY_NAME);
      this.#byAddress(plan, list, asked.length - 1);
      if (list.hits.length > 0) return;
    }
    if (relaxations.barest().some((bare) => isFound(bare, this.#plan(bare), BY_NAME))) return;
    for (const query of [...(isMisspelt ? [] : [words]), ...relaxations.core()])
      if (this.#isFoundWithErrors(query, list)) return void (asked[0] = query);
  }

  /** Takes rows by the number of errors in all words, fewest first. */
  #isFoundWithErrors(query: readonly Word[], list: HitList): boolean {
    if (!this.#readsErrors) return false;
    for (const rows of this.#tolerant.rows(readingsOf(query)))
      list.take([new RowList(rows)], { group: 7, key: 'loose', relaxation: 0 });
    return list.hits.length > 0;
  }

  /** The form that the hit was found by; null for a house found by its number, and for one of a kind. */
  #formOf({ row, group, key }: ForwardHit, words: readonly Word[], plan: QueryPlan): number | null {
    if (group === 7) return this.#tolerant.formOf(readingsOf(words), row);
    if (key === 'written') return this.strict.writtenForm(row, plan.queries.strict[0].words.map(encodeKey));
    const queries = plan.queries[key];
    if (group <= 4) {
      for (const query of queries) {
        const form = formInGroup(query, group as NameGroup, row);
        if (form !== null) return form;
      }
      return null;
    }
    const found = queries
      .map((query) => this.#contexts.formOf(key, query, row))
      .filter((form) => form !== null);
    return found.sort((a, b) => a.rank - b.rank)[0]?.form ?? null;
  }

  /** @throws Error that names the first fault */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    if (![this.strict, this.loose].every((layer) => layer.formRow.every((row) => row < rows)))
      throw new Error('name index: a row that does not exist');
    if (this.#twins.length !== rows || !this.#twins.every((twin, row) => twin <= row))
      throw new Error('place table: a twin that does not exist');
    this.#contextIndex.verify(rows);
    this.#houses.verify(rows);
  }

  #plan(words: readonly Word[], before?: QueryPlan): QueryPlan {
    return new QueryPlan(readingsOf(words), this, this.#houses, before);
  }

  #byName(plan: QueryPlan, groups: readonly NameGroup[], list: HitList, relaxation: number): void {
    for (const group of groups) {
      for (const key of KINDS) {
        if (list.isFull) return;
        const streams = this.#streams(plan, key, group);
        if (streams.length === 0) continue;
        // With a ranking by distance, how a name is written says less than how near it is.
        if (group === 1 && key === 'strict' && !list.isRanked) this.#written(plan, streams, list, relaxation);
        list.take(streams, { group, key, relaxation });
      }
    }
  }

  /**
   * Things of a kind stand behind what is called so and before what is only read alike. Of a kind alone,
   * called so
   * means exactly so, or as typed in groups 2 to 4. With an area, it means to begin so, or to have all words
   * in
   * strict keys: Баянгол зочид буудал is a better answer to hotel bayangol than a hotel in Баянгол дүүрэг.
   */
  #byCategory(plan: QueryPlan, category: CategoryQuery, list: HitList): void {
    const isAlone = category.rest.length === 0;
    this.#byName(plan, isAlone ? EXACT : BEGINNINGS, list, 0);
    for (const group of BY_NAME) {
      if (list.isFull) return;
      const streams: RowStream[] = [];
      for (const query of isAlone ? plan.queries.strict.slice(0, 1) : plan.queries.strict)
        addRowsOfGroup(query, group, streams);
      list.take(streams, { group, key: 'strict', relaxation: 0 });
    }
    this.#takeCategory(category, list, 0);
  }

  #takeCategory(category: CategoryQuery, list: HitList, relaxation: number): void {
    for (const key of KINDS) {
      if (list.isFull) return;
      list.take([new RowList(this.#categories.rows(category, key))], { group: 5, key, relaxation });
    }
  }

  /**
   * Takes names written like the query, if they are about as prominent as the best name that is read
   * alike.
   *
   * @param alike rows of group 1 by strict keys, at least one
   */
  #written(
    {
      queries: {
        strict: [first],
      },
      firstHouses,
    }: QueryPlan,
    alike: readonly RowStream[],
    list: HitList,
    relaxation: number,
  ): void {
    const best = alike.reduce((row, stream) => Math.min(row, stream.row), Infinity);
    const least = this.#prominence[best] - WRITTEN_PROMINENCE_TENTHS;
    const isProminent = (row: number): boolean => this.#prominence[row] >= least;
    const rows = firstHouses.flatMap((house) => this.#houses.writtenRows(house)).filter(isProminent);
    const words = first.words.map(encodeKey);
    const named = new AcceptedRows(
      this.strict.headCursor(first.whole),
      (row) => isProminent(row) && this.strict.isWritten(row, words),
    );
    list.take([named, new RowList(rows)], { group: 1, key: 'written', relaxation });
  }

  #streams(plan: QueryPlan, key: LayerKind, group: NameGroup): RowStream[] {
    const streams: RowStream[] = [];
    const rows: number[] = [];
    for (const query of group <= 2 ? plan.queries[key] : plan.wideQueries(key))
      addRowsOfGroup(query, group, streams);
    if (group === 1 || group === 3)
      for (const house of plan.houses) this.#houses.addRows(house, key, group, rows);
    if (rows.length > 0) streams.push(new RowList(rows));
    return streams;
  }

  /**
   * Takes rows whose whole name was typed, then houses, then other rows by the number of words that are not
   * in
   * the name. So a street called Баян уул 3 comes before a house with the number 3.
   */
  #byAddress(plan: QueryPlan, list: HitList, relaxation: number): void {
    if (list.isFull) return;
    const hits = new AddressHits();
    const houses = KINDS.map((key) => {
      const rows: number[] = [];
      for (const house of plan.houses) this.#houses.addRows(house, key, 5, rows);
      return rows;
    });
    for (const query of plan.wideQueries('strict')) this.#contexts.find('strict', query, hits);
    if (houses.some((rows) => rows.length > 0)) {
      for (const query of plan.wideQueries('loose')) this.#contexts.find('loose', query, hits);
      const sorted = hits.sorted();
      this.#addHits(Array.from(sorted).filter(isWholeName), list, relaxation);
      KINDS.forEach((key, i) => list.take([new RowList(houses[i])], { group: 5, key, relaxation }));
      this.#addHits(sorted, list, relaxation);
      return;
    }
    // The best hits by strict keys come before all hits by loose keys. When they fill the list, loose keys
    // are
    // not searched.
    this.#addHits(hits.best(), list, relaxation);
    if (list.isFull) return;
    for (const query of plan.wideQueries('loose')) this.#contexts.find('loose', query, hits);
    this.#addHits(hits.sorted(), list, relaxation);
  }

  #addHits(hits: ArrayLike<number>, list: HitList, relaxation: number): void {
    for (let i = 0; i < hits.length && !list.isFull;) {
      const how = { group: groupOf(hits[i]), key: KINDS[layerOf(hits[i])], relaxation };
      if (!list.isRanked) {
        list.add(rowOf(hits[i++]), how);
        continue;
      }
      const rows: number[] = [];
      for (const first = hits[i]; i < hits.length && isAlike(hits[i], first); i++) rows.push(rowOf(hits[i]));
      list.take([new RowList(rows)], how);
    }
  }
}

/** What relaxing finds depends on the text too, not on its words alone. */
function isFoundAsTyped(hits: readonly ForwardHit[]): boolean {
  return hits.length > 0 && hits[0].relaxation === 0 && hits[0].group !== 7;
}

function areSame(a: readonly Word[], b: readonly Word[]): boolean {
  return a.length === b.length && a.every((word, i) => isSame(word, b[i]));
}

function isSame(a: Word, b: Word): boolean {
  return (
    a === b ||
    (a.strict === b.strict &&
      a.loose === b.loose &&
      a.isNumber === b.isNumber &&
      a.isOrdinal === b.isOrdinal &&
      a.isInitial === b.isInitial &&
      a.open === b.open &&
      a.foreign === b.foreign)
  );
}

/** The hits so far: each row once, each thing once, no more than the limit. */
class HitList {
  readonly hits: ForwardHit[] = [];
  readonly #limit: number;
  readonly #twins: Uint32Array;
  /** A list, because there are only as many things as hits: a set would cost more. */
  readonly #things: number[] = [];
  readonly #refined: Refined | undefined;

  constructor(limit: number, twins: Uint32Array, refined: Refined | undefined) {
    this.#limit = limit;
    this.#twins = twins;
    this.#refined = refined;
  }

  /** Whether rows that match alike come by more than their prominence. */
  get isRanked(): boolean {
    return this.#refined?.ranking !== undefined;
  }

  get isFull(): boolean {
    return this.hits.length >= this.#limit;
  }

  /** Takes rows from all streams together, in ascending order, or in that of the ranking. */
  take(streams: readonly RowStream[], how: Omit<ForwardHit, 'row'>): void {
    const ranking = this.#refined?.ranking;
    if (ranking !== undefined) {
      const rows = bestRows(streams, ranking, this.#limit - this.hits.length, (row) => this.#thingOf(row));
      for (const row of rows) this.add(row, how);
      return;
    }
    while (!this.isFull) {
      let row = Infinity;
      for (const stream of streams) row = Math.min(row, stream.row);
      if (row === Infinity) return;
      for (const stream of streams) while (stream.row === row) stream.next();
      this.add(row, how);
    }
  }

  add(row: number, how: Omit<ForwardHit, 'row'>): void {
    const thing = this.#thingOf(row);
    if (thing < 0) return;
    this.#things.push(thing);
    this.hits.push({ row, group: how.group, key: how.key, relaxation: how.relaxation });
  }

  /** The thing that the row is; -1 when it is in the list, or not wanted. */
  #thingOf(row: number): number {
    const thing = this.#twins[row];
    if (this.#things.includes(thing)) return -1;
    return this.#refined?.accepts === undefined || this.#refined.accepts(row) ? thing : -1;
  }
}
