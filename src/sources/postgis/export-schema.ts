import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { Sections } from '../../arrays/sections.js';
import type { Geometry } from '../../geo/feature.js';
import { formsOfNames, keysOfForm } from '../../geocoding/part/candidate-keys.js';
import {
  ThawedGeocoding,
  type ThawedForm,
  type ThawedForms,
  type ThawedPlace,
  type ThawedShape,
} from '../../geocoding/thaw-geocoding.js';
import { indexesOf, marked, SCHEMA_VERSION, tablesOf, useCode } from './postgis-schema.js';
import { readingRows } from './reading-rows.js';
import { toWkb } from './well-known-binary.js';

/** The number of rows per statement. */
const BATCH = 2_000;

/** Surfaces are cut into parts of at most this many positions, so that a lookup reads only one part. */
const PART_POSITIONS = 48;

export interface ExportOptions {
  schema: string;
  /** The dataset's description of itself, as JSON. */
  metaText: string;
  /** A view of own places whose names are to be given keys, or null if there is none. */
  own: string | null;
  onProgress?: (phase: string, done: number, total: number) => void;
}

export interface ExportReport {
  edition: string;
  places: number;
  names: number;
  shapes: number;
  ownNames: number;
}

/**
 * Writes a dataset to a schema. The export fills a new schema and then renames it to the final name, so
 * readers see either all of the data or none of it. The previous schema is kept as `…_old` until the next
 * export, for queries that are still running.
 * @param client a client with its own connection
 */
export async function exportSchema(
  client: pg.ClientBase,
  sections: Sections,
  options: ExportOptions,
): Promise<ExportReport> {
  const { schema, own } = options;
  const fresh = `${schema}_new`;
  await client.query(`drop schema if exists ${fresh} cascade`);
  await client.query(`create schema ${fresh}`);
  for (const table of tablesOf(fresh)) await client.query(table);
  const writer = new Writer(client, fresh, options);
  const report = await writer.write(sections);
  const ownNames = own === null ? 0 : await addOwnNames(client, fresh, own);
  await client.query('begin');
  await client.query(`drop schema if exists ${schema}_old cascade`);
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (rows.length > 0) {
    await grantAlike(client, schema, fresh);
    await client.query(`alter schema ${schema} rename to ${schema}_old`);
  }
  await client.query(`alter schema ${fresh} rename to ${schema}`);
  await client.query('commit');
  return { ...report, ownNames };
}

/** Grants all users who have access to a schema and its tables the same access to another schema. */
async function grantAlike(client: pg.ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with rights as (
       select format('schema %I', $2::text) as what, acl.*
       from pg_namespace n, aclexplode(n.nspacl) acl
       where n.nspname = $1 and acl.grantee <> n.nspowner
       union all
       select format('table %I.%I', $2::text, c.relname), acl.*
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
       where n.nspname = $1 and acl.grantee <> c.relowner
         and to_regclass(format('%I.%I', $2::text, c.relname)) is not null
         and c.relkind in ('r', 'v')
     )
     select format(
       'grant %s on %s to %s', privilege_type, what,
       case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end
     ) as statement
     from rights`,
    [from, to],
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Adds keys for the names in a view that do not have keys yet. A key depends only on the name.
 * @returns the number of names added
 */
export async function addOwnNames(client: pg.ClientBase, schema: string, own: string): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select s.name from ${own} v, unnest(array[v.name] || v.names) s(name) where s.name is not null
     except select k.name from ${schema}.own_key k`,
  );
  const keys = rows.flatMap(({ name }) => {
    const forms = formsOfNames([name]);
    return LAYERS.flatMap((layer) =>
      forms[layer].map((form) => {
        const { key, tails } = keysOfForm(form);
        return [name, layer.slice(0, 1), key, marked(form.words), marked(tails)];
      }),
    );
  });
  await insert(
    client,
    { name: `${schema}.own_key`, types: ['text', '"char"', 'text', 'text', 'text'] },
    keys,
  );
  return rows.length;
}

class Writer {
  readonly #client: pg.ClientBase;
  readonly #schema: string;
  readonly #options: ExportOptions;

  constructor(client: pg.ClientBase, schema: string, options: ExportOptions) {
    this.#client = client;
    this.#schema = schema;
    this.#options = options;
  }

