import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { InputError } from '../../errors.js';
import {
  createMonthsAndErrors,
  createUsageTables,
  type UsageDatabase,
  type UsageSchema,
} from '../schema/usage-schema.js';
import { explain, isAbsence } from './sqlite-errors.js';
import { whenFree } from './sqlite-file.js';

const WHAT = 'the usage database';

/** `gzcu` in ASCII, as the application_id of the file. */
const APPLICATION_ID = 0x677a6375;
const LATEST = 2;

const WHEN_LOST = ' any more; put it back, or restart the service to have a new one made';

const OWNER_ONLY = 0o600;

/**
 * Usage has a file of its own beside the keys. It is larger by far and written all the time, and whatever is
 * wrong with it must not touch a key.
 */
export function usagePathBeside(keyDatabase: string): string {
  return `${keyDatabase}-usage`;
}

interface Connection {
  database: Database.Database;
  db: Kysely<UsageSchema>;
  identity: string;
}

export interface SqliteUsageOptions {
  /** For commands that only read: no file is made. */
  mustExist?: boolean;
}

/**
 * The usage tables in a SQLite file, shared by the processes of one machine. It opens the file when it is
 * first asked, and again after a failure. So a file that is damaged, locked or away harms only who asks for
 * usage. Every failure is an InputError with the path and the remedy.
 */
export class SqliteUsageDatabase implements UsageDatabase {
  readonly #path: string;
  #mustExist: boolean;
  /** What to do when there is none. */
  #remedy: string;
  #connection: Connection | null = null;
  /** Ends when all calls so far have ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string, { mustExist = false }: SqliteUsageOptions = {}) {
    this.#path = path;
    this.#mustExist = mustExist;
    this.#remedy = mustExist ? ' yet; `gazarch serve` makes it' : WHEN_LOST;
  }

  read<T>(work: (db: Kysely<UsageSchema>) => Promise<T>): Promise<T> {
    return this.#inTurn(({ db }) => whenFree(() => work(db)));
  }

  transact<T>(work: (db: Kysely<UsageSchema>) => Promise<T>): Promise<T> {
    return this.#inTurn(async ({ database, db }) => {
      await whenFree(() => database.exec('begin immediate'));
      const result = await work(db);
      database.exec('commit');
      return result;
    });
  }

  async close(): Promise<void> {
    await this.#turn.catch(() => undefined);
    this.#leave();
  }

  #inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const result = this.#turn.catch(() => undefined).then(() => this.#attempt(work));
    this.#turn = result;
    return result;
  }

  /** A connection on which something failed is not used again. */
  async #attempt<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#current());
    } catch (error) {
      this.#leave();
      throw explain(error, this.#path, WHAT);
    }
  }

  /** The connection to the file that is at the path now. */
  async #current(): Promise<Connection> {
    if (this.#connection !== null && identityOf(this.#path) !== this.#connection.identity) this.#leave();
    this.#connection ??= await this.#open();
    return this.#connection;
  }

  async #open(): Promise<Connection> {
    if (!this.#mustExist) makeFile(this.#path);
    const identity = identityOf(this.#path);
    if (identity === null) throw new InputError(`there is no usage database ${this.#path}${this.#remedy}`);
    // One that is gone later is not made again: then its volume may be gone.
    this.#mustExist = true;
    this.#remedy = WHEN_LOST;
    const database = await whenFree(() => tryToOpen(this.#path));
    return { database, db: kyselyOn(database), identity };
  }

  #leave(): void {
    const database = this.#connection?.database;
    this.#connection = null;
    try {
      // libsql closes the file later, when it collects its garbage. Until then nobody else could write.
      if (database?.inTransaction === true) database.exec('rollback');
    } catch {
      // The disk is gone, or the transaction already is.
    }
    database?.close();
  }
}

/** Each attempt uses a new connection, as one that found the file locked cannot be trusted with a write. */
async function tryToOpen(path: string): Promise<Database.Database> {
  const database = new Database(path);
  try {
    if (pragma(database, 'user_version') !== LATEST) await createTables(database, path);
    if (pragma(database, 'application_id') !== APPLICATION_ID) throw foreign(path);
    database.exec('pragma journal_mode = wal');
    // A power cut may undo the last writes. Waiting for the disk would stop the process every few seconds.
    database.exec('pragma synchronous = normal');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const MONTH_OF_DAY = sql`cast(strftime('%s', start_s, 'unixepoch', 'start of month') as integer)`;

/** Of several processes that come at once the second waits, then finds all done. */
async function createTables(database: Database.Database, path: string): Promise<void> {
  database.exec('begin immediate');
  const version = pragma(database, 'user_version');
  if (version > LATEST && pragma(database, 'application_id') === APPLICATION_ID)
    throw new InputError(`${WHAT} ${path} was made by a newer version of gazarch; use that version`);
  const [{ tables }] = database.prepare('select count(*) as tables from sqlite_master').all() as [
    { tables: number },
  ];
  if (version === 0 && tables > 0) throw foreign(path);
  if (version > 0 && pragma(database, 'application_id') !== APPLICATION_ID) throw foreign(path);
  const db = kyselyOn(database) as unknown as Kysely<unknown>;
  if (version < 1) await createUsageTables(db, sql`without rowid`);
  if (version < LATEST) {
    await createMonthsAndErrors(db, MONTH_OF_DAY, sql`without rowid`);
    database.exec(`pragma application_id = ${APPLICATION_ID}`);
    database.exec(`pragma user_version = ${LATEST}`);
  }
  database.exec('commit');
}

function foreign(path: string): InputError {
  return new InputError(`${path} belongs to another program; move it away, so that usage can be kept there`);
}

function kyselyOn(database: Database.Database): Kysely<UsageSchema> {
  return new Kysely<UsageSchema>({ dialect: new SqliteDialect({ database }) });
}

function pragma(database: Database.Database, name: string): number {
  const [row] = database.prepare(`pragma ${name}`).all() as Record<string, number>[];
  return row[name];
}

/** Who used which key when is for the owner of the file only. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY);
  }
}

/** Device and inode of the file at a path; null: there is none. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
