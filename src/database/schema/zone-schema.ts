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
  /** In the grammar of `opening_hours`; null: always. */
  hours: string | null;
  /** `allowed` or `closed`: what holds for those who begin or end in it. */
  ends: string;
  source: string;
  /** Of the rule, such as `2025-09-17`; null: nobody says. */
  rule_date: string | null;
  /** JSON: an object, as it was added. */
  properties: string;
  /** Unix milliseconds. */
  created_at: number;
}

/** One row of `vehicles`: a kind of vehicles with a name. */
interface VehicleRow {
  name: string;
  /** Metres, and metric tons; null: nobody says. */
  height_m: number | null;
  weight_t: number | null;
  created_at: number;
}

export interface ZoneSchema {
  zones: ZoneRow;
  vehicles: VehicleRow;
  /** One row: it grows with every change of `zones` and of `vehicles`. */
  zone_revision: { revision: number };
}

/**
 * The tables without their triggers: to be called by a migration.
 * @param key the column that numbers the rows, and never twice with the same number
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

/** The table without its triggers: to be called by a migration. */
export async function createVehicleTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table vehicles (
    name text primary key,
    height_m double precision,
    weight_t double precision,
    created_at bigint not null
  )`.execute(db);
}
