import { sql, type Kysely } from 'kysely';

/** A row of `closures`. Times are Unix milliseconds. */
export interface ClosureRow {
  id: number;
  /** The way's OSM id; null for an area. */
  way_id: number | null;
  /** The coordinates of a GeoJSON MultiPolygon, as JSON. */
  area: string | null;
  /** Null if the closure applies to all modes. */
  mode: string | null;
  /** 0 closes the road; any other factor multiplies its speeds. */
  factor: number;
  reason: string;
  /** Null if the closure has no start. `until_ms` is the first moment after the closure. */
  from_ms: number | null;
  until_ms: number | null;
  created_at: number;
}

/** A single-row table whose number grows with every change to `closures`. */
interface ClosureRevisionRow {
  revision: number;
}

export interface ClosureSchema {
  closures: ClosureRow;
  closure_revision: ClosureRevisionRow;
}

/**
 * Creates the tables without their triggers, for a migration.
 * @param key the definition of the column that numbers the rows and never reuses a number
 */
export async function createClosureTables(db: Kysely<unknown>, key: string): Promise<void> {
  await sql`create table closures (
    ${sql.raw(key)},
    way_id bigint,
    area text,
    mode text,
    factor double precision not null,
    reason text not null,
    from_ms bigint,
    until_ms bigint,
    created_at bigint not null
  )`.execute(db);
  await sql`create table closure_revision (revision bigint not null)`.execute(db);
  await sql`insert into closure_revision (revision) values (0)`.execute(db);
}
