import { Kysely, sql } from 'kysely';
import type { Transaction } from 'kysely';
import { InputError } from '../../errors.js';
import type { KeyHead, OpenDatabase, OpenOptions, Schema } from '../schema/open-database.js';
import type { UsageSchema } from '../schema/usage-schema.js';
import { PostgresListener } from './postgres-listener.js';
import { KEYS_CHANNEL, POSTGRES_MIGRATIONS } from './postgres-migrations.js';
import { PooledPostgresDialect, SCHEMA } from './postgres-pool.js';
import { placeName } from './postgres-url.js';

/** The oldest tested version; older versions get no more fixes. */
const OLDEST_VERSION = 13;

/** An arbitrary number that other programs are unlikely to use: `gazarch` in ASCII. */
const MIGRATION_LOCK = 0x67617a61726368n;

/**
 * Connects to the database and brings its tables up to date. If there are no tables, it creates them, unless
 * `mustExist` is set. Several processes and machines may do this at the same time.
 * @throws InputError whose message names the location, without the password, and the remedy
 */
export async function openPostgres(url: string, options: OpenOptions): Promise<OpenDatabase> {
  const place = placeName(url);
  const db = new Kysely<Schema>({ dialect: new PooledPostgresDialect(url) });
  const listeners: PostgresListener[] = [];
  try {
    const isNew = options.isLater === true ? false : await prepare(db, place, options);
    const ours = db.withSchema(SCHEMA);
    return {
      ...{ dialect: 'postgres', place, isNew, db: ours, swift: ours, head: readHead },
      backup: () => Promise.reject(noBackup(place)),
      listen: (wake) => void listeners.push(new PostgresListener(url, KEYS_CHANNEL, wake)),
      close: async () => {
        await Promise.all(listeners.map((listener) => listener.close()));
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw error;
  }
}

/**
 * Opens the usage tables in the same database as the keys. The migrations that run when the keys are opened
 * also create these tables. Usage has its own connections, so that a long write does not delay the keys.
 */
export function openPostgresUsage(url: string): Kysely<UsageSchema> {
  return new Kysely<UsageSchema>({ dialect: new PooledPostgresDialect(url) }).withSchema(SCHEMA);
}

function noBackup(place: string): InputError {
  const command = `pg_dump --schema=${SCHEMA} --file=FILE '${place}'`;
  return new InputError(`the keys are in PostgreSQL, which has its own backups: ${command}`);
}

/**
 * Revisions become visible in order (see `POSTGRES_MIGRATIONS`).
 *
 * A restored backup has a different history, and so does a standby that took over without the last
 * transactions. In both cases the server's start time, the database or the table differs, so these three form
 * the identity.
 */
async function readHead(db: Kysely<Schema>): Promise<KeyHead> {
  const { rows } = await sql<KeyHead>`
    select
      revision,
      pg_is_in_recovery() as "isStandby",
      exists (select 1 from ${sql.id(SCHEMA, 'api_keys')}) as "hasKeys",
      concat_ws(
        '.',
        extract(epoch from pg_postmaster_start_time()),
        (select oid from pg_database where datname = current_database()),
        ${`${SCHEMA}.api_keys`}::regclass::oid
      ) as identity
    from ${sql.id(SCHEMA, 'key_revision')}`.execute(db);
  if (rows.length === 0) throw new InputError('the table key_revision has lost its row; restore a backup');
  return rows[0];
}

/** @throws InputError if the server is too old */
export function checkServerVersion(version: number, place: string): void {
  if (Math.floor(version / 10_000) >= OLDEST_VERSION) return;
  throw new InputError(
    `the key database ${place} is on PostgreSQL ${Math.floor(version / 10_000)}; ` +
      `gazarch needs ${OLDEST_VERSION} or newer`,
  );
}

async function prepare(db: Kysely<Schema>, place: string, options: OpenOptions): Promise<boolean> {
  await checkVersion(db, place);
  return migrate(db, place, options);
}

async function checkVersion(db: Kysely<Schema>, place: string): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  checkServerVersion(Number(rows[0].version), place);
}

/**
 * Applies missing migrations in one transaction. An advisory lock makes other processes wait, after which
 * they find nothing left to do. If no migrations are missing, this function takes no lock and needs no
 * permission to create tables.
 * @returns whether the database had no tables before
 */
async function migrate(db: Kysely<Schema>, place: string, options: OpenOptions): Promise<boolean> {
  const before = await applied(db);
  refuseNewer(before, place);
  if (before === null && options.mustExist)
    throw new InputError(
      `the database ${place} contains no gazarch keys yet; ` +
        (options.remedy ?? '`gazarch keys create` creates the tables'),
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

async function applyMissing(db: Transaction<Schema>, names: readonly string[] | null): Promise<void> {
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

/**
 * Creates the schema if it is missing. An operator may have created the schema for a user who may not create
 * schemas, and `if not exists` would still require that permission.
 */
async function makeSchema(db: Transaction<Schema>): Promise<void> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${SCHEMA}`.execute(db);
  if (rows.length === 0) await sql`create schema ${sql.id(SCHEMA)}`.execute(db);
}

/** Returns the names of the migrations already applied, or null if the database has none of our tables. */
async function applied(db: Kysely<Schema>): Promise<string[] | null> {
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

/** @throws InputError if the database contains migrations that this version does not recognize */
function refuseNewer(names: readonly string[] | null, place: string): void {
  if (names === null || names.every((name) => name in POSTGRES_MIGRATIONS)) return;
  throw new InputError(
    `the key database ${place} was created by a newer version of gazarch; ` +
      `use that version, or name another database`,
  );
}
