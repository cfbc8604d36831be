import { sql, type Kysely } from 'kysely';

/** One row of `closures`. Times are Unix milliseconds. */
export interface ClosureRow {
  id: number;
  /** OSM id of the way; null for an area. */
  way_id: number | null;
  /** JSON: the coordinates of a GeoJSON MultiPolygon. */
  area: string | null;
  /** Null: for all modes. */
  mode: string | null;
  /** 0 closes the road; any other factor multiplies speeds. */
  factor: number;
  reason: string;
  /** Null: always. `until_ms` is the first moment after the closure. */
  from_ms: number | null;
  until_ms: number | null;
  created_at: number;
}

/** Has one row, which grows with every change of `closures`. */
interface ClosureRevisionRow {
  revision: number;
}

export interface ClosureSchema {
  closures: ClosureRow;
  closure_revision: ClosureRevisionRow;
}

/**
 * Makes the tables without their triggers, for a migration.
 * @param key the column that numbers the rows and never reuses a number
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
