import { sql, type Kysely } from 'kysely';

/** One row of `zones`. */
export interface ZoneRow {
  id: number;
  name: string;
  /** JSON: the coordinates of a GeoJSON MultiPolygon; null: the zone is made of roads. */
  area: string | null;
  /** JSON: OSM ids of its ways; null: the zone is an area. */
  ways: string | null;
  /** JSON: the vehicles that it is closed for; an empty list: it only answers questions. */
  closed_for: string;
  /** Hours in the grammar of `opening_hours`; null: always. */
  hours: string | null;
  /** `allowed` or `closed`: the rule for trips that begin or end in it. */
  ends: string;
  source: string;
  /** The day of the rule, such as `2025-09-17`; null: not given. */
  rule_date: string | null;
  /** JSON: the object that was added. */
  properties: string;
  /** Unix milliseconds. */
  created_at: number;
}

/** One row of `vehicles`: a kind of vehicles with a name. */
interface VehicleRow {
  name: string;
  /** Meters, and metric tons; null: not given. */
  height_m: number | null;
  weight_t: number | null;
  created_at: number;
}

export interface ZoneSchema {
  zones: ZoneRow;
  vehicles: VehicleRow;
  /** Has one row, which grows with every change of `zones` and of `vehicles`. */
  zone_revision: { revision: number };
}

/**
 * Makes the tables without their triggers, for a migration.
 * @param key the column that numbers the rows and never reuses a number
 */
export async function createZoneTables(db: Kysely<unknown>, key: string): Promise<void> {
  await sql`create table zones (
    ${sql.raw(key)},
    name text not null,
    area text,
    ways text,
    closed_for text not null,
    hours text,
    ends text not null,
    source text not null,
    rule_date text,
    properties text not null,
    created_at bigint not null
  )`.execute(db);
  await sql`create table zone_revision (revision bigint not null)`.execute(db);
  await sql`insert into zone_revision (revision) values (0)`.execute(db);
}

/** Makes the table without its triggers, for a migration. */
export async function createVehicleTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table vehicles (
    name text primary key,
    height_m double precision,
    weight_t double precision,
    created_at bigint not null
  )`.execute(db);
}
