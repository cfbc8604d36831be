import { RowList, type RowStream, type SortedOut } from '../lookup/row-stream.js';
import type { LayerKind, NameGroup } from './forward-hit.js';
import type { Matches } from './search-contract.js';
import type { CalledHouses, StrictHouses } from './called-houses.js';
import type { HouseSearch } from './house-search.js';
import type { LayerQuery } from './layer-query.js';
import {
  addLiteralRows,
  addRowsOfGroup,
  isInGroupUntranslated,
  isWholeMadeName,
  nearnessOf,
} from './name-search.js';
import type { QueryPlan } from './query-plan.js';

type QueryUse = 'exact' | 'translated' | 'all' | 'wide';

const NO_ROWS: readonly number[] = [];
const NOTHING: Matches = { streams: [] };

/**
 * The results of searching for a query by name. A match is strict if a tagged name contains the words as
 * typed, after case, Cyrillic and Latin, hyphens and blanks are folded, but with o and u kept apart. A strict
 * match is literal if it agrees letter for letter (see spellingOf()), and folded otherwise. All other matches
 * are derived: they use loose keys, another reading of the query, another form of a name, or a name that the
 * import generated.
 *
 * A derived match ranks no better than group 3 if it is a translation or if the query has fewer than four
 * letters. Loose keys require a query of at least four letters.
 */
export class NameMatches {
  readonly #plan: QueryPlan;
  readonly #houses: HouseSearch;
  readonly #called: CalledHouses;
  /** Per group: the strict-key results for the words as typed that are not literal. */
  readonly #others: SortedOut[] = [];
  /** Per layer and group: the results of derived(group) that are translations. */
  readonly #translated: Record<LayerKind, number[][]> = { strict: [], loose: [] };

