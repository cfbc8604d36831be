import { sql, type Kysely } from 'kysely';

/** One row of `closures`. Times are Unix milliseconds. */
export interface ClosureRow {
  id: number;
  /** OSM id of the way; null for an area. */
  way_id: number | null;
  /** JSON: the coordinates of a GeoJSON MultiPolygon. */
  area: string | null;
  /** Null: all modes. */
  mode: string | null;
  /** 0 closes; else speeds are multiplied by it. */
  factor: number;
  reason: string;
  /** Null: always. `until_ms` is the first moment at which it does not hold any more. */
  from_ms: number | null;
  until_ms: number | null;
  created_at: number;
}

/** One row: it grows with every change of `closures`. */
interface ClosureRevisionRow {
  revision: number;
}

export interface ClosureSchema {
  closures: ClosureRow;
  closure_revision: ClosureRevisionRow;
}

/**
 * The tables without their triggers: to be called by a migration.
 * @param key the column that numbers the rows, and never twice with the same number
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
