import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { KeyEdit, StoredKey } from '../api-key.js';
import { readQuotas } from '../key-quotas.js';
import {
  batches,
  fromProjectRow,
  fromRow,
  toKeyChange,
  toProjectChange,
  toProjectRow,
  toRow,
} from '../key-row.js';
import type { KeyChanges, KeyCursor, KeyQuota, KeyRotation, WholeKeyStore } from '../key-store.js';
import type { Project, ProjectEdit } from '../project.js';
import { backupSqliteFile } from '../../database/sqlite/sqlite-backup.js';
import { explain } from '../../database/sqlite/sqlite-errors.js';
import {
  closeSqliteFile,
  fileIdentity,
  openSqliteFile,
  whenFree,
  write,
} from '../../database/sqlite/sqlite-file.js';
import type { SqliteFile } from '../../database/sqlite/sqlite-file.js';

/** Rows in one statement. SQLite allows 32,766 parameters in one. */
const ROWS_IN_ONE = 1_000;

export interface SqliteKeyStoreOptions {
  /** For commands that only read: a mistyped path then leaves no empty database behind. */
  mustExist?: boolean;
  /** For the message when there is none: what to do. */
  remedy?: string;
  /** Called when other users can read the file and that cannot be changed. */
  warn?: (message: string) => void;
}

/**
 * Opens the keys in a SQLite file.
 * @throws InputError when the file cannot be opened, is damaged or is something else. The message names
 * the path and the remedy.
 */
export async function openSqliteKeyStore(
  path: string,
  options: SqliteKeyStoreOptions = {},
): Promise<SqliteKeyStore> {
  const { mustExist = false, remedy, warn = () => undefined } = options;
  return new SqliteKeyStore(path, await openSqliteFile(path, { mustExist, remedy, warn }), warn);
}

/**
 * Keys in one SQLite file, shared by the serving processes and the command line of one machine.
 *
 * Each call checks the file first. When it was removed, every call throws. When it was replaced, the
 * store opens the new file, and `changes` starts from the beginning.
 */
export class SqliteKeyStore implements WholeKeyStore {
  readonly place: string;
  readonly isNew: boolean;
  readonly #path: string;
  readonly #warn: (message: string) => void;
  #file: SqliteFile;
  #reopening: Promise<void> | null = null;

  /** Use `openSqliteKeyStore`. */
  constructor(path: string, file: SqliteFile, warn: (message: string) => void) {
    this.place = resolve(path);
    this.isNew = file.isNew;
    this.#path = path;
    this.#file = file;
    this.#warn = warn;
  }

