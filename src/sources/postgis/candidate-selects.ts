import {
  areaKeys,
  type AskedKeys,
  type BesideKeys,
  type LandmarkKeys,
  type PartKeys,
  type QueryKeys,
} from '../../geocoding/part/candidate-keys.js';
import type { NameGroup } from '../../geocoding/finding/forward-hit.js';
import { LANDMARK_LAYERS } from '../../geocoding/finding/landmarks.js';
import { QUARTER_REACH_M, TOWN_REACH_M } from '../../geocoding/places/landmark-reach.js';
import { TRANSLATED, WRITTEN } from '../../geocoding/lookup/key-layer-build.js';
import { WORD_MARK } from './postgis-schema.js';
import { LAYERS, pattern, type Layer, type SqlParts } from './sql-parts.js';

/**
 * Our own code ranks the candidates, so for candidates whose surroundings contain query words, this many
 * times more are read than are shown.
 */
const AROUND_SHARE = 4;

/**
 * The minimum number of candidates by name. The database does not know how letters are spelled, so it cannot
 * distinguish literal matches from folded ones, and short lists need more candidates.
 */
const FEWEST_NAMED = 60;

/** The maximum number of landmarks to read for one name. The search uses only the first few landmarks. */
const MOST_NAMED = 40;

/**
 * A query with more words than this is not an address. The limit is the same as MOST_MASKED_WORDS of the
 * index.
 */
const MOST_WORDS = 30;

/**
 * The tables in which to look for candidates, which contain either all places or only the places in certain
 * areas.
 */
export interface CandidateTables {
  /** The table of places. */
  place: string;
  /** The tables of name forms. */
  keys: Record<Layer, string>;
  /** The contexts of the place to which a key \`k\` belongs. */
  contexts: string;
}

/**
 * SQL selects for the ranks of all places to which a query may refer, each with enough rows for the best
 * `limit` places.
 */
export class CandidateSelects {
  readonly #sql: SqlParts;
  readonly #tables: CandidateTables;
  /** The SQL parameter for the number of places. */
  readonly #limit: string;

