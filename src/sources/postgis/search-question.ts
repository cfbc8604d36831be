import type { AreaKeys, AskedKeys } from '../../geocoding/part/candidate-keys.js';
import { CandidateSelects, type CandidateTables } from './candidate-selects.js';
import { WORD_MARK } from './postgis-schema.js';
import { OWN_PLACE_COLUMNS, passedBy, PLACE_COLUMNS, supportsOf } from './place-columns.js';
import type { Question } from './postgis-client.js';
import { LAYERS, pattern, SqlParts, type Layer } from './sql-parts.js';

export interface SearchScope {
  schema: string;
  own: string | null;
  /** The maximum number of places to show. */
  limit: number;
  /**
   * Selects only names that equal or begin with the query. This is enough for most requests from search
   * boxes.
   */
  isNarrow: boolean;
}

/**
 * Returns the query that selects every place that a search may find. The query's result is one row with
 * `places`, `contexts` and `houses` as JSON, with enough entries for the `limit` best places for each way of
 * matching.
 * @param areas the ranks of areas that may be answers
 */
export function searchQuestion(
  asked: readonly AskedKeys[],
  areas: readonly number[],
  scope: SearchScope,
): Question {
  const sql = new SearchSql(scope);
  return { text: sql.whole(asked, areas), values: sql.values };
}

class SearchSql {
  readonly #scope: SearchScope;
  readonly #sql: SqlParts;

  constructor(scope: SearchScope) {
    this.#scope = scope;
    this.#sql = new SqlParts(scope.schema);
  }

  get values(): readonly unknown[] {
    return this.#sql.values;
  }

  whole(asked: readonly AskedKeys[], areas: readonly number[]): string {
    const { schema, isNarrow } = this.#scope;
    const ranks = [
      ...asked.filter(({ within }) => within === null).flatMap((keys) => this.#everywhere(keys)),
      ...this.#inAreas(asked),
      ...(areas.length === 0 ? [] : [`select unnest(${this.#sql.value(areas)}::integer[]) as rank`]),
    ];
    const own = this.#scope.own === null ? [] : asked.flatMap((keys) => this.#ownOf(keys));
    const forms = LAYERS.map(
      (layer) => `select json_build_array('${layer[0]}', k.words, k.is_ref, k.flags, k.name) as form
        from ${schema}.${layer}_key k where k.rank = p.rank`,
    );
    const surroundings = isNarrow ? '' : this.#surroundings(asked);
    const passed = `union select entry / 2 from places join ${schema}.street_part s using (rank),
      unnest(s.around) entry`;
    return `
      with ${this.#sql.tables}
      found as materialized (${ranks.join(' union ')}),
      places as materialized (
        select ${PLACE_COLUMNS}, ${passedBy(schema)},
          (select json_agg(form) from (${forms.join(' union all ')}) f) as forms
        from ${schema}.place p where p.rank in (select rank from found)
      )
      select a.schema_version, a.edition, (select json_agg(p) from places p) as places,
        (select json_agg(s) from (${supportsOf(schema, passed)}) s) as supports
        ${own.length === 0 ? '' : `, (select json_agg(o) from (${own.join(' union all ')}) o) as own`}
        ${surroundings}
      from ${schema}.about a`;
  }

  #everywhere(keys: AskedKeys): string[] {
    const { schema, limit, isNarrow } = this.#scope;
    const tables: CandidateTables = {
      place: `${schema}.place`,
      keys: { strict: `${schema}.strict_key`, loose: `${schema}.loose_key` },
      contexts: `(select p.contexts from ${schema}.place p where p.rank = k.rank)`,
    };
    const selects = new CandidateSelects(this.#sql, tables, limit);
    if (isNarrow) return selects.named(keys, 2);
    const partly = keys.isByName ? [] : selects.partlyNamed(keys);
    return [...selects.named(keys, 4), ...partly, ...selects.others(keys)];
  }

  /** Searches all places in the areas that the query names. */
  #inAreas(asked: readonly AskedKeys[]): string[] {
    const groups = new Map<string, { within: AreaKeys; all: AskedKeys[] }>();
    for (const keys of asked) {
      if (keys.within === null) continue;
      const key = keys.within.ranks.join();
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { within: keys.within, all: [keys] });
      else group.all.push(keys);
    }
    return [...groups.values()].flatMap(({ within, all }) => {
      const selects = new CandidateSelects(this.#sql, this.#tablesOf(within, all), this.#scope.limit);
      return all.flatMap((keys) => [
        ...this.#called(keys),
        ...selects.named(keys, 3),
        ...selects.partlyNamed(keys),
        ...selects.others(keys),
      ]);
    });
  }

