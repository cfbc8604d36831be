import { sql, type Kysely } from 'kysely';

/** One row of `map_reports`: a person's report of a mistake on the map. Nothing identifies the person. */
export interface ReportRow {
  id: number;
  /** `place`, `road` or `other`. */
  kind: string;
  text: string;
  longitude: number;
  latitude: number;
  /** The place that was the answer; null: there was none. */
  place_id: string | null;
  place_name: string | null;
  /** The state of the page behind `#`, with the question. */
  asked: string;
  /** Name of the own place that an operator made from it; null: none yet. */
  own_name: string | null;
  /** Unix milliseconds. */
  created_at: number;
}

export interface ReportSchema {
  map_reports: ReportRow;
}

/** @param key the column that numbers the rows and never reuses a number */
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
