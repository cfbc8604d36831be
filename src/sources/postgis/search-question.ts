import { areaKeys, type AskedKeys, type PartKeys, type QueryKeys } from '../../geocoding/candidate-keys.js';
import {
  LANDMARK_LAYERS,
  LANDMARK_REACH_M,
  MOST_LANDMARKS,
  TOWN_REACH_M,
} from '../../geocoding/forward/landmarks.js';
import { TRANSLATED, WRITTEN } from '../../geocoding/lookup/key-layer-build.js';
import { WORD_MARK } from './postgis-schema.js';
import { OWN_PLACE_COLUMNS, PLACE_COLUMNS, supportsOf } from './place-columns.js';
import type { Question } from './postgis-client.js';

/** The last character there is: behind all keys that begin alike. */
const LAST = '\u{10ffff}';

/** Of what has words of its surroundings, so many more are read than are shown: ranks there are our own. */
const AROUND_SHARE = 4;

/**
 * Of what is called so, too: the database does not know how letters are written, so it cannot tell literal
 * matches from folded ones. At least so many, for short lists.
 */
const FEWEST_NAMED = 60;

/** A query of more words is no address. As MOST_MASKED_WORDS of the index. */
const MOST_WORDS = 30;

const LAYERS = ['strict', 'loose'] as const;
type Layer = (typeof LAYERS)[number];

export interface SearchScope {
  schema: string;
  own: string | null;
  /** How many things are shown at most. */
  limit: number;
  /** Only names that are or begin like the query. They are most of what search boxes ask for. */
  isNarrow: boolean;
}

/**
 * The question for everything that a search may find: one row with `places`, `contexts` and `houses` as JSON,
 * each enough for the best `limit` things of each way to match.
 */
export function searchQuestion(asked: readonly AskedKeys[], scope: SearchScope): Question {
  const sql = new SearchSql(scope);
  const ranks = asked.flatMap((keys) => sql.ranksOf(keys));
  const own = scope.own === null ? [] : asked.flatMap((keys) => sql.ownOf(keys));
  return { text: sql.whole(ranks, own, asked), values: sql.values };
}

class SearchSql {
  readonly values: unknown[] = [];
  readonly #scope: SearchScope;
  readonly #known = new Map<unknown, string>();
  /** Selects of contexts, with the name of each. */
  readonly #lists = new Map<string, string>();
  /** Parameter of the number of things. */
  readonly #limit: string;

  constructor(scope: SearchScope) {
    this.#scope = scope;
    this.#limit = this.#value(scope.limit);
  }

  whole(ranks: readonly string[], own: readonly string[], asked: readonly AskedKeys[]): string {
    const { schema, isNarrow } = this.#scope;
    const forms = LAYERS.map(
      (layer) => `select json_build_array('${layer[0]}', k.words, k.is_ref, k.flags, k.name) as form
        from ${schema}.${layer}_key k where k.rank = p.rank`,
    );
    const surroundings = isNarrow ? '' : this.#surroundings(asked);
    const lists = [...this.#lists].map(
      ([select, name]) => `${name} as materialized (select array(${select}) as list),`,
    );
    return `
      with ${lists.join(' ')}
      found as materialized (${ranks.join(' union ')}),
      places as materialized (
        select ${PLACE_COLUMNS}, (select json_agg(form) from (${forms.join(' union all ')}) f) as forms
        from ${schema}.place p where p.rank in (select rank from found)
      )
      select a.schema_version, a.edition, (select json_agg(p) from places p) as places,
        (select json_agg(s) from (${supportsOf(schema)}) s) as supports
        ${own.length === 0 ? '' : `, (select json_agg(o) from (${own.join(' union all ')}) o) as own`}
        ${surroundings}
      from ${schema}.about a`;
  }

