import { NUMBER_END, type QueryKeys } from '../../geocoding/part/candidate-keys.js';
import { WORD_MARK } from './postgis-schema.js';

/** The last possible character, which sorts after all keys with the same prefix. */
const LAST = '\u{10ffff}';

export const LAYERS = ['strict', 'loose'] as const;
export type Layer = (typeof LAYERS)[number];

/** The parts of an SQL statement and its parameters. */
export class SqlParts {
  readonly schema: string;
  readonly values: unknown[] = [];
  readonly #known = new Map<unknown, string>();
  /** Definitions of tables that are computed only once, keyed by the SELECT that defines the table. */
  readonly #tables = new Map<string, string>();

  constructor(schema: string) {
    this.schema = schema;
  }

  /** Returns the text that follows `with`. Each table definition is followed by a comma. */
  get tables(): string {
    return [...this.#tables].map(([select, name]) => `${name} as materialized (${select}),`).join(' ');
  }

  /**
   * Returns the name of a table that holds the result of a SELECT, which is computed only once, no matter how
   * often the table is used.
   */
  table(select: string): string {
    let name = this.#tables.get(select);
    if (name === undefined) this.#tables.set(select, (name = `list_${this.#tables.size}`));
    return name;
  }

  /** Returns an array with the result of a select. */
  list(select: string): string {
    return `(select list from ${this.table(`select array(${select}) as list`)})`;
  }

  isKey(key: string): string {
    return `k.key = ${this.value(key)}`;
  }

  beginsKey(key: string): string {
    return `k.key >= ${this.value(key)} and k.key < ${this.value(key + LAST)}`;
  }

  /**
   * A condition that a word of the name, alone or joined with the words after it, begins with the query word.
   */
  hasWord(word: string, table = 'k'): string {
    return `${table}.tails like ${this.value(`%${WORD_MARK}${pattern(word)}%`)}`;
  }

  /**
   * The same condition, except that a number must match as a whole: the 1 in 1-р хороо is not the 1 in 10-р
   * хороо.
   */
  hasWhole(word: string): string {
    if (!/^\d/.test(word)) return this.hasWord(word);
    const begun = `%${WORD_MARK}${pattern(word)}`;
    const ends = [`${begun}${NUMBER_END}%`, `${begun}${WORD_MARK}%`, begun];
    return `(${ends.map((end) => `k.tails like ${this.value(end)}`).join(' or ')})`;
  }

  /** A condition that each query word occurs at the beginning of a word of the name or inside one. */
  isInside({ words }: Pick<QueryKeys, 'words'>): string {
    return words.map((word) => `(${this.#hasInside(word)} or ${this.hasWord(word)})`).join(' and ');
  }

  #hasInside(word: string): string {
    return `k.words like ${this.value(`%${pattern(word)}%`)}`;
  }

  isAround(word: string | null, layer: Layer, table = 'p'): string {
    if (word === null) return 'false';
    const { schema } = this;
    const list = this.list(
      `select c.context from ${schema}.context_key c
      where c.layer = '${layer[0]}' and ${this.hasWord(word, 'c')}`,
    );
    return `${table}.contexts && ${list}`;
  }

  /** Selects the contexts with exactly this name. */
  contextsCalled(key: string, layer: Layer): string {
    const [whole, first] = [
      this.value(WORD_MARK + key),
      this.value(`${WORD_MARK}${pattern(key)}${WORD_MARK}%`),
    ];
    return `select c.context from ${this.schema}.context_key c
      where c.layer = '${layer[0]}' and (c.tails = ${whole} or c.tails like ${first})`;
  }

  kindsOf(key: string): string {
    const { schema } = this;
    const [whole, first] = [
      this.value(WORD_MARK + key),
      this.value(`${WORD_MARK}${pattern(key)}${WORD_MARK}%`),
    ];
    return this.list(`select c.context from ${schema}.context_key c join ${schema}.context o using (context)
      where o.is_kind and c.layer = 's' and (c.tails = ${whole} or c.tails like ${first})`);
  }

  /** Returns the placeholder of the parameter that has this value. */
  value(value: unknown): string {
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

/** Escapes a pattern. Keys consist of letters, digits and spaces, but patterns never rely on that. */
export function pattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
