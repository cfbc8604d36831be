import { section, type Sections } from '../arrays/sections.js';
import { queryReadings, readingsOf, type Reading } from '../text/forms.js';
import { switchedTexts } from '../text/keyboards.js';
import { relaxedQueries, simplerQueries } from '../text/relaxations.js';
import { wordsOf } from '../text/words.js';
import { ContextIndex } from './context-index.js';
import { rowsByContext, type ContextRows } from './context-search.js';
import { HouseSearch, type HouseQuery } from './house-search.js';
import { KeyLayer } from './key-layer.js';
import { LayerQuery, rowsOfGroup } from './name-search.js';
import { RowList, type RowStream } from './row-stream.js';
import { TolerantSearch } from './tolerant-search.js';

/** 1 to 4 of the specification; 5 and 6 with words of the address, 5 where the name begins with one of the words; 7 with typing errors. */
export type MatchGroup = NameGroup | 7;
type NameGroup = 1 | 2 | 3 | 4 | 5 | 6;
export type KeyKind = 'strict' | 'loose';

/** How a row was found. */
export interface ForwardHit {
  row: number;
  group: MatchGroup;
  key: KeyKind;
  /** Which of the queries that the text was relaxed to; 0 is the text as it stands. */
  relaxation: number;
}

const KINDS: readonly KeyKind[] = ['strict', 'loose'];
const BY_NAME: readonly NameGroup[] = [1, 2, 3, 4];
/** For readings so far from what was typed that a word somewhere in a name proves nothing. */
const BEGINNINGS: readonly NameGroup[] = [1, 2];
const BY_ADDRESS: readonly NameGroup[] = [5, 6];
const ALL_GROUPS = [...BY_NAME, ...BY_ADDRESS];

/**
 * Forward search over the frozen names: rows by group, within it strict before loose keys, then by rank (prominence,
 * shorter name, id), each thing once. Only when nothing is found, the query is relaxed, and at last read with errors.
 */
export class ForwardSearch {
  readonly strict: KeyLayer;
  readonly loose: KeyLayer;
  readonly #contexts: ContextIndex;
  readonly #houses: HouseSearch;
  readonly #tolerant: TolerantSearch;
  readonly #twins: Uint32Array;

  /** @throws Error when a section is missing or of another type. */
  constructor(sections: Sections) {
    this.strict = new KeyLayer(sections, 'name.s.');
    this.loose = new KeyLayer(sections, 'name.l.');
    this.#contexts = new ContextIndex(sections);
    this.#houses = new HouseSearch(sections, this.#contexts);
    this.#tolerant = new TolerantSearch(this.loose);
    this.#twins = section(sections, 'place.twin', Uint32Array);
  }

  search(text: string, limit: number): ForwardHit[] {
    const list = new HitList(limit, this.#twins);
    const typed = this.#plans(queryReadings(text));
    this.#run(typed, BY_NAME, list, 0);
    if (list.hits.length > 0) {
      this.#run(typed, BY_ADDRESS, list, 0);
      return list.hits;
    }
    const stages = [
      // Names first: what is found with words of the address is farther from what was typed.
      { queries: simplerQueries(text), groups: BY_NAME },
      { queries: switchedTexts(text).map(wordsOf), groups: BEGINNINGS },
      { queries: [null], groups: BY_ADDRESS },
      { queries: relaxedQueries(text), groups: ALL_GROUPS },
    ];
    let relaxation = 0;
    for (const { queries, groups } of stages) {
      for (const words of queries) {
        const plans = words === null ? typed : this.#plans(readingsOf(words));
        this.#run(plans, groups, list, words === null ? 0 : ++relaxation);
        if (list.hits.length > 0) return list.hits;
      }
    }
    this.#tolerant.rows(queryReadings(text)).forEach((rows) => list.take([new RowList(rows)], { group: 7, key: 'loose', relaxation: 0 }));
    return list.hits;
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

  #run(plans: readonly Plan[][], groups: readonly NameGroup[], list: HitList, relaxation: number): void {
    for (const group of groups) {
      for (const [i, key] of KINDS.entries()) {
        if (list.isFull) return;
        list.take(plans[i].flatMap((plan) => this.#streams(plan, key, group)), { group, key, relaxation });
      }
    }
  }

  #streams(plan: Plan, key: KeyKind, group: NameGroup): RowStream[] {
    const houses = group === 1 || group === 3 || group === 5 ? plan.houses.flatMap((house) => this.#houses.rows(house, key, group)) : [];
    const streams = group === 5 || group === 6 ? this.#byContext(plan, key, group) : rowsOfGroup(this[key], plan.query, group);
    return houses.length > 0 ? [...streams, new RowList(houses)] : streams;
  }

  #byContext(plan: Plan, key: KeyKind, group: 5 | 6): RowStream[] {
    plan.byContext ??= rowsByContext(this[key], this.#contexts, this.#contexts[key], plan.query);
    return [new RowList(plan.byContext[group])];
  }
}

/** One reading in one layer, and the houses it may mean. */
class Plan {
  readonly query: LayerQuery;
  readonly houses: readonly HouseQuery[];
  /** Groups 5 and 6, once they are asked for. */
  byContext: ContextRows | null = null;

  constructor(houses: readonly HouseQuery[], reading: Reading, layer: KeyLayer, kind: KeyKind) {
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