  async create(stored: StoredKey): Promise<void> {
    await this.#askPatiently(({ durable }) =>
      write(durable, durable.db.insertInto('api_keys').values(toRow(stored)).compile()),
    );
  }

  async createAll(keys: readonly StoredKey[]): Promise<void> {
    await this.#askPatiently(({ durable }) => {
      const insert = (some: readonly StoredKey[]): CompiledQuery =>
        durable.db.insertInto('api_keys').values(some.map(toRow)).compile();
      write(durable, ...batches(keys, ROWS_IN_ONE).map(insert));
    });
  }

  async list(projectId?: string): Promise<StoredKey[]> {
    const rows = await this.#askPatiently(({ durable }) =>
      durable.db
        .selectFrom('api_keys')
        .selectAll()
        .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId!))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(fromRow);
  }

  async get(id: string): Promise<StoredKey | null> {
    const row = await this.#askPatiently(({ durable }) =>
      durable.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : fromRow(row);
  }

  async revoke(id: string, at: Date): Promise<StoredKey | null> {
    await this.#askPatiently(({ durable }) => {
      const usable = durable.db.updateTable('api_keys').where('id', '=', id).where('revoked_at', 'is', null);
      write(durable, usable.set({ revoked_at: at.getTime() }).compile());
    });
    return this.get(id);
  }

  async edit(id: string, edit: KeyEdit): Promise<StoredKey | null> {
    const change = toKeyChange(edit);
    if (Object.keys(change).length > 0)
      await this.#askPatiently(({ durable }) =>
        write(durable, durable.db.updateTable('api_keys').set(change).where('id', '=', id).compile()),
      );
    return this.get(id);
  }

  async rotate(id: string, { from, to, until }: KeyRotation): Promise<StoredKey | null> {
    await this.#askPatiently(({ durable }) => {
      const secret = { hash: to, previous_hash: from, previous_expires_at: until.getTime() };
      const usable = durable.db.updateTable('api_keys').where('id', '=', id).where('revoked_at', 'is', null);
      write(durable, usable.where('hash', '=', from).set(secret).compile());
    });
    const stored = await this.get(id);
    return stored?.hash === to ? stored : null;
  }

  quotas(): Promise<KeyQuota[]> {
    return this.#ask(({ swift }) => readQuotas(swift.db));
  }

  async projects(): Promise<Project[]> {
    const rows = await this.#askPatiently(({ durable }) =>
      durable.db.selectFrom('projects').selectAll().orderBy('created_at').orderBy('id').execute(),
    );
    return rows.map(fromProjectRow);
  }

  async project(id: string): Promise<Project | null> {
    const row = await this.#askPatiently(({ durable }) =>
      durable.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : fromProjectRow(row);
  }

  async createProject(project: Project): Promise<void> {
    await this.#askPatiently(({ durable }) =>
      write(durable, durable.db.insertInto('projects').values(toProjectRow(project)).compile()),
    );
  }

  async editProject(id: string, edit: ProjectEdit): Promise<Project | null> {
    const change = toProjectChange(edit);
    if (Object.keys(change).length > 0)
      await this.#askPatiently(({ durable }) =>
        write(durable, durable.db.updateTable('projects').set(change).where('id', '=', id).compile()),
      );
    return this.project(id);
  }

  /**
   * First the latest revision, then the rows. What another process commits between the two may be in the
   * answer, and is in the next one, as a whole.
   */
  async changes(since: KeyCursor | null): Promise<KeyChanges> {
    const [identity, revision] = since === null ? ['', 0] : parseCursor(since);
    return this.#ask(async (file) => {
      const latest = await latestRevision(file);
      // Revisions only grow. If the latest is behind, other content was put into the same file.
      const complete = identity !== file.identity || latest < revision;
      if (!complete && latest === revision) return { keys: [], projects: [], cursor: since!, complete };
      const known = complete ? -1 : revision;
      const { db } = file.swift;
      const projects = await db.selectFrom('projects').selectAll().where('revision', '>', known).execute();
      const keys = await db.selectFrom('api_keys').selectAll().where('revision', '>', known).execute();
      return {
        keys: keys.map(fromRow),
        projects: projects.map(fromProjectRow),
        cursor: `${file.identity}/${latest}`,
        complete,
      };
    });
  }

  async touch(ids: readonly string[], at: Date): Promise<void> {
    const later = sql<number>`max(coalesce(last_used_at, 0), ${at.getTime()})`;
    await this.#ask(({ swift }) =>
      write(
        swift,
        swift.db.updateTable('api_keys').set({ last_used_at: later }).where('id', 'in', ids).compile(),
      ),
    );
  }

  /** Also while others read and write. */
  async backup(target: string): Promise<number> {
    return this.#askPatiently(({ durable }) => backupSqliteFile(durable, target));
  }

  async close(): Promise<void> {
    await this.#reopening;
    closeSqliteFile(this.#file);
  }

  /**
   * Asks the file that is at the path now.
   * @throws InputError with the path and the remedy when SQLite or the file system fails.
   */
  async #ask<T>(question: (file: SqliteFile) => T | Promise<T>): Promise<T> {
    try {
      await this.#current();
      return await question(this.#file);
    } catch (error) {
      throw explain(error, this.#path);
    }
  }

  /** As `#ask`, but waits while another connection holds the file. */
  #askPatiently<T>(question: (file: SqliteFile) => T | Promise<T>): Promise<T> {
    return this.#ask((file) => whenFree(() => question(file)));
  }

  /**
   * Opens the file anew if another one is at the path. The open connection keeps the inode of the old
   * file in use, so a new file cannot have the same one.
   */
  async #current(): Promise<void> {
    const identity = await fileIdentity(this.#path);
    if (identity !== this.#file.identity) {
      this.#reopening ??= this.#reopen().finally(() => {
        this.#reopening = null;
      });
    }
    await this.#reopening;
  }

  async #reopen(): Promise<void> {
    const replaced = this.#file;
    this.#file = await openSqliteFile(this.#path, { mustExist: true, warn: this.#warn });
    closeSqliteFile(replaced);
  }
}

async function latestRevision({ swift: { db } }: SqliteFile): Promise<number> {
  const latest = async (table: 'api_keys' | 'projects'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('revision').as('latest'))
      .executeTakeFirst();
    return row?.latest ?? 0;
  };
  return Math.max(await latest('api_keys'), await latest('projects'));
}

/** A cursor is `identity of the file/revision`. */
function parseCursor(cursor: KeyCursor): [identity: string, revision: number] {
  const slash = cursor.lastIndexOf('/');
  return [cursor.slice(0, slash), Number(cursor.slice(slash + 1))];
}