  async write(sections: Sections): Promise<Omit<ExportReport, 'ownNames'>> {
    const thawed = new ThawedGeocoding(sections);
    const places = thawed.places();
    const shapes = thawed.shapes();
    await this.#places(places, wholeShapes(places, shapes));
    const names = await this.#keys(places);
    await this.#contexts(thawed);
    await this.#rows(
      'house',
      ['text', 'integer', 'integer'],
      thawed.houses().map(({ number, street, row }) => [number, street, row]),
    );
    await this.#shapes(shapes);
    for (const { table, types, rows, expressions } of readingRows(sections))
      await this.#rows(table, types, rows, expressions);
    const steps = indexesOf(this.#schema);
    for (const [i, step] of steps.entries()) {
      this.#progress('making indexes', i, steps.length);
      await this.#client.query(step);
    }
    await this.#client.query(`analyze ${tableList(this.#schema)}`);
    const edition = randomUUID();
    await this.#client.query(
      `insert into ${this.#schema}.about (schema_version, edition, places, dataset) values ($1, $2, $3, $4)`,
      [SCHEMA_VERSION, edition, places.length, this.#options.metaText || '{}'],
    );
    return { edition, places: places.length, names, shapes: shapes.length };
  }

  #places(places: readonly ThawedPlace[], shapes: readonly Geometry[]): Promise<void> {
    const texts = 'array(select json_array_elements_text($))';
    const integers = 'array(select json_array_elements_text($)::integer)';
    const shape = 'ST_GeomFromWKB($, 4326)';
    const columns: readonly Column<ThawedPlace>[] = [
      ['integer', (_, rank) => rank],
      ['text', ({ id }) => id],
      ['text', ({ name }) => name],
      ['json', ({ forms }) => JSON.stringify(namesOf(forms)), texts],
      ['text', ({ type }) => type],
      ['text', ({ layer }) => layer],
      ['real', ({ prominence }) => prominence],
      ['text', ({ address }) => address],
      ['text', ({ areaLabel }) => areaLabel],
      ['text', ({ street }) => street],
      ['integer', ({ streetRow }) => streetRow],
      ['text', ({ number }) => number],
      [
        'json',
        ({ areas }) => JSON.stringify(areas.map(({ row, isShown }) => 2 * row + Number(isShown))),
        integers,
      ],
      ['text', ({ taggedAreas }) => taggedAreas],
      ['text', ({ english }) => english],
      ['text', ({ latin }) => latin],
      ['text', ({ russian }) => russian],
      ['text', ({ postcode }) => postcode],
      [
        'json',
        ({ box }) => (box === null ? null : JSON.stringify(box)),
        `case when $ is not null then ${integers} end`,
      ],
      ['integer', ({ twin }) => twin],
      ['json', ({ contexts }) => JSON.stringify(contexts), integers],
      ['integer', ({ classBits }) => classBits],
      ['double precision', ({ size_m2 }) => size_m2],
      ['integer', ({ reach_m }) => reach_m],
      ['bytea', ({ lon7, lat7 }) => toWkb({ kind: 'point', lon7, lat7 }), shape],
      ['bytea', (_, rank) => toWkb(shapes[rank]), shape],
    ];
    return this.#rows(
      'place',
      columns.map(([type]) => type),
      places.map((place, rank) => columns.map(([, valueOf]) => valueOf(place, rank))),
      Object.fromEntries(columns.flatMap(([, , made], i) => (made === undefined ? [] : [[i + 1, made]]))),
    );
  }

  async #keys(places: readonly ThawedPlace[]): Promise<number> {
    for (const layer of LAYERS) {
      await this.#rows(
        `${layer}_key`,
        ['integer', 'integer', 'text', 'text', 'text', 'integer', 'boolean', 'smallint', 'text'],
        places.flatMap(({ twin, forms }, rank) => forms[layer].map((form) => keyRow(rank, twin, form))),
      );
    }
    return places.reduce((sum, { forms }) => sum + namesOf(forms).length, 0);
  }

  async #contexts(thawed: ThawedGeocoding): Promise<void> {
    const contexts = thawed.contexts();
    await this.#rows(
      'context',
      ['integer', 'boolean'],
      contexts.map(({ isKind }, i) => [i, isKind]),
    );
    const keys = contexts.flatMap(({ forms }, i) =>
      LAYERS.flatMap((layer) =>
        forms[layer].map((form) => [
          ...[i, layer.slice(0, 1), marked(form.words), marked(keysOfForm(form).tails)],
          ...[form.flags, form.name],
        ]),
      ),
    );
    await this.#rows('context_key', ['integer', '"char"', 'text', 'text', 'smallint', 'text'], keys);
  }

  async #shapes(shapes: readonly ThawedShape[]): Promise<void> {
    const columns = ['integer', '"char"', 'integer', 'bytea'];
    const rowOf = ({ row, use, country, geometry }: ThawedShape): unknown[] => [
      ...[row, useCode(use), country === -1 ? null : country],
      toWkb(geometry),
    ];
    const pieces = shapes.filter(({ use }) => use !== 'surface').map(rowOf);
    await this.#rows('shape', columns, pieces, { 4: 'ST_CollectionHomogenize(ST_GeomFromWKB($, 4326))' });
    const surfaces = shapes.filter(({ use }) => use === 'surface').map(rowOf);
    // A surface that intersects itself cannot be cut, so it is repaired first.
    const whole = 'ST_GeomFromWKB($, 4326)';
    await this.#rows('shape', columns, surfaces, {
      4: `(ST_Dump(ST_Subdivide(
           case when ST_IsValid(${whole}) then ${whole} else ST_MakeValid(${whole}) end,
           ${PART_POSITIONS}))).geom`,
    });
  }

  async #rows(
    table: string,
    types: readonly string[],
    rows: readonly (readonly unknown[])[],
    expressions: Readonly<Record<number, string>> = {},
  ): Promise<void> {
    await insert(this.#client, { name: `${this.#schema}.${table}`, types, expressions }, rows, (done) =>
      this.#progress(`writing ${table.replaceAll('_', ' ')}`, done, rows.length),
    );
  }

  #progress(phase: string, done: number, total: number): void {
    this.#options.onProgress?.(phase, done, total);
  }
}

