/**
 * The schema that `gazarch export postgis` writes and the geocoder reads. docs/postgis-schema.md describes it
 * for people who want to use it directly.
 */

/** Incremented with every change that an older gazarch would misread. */
export const SCHEMA_VERSION = 4;

/** How a shape is used: as a nearby place, as a nearby settlement, or as a surrounding surface. */
export type ShapeUse = 'near' | 'town' | 'surface';

/**
 * Returns the statements that create the tables, without indexes. Keys are compared byte by byte, so that an
 * index can find prefixes.
 * @param schema a plain identifier
 */
export function tablesOf(schema: string): string[] {
  const keys = (table: string): string => `
    create table ${schema}.${table} (
      rank integer not null,
      twin integer not null,
      key text collate "C" not null,
      words text collate "C" not null,
      tails text collate "C" not null,
      length smallint not null,
      is_ref boolean not null,
      flags smallint not null,
      name text not null
    )`;
  return [
    `create table ${schema}.about (
      schema_version integer not null,
      edition text not null,
      written_at timestamptz not null default now(),
      places integer not null,
      dataset jsonb not null
    )`,
    placeTable(schema),
    keys('strict_key'),
    keys('loose_key'),
    `create table ${schema}.context (
      context integer primary key,
      is_kind boolean not null
    )`,
    `create table ${schema}.context_key (
      context integer not null,
      layer "char" not null,
      words text collate "C" not null,
      tails text collate "C" not null,
      flags smallint not null,
      name text not null
    )`,
    `create table ${schema}.house (
      number text collate "C" not null,
      street integer not null,
      rank integer not null
    )`,
    `create table ${schema}.shape (
      rank integer not null,
      use "char" not null,
      country integer,
      geom geometry(Geometry, 4326) not null
    )`,
    ...readingTables(schema),
    `create table ${schema}.own_key (
      name text not null,
      layer "char" not null,
      key text collate "C" not null,
      words text collate "C" not null,
      tails text collate "C" not null
    )`,
  ];
}

/**
 * Returns the tables that are needed to interpret queries: the areas that queries name, the words of names,
 * and the points where streets cross areas.
 */
function readingTables(schema: string): string[] {
  return [
    `create table ${schema}.area (
      rank integer primary key,
      names text[] not null,
      level text not null,
      around integer[] not null,
      is_point boolean not null,
      district text,
      bag_name text not null,
      context integer not null
    )`,
    `create table ${schema}.word (
      word text collate "C" primary key,
      in_names integer not null,
      in_contexts integer not null
    )`,
    `create table ${schema}.street_part (
      rank integer not null,
      area integer not null,
      around integer[] not null,
      point geometry(Point, 4326) not null
    )`,
  ];
}

function placeTable(schema: string): string {
  return `create table ${schema}.place (
    rank integer primary key,
    id text collate "C" not null unique,
    name text not null,
    names text[] not null,
    type text not null,
    layer text not null,
    prominence real not null,
    address text,
    area_label text,
    street text,
    street_rank integer,
    house_number text,
    around integer[] not null,
    tagged_areas text,
    english text,
    latin text,
    russian text,
    postcode text,
    box integer[],
    twin integer not null,
    contexts integer[] not null,
    class_bits integer not null,
    size_m2 double precision not null,
    reach_m integer not null,
    point geometry(Point, 4326) not null,
    geom geometry(Geometry, 4326) not null
  )`;
}

/** Returns the indexes, which are created after the tables have been filled. */
export function indexesOf(schema: string): string[] {
  const keys = ['strict_key', 'loose_key'].flatMap((table) => [
    `create index on ${schema}.${table} (key) include (rank, twin)`,
    `create index on ${schema}.${table} using gin (tails gin_trgm_ops)`,
    `create index on ${schema}.${table} using gin (words gin_trgm_ops)`,
    `create index on ${schema}.${table} (rank)`,
  ]);
  const shapes = (['near', 'town', 'surface'] as const).map(
    (use) => `create index on ${schema}.shape using gist (geom) where use = '${useCode(use)}'`,
  );
  return [
    ...keys,
    ...shapes,
    `create index on ${schema}.place using gin (contexts)`,
    `create index on ${schema}.place using gin (around)`,
    `create index on ${schema}.place (type)`,
    `create index on ${schema}.place using gist (geom)`,
    `create index on ${schema}.place using gist (point) where reach_m > 0`,
    `create index on ${schema}.context_key (context)`,
    `create index on ${schema}.context_key using gin (tails gin_trgm_ops)`,
    `create index on ${schema}.house (number)`,
    `create index on ${schema}.street_part (rank)`,
    `create index on ${schema}.own_key (key)`,
  ];
}

/** Returns the letter that represents a use in the table. */
export function useCode(use: ShapeUse): string {
  return use.slice(0, 1);
}

/** The character that separates the words of a name form. Keys never contain it. */
export const WORD_MARK = '|';

/**
 * Puts a mark before each text, so that searching for the mark plus a prefix finds the texts that begin with
 * the prefix.
 */
export function marked(texts: readonly string[]): string {
  return texts.map((text) => WORD_MARK + text).join('');
}

/** The columns of a view of own places, in the same order as in the documentation. */
export const OWN_COLUMNS = ['id', 'name', 'names', 'type', 'prominence', 'address', 'geom'] as const;
