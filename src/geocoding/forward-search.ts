import { section, type Sections } from '../arrays/sections.js';
import { queryReadings, readingsOf, type Reading } from '../text/forms.js';
import { switchedTexts } from '../text/keyboards.js';
import { barestQueries, coreQueries, identity, relaxedQueries, simplerQueries } from '../text/relaxations.js';
import { wordsOf, type Word } from '../text/words.js';
import { ContextIndex } from './context-index.js';
import { rowsByContext, type ContextRows } from './context-search.js';
import { HouseSearch, type HouseQuery } from './house-search.js';
import { KeyLayer } from './key-layer.js';
import { LayerQuery, rowsOfGroup, writtenRows } from './name-search.js';
import { RowList, type RowStream } from './row-stream.js';
import { TolerantSearch } from './tolerant-search.js';

/** 1 to 4 of the specification; 5 and 6 with words of the address, 5 where the name begins with one of the words; 7 with typing errors. */
export type MatchGroup = NameGroup | 5 | 6 | 7;
type NameGroup = 1 | 2 | 3 | 4;
/** How near the words come: written so in the name, read alike with o and u apart, or read alike. */
export type KeyKind = 'written' | LayerKind;
type LayerKind = 'strict' | 'loose';

/** How a row was found. */
export interface ForwardHit {
  row: number;
  group: MatchGroup;
  key: KeyKind;
  /** Which of the queries that the text was relaxed to; 0 is the text as it stands. */
  relaxation: number;
}

/**
 * A name written as the query goes before one read alike only when it is no more than this less prominent: Наран отель
 * before Наран зочид буудал, but the city of Зуунмод before a hamlet called Зуун мод.
 */
export const WRITTEN_PROMINENCE_TENTHS = 100;

const KINDS: readonly LayerKind[] = ['strict', 'loose'];
const BY_NAME: readonly NameGroup[] = [1, 2, 3, 4];
/** For readings so far from what was typed that a word somewhere in a name proves nothing. */
const BEGINNINGS: readonly NameGroup[] = [1, 2];
const BY_ADDRESS: readonly (5 | 6)[] = [5, 6];

/**
 * Forward search over the frozen names: rows by group, within it names written as the query before strict before loose
 * keys, then by rank (prominence, shorter name, id), each thing once. Only when nothing is found, the query is relaxed, and
 * at last read with errors.
 */
