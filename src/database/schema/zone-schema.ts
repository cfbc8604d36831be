import { sql, type Kysely } from 'kysely';

/** A row of `zones`. */
export interface ZoneRow {
  id: number;
  name: string;
  /** The coordinates of a GeoJSON MultiPolygon, as JSON; null if the zone consists of roads. */
  area: string | null;
  /** The OSM ids of the zone's ways, as JSON; null if the zone is an area. */
  ways: string | null;
  /**
   * The vehicles for which the zone is closed, as JSON. If the list is empty, the zone only appears in
   * responses.
   */
  closed_for: string;
  /** Hours in `opening_hours` syntax; null if the rule always applies. */
  hours: string | null;
  /** The rule for trips that begin or end in the zone: `allowed` or `closed`. */
  ends: string;
  source: string;
  /** The date of the rule, such as `2025-09-17`; null if unknown. */
  rule_date: string | null;
  /** The GeoJSON properties that were added with the zone, as JSON. */
  properties: string;
  /** Unix milliseconds. */
  created_at: number;
}

/** A row of `vehicles`: a named type of vehicle. */
interface VehicleRow {
  name: string;
  /** Lengths are in meters and weights in metric tons; null if not given. */
  height_m: number | null;
  weight_t: number | null;
  created_at: number;
}

export interface ZoneSchema {
  zones: ZoneRow;
  vehicles: VehicleRow;
  /** A single-row table whose number grows with every change to `zones` and `vehicles`. */
  zone_revision: { revision: number };
}

/**
 * Creates the tables without their triggers, for a migration.
 * @param key the definition of the column that numbers the rows and never reuses a number
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

/** Creates the table without its triggers, for a migration. */
export async function createVehicleTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table vehicles (
    name text primary key,
    height_m double precision,
    weight_t double precision,
    created_at bigint not null
  )`.execute(db);
}
