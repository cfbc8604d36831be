import { sql, type Kysely } from 'kysely';

/** A row of `map_reports`: a user's report of a mistake on the map. Nothing identifies the user. */
export interface ReportRow {
  id: number;
  /** `place`, `road` or `other`. */
  kind: string;
  text: string;
  longitude: number;
  latitude: number;
  /** The place that the service returned; null if it returned none. */
  place_id: string | null;
  place_name: string | null;
  /** The page's state after the `#`, which includes the user's search. */
  asked: string;
  /** The name of the own place that an operator made from the report; null if there is none yet. */
  own_name: string | null;
  /** Unix milliseconds. */
  created_at: number;
}

export interface ReportSchema {
  map_reports: ReportRow;
}

/** @param key the definition of the column that numbers the rows and never reuses a number */
export async function createReportTable(db: Kysely<unknown>, key: string): Promise<void> {
  await sql`create table map_reports (
    ${sql.raw(key)},
    kind text not null,
    text text not null,
    longitude double precision not null,
    latitude double precision not null,
    place_id text,
    place_name text,
    asked text not null,
    own_name text,
    created_at bigint not null
  )`.execute(db);
}