  /**
   * Returns the places in one of the areas, without the areas themselves, and the names in it that contain
   * any of the words.
   */
  #tablesOf({ ranks, contexts }: AreaKeys, all: readonly AskedKeys[]): CandidateTables {
    const { schema } = this.#scope;
    const [links, around, areas] = [ranks.flatMap((rank) => [2 * rank, 2 * rank + 1]), contexts, ranks].map(
      (numbers) => `${this.#sql.value(numbers)}::integer[]`,
    );
    const place = this.#sql.table(`select p.rank, p.twin, p.contexts, p.point from ${schema}.place p
      where (p.around && ${links} or p.contexts && ${around})
        and p.type <> 'khoroo' and p.rank <> all(${areas})`);
    const keysOf = (layer: Layer): string => {
      const words = all.flatMap(({ names, kinds }) => [
        ...names[layer].flatMap((query) => query.words),
        ...kinds.flatMap(({ rest }) => rest[layer].words),
      ]);
      const patterns = [...new Set(words)].map((word) => `%${WORD_MARK}${pattern(word)}%`);
      return this.#sql.table(`select k.rank, k.twin, k.key, k.tails, k.length, k.is_ref, k.flags, p.contexts
        from ${schema}.${layer}_key k join ${place} p using (rank)
        where k.tails like any(${this.#sql.value(patterns)}::text[])`);
    };
    return { place, keys: { strict: keysOf('strict'), loose: keysOf('loose') }, contexts: 'k.contexts' };
  }

  /** Selects a few places with this name from anywhere, because the search only checks whether any exist. */
  #called({ names }: AskedKeys): string[] {
    const { schema, limit } = this.#scope;
    return LAYERS.flatMap((layer) =>
      names[layer]
        .filter(({ isOpen }) => !isOpen)
        .map(
          ({ key }) => `(select k.rank from ${schema}.${layer}_key k where ${this.#sql.isKey(key)}
            order by k.rank limit ${this.#sql.value(limit)})`,
        ),
    );
  }

  /**
   * Selects the names of the places' contexts, the contexts of the requested kinds, and the places' house
   * numbers.
   */
  #surroundings(asked: readonly AskedKeys[]): string {
    const { schema } = this.#sql;
    const kinds = asked.flatMap((keys) => keys.kinds.map(({ key }) => this.#sql.kindsOf(key)));
    const around = ['select unnest(contexts) from places', ...kinds.map((list) => `select unnest(${list})`)];
    const numbers = [...new Set(asked.flatMap((keys) => keys.houses.map(({ key }) => `${pattern(key)}%`)))];
    return `,
      (select json_agg(json_build_object('context', c.context, 'is_kind', c.is_kind, 'forms',
          (select json_agg(json_build_array(k.layer, k.words, false, k.flags, k.name))
            from ${schema}.context_key k where k.context = c.context)))
        from ${schema}.context c where c.context in (${around.join(' union ')})) as contexts,
      (select json_agg(json_build_object('rank', h.rank, 'number', h.number, 'street', h.street))
        from ${schema}.house h join places p using (rank)
        where h.number like any(${this.#sql.value(numbers)}::text[])) as houses`;
  }

  /** Selects own places by name, for every way of matching. */
  #ownOf({ names }: AskedKeys): string[] {
    const { schema } = this.#sql;
    const { own } = this.#scope;
    return LAYERS.flatMap((layer) =>
      names[layer].flatMap((query) => {
        const conditions = [
          ...(query.isOpen ? [] : [this.#sql.isKey(query.key)]),
          this.#sql.beginsKey(query.key),
          ...(this.#scope.isNarrow ? [] : [this.#sql.isInside(query)]),
        ];
        return conditions.map(
          (condition) => `
          (select ${OWN_PLACE_COLUMNS}
          from ${own} v, lateral (select array(select k.name from ${schema}.own_key k
            where k.layer = '${layer[0]}' and ${condition}) as keys) f
          where v.name = any(f.keys) or v.names && f.keys
          order by v.prominence desc, char_length(v.name), v.id collate "C"
          limit ${this.#sql.value(this.#scope.limit)})`,
        );
      }),
    );
  }
}
