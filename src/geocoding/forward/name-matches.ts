import { AcceptedRows, RowList, type RowStream } from '../lookup/row-stream.js';
import type { LayerKind, NameGroup } from './forward-hit.js';
import type { HouseSearch } from './house-search.js';
import type { LayerQuery } from './layer-query.js';
import { addRowsOfGroup, isInGroupUntranslated, isWholeMadeName, literalForm } from './name-search.js';
import type { QueryPlan } from './query-plan.js';

/**
 * What a query finds by name. A match is strict when a tagged name has the words as typed, after folding
 * case, Cyrillic and Latin, hyphens and blanks, with o and u kept apart. Every other match is derived: by
 * loose keys, by another reading of the query, by another form of a name, by a name that we made.
 *
 * A derived match is no better than group 3 when it is a translation, or when the query has fewer than four
 * letters. Loose keys count from four letters on.
 */
export class NameMatches {
  readonly #plan: QueryPlan;
  readonly #houses: HouseSearch;
  /** By group, what the typed words find in strict keys and what is no strict match. */
  readonly #rest: number[][] = [];

  constructor(plan: QueryPlan, houses: HouseSearch) {
    this.#plan = plan;
    this.#houses = houses;
  }

  /** Strict matches of a group. Rows of better groups may be among them. */
  strict(group: NameGroup): RowStream[] {
    const { typed, firstHouses } = this.#plan;
    const rest: number[] = [];
    this.#rest[group] = rest;
    const found: RowStream[] = [];
    addRowsOfGroup(typed, group, found);
    const streams: RowStream[] = found.map(
      (stream) => new AcceptedRows(stream, (row) => literalForm(typed, group, row) !== null, rest),
    );
    if (group === 1 || group === 3) {
      const rows: number[] = [];
      for (const house of firstHouses) this.#houses.addRows(house, 'strict', group, rows, 'written');
      if (rows.length > 0) streams.push(new RowList(rows));
    }
    return streams;
  }

  /**
   * Derived matches of a group that stand in it, if all of strict(group) was taken. Strict ones may be among
   * them.
   */
  derived(group: NameGroup, key: LayerKind): RowStream[] {
    const plan = this.#plan;
    const isExact = group <= 2;
    if (isExact && plan.isShort) return [];
    const streams: RowStream[] = [];
    for (const query of this.#queries(group, key)) {
      if (isExact && query.isTranslated) continue;
      const found: RowStream[] = [];
      addRowsOfGroup(query, group, found);
      this.#addUntranslated(query, group, found, streams);
    }
    if (key === 'strict' && this.#rest[group].length > 0)
      this.#addUntranslated(plan.typed, group, [new RowList(this.#rest[group])], streams);
    if (group === 1 || group === 3) this.#addHouses(group, key, isExact, streams);
    return streams;
  }

  /**
   * Rows with a name that we made of exactly the words of the query, in any order; аймаг may be left out. A
   * kind and an area may be such a name: Архангай Цэцэрлэг is a town and no kindergarten.
   */
  wholeMadeNames(key: LayerKind): RowStream[] {
    const streams: RowStream[] = [];
    if (this.#plan.isShort) return streams;
    for (const query of this.#plan.queries[key]) {
      if (query.isTranslated) continue;
      const found: RowStream[] = [];
      addRowsOfGroup(query, 3, found);
      for (const stream of found)
        streams.push(new AcceptedRows(stream, (row) => isWholeMadeName(query, row), []));
    }
    return streams;
  }

  /** Derived matches of group 1 or 2 that are no better than group 3. Others may be among them. */
  lowered(group: 1 | 2, key: LayerKind): RowStream[] {
    const streams: RowStream[] = [];
    for (const query of this.#queries(group, key)) addRowsOfGroup(query, group, streams);
    if (key === 'strict') addRowsOfGroup(this.#plan.typed, group, streams);
    if (group === 1) this.#addHouses(1, key, false, streams);
    return streams;
  }

  /** All matches of a group, for a query that is derived itself. */
  alike(group: NameGroup, key: LayerKind): RowStream[] {
    const streams: RowStream[] = [];
    const { queries } = this.#plan;
    for (const query of group <= 2 ? queries[key] : this.#plan.wideQueries(key))
      addRowsOfGroup(query, group, streams);
    if (group === 1 || group === 3) this.#addHouses(group, key, false, streams);
    return streams;
  }

  /** Queries of a layer for derived matches. */
  #queries(group: NameGroup, key: LayerKind): readonly LayerQuery[] {
    const { typed, isShort, queries } = this.#plan;
    const all = group <= 2 ? queries[key] : this.#plan.wideQueries(key);
    if (key === 'strict') return all.filter((query) => query !== typed);
    return isShort ? all.filter((query) => query.isOpen) : all;
  }

  #addUntranslated(
    query: LayerQuery,
    group: NameGroup,
    found: readonly RowStream[],
    streams: RowStream[],
  ): void {
    for (const stream of found)
      streams.push(
        group <= 2 ? new AcceptedRows(stream, (row) => isInGroupUntranslated(query, group, row), []) : stream,
      );
  }

  #addHouses(group: 1 | 3, key: LayerKind, isExact: boolean, streams: RowStream[]): void {
    const rows: number[] = [];
    for (const house of this.#plan.houses)
      if (!isExact || !house.isTranslated)
        this.#houses.addRows(house, key, group, rows, isExact ? 'untranslated' : 'any');
    if (rows.length > 0) streams.push(new RowList(rows));
  }
}