  readonly #used: Record<LayerKind, Partial<Record<QueryUse, readonly LayerQuery[]>>> = {
    strict: {},
    loose: {},
  };

  constructor(plan: QueryPlan, houses: HouseSearch, called: CalledHouses) {
    this.#plan = plan;
    this.#called = called;
    this.#houses = houses;
  }

  /** Returns the literal matches of a group. The result may include rows of better groups. */
  literal(group: NameGroup): Matches {
    const { typed, words } = this.#plan;
    const hasNumber = typed.isNumber.includes(true);
    const others: SortedOut = { folded: [], rest: [] };
    this.#others[group] = others;
    const streams: RowStream[] = [];
    if (group <= 2 && !hasNumber) {
      addLiteralRows(typed, group as 1 | 2, streams, others);
      return { streams };
    }
    addRowsOfGroup(typed, group, streams);
    const houses: StrictHouses = { literal: [], folded: [] };
    if (hasNumber) this.#called.add(words, group, houses);
    for (const rows of [houses.literal, houses.folded])
      if (rows.length > 0) streams.push(new RowList(rows.slice()));
    if (streams.length === 0) return NOTHING;
    const accepts = (row: number): boolean => {
      const ofName = houses.literal.includes(row) ? 'literal' : nearnessOf(typed, group, row);
      const nearness = ofName === 'rest' && houses.folded.includes(row) ? 'folded' : ofName;
      if (nearness === 'literal') return true;
      others[nearness].push(row);
      return false;
    };
    return { streams, accepts };
  }

  /** Returns the group's remaining strict matches; literal(group) must already have been read to the end. */
  folded(group: NameGroup): Matches {
    const { folded } = this.#others[group];
    return folded.length === 0 ? NOTHING : { streams: [new RowList(folded)] };
  }

  /**
   * Returns the derived matches that keep their group; literal(group) must already have been read to the end.
   * The result may include strict matches.
   */
  derived(group: NameGroup, key: LayerKind): Matches {
    const plan = this.#plan;
    const isExact = group <= 2;
    if (isExact && plan.isShort) return NOTHING;
    const streams: RowStream[] = [];
    const queries = this.#queries(isExact ? 'exact' : 'wide', key);
    for (const query of queries) addRowsOfGroup(query, group, streams);
    const rest = key === 'strict' ? this.#others[group].rest : NO_ROWS;
    if (rest.length > 0) streams.push(new RowList(rest.slice()));
    const houses = this.#addHouses(group, key, isExact, streams);
    if (!isExact || streams.length === 0) return { streams };
    const isUntranslated = (query: LayerQuery, row: number): boolean =>
      isInGroupUntranslated(query, group, row);
    const translated: number[] = [];
    this.#translated[key][group] = translated;
    const accepts = (row: number): boolean => {
      if (queries.some((query) => isUntranslated(query, row)) || houses.includes(row)) return true;
      if (rest.length > 0 && isUntranslated(plan.typed, row)) return true;
      translated.push(row);
      return false;
    };
    return { streams, accepts };
  }

  /**
   * Whether a row has a generated name that consists of exactly the query words, in any order; the word аймаг
   * may be omitted. A kind and an area may form such a name: Архангай Цэцэрлэг is a town, not a kindergarten.
   */
  hasWholeMadeName(key: LayerKind): boolean {
    if (this.#plan.isShort) return false;
    for (const query of this.#plan.queries[key]) {
      if (query.isTranslated) continue;
      const streams: RowStream[] = [];
      addRowsOfGroup(query, 3, streams);
      for (const stream of streams)
        for (; stream.row !== Infinity; stream.next()) if (isWholeMadeName(query, stream.row)) return true;
    }
    return false;
  }

  /**
   * Returns the derived matches of group 1 or 2 that rank no better than group 3; derived(group) must already
   * have been read to the end. The result may include rows of better groups.
   */
  lowered(group: 1 | 2, key: LayerKind): Matches {
    const { isShort, typed } = this.#plan;
    const streams: RowStream[] = [];
    for (const query of this.#queries(isShort ? 'all' : 'translated', key))
      addRowsOfGroup(query, group, streams);
    if (isShort && key === 'strict') addRowsOfGroup(typed, group, streams);
    const translated = this.#translated[key][group] ?? NO_ROWS;
    if (translated.length > 0) streams.push(new RowList(translated.slice()));
    if (group === 1) this.#addHouses(1, key, false, streams);
    return { streams };
  }

  /** Returns all strict-key matches of a group for a query that is itself derived. */
  alike(group: NameGroup): Matches {
    const streams: RowStream[] = [];
    const { queries, typed, words } = this.#plan;
    for (const query of group <= 2 ? queries.strict : this.#plan.wideQueries('strict'))
      addRowsOfGroup(query, group, streams);
    this.#addHouses(group, 'strict', false, streams);
    // Incomplete numbers match only in the names of houses.
    const houses: StrictHouses = { literal: [], folded: [] };
    if (group === 2 && typed.isNumber.includes(true)) this.#called.add(words, 2, houses);
    for (const rows of Object.values(houses)) if (rows.length > 0) streams.push(new RowList(rows));
    return { streams };
  }

  /**
   * Returns the queries that find derived matches in a layer; `exact` selects those that may match in group 1
   * or 2.
   */
  #queries(use: QueryUse, key: LayerKind): readonly LayerQuery[] {
    const known = this.#used[key][use];
    if (known !== undefined) return known;
    const { typed, isShort, queries } = this.#plan;
    const all = use === 'wide' ? this.#plan.wideQueries(key) : queries[key];
    const used = all.filter(
      (query) =>
        (key === 'strict' ? query !== typed : !isShort || query.isOpen) &&
        (use === 'exact' ? !query.isTranslated : use !== 'translated' || query.isTranslated),
    );
    return (this.#used[key][use] = used);
  }

  /** @returns the rows of the houses that were added */
  #addHouses(group: NameGroup, key: LayerKind, isExact: boolean, streams: RowStream[]): readonly number[] {
    const rows: number[] = [];
    if (this.#plan.houses.length === 0 || (group !== 1 && group !== 3)) return rows;
    for (const house of this.#plan.houses)
      if (!isExact || !house.isTranslated)
        this.#houses.addRows(house, { kind: key, group, names: isExact ? 'untranslated' : 'any' }, rows);
    if (rows.length > 0) streams.push(new RowList(rows));
    return rows;
  }
}
