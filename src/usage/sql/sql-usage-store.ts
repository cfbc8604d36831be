import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { BUCKET_COLUMNS } from '../../database/schema/usage-schema.js';
import type { UsageSchema } from '../../database/schema/usage-schema.js';
import type { Calendar } from '../calendar.js';
import { monthStart } from '../month.js';
import type { RequestError } from '../request-errors.js';
import type {
  ErrorQuestion,
  UsageBatch,
  UsageColumn,
  UsageQuestion,
  UsageSpan,
  UsageStore,
  UsageSum,
} from '../usage-store.js';
import type { Outcome, UsageEndpoint } from '../usage-tables.js';
import type { UnfoundText } from '../unfound-searches.js';
import { addErrors, readErrors, thinErrors } from './sql-errors.js';
import { addUnfound, readUnfound, thinUnfound } from './sql-unfound.js';
import {
  additionsOf,
  keptFrom_s,
  monthAdditionsOf,
  type Addition,
  type MonthAddition,
} from './usage-spans.js';

/** The number of rows in one statement. The process can handle requests between two SQLite statements. */
const ROWS_AT_ONCE = [32, 4, 1] as const;

const MONTHS_AT_ONCE = 100;

const HOUR_MS = 3_600_000;

/** The name under which the hour of the last removal is stored. */
const THINNING = 'thinning';

const COLUMN_NAMES = { start: 'start_s', key: 'key_id', endpoint: 'endpoint', outcome: 'outcome' } as const;

/** Stores counts in SQLite or PostgreSQL, using only statements that both support. */
export class SqlUsageStore implements UsageStore {
  readonly #db: Kysely<UsageSchema>;
  readonly #calendar: Calendar;

  /** Closing the store also closes the database. */
  constructor(database: Kysely<UsageSchema>, calendar: Calendar) {
    this.#db = database;
    this.#calendar = calendar;
  }