export class ForwardSearch {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  readonly #contexts: ContextIndex;
  readonly #houses: HouseSearch;
  readonly #tolerant: TolerantSearch;
  readonly #twins: Uint32Array;
  /** By row, in tenths. */
  readonly #prominence: Uint16Array;

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'name.s.');
    this.loose = new KeyLayer(sections, 'name.l.');
    this.#contexts = new ContextIndex(sections);
    this.#houses = new HouseSearch(sections, this.#contexts);
    this.#tolerant = new TolerantSearch(this.loose);
    this.#twins = section(sections, 'place.twin', Uint32Array);
    this.#prominence = section(sections, 'place.prominence', Uint16Array);
  }

  search(text: string, limit: number): ForwardHit[] {
    const list = new HitList(limit, this.#twins);
    const typed = this.#plans(queryReadings(text));
    this.#byName(typed, BY_NAME, list, 0);
    if (list.hits.length === 0) this.#relax(text, typed, list);
    else this.#byAddress(typed, list, 0);
    if (list.hits.length === 0) this.#withErrors([queryReadings(text), ...coreQueries(text).map(readingsOf)], list);
    return list.hits;
  }

  #relax(text: string, typed: readonly Plan[][], list: HitList): void {
    let relaxation = 0;
    const known = new Map<string, Plan[][]>();
    const isFound = (words: readonly Word[], groups: readonly NameGroup[]): boolean => {
      const plans = this.#plans(readingsOf(words));
      if (groups === BY_NAME) known.set(identity(words), plans);
      this.#byName(plans, groups, list, ++relaxation);
      return list.hits.length > 0;
    };
    // Names first: what is found with words of the address is farther from what was typed.
    if (simplerQueries(text).some((words) => isFound(words, BY_NAME))) return;
    if (switchedTexts(text).some((switched) => isFound(wordsOf(switched), BEGINNINGS))) return;
    this.#byAddress(typed, list, 0);
    if (list.hits.length > 0) return;
    const isRelaxed = relaxedQueries(text).some((words) => {
      // What was asked for by names already is not there.
      if (known.has(identity(words))) relaxation++;
      else isFound(words, BY_NAME);
      this.#byAddress(known.get(identity(words))!, list, relaxation);
      return list.hits.length > 0;
    });
    if (!isRelaxed) barestQueries(text).some((words) => isFound(words, BY_NAME));
  }

  /** By the number of errors in all words. */
  #withErrors(queries: readonly Reading[][], list: HitList): void {
    for (const readings of queries) {
      for (const rows of this.#tolerant.rows(readings)) list.take([new RowList(rows)], { group: 7, key: 'loose', relaxation: 0 });
      if (list.hits.length > 0) return;
    }
  }

  /** @throws Error naming the first thing that is not sound. */
  verify(rows: number): void {
    this.strict.verify();
    this.loose.verify();
    if (![this.strict, this.loose].every((layer) => layer.formRow.every((row) => row < rows))) throw new Error('name index: a row that does not exist');
    if (this.#twins.length !== rows || !this.#twins.every((twin, row) => twin <= row)) throw new Error('place table: a twin that does not exist');
    this.#contexts.verify(rows);
    this.#houses.verify(rows);
  }

  #plans(readings: readonly Reading[]): Plan[][] {
    const houses = readings.map((reading) => this.#houses.queriesOf(reading));
    return KINDS.map((kind) =>
      readings.flatMap((reading, i) => (kind === 'loose' || !reading.isOpen ? [new Plan(houses[i], reading, this[kind], kind)] : [])),
    );
  }

  #byName(plans: readonly Plan[][], groups: readonly NameGroup[], list: HitList, relaxation: number): void {
    this.#written(plans[0], list, relaxation);
    for (const group of groups) {
      for (const [i, key] of KINDS.entries()) {
        if (list.isFull) return;
        list.take(plans[i].flatMap((plan) => this.#streams(plan, key, group)), { group, key, relaxation });
      }
    }
  }

  /** Names written as the query, as far as they are about as prominent as the best of those that are read alike. */
  #written(plans: readonly Plan[], list: HitList, relaxation: number): void {
    // The first reading is that of the words as they are.
    const [first] = plans;
    const best = Math.min(...plans.flatMap((plan) => this.#streams(plan, 'strict', 1)).map((stream) => stream.row));
    if (first === undefined || best === Infinity) return;
    const least = this.#prominence[best] - WRITTEN_PROMINENCE_TENTHS;
    const isProminent = (row: number): boolean => this.#prominence[row] >= least;
    const houses = first.houses.flatMap((house) => this.#houses.writtenRows(house)).filter(isProminent);
    list.take([writtenRows(this.strict, first.query, isProminent), new RowList(houses)], { group: 1, key: 'written', relaxation });
  }

  #streams(plan: Plan, key: LayerKind, group: NameGroup): RowStream[] {
    const streams = rowsOfGroup(this[key], plan.query, group);
    const houses = group === 1 || group === 3 ? plan.houses.flatMap((house) => this.#houses.rows(house, key, group)) : [];
    return houses.length > 0 ? [...streams, new RowList(houses)] : streams;
  }

  /** Houses first, then by the number of words that are not in the name. */
  #byAddress(plans: readonly Plan[][], list: HitList, relaxation: number): void {
    for (const [i, key] of KINDS.entries()) {
      if (list.isFull) return;
      const houses = plans[i].flatMap((plan) => plan.houses.flatMap((house) => this.#houses.rows(house, key, 5)));
      if (houses.length > 0) list.take([new RowList(houses)], { group: 5, key, relaxation });
    }
    const most = Math.max(0, ...plans.flat().map((plan) => plan.query.words.length));
    for (let away = 1; away < most; away++) {
      for (const group of BY_ADDRESS) {
        for (const [i, key] of KINDS.entries()) {
          if (list.isFull) return;
          const rows = plans[i].flatMap((plan) => this.#contextRows(plan, key)[away]?.[group] ?? []);
          if (rows.length > 0) list.take([new RowList(rows)], { group, key, relaxation });
        }
      }
    }
  }

  #contextRows(plan: Plan, key: LayerKind): ContextRows {
    return (plan.byContext ??= rowsByContext(this[key], this.#contexts, this.#contexts[key], plan.query));
  }
}

/** One reading in one layer, and the houses it may mean. */
class Plan {
  readonly query: LayerQuery;
  readonly houses: readonly HouseQuery[];
  /** Groups 5 and 6, once they are asked for. */
  byContext: ContextRows | null = null;

  constructor(houses: readonly HouseQuery[], reading: Reading, layer: KeyLayer, kind: LayerKind) {
    this.query = new LayerQuery(reading, layer, kind);
    this.houses = houses;
  }
}

/** The hits so far: each row once, each thing once, no more than the limit. */
class HitList {
  readonly hits: ForwardHit[] = [];
  readonly #limit: number;
  readonly #twins: Uint32Array;
  readonly #known = new Set<number>();

  constructor(limit: number, twins: Uint32Array) {
    this.#limit = limit;
    this.#twins = twins;
  }

  get isFull(): boolean {
    return this.hits.length >= this.#limit;
  }

  /** Takes rows in ascending order from all the streams together. */
  take(streams: readonly RowStream[], how: Omit<ForwardHit, 'row'>): void {
    while (!this.isFull) {
      let row = Infinity;
      for (const stream of streams) row = Math.min(row, stream.row);
      if (row === Infinity) return;
      for (const stream of streams) while (stream.row === row) stream.next();
      const thing = this.#twins[row];
      if (this.#known.has(thing)) continue;
      this.#known.add(thing);
      this.hits.push({ row, ...how });
    }
  }
}
