import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Kysely, SqliteDialect, type Migration } from 'kysely';
import Database from 'libsql';
import { InputError } from '../../errors.js';
import { explain, isAbsence, isBusy } from './sqlite-errors.js';

/**
 * Other processes normally hold the write lock for milliseconds. A process that holds the write lock for five
 * seconds is hung.
 */
export const BUSY_TIMEOUT_MS = 5000;
/** The average pause between two attempts to get the lock. */
const BUSY_PAUSE_MS = 15;

/** A type of database file, with its error messages. */
export interface SqliteKind {
  /** The name used in messages: `the key database`. */
  what: string;
  /** SQLite's application_id shows which program a file belongs to. */
  applicationId: number;
  /**
   * Migrations are applied in name order; user_version is the number of migrations already applied to the
   * file. A released migration never changes; a later change is a new migration.
   */
  migrations: Readonly<Record<string, Migration>>;
  /** Whether to read every page before using the file, because any page may be damaged. */
  isCheckedWhole: boolean;
  /** Called before each check of the path, and may create the file. */
  prepare?: () => void;
  /** Called if the file at the path has not been checked yet. */
  beforeCheck?: () => void;
  /** Each of the functions returns the complete message for its case; `newer` is only the remedy. */
  foreign: (path: string) => string;
  newer: string;
  absent: (path: string, wasThere: boolean) => string;
  /** If undefined, a file of 0 bytes is treated like any other file. */
  emptied?: (path: string) => InputError;
}

/**
 * Checks that the file at a path belongs to this program, is undamaged and has the latest tables. If a
 * different file appears at the path, it is checked in the same way.
 */
export class SqliteFile {
  readonly path: string;
  readonly kind: SqliteKind;
  readonly latest: number;
  /** The most recently checked file. */
  #checked: { identity: string; done: Promise<void> } | null = null;
  #wasThere = false;

  constructor(path: string, kind: SqliteKind) {
    this.path = path;
    this.kind = kind;
    this.latest = Object.keys(kind.migrations).length;
  }

  /**
   * Ensures that the file at the path has the latest tables. Several processes may do this at the same time.
   * @returns the file's device and inode. Another file at the same path has a different identity.
   * @throws InputError whose message names the path and the remedy
   */
  async ready(): Promise<string> {
    try {
      this.kind.prepare?.();
      const identity = await this.#identity();
      if (this.#checked?.identity !== identity)
        this.#checked = { identity, done: whenFree(() => this.#check()) };
      await this.#checked.done;
      this.#wasThere = true;
      return identity;
    } catch (error) {
      this.#checked = null;
      throw this.explain(error);
    }
  }

  explain(error: unknown): unknown {
    return explain(error, this.path, this.kind.what);
  }

  async #identity(): Promise<string> {
    const { dev, ino, size } = await stat(this.path, { bigint: true }).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
      throw new InputError(this.kind.absent(this.path, this.#wasThere), { cause: error });
    });
    if (size === 0n && this.kind.emptied !== undefined && this.#wasThere) throw this.kind.emptied(this.path);
    return `${dev}:${ino}`;
  }

  /**
   * Uses a new connection for each attempt, because a connection that found the file locked must not be used
   * for writes.
   */
  async #check(): Promise<void> {
    this.kind.beforeCheck?.();
    const database = new Database(this.path);
    try {
      if (this.kind.isCheckedWhole) this.#checkWhole(database);
      // The version must be read before the first write, because the file may belong to another program.
      const version = this.#version(database);
      database.exec('pragma journal_mode = wal');
      if (version < this.latest) await this.#migrate(database);
    } finally {
      closeConnection(database);
    }
  }

  /**
   * Runs in one transaction. If two processes do this at the same time, the second one waits and then finds
   * nothing left to do.
   */
  async #migrate(database: Database.Database): Promise<void> {
    const { migrations, applicationId } = this.kind;
    database.exec('begin immediate');
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
    const names = Object.keys(migrations).sort();
    for (const name of names.slice(this.#version(database))) await migrations[name].up(db);
    database.exec(`pragma application_id = ${applicationId}`);
    database.exec(`pragma user_version = ${this.latest}`);
    database.exec('commit');
  }

  /**
   * Returns the number of migrations already applied to the file. The order of the three queries matters,
   * because another process may commit its migrations between them.
   */
  #version(database: Database.Database): number {
    const { what, applicationId, foreign, newer } = this.kind;
    const isEmpty = database.prepare('select name from sqlite_master limit 1').all().length === 0;
    const isOurs = pragma(database, 'application_id') === applicationId;
    const version = pragma(database, 'user_version');
    if (!isOurs && !isEmpty) throw new InputError(foreign(this.path));
    if (isOurs && version > this.latest)
      throw new InputError(`${what} ${this.path} was created by a newer version of gazarch; ${newer}`);
    return isOurs ? version : 0;
  }

  #checkWhole(database: Database.Database): void {
    const finding = damageOf(database);
    if (finding !== null) throw this.damaged(finding);
  }

  /** @param finding a result of `damageOf` */
  damaged(finding: string): InputError {
    return new InputError(`${this.kind.what} ${this.path} is damaged (${finding}); replace it with a backup`);
  }
}

/** Returns the first fault found in a database's pages, or null if there is none. */
export function damageOf(database: Database.Database): string | null {
  const [finding] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  return finding.quick_check === 'ok' ? null : finding.quick_check.replace(/\s+/g, ' ');
}

/**
 * Closes a connection immediately. Otherwise, libsql would close the file only when the garbage collector
 * runs, and no other process could write until then.
 */
export function closeConnection(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('rollback');
  } catch {
    // The disk is unavailable, or the transaction has already ended.
  }
  database.close();
}

/**
 * Retries for a while if another connection, in this or another process, has locked the file. SQLite's
 * built-in waiting would block the whole process.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>, patience_ms = BUSY_TIMEOUT_MS): Promise<T> {
  const deadline_ms = performance.now() + patience_ms;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline_ms) throw error;
      // The pause is random, so that the waiting processes do not all retry at the same moment.
      await setTimeout(BUSY_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

function pragma(database: Database.Database, name: string): number {
  const [row] = database.prepare(`pragma ${name}`).all() as Record<string, number>[];
  return row[name];
}