  async add({ writer, sequence, counts, errors, unfound }: UsageBatch): Promise<void> {
    // All writers use the same order, so that they cannot deadlock.
    const additions = additionsOf(counts, this.#calendar).sort(byKey);
    await this.#db.transaction().execute(async (db) => {
      // This statement runs in the same transaction as the counts, so either both are written or neither is.
      if (!(await isNew(db, writer, sequence))) return;
      let first = 0;
      for (const rows of ROWS_AT_ONCE) {
        for (; first + rows <= additions.length; first += rows) {
          await db.executeQuery(additionQuery(db, additions.slice(first, first + rows)));
          await setImmediate();
        }
      }
      await addMonths(db, monthAdditionsOf(counts, this.#calendar));
      await addErrors(db, errors ?? []);
      await addUnfound(db, unfound ?? [], this.#calendar);
    });
  }

  async monthlyUse(first_s: number): Promise<Map<string, number>> {
    const months = this.#db.selectFrom('usage_months').select(['key_id', 'requests']);
    const rows = await months.where('month_s', '=', first_s).execute();
    return new Map(rows.map(({ key_id, requests }) => [key_id, Number(requests)]));
  }

  errors(question: ErrorQuestion): Promise<RequestError[]> {
    return readErrors(this.#db, question);
  }

  unfound(now_ms: number, limit: number): Promise<UnfoundText[]> {
    return readUnfound(this.#db, this.#calendar.dateAt(now_ms), limit);
  }

  async read({ span, from_s, until_s, keyId, keyIds, by }: UsageQuestion): Promise<UsageSum[]> {
    const groups = by.map((column) => COLUMN_NAMES[column]);
    const rows: Record<string, string | number>[] = await this.#db
      .selectFrom('usage_counts')
      .select(groups)
      .select(NUMBER_COLUMNS.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column)))
      .where('span', '=', span)
      .where('start_s', '>=', from_s)
      .where('start_s', '<', until_s)
      .$if(keyId !== undefined, (all) => all.where('key_id', '=', keyId!))
      .$if(keyIds !== undefined, (all) => all.where('key_id', 'in', keyIds!))
      .$if(by.length > 0, (all) => all.groupBy(groups))
      .$call((all) => groups.reduce((some, group) => some.orderBy(group), all))
      .execute();
    // Without grouping, the query returns one row, in which all values are null if nothing was counted.
    return rows.filter((row) => row['requests'] !== null).map((row) => toSum(row, by));
  }

  async thin(now_ms: number): Promise<void> {
    const hour = Math.floor(now_ms / HOUR_MS);
    if (!(await isNew(this.#db, THINNING, hour, now_ms))) return;
    for (const span of ['minute', 'hour', 'day'] as const) await this.#thinSpan(span, now_ms);
    await thinErrors(this.#db, now_ms);
    await thinUnfound(this.#db, this.#calendar.dateAt(now_ms));
    const oldest_s = monthStart(keptFrom_s('day', now_ms, this.#calendar));
    await this.#db.deleteFrom('usage_months').where('month_s', '<', oldest_s).execute();
    const before_s = keptFrom_s('hour', now_ms, this.#calendar);
    await this.#db.deleteFrom('usage_writers').where('written_s', '<', before_s).execute();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  /**
   * Removes rows in a separate transaction for each start time, so that no process waits long for the lock.
   */
  async #thinSpan(span: UsageSpan, now_ms: number): Promise<void> {
    const before_s = keptFrom_s(span, now_ms, this.#calendar);
    const old = await this.#db
      .selectFrom('usage_counts')
      .select('start_s')
      .distinct()
      .where('span', '=', span)
      .where('start_s', '<', before_s)
      .execute();
    for (const { start_s } of old) {
      const own = this.#db.deleteFrom('usage_counts').where('span', '=', span);
      await own.where('start_s', '=', start_s).execute();
      await setImmediate();
    }
  }
}

/**
 * Stores a batch's number. Returns false if the number was already stored. The first writer holds the lock
 * until its transaction ends.
 */
async function isNew(
  db: Kysely<UsageSchema>,
  writer: string,
  sequence: number,
  now_ms = Date.now(),
): Promise<boolean> {
  const written_s = Math.floor(now_ms / 1000);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usage_writers')
    .values({ writer, sequence, written_s })
    .onConflict((conflict) =>
      conflict
        .column('writer')
        .doUpdateSet({ sequence, written_s })
        .where('usage_writers.sequence', '<', sequence),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows! > 0n;
}

function byKey(a: Addition, b: Addition): number {
  const [first, second] = [a, b].map(
    ({ span, start_s, keyId, endpoint, outcome }) => `${span} ${start_s} ${keyId} ${endpoint} ${outcome}`,
  );
  return first < second ? -1 : 1;
}

/** Adds monthly counts in row order, as all writers do. */
async function addMonths(db: Kysely<UsageSchema>, additions: readonly MonthAddition[]): Promise<void> {
  for (let first = 0; first < additions.length; first += MONTHS_AT_ONCE) {
    const some = additions.slice(first, first + MONTHS_AT_ONCE);
    await db
      .insertInto('usage_months')
      .values(some.map(({ month_s, keyId, requests }) => ({ month_s, key_id: keyId, requests })))
      .onConflict((conflict) =>
        conflict
          .columns(['month_s', 'key_id'])
          .doUpdateSet({ requests: sql`usage_months.requests + excluded.requests` }),
      )
      .execute();
    await setImmediate();
  }
}

const KEY_COLUMNS = ['span', 'start_s', 'key_id', 'endpoint', 'outcome'];
const NUMBER_COLUMNS = ['requests', ...BUCKET_COLUMNS];

function additionQuery(db: Kysely<UsageSchema>, additions: readonly Addition[]): CompiledQuery {
  const parameters = additions.flatMap(({ span, start_s, keyId, endpoint, outcome, requests, buckets }) => [
    ...[span, start_s, keyId, endpoint, outcome, requests],
    ...buckets,
  ]);
  return CompiledQuery.raw(additionText(db, additions.length), parameters);
}

/**
 * The SQL texts by database, because building a text costs more than everything else that a statement does.
 */
const texts = new WeakMap<Kysely<UsageSchema>, Map<number, string>>();

function additionText(db: Kysely<UsageSchema>, rows: number): string {
  let known = texts.get(db);
  if (known === undefined) texts.set(db, (known = new Map<number, string>()));
  let text = known.get(rows);
  if (text === undefined) known.set(rows, (text = additionStatement(rows).compile(db).sql));
  return text;
}

function additionStatement(rows: number): RawBuilder<unknown> {
  const columns = [...KEY_COLUMNS, ...NUMBER_COLUMNS];
  const row = sql`(${sql.join(columns.map(() => 0))})`;
  const sums = NUMBER_COLUMNS.map((column) =>
    sql.raw(`${column} = usage_counts.${column} + excluded.${column}`),
  );
  return sql`insert into usage_counts (${sql.raw(columns.join(', '))})
    values ${sql.join(new Array<typeof row>(rows).fill(row))}
    on conflict (${sql.raw(KEY_COLUMNS.join(', '))}) do update set ${sql.join(sums)}`;
}

/** PostgreSQL returns large numbers as strings. */
function toSum(row: Record<string, string | number>, by: readonly UsageColumn[]): UsageSum {
  return {
    ...(by.includes('start') ? { start_s: Number(row['start_s']) } : {}),
    ...(by.includes('key') ? { keyId: String(row['key_id']) } : {}),
    ...(by.includes('endpoint') ? { endpoint: row['endpoint'] as UsageEndpoint } : {}),
    ...(by.includes('outcome') ? { outcome: row['outcome'] as Outcome } : {}),
    requests: Number(row['requests']),
    buckets: BUCKET_COLUMNS.map((column) => Number(row[column])),
  };
}