/** The PostgreSQL type, the value for a row, and the SQL expression, in which `$` stands for the value. */
type Column<T> = readonly [type: string, valueOf: (row: T, i: number) => unknown, made?: string];

const LAYERS = ['strict', 'loose'] as const;

function keyRow(rank: number, twin: number, form: ThawedForm): unknown[] {
  const { words, isRef, flags, name } = form;
  const { key, tails } = keysOfForm(form);
  return [rank, twin, key, marked(words), marked(tails), words.length, isRef, flags, name];
}

/** Returns the names from which the name forms are derived. */
function namesOf(forms: ThawedForms): string[] {
  return [...new Set(LAYERS.flatMap((layer) => forms[layer].map(({ name }) => name)))];
}

function tableList(schema: string): string {
  return [
    ...['place', 'strict_key', 'loose_key', 'context', 'context_key', 'house', 'shape'],
    ...['area', 'word', 'street_part', 'own_key'],
  ]
    .map((table) => `${schema}.${table}`)
    .join(', ');
}

interface Table {
  name: string;
  types: readonly string[];
  /** SQL expressions by column number (starting at 1), in which `$` stands for the value of the column. */
  expressions?: Readonly<Record<number, string>>;
}

/** Inserts rows. Each column of a batch is one parameter. */
async function insert(
  client: pg.ClientBase,
  { name, types, expressions = {} }: Table,
  rows: readonly (readonly unknown[])[],
  onProgress?: (done: number) => void,
): Promise<void> {
  const columns = types.map((_, i) => `c${i + 1}`);
  const values = columns.map((column, i) => expressions[i + 1]?.replaceAll('$', column) ?? column);
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
  const text =
    `insert into ${name} select ${values.join(', ')} from unnest(${arrays.join(', ')}) ` +
    `as t(${columns.join(', ')})`;
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await client.query(
      text,
      types.map((_, i) => batch.map((row) => row[i])),
    );
    onProgress?.(Math.min(rows.length, from + BATCH));
  }
}

/** Returns the whole shape of each place, including all of its pieces. */
function wholeShapes(places: readonly ThawedPlace[], shapes: readonly ThawedShape[]): Geometry[] {
  const polygons = new Map<number, Int32Array[][]>();
  const lines = new Map<number, Int32Array[]>();
  for (const { row, geometry } of shapes) {
    if (geometry.kind === 'area') (polygons.get(row) ?? setIn(polygons, row)).push(...geometry.polygons);
    else if (geometry.kind === 'line') (lines.get(row) ?? setIn(lines, row)).push(...geometry.lines);
  }
  return places.map(({ lon7, lat7 }, row): Geometry => {
    const [surface, line] = [polygons.get(row), lines.get(row)];
    if (surface !== undefined) return { kind: 'area', polygons: surface };
    return line === undefined ? { kind: 'point', lon7, lat7 } : { kind: 'line', lines: line };
  });
}

function setIn<T>(map: Map<number, T[]>, row: number): T[] {
  const list: T[] = [];
  map.set(row, list);
  return list;
}
