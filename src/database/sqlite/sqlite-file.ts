import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import type { CompiledQuery } from 'kysely';
import Database from 'libsql';
import { InputError } from '../../errors.js';
import type { KeySchema } from '../schema/key-schema.js';
import type { OpenOptions } from '../schema/key-schema.js';
import { explain, isAbsence, isBusy } from './sqlite-errors.js';
import { APPLICATION_ID, SQLITE_MIGRATIONS } from './sqlite-migrations.js';
import { emptied, preparePlace } from './sqlite-place.js';

/** Another process normally holds the write lock for milliseconds. After five seconds something hangs. */
const BUSY_TIMEOUT_MS = 5000;
/** Average pause between two attempts. */
const BUSY_PAUSE_MS = 15;

/** One connection: `database` for plain SQL, `db` for Kysely's queries. */
export interface SqliteConnection {
  database: Database.Database;
  db: Kysely<KeySchema>;
}

/**
 * An open database file with the latest schema. Neither connection waits for a lock by itself: SQLite's
 * own waiting would stop the whole process. See `whenFree`.
 */
export interface SqliteFile {
  dialect: 'sqlite';
  /** Device and inode of the file. Another file at the same path has another identity. */
  identity: string;
  /** Whether there was no database, or an empty file, before it was opened. */
  isNew: boolean;
  /** A write is on the disk when the call returns. */
  durable: SqliteConnection;
  /**
   * Waits for the disk only when SQLite empties its log (every 1,000 pages). A power cut
   * may undo the last writes.
   */
  swift: SqliteConnection;
}

/**
 * Opens a database and brings its schema up to date. Creates the file when it is absent, unless
 * `mustExist`. Several processes may do so at once.
 * @throws InputError naming the path and the remedy.
 */
export async function openSqliteFile(path: string, options: OpenOptions): Promise<SqliteFile> {
  const isNew = preparePlace(path, options);
  try {
    return { ...(await whenFree(() => tryToOpen(path))), isNew };
  } catch (error) {
    throw explain(error, path);
  }
}

/**
 * Runs writes as a transaction of their own that takes the lock first. Without it a statement that finds
 * the file locked stays half begun, because libsql does not reset it. What the connection writes later
 * would then never be committed.
 */
export function write({ database }: SqliteConnection, ...queries: readonly CompiledQuery[]): void {
  database.exec('begin immediate');
  try {
    for (const { sql, parameters } of queries) database.prepare(sql).run([...parameters]);
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    if (!isBusy(error)) forgetInLog(database);
    throw error;
  }
}

/**
 * When the disk does not confirm a write (fsync fails), all of it is in the log already. Whoever opens the
 * file next would find it complete. Another write takes its place in the log. This one changes nothing.
 */
function forgetInLog(database: Database.Database): void {
  try {
    database.exec(`pragma user_version = ${LATEST}`);
  } catch {
    // That it is not confirmed either does not matter. A disk that takes no write at all took none before.
  }
}

/** Closes both connections and leaves a complete file, if nobody else uses it. */
export function closeSqliteFile(file: SqliteFile): void {
  try {
    // Moves the log (-wal) into the file, so that the file alone is a full copy once nobody uses it.
    file.swift.database.prepare('pragma wal_checkpoint(passive)').all();
  } catch {
    // Somebody else uses the file, or the disk is gone. The log stays, and whoever
    // opens the file next reads it.
  }
  file.durable.database.close();
  file.swift.database.close();
}

/**
 * Tries again, for at most five seconds, while another connection of this or another process holds the file.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline_ms = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline_ms) throw error;
      // The pause is random, so that many waiters do not all come back at the same moment.
      await setTimeout(BUSY_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/**
 * Device and inode of the file at a path.
 * @throws InputError when there is no such file, or when somebody emptied it.
 */
export async function fileIdentity(path: string): Promise<string> {
  const { dev, ino, size } = await stat(path, { bigint: true }).catch((error: unknown) => {
    if (!isAbsence(error)) throw explain(error, path);
    throw new InputError(`the key database ${path} is gone; put it back (is its volume mounted?)`, {
      cause: error,
    });
  });
  if (size === 0n) throw emptied(path);
  return `${dev}:${ino}`;
}

/**
 * Each attempt uses new connections. A connection on which a read found the file locked cannot be
 * trusted with a write.
 */
async function tryToOpen(path: string): Promise<Omit<SqliteFile, 'isNew'>> {
  const opened: Database.Database[] = [];
  try {
    const durable = connect(path, opened);
    checkWhole(durable.database, path);
    // Must come before the first write: the file may belong to another program.
    schemaVersion(durable.database, path);
    durable.database.exec('pragma journal_mode = wal');
    await migrate(durable, path);
    const identity = await fileIdentity(path);
    const swift = connect(path, opened);
    swift.database.exec('pragma synchronous = normal');
    return { dialect: 'sqlite', identity, durable, swift };
  } catch (error) {
    opened.forEach((database) => database.close());
    throw error;
  }
}

function connect(path: string, opened: Database.Database[]): SqliteConnection {
  const database = new Database(path);
  opened.push(database);
  return { database, db: new Kysely<KeySchema>({ dialect: new SqliteDialect({ database }) }) };
}

/** Runs inside one write transaction. Of two processes the second waits, then finds nothing left to do. */
async function migrate({ database, db }: SqliteConnection, path: string): Promise<void> {
  if (schemaVersion(database, path) === LATEST) return;
  database.exec('begin immediate');
  try {
    if (schemaVersion(database, path) !== LATEST) {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => SQLITE_MIGRATIONS } });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error as Error;
      database.exec(`pragma application_id = ${APPLICATION_ID}`);
      database.exec(`pragma user_version = ${LATEST}`);
    }
    database.exec('commit');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

const LATEST = Object.keys(SQLITE_MIGRATIONS).length;

/**
 * Number of migrations that the file has seen. The order of the three questions matters: another process
 * may commit its migrations between them.
 * @throws InputError when the file belongs to another program or to a newer version.
 */
function schemaVersion(database: Database.Database, path: string): number {
  const empty = database.prepare('select name from sqlite_master limit 1').all().length === 0;
  const ours = pragma(database, 'application_id') === APPLICATION_ID;
  const version = pragma(database, 'user_version');
  if (!ours && !empty)
    throw new InputError(`the database ${path} belongs to another program; name another file`);
  if (ours && version > LATEST) {
    throw new InputError(
      `the key database ${path} was made by a newer version of gazarch; ` +
        `use that version, or name another file`,
    );
  }
  return ours ? version : 0;
}

/**
 * Checks every page, because a later page may be damaged while the first ones are whole. A key database
 * is small enough for that.
 */
function checkWhole(database: Database.Database, path: string): void {
  const [finding] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  if (finding.quick_check === 'ok') return;
  const reason = finding.quick_check.replace(/\s+/g, ' ');
  throw new InputError(`the key database ${path} is damaged (${reason}); put a backup in its place`);
}

function pragma(database: Database.Database, name: string): number {
  const [row] = database.prepare(`pragma ${name}`).all() as Record<string, number>[];
  return row[name];
}