  constructor(sql: SqlParts, tables: CandidateTables, limit: number) {
    [this.#sql, this.#tables] = [sql, tables];
    this.#limit = sql.value(limit);
  }

  /**
   * Returns the selects for candidates that match by name alone.
   * @param most the last match group
   */
  named({ names }: AskedKeys, most: NameGroup): string[] {
    return LAYERS.flatMap((layer) => names[layer].flatMap((query) => this.#named(layer, query, most)));
  }

  /**
   * Returns the selects for candidates that match some of the words by their name and the rest by their
   * surroundings.
   */
  partlyNamed({ names }: AskedKeys): string[] {
    return LAYERS.flatMap((layer) =>
      names[layer]
        .filter(({ words }) => words.length > 1 && words.length <= MOST_WORDS)
        .map((query) => this.#partlyNamed(layer, query)),
    );
  }

  /** Returns the selects for candidates that match by kind, by house number, or by being near a landmark. */
  others({ kinds, houses, beside }: AskedKeys): string[] {
    return [
      ...kinds.flatMap((kind) => LAYERS.flatMap((layer) => this.#ofKind(kind, layer))),
      ...kinds.flatMap((kind) => this.#nearLandmarks(kind)),
      ...houses.flatMap((house) => this.#housesOf(house)),
      ...beside.flatMap((each) => this.#beside(each)),
    ];
  }

  #named(layer: Layer, query: QueryKeys, most: NameGroup): string[] {
    const sql = this.#sql;
    const best = (condition: string): string => this.#best(layer, condition);
    const selects = [
      ...(query.isOpen ? [] : [best(sql.isKey(query.key))]),
      best(`${sql.beginsKey(query.key)} and not is_ref`),
    ];
    if (most < 3 || query.words.length > MOST_WORDS) return selects;
    selects.push(best(query.words.map((word) => sql.hasWord(word)).join(' and ')));
    if (most > 3) selects.push(best(`not is_ref and ${sql.isInside(query)}`));
    return selects;
  }

  /**
   * Selects strict matches, untranslated matches and all other matches separately. Each of these three groups
   * may fill the list on its own.
   */
  #best(layer: Layer, condition: string): string {
    return `(select rank from (
        select min(rank) as rank,
          row_number() over (partition by is_written, is_translated order by min(rank)) as place
        from (select k.rank, k.twin, k.flags & ${WRITTEN} <> 0 as is_written,
            k.flags & ${TRANSLATED} <> 0 as is_translated
          from ${this.#tables.keys[layer]} k where ${condition}) k
        group by twin, is_written, is_translated) b
      where place <= greatest(${this.#limit} * ${AROUND_SHARE}, ${FEWEST_NAMED}))`;
  }

  /**
   * Selects candidates that match some words by a name and the rest by their surroundings, ranked as in
   * ContextSearch.
   */
  #partlyNamed(layer: Layer, { words, around }: QueryKeys): string {
    const { keys, contexts } = this.#tables;
    const inName = words.map((word) => this.#sql.hasWhole(word));
    const typed = inName.map((has) => `(${has})::integer`).join(' + ');
    const anywhere = inName.map((has, i) => `(${has} or ${this.#sql.isAround(around[i], layer, 'k')})`);
    const begun = words.map((word) => `k.tails like ${this.#sql.value(`${WORD_MARK}${pattern(word)}%`)}`);
    return `(select rank from (
        select k.rank, min((${words.length} - (${typed})) * 4
          + case when ${typed} < k.length then 2 else 0 end
          + case when ${begun.join(' or ')} then 0 else 1 end) as away
        from (select k.rank, k.tails, k.length, ${contexts} as contexts from ${keys[layer]} k
          where ${inName.join(' or ')} offset 0) k
        where ${anywhere.join(' and ')} and not (${inName.join(' and ')})
        group by k.rank
      ) r order by away, rank limit ${this.#limit} * ${AROUND_SHARE})`;
  }

  /**
   * Selects candidates of a kind in the order that CategorySearch uses: first candidates inside a place with
   * the given name, then candidates with the name themselves, and then candidates inside a place whose name
   * contains the words.
   */
  #ofKind({ key, rest }: PartKeys, layer: Layer): string[] {
    const { keys, place } = this.#tables;
    const { words, around } = rest[layer];
    const best = (conditions: readonly string[], names = ''): string =>
      `(select min(p.rank) as rank from ${place} p ${names}
      where ${[`p.contexts && ${this.#sql.kindsOf(key)}`, ...conditions].join(' and ')}
      group by p.twin order by 1 limit ${this.#limit})`;
    const inside = best(around.map((word) => this.#sql.isAround(word, layer)));
    if (words.length === 0) return [inside];
    const names = `join ${keys[layer]} k on k.rank = p.rank`;
    const named = words.map((word) => this.#sql.hasWord(word));
    const { area, aimag } = areaKeys(words, layer);
    const called = this.#sql.list(this.#sql.contextsCalled(area, layer));
    const small = this.#sql.list(
      `${this.#sql.contextsCalled(area, layer)}
        and c.context not in (${this.#sql.contextsCalled(aimag, layer)})`,
    );
    return [
      inside,
      best(named, names),
      best([...named, `p.contexts && ${called}`], names),
      best([`p.contexts && ${small}`]),
    ];
  }

  /**
   * Selects landmarks with the name in the query, and places of the given kind near those landmarks. The
   * search measures the distances again.
   */
  #nearLandmarks({ key, landmark }: PartKeys): string[] {
    return landmark === null ? [] : this.#near(landmark, `p.contexts && ${this.#sql.kindsOf(key)}`);
  }

  /** Selects landmarks with one of the names, and places near them with the other name. */
  #beside({ name, landmark }: BesideKeys): string[] {
    const called = `select k.rank from ${this.#sql.schema}.strict_key k where ${this.#sql.beginsKey(name)}`;
    return this.#near(landmark, `p.rank in (${called})`);
  }

  #near({ names, sounds, parts }: LandmarkKeys, condition: string): string[] {
    const { schema } = this.#sql;
    const { place } = this.#tables;
    const layers = LANDMARK_LAYERS.map((layer) => `'${layer}'`).join(', ');
    const reach = `case when l.reach_m > 0 then ${TOWN_REACH_M * 1.01}
      else ${QUARTER_REACH_M * 1.01} end`;
    const isCalled = `k.key = any(${this.#sql.value([...names])}::text[])`;
    const isAlike = `k.rank in (select rank from ${schema}.loose_key
      where key = any(${this.#sql.value([...sounds])}::text[]))`;
    const hasParts = parts.map((words) => `(${words.map((word) => this.#sql.hasWhole(word)).join(' and ')})`);
    const landmarks = this.#sql
      .list(`select k.rank from ${schema}.strict_key k join ${schema}.place l using (rank)
      where (${[isCalled, isAlike, ...hasParts].join(' or ')}) and k.flags & ${WRITTEN} <> 0
        and (l.layer in (${layers}) or l.reach_m > 0)
      group by k.rank order by bool_or(${isCalled}) desc, k.rank limit ${MOST_NAMED}`);
    return [
      `(select unnest(${landmarks}) as rank)`,
      `(select p.rank from ${place} p join ${schema}.place l on l.rank = any(${landmarks}::integer[])
        where ${condition}
          and st_dwithin(p.point::geography, l.point::geography, ${reach})
        group by p.rank order by min(st_distance(p.point::geography, l.point::geography)), p.rank
        limit ${this.#limit} * ${AROUND_SHARE})`,
    ];
  }

  /**
   * Selects houses with the given number on the streets that match most of the other words; houses whose
   * number begins with the given number, on a street with the given name; and any house with the number, to
   * check that it exists.
   */
  #housesOf({ key, rest, street }: PartKeys): string[] {
    const { schema } = this.#sql;
    const { place } = this.#tables;
    const number = this.#sql.value(key);
    const matched = LAYERS.flatMap((layer) =>
      rest[layer].words.map(
        (word) => `(c.layer = '${layer[0]}' and ${this.#sql.hasWord(word, 'c')})::integer`,
      ),
    ).join(' + ');
    return [
      `(select h.rank from ${schema}.house h join ${schema}.context_key c on c.context = h.street
          join ${place} p on p.rank = h.rank
        where (h.number = ${number} or h.number like ${this.#sql.value(`${pattern(key)}/%`)})
          and (${matched}) > 0
        group by h.rank order by max(${matched}) desc, h.rank limit ${this.#limit} * ${AROUND_SHARE})`,
      `(select h.rank from ${schema}.house h join ${place} p on p.rank = h.rank
        where h.number like ${this.#sql.value(`${pattern(key)}%`)}
          and h.street = any(${this.#sql.list(this.#sql.contextsCalled(street, 'strict'))}::integer[])
        group by h.rank order by h.rank limit greatest(${this.#limit} * ${AROUND_SHARE}, ${FEWEST_NAMED}))`,
      `(select rank from ${schema}.house where number = ${number} limit 1)`,
    ];
  }
}