  /** Names of what the places are in or of and of the kinds that were asked for, and their house numbers. */
  #surroundings(asked: readonly AskedKeys[]): string {
    const { schema } = this.#scope;
    const kinds = asked.flatMap((keys) => keys.kinds.map(({ key }) => this.#kindsOf(key)));
    const around = ['select unnest(contexts) from places', ...kinds.map((list) => `select unnest(${list})`)];
    const numbers = [...new Set(asked.flatMap((keys) => keys.houses.map(({ key }) => `${pattern(key)}%`)))];
    return `,
      (select json_agg(json_build_object('context', c.context, 'is_kind', c.is_kind, 'forms',
          (select json_agg(json_build_array(k.layer, k.words, false, k.flags, k.name))
            from ${schema}.context_key k where k.context = c.context)))
        from ${schema}.context c where c.context in (${around.join(' union ')})) as contexts,
      (select json_agg(json_build_object('rank', h.rank, 'number', h.number, 'street', h.street))
        from ${schema}.house h join places p using (rank)
        where h.number like any(${this.#value(numbers)}::text[])) as houses`;
  }

  /** Selects of the ranks that one query may mean. */
  ranksOf({ names, kinds, houses }: AskedKeys): string[] {
    const { isNarrow } = this.#scope;
    return [
      ...LAYERS.flatMap((layer) => names[layer].flatMap((query) => this.#named(layer, query))),
      ...(isNarrow ? [] : kinds.flatMap((kind) => LAYERS.flatMap((layer) => this.#ofKind(kind, layer)))),
      ...(isNarrow ? [] : kinds.flatMap((kind) => this.#nearLandmarks(kind))),
      ...(isNarrow ? [] : houses.flatMap((house) => this.#housesOf(house))),
    ];
  }

  #named(layer: Layer, query: QueryKeys): string[] {
    const { schema, isNarrow } = this.#scope;
    const best = (condition: string): string =>
      `(select min(rank) as rank from ${schema}.${layer}_key k where ${condition}
        group by twin order by 1 limit greatest(${this.#limit} * ${AROUND_SHARE}, ${FEWEST_NAMED}))`;
    // Strict matches, those that are no translation, and all others: each may fill the list.
    const each = (condition: string): string[] => [
      best(condition),
      best(`${condition} and flags & ${WRITTEN} <> 0`),
      best(`${condition} and flags & ${TRANSLATED} = 0`),
    ];
    const selects = [
      ...(query.isOpen ? [] : each(this.#isKey(query.key))),
      ...each(`${this.#beginsKey(query.key)} and not is_ref`),
    ];
    if (isNarrow || query.words.length > MOST_WORDS) return selects;
    selects.push(
      ...each(query.words.map((word) => this.#hasWord(word)).join(' and ')),
      ...each(`not is_ref and ${this.#isInside(query)}`),
    );
    if (query.words.length > 1) selects.push(this.#partlyNamed(layer, query));
    return selects;
  }

  /** Some words in a name, the others in what is around; ranked as ContextSearch ranks them. */
  #partlyNamed(layer: Layer, { words, around }: QueryKeys): string {
    const { schema } = this.#scope;
    const inName = words.map((word) => this.#hasWord(word));
    const typed = inName.map((has) => `(${has})::integer`).join(' + ');
    const anywhere = inName.map((has, i) => `(${has} or ${this.#isAround(around[i], layer)})`);
    const begun = words.map((word) => `k.tails like ${this.#value(`${WORD_MARK}${pattern(word)}%`)}`);
    return `(select rank from (
        select k.rank, min((${words.length} - (${typed})) * 4
          + case when ${typed} < k.length then 2 else 0 end
          + case when ${begun.join(' or ')} then 0 else 1 end) as away
        from ${schema}.${layer}_key k join ${schema}.place p using (rank)
        where (${inName.join(' or ')}) and ${anywhere.join(' and ')} group by k.rank
      ) r order by away, rank limit ${this.#limit} * ${AROUND_SHARE})`;
  }

  /** As CategorySearch orders them: in what is called so, called so, and in what has the words. */
  #ofKind({ key, rest }: PartKeys, layer: Layer): string[] {
    const { schema } = this.#scope;
    const { words, around } = rest[layer];
    const best = (conditions: readonly string[], names = ''): string =>
      `(select min(p.rank) as rank from ${schema}.place p ${names}
      where ${[`p.contexts && ${this.#kindsOf(key)}`, ...conditions].join(' and ')}
      group by p.twin order by 1 limit ${this.#limit})`;
    const inside = best(around.map((word) => this.#isAround(word, layer)));
    if (words.length === 0) return [inside];
    const names = `join ${schema}.${layer}_key k on k.rank = p.rank`;
    const named = words.map((word) => this.#hasWord(word));
    const { area, aimag } = areaKeys(words, layer);
    const called = this.#list(this.#contextsCalled(area, layer));
    const small = this.#list(
      `${this.#contextsCalled(area, layer)} and c.context not in (${this.#contextsCalled(aimag, layer)})`,
    );
    return [
      inside,
      best(named, names),
      best([...named, `p.contexts && ${called}`], names),
      best([`p.contexts && ${small}`]),
    ];
  }

  /** Landmarks of that name, and what of the kind is near them. The search measures again. */
  #nearLandmarks({ key, landmark }: PartKeys): string[] {
    if (landmark === null) return [];
    const { schema } = this.#scope;
    const layers = LANDMARK_LAYERS.map((layer) => `'${layer}'`).join(', ');
    const reach = `case when l.reach_m > 0 then ${TOWN_REACH_M * 1.01} else ${LANDMARK_REACH_M * 1.01} end`;
    const landmarks = this
      .#list(`select k.rank from ${schema}.strict_key k join ${schema}.place l using (rank)
      where ${this.#isKey(landmark)} and k.flags & ${WRITTEN} <> 0
        and (l.layer in (${layers}) or l.reach_m > 0)
      group by k.rank order by k.rank limit ${2 * MOST_LANDMARKS}`);
    return [
      `(select unnest(${landmarks}) as rank)`,
      `(select p.rank from ${schema}.place p join ${schema}.place l on l.rank = any(${landmarks}::integer[])
        where p.contexts && ${this.#kindsOf(key)}
          and st_dwithin(p.point::geography, l.point::geography, ${reach})
        group by p.rank order by min(st_distance(p.point::geography, l.point::geography)), p.rank
        limit ${this.#limit} * ${AROUND_SHARE})`,
    ];
  }

  /** A select of contexts with that whole name. */
  #contextsCalled(key: string, layer: Layer): string {
    const [whole, first] = [
      this.#value(WORD_MARK + key),
      this.#value(`${WORD_MARK}${pattern(key)}${WORD_MARK}%`),
    ];
    return `select c.context from ${this.#scope.schema}.context_key c
      where c.layer = '${layer[0]}' and (c.tails = ${whole} or c.tails like ${first})`;
  }

  /**
   * Houses of the number on streets that have the most of the other words; those whose number begins with it,
   * on a street that is called so; and any, to know the number.
   */
  #housesOf({ key, rest, street }: PartKeys): string[] {
    const { schema } = this.#scope;
    const number = this.#value(key);
    const matched = LAYERS.flatMap((layer) =>
      rest[layer].words.map((word) => `(c.layer = '${layer[0]}' and ${this.#hasWord(word, 'c')})::integer`),
    ).join(' + ');
    return [
      `(select h.rank from ${schema}.house h join ${schema}.context_key c on c.context = h.street
        where h.number = ${number} and (${matched}) > 0
        group by h.rank order by max(${matched}) desc, h.rank limit ${this.#limit} * ${AROUND_SHARE})`,
      `(select h.rank from ${schema}.house h
        where h.number like ${this.#value(`${pattern(key)}%`)}
          and h.street = any(${this.#list(this.#contextsCalled(street, 'strict'))}::integer[])
        group by h.rank order by h.rank limit greatest(${this.#limit} * ${AROUND_SHARE}, ${FEWEST_NAMED}))`,
      `(select rank from ${schema}.house where number = ${number} limit 1)`,
    ];
  }

  /** Own places by name, whatever the way to match. */
  ownOf({ names }: AskedKeys): string[] {
    const { schema, own } = this.#scope;
    return LAYERS.flatMap((layer) =>
      names[layer].flatMap((query) => {
        const conditions = [
          ...(query.isOpen ? [] : [this.#isKey(query.key)]),
          this.#beginsKey(query.key),
          ...(this.#scope.isNarrow ? [] : [this.#isInside(query)]),
        ];
        return conditions.map(
          (condition) => `
          (select ${OWN_PLACE_COLUMNS}
          from ${own} v, lateral (select array(select k.name from ${schema}.own_key k
            where k.layer = '${layer[0]}' and ${condition}) as keys) f
          where v.name = any(f.keys) or v.names && f.keys
          order by v.prominence desc, char_length(v.name), v.id collate "C" limit ${this.#limit})`,
        );
      }),
    );
  }

  #isKey(key: string): string {
    return `k.key = ${this.#value(key)}`;
  }

  #beginsKey(key: string): string {
    return `k.key >= ${this.#value(key)} and k.key < ${this.#value(key + LAST)}`;
  }

  /** The word begins a word of the name, alone or joined with those behind it. */
  #hasWord(word: string, table = 'k'): string {
    return `${table}.tails like ${this.#value(`%${WORD_MARK}${pattern(word)}%`)}`;
  }

  /** Each word is inside a word of the name, or begins one. */
  #isInside({ words }: QueryKeys): string {
    return words.map((word) => `(${this.#hasInside(word)} or ${this.#hasWord(word)})`).join(' and ');
  }

  #hasInside(word: string): string {
    return `k.words like ${this.#value(`%${pattern(word)}%`)}`;
  }

  #isAround(word: string | null, layer: Layer): string {
    if (word === null) return 'false';
    const { schema } = this.#scope;
    const list = this.#list(
      `select c.context from ${schema}.context_key c
      where c.layer = '${layer[0]}' and ${this.#hasWord(word, 'c')}`,
    );
    return `p.contexts && ${list}`;
  }

  #kindsOf(key: string): string {
    const { schema } = this.#scope;
    const [whole, first] = [
      this.#value(WORD_MARK + key),
      this.#value(`${WORD_MARK}${pattern(key)}${WORD_MARK}%`),
    ];
    return this.#list(`select c.context from ${schema}.context_key c join ${schema}.context o using (context)
      where o.is_kind and c.layer = 's' and (c.tails = ${whole} or c.tails like ${first})`);
  }

  /** An array of what a select gives. Each is worked out once, however often it is used. */
  #list(select: string): string {
    let name = this.#lists.get(select);
    if (name === undefined) this.#lists.set(select, (name = `list_${this.#lists.size}`));
    return `(select list from ${name})`;
  }

  /** The parameter with that value. */
  #value(value: unknown): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const parameter = `$${this.values.push(value)}`;
    const typed =
      typeof value === 'string'
        ? `${parameter}::text collate "C"`
        : typeof value === 'number'
          ? `${parameter}::integer`
          : parameter;
    this.#known.set(value, typed);
    return typed;
  }
}

/** Keys are letters, digits and blanks, but what is in a pattern is never taken for granted. */
function pattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
