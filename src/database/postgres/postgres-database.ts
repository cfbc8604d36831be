import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import { InputError } from '../../errors.js';
import type { KeySchema } from '../schema/key-schema.js';
import type { OpenOptions } from '../schema/key-schema.js';
import { explainPostgres } from './postgres-errors.js';
import { PostgresListener } from './postgres-listener.js';
import { POSTGRES_MIGRATIONS, SCHEMA } from './postgres-migrations.js';
import { BoundedPool } from './postgres-pool.js';
import { placeName } from './postgres-url.js';

/** The oldest that is tested against the same features; the ones before get no mends any more. */
const OLDEST_VERSION = 13;

/** Any number that other programs do not use: `gazarch` in ASCII. */
const MIGRATION_LOCK = 0x67617a61726368n;

/** An open database on PostgreSQL with the latest schema. */
export interface PostgresDatabase {
  dialect: 'postgres';
  /** The URL without its password, for messages and logs. */
  place: string;
  /** Whether there were no tables before it was opened. */
  isNew: boolean;
  /** At most two connections. Tables are those of the schema `gazarch`. */
  db: Kysely<KeySchema>;
  /** Calls `wake` when something was told on the channel, or may have been. Ends with `close`. */
  listen(channel: string, wake: () => void): void;
  close(): Promise<void>;
}

/**
 * Connects, and brings the tables up to date. Makes them when there are none, unless `mustExist`. Several
 * processes and machines may do so at once.
 * @throws InputError naming the place, without the password, and the remedy.
 */
export async function openPostgres(url: string, options: OpenOptions): Promise<PostgresDatabase> {
  const place = placeName(url);
  const db = new Kysely<KeySchema>({ dialect: new PostgresDialect({ pool: new BoundedPool(url) }) });
  const listeners: PostgresListener[] = [];
  try {
    await checkVersion(db, place);
    const isNew = await migrate(db, place, options);
    return {
      dialect: 'postgres',
      place,
      isNew,
      db: db.withSchema(SCHEMA),
      listen: (channel, wake) => void listeners.push(new PostgresListener(url, channel, wake)),
      close: async () => {
        await Promise.all(listeners.map((listener) => listener.close()));
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw explainPostgres(error, place);
  }
}

/** @throws InputError when the server is too old. */
export function checkServerVersion(version: number, place: string): void {
  if (Math.floor(version / 10_000) >= OLDEST_VERSION) return;
  throw new InputError(
    `the key database ${place} is on PostgreSQL ${Math.floor(version / 10_000)}; ` +
      `gazarch needs ${OLDEST_VERSION} or newer`,
  );
}

async function checkVersion(db: Kysely<KeySchema>, place: string): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  checkServerVersion(Number(rows[0].version), place);
}

/**
 * Applies what is missing in one transaction. An advisory lock makes other processes wait; then they find
 * nothing left to do. Without anything to do it takes no lock and needs no right to make tables.
 * @returns whether there were no tables before
 */
async function migrate(db: Kysely<KeySchema>, place: string, options: OpenOptions): Promise<boolean> {
  const before = await applied(db);
  refuseNewer(before, place);
  if (before === null && options.mustExist)
    throw new InputError(
      `there are no keys of gazarch in the database ${place} yet; ` +
        (options.remedy ?? '`gazarch keys create` makes the tables'),
    );
  if (missingFrom(before).length === 0) return false;
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK.toString())}::bigint)`.execute(
      transaction,
    );
    const names = await applied(transaction);
    refuseNewer(names, place);
    await applyMissing(transaction, names);
    return names === null;
  });
}

async function applyMissing(db: Transaction<KeySchema>, names: readonly string[] | null): Promise<void> {
  if (names === null) await makeSchema(db);
  await sql`set local search_path to ${sql.id(SCHEMA)}`.execute(db);
  if (names === null)
    await sql`create table migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(db);
  for (const name of missingFrom(names)) {
    await POSTGRES_MIGRATIONS[name].up(db);
    await sql`insert into migrations (name) values (${name})`.execute(db);
  }
}

/** An operator may have made the schema for a user who may not. `if not exists` would ask for the right. */
async function makeSchema(db: Transaction<KeySchema>): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${SCHEMA}`.execute(db);
  if (rows.length === 0) await sql`create schema ${sql.id(SCHEMA)}`.execute(db);
}

/** Names of the migrations that the database has seen; null: it has no tables of ours. */
async function applied(db: Kysely<KeySchema>): Promise<string[] | null> {
  const { rows: found } = await sql`
    select 1 from pg_tables where schemaname = ${SCHEMA} and tablename = 'migrations'`.execute(db);
  if (found.length === 0) return null;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.id(SCHEMA, 'migrations')}`.execute(db);
  return rows.map(({ name }) => name);
}

function missingFrom(names: readonly string[] | null): string[] {
  return Object.keys(POSTGRES_MIGRATIONS)
    .filter((name) => names?.includes(name) !== true)
    .sort();
}

/** @throws InputError when the database has seen migrations that this version does not know. */
function refuseNewer(names: readonly string[] | null, place: string): void {
  if (names === null || names.every((name) => name in POSTGRES_MIGRATIONS)) return;
  throw new InputError(
    `the key database ${place} was made by a newer version of gazarch; ` +
      `use that version, or name another database`,
  );
}
