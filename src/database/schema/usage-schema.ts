import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';

/** The usage tables, for any database that kysely supports. */

/**
 * The counts for one time span, key, endpoint and outcome. The latency bucket columns are added separately.
 */
interface UsageCountRow {
  /** `minute`, `hour` or `day`. */
  span: string;
  /** The start of the span in Unix seconds. For a day, midnight of its date in UTC. */
  start_s: number;
  /** Empty if the request had no known key. */
  key_id: string;
  endpoint: string;
  outcome: string;
  requests: number;
}

/** The latest batch that each writer added to `usage_counts`. */
interface UsageWriterRow {
  writer: string;
  sequence: number;
  written_s: number;
}

/** One key's requests in one month that count toward its quota. */
interface UsageMonthRow {
  /** Midnight UTC on the first day of the month, in Unix seconds. */
  month_s: number;
  key_id: string;
  requests: number;
}

/** A request that returned an error instead of a result. */
interface RequestErrorRow {
  /** Empty if the request had no known key. */
  key_id: string;
  time_ms: number;
  request_id: string;
  endpoint: string;
  status: number;
  code: string;
  reason: string | null;
  field: string | null;
}

/**
 * How often one client searched on one day for a text that returned no results. The client and the text are
 * stored as salted hashes.
 */
interface UnfoundCountRow {
  /** A date, in the same format as in `usage_counts`. */
  day_s: number;
  text_hash: string;
  asker_hash: string;
  requests: number;
}

/** A search text without results that enough clients have used. */
interface UnfoundTextRow {
  text_hash: string;
  text: string;
}

interface UnfoundSaltRow {
  only_one: number;
  salt: string;
}

export interface UsageSchema {
  unfound_counts: UnfoundCountRow;
  unfound_texts: UnfoundTextRow;
  unfound_salt: UnfoundSaltRow;
  usage_counts: UsageCountRow;
  usage_writers: UsageWriterRow;
  usage_months: UsageMonthRow;
  request_errors: RequestErrorRow;
}

/**
 * Requests by latency, one column per bucket: `us_100` counts requests that took up to 100 µs but longer than
 * the previous bucket's bound. `us_more` counts requests that took over 10 s.
 */
export const BUCKET_COLUMNS: readonly string[] = [
  ...['us_100', 'us_200', 'us_500'],
  ...['us_1000', 'us_2000', 'us_5000'],
  ...['us_10000', 'us_20000', 'us_50000'],
  ...['us_100000', 'us_200000', 'us_500000'],
  ...['us_1000000', 'us_2000000', 'us_5000000'],
  ...['us_10000000', 'us_more'],
];

/**
 * Creates the first version of the tables, for a migration.
 * @param end SQLite's table options, which follow the columns of the larger table: `without rowid`
 */
export async function createUsageTables(
  db: Kysely<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<void> {
  let counts = db.schema
    .createTable('usage_counts')
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('start_s', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_counts_key', ['span', 'start_s', 'key_id', 'endpoint', 'outcome']);
  for (const column of BUCKET_COLUMNS)
    counts = counts.addColumn(column, 'bigint', (bucket) => bucket.notNull().defaultTo(0));
  await counts.modifyEnd(end).execute();
  await db.schema
    .createTable('usage_writers')
    .addColumn('writer', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('written_s', 'bigint', (column) => column.notNull())
    .execute();
}

/**
 * Creates the second version of the tables, for a migration: monthly counts for quotas, computed from the
 * existing daily counts, and the latest errors.
 * @param monthOfDay SQL for the first day of the month that contains `start_s`
 */
export async function createMonthsAndErrors(
  db: Kysely<unknown>,
  monthOfDay: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<void> {
  await db.schema
    .createTable('usage_months')
    .addColumn('month_s', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_months_key', ['month_s', 'key_id'])
    .modifyEnd(end)
    .execute();
  await sql`insert into usage_months (month_s, key_id, requests)
    select ${monthOfDay}, key_id, sum(requests) from usage_counts
    where span = 'day' and outcome in ('ok', 'not_found', 'bad_request')
    group by 1, 2`.execute(db);
  await db.schema
    .createTable('request_errors')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('time_ms', 'bigint', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('field', 'text')
    .execute();
  await sql`create index request_errors_key on request_errors (key_id, time_ms)`.execute(db);
  await sql`create index request_errors_id on request_errors (request_id)`.execute(db);
  await sql`create index request_errors_time on request_errors (time_ms)`.execute(db);
}

/** Creates the third version of the tables, for a migration: searches without results. */
export async function createUnfound(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unfound_counts')
    .addColumn('day_s', 'bigint', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addColumn('asker_hash', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('unfound_counts_key', ['day_s', 'text_hash', 'asker_hash'])
    .execute();
  await sql`create index unfound_counts_text on unfound_counts (text_hash)`.execute(db);
  await db.schema
    .createTable('unfound_texts')
    .addColumn('text_hash', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('unfound_salt')
    .addColumn('only_one', 'integer', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .execute();
}
