import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ApiKeyRow, KeySchema } from '../database/schema/key-schema.js';
import type { KeyHead, OpenDatabase, Schema } from '../database/schema/open-database.js';
import { InputError } from '../errors.js';
import type { KeyEdit, StoredKey } from './api-key.js';
import {
  batches,
  fromProjectRow,
  fromRow,
  toKeyChange,
  toProjectChange,
  toProjectRow,
  toRow,
} from './key-row.js';
import type { KeyChanges, KeyCursor, KeyPage, KeyQuota, KeyRotation, WholeKeyStore } from './key-store.js';
import type { Project, ProjectEdit } from './project.js';

/** The number of rows in one statement. SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const ROWS_IN_ONE = 1_000;

/** The number of rows in one read. Requests are handled between two reads. */
const PAGE = 1_000;

/**
 * Stores keys in SQLite or PostgreSQL, using only statements that both support.
 *
 * **Why no change is missed.** Revisions become visible in order. `changes` first reads the latest revision,
 * R, and then every row with a revision above the cursor. A transaction committed between the two reads has a
 * revision above R. All or part of that transaction may already be in the result. The new cursor is R, so the
 * next call reads the transaction again, completely. Reading the overlapping rows twice does no harm.
 */
export class SqlKeyStore implements WholeKeyStore {
  readonly #database: OpenDatabase;
  readonly #db: Kysely<Schema>;

  /** Closing the store also closes the database. */
  constructor(database: OpenDatabase) {
    this.#database = database;
    this.#db = database.db;
  }

  get place(): string {
    return this.#database.place;
  }

  get isNew(): boolean {
    return this.#database.isNew;
  }

  async create(stored: StoredKey): Promise<void> {
    await this.#db.insertInto('api_keys').values(toRow(stored)).execute();
  }

  async createAll(keys: readonly StoredKey[]): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      for (const some of batches(keys, ROWS_IN_ONE))
        await db.insertInto('api_keys').values(some.map(toRow)).execute();
    });
  }

  async list(projectId?: string): Promise<StoredKey[]> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .selectAll()
      .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId!))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(fromRow);
  }

  async get(id: string): Promise<StoredKey | null> {
    const row = await this.#db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : fromRow(row);
  }

  async revoke(id: string, at: Date): Promise<StoredKey | null> {
    await this.#usable(id).set({ revoked_at: at.getTime() }).execute();
    return this.get(id);
  }

  async edit(id: string, edit: KeyEdit): Promise<StoredKey | null> {
    const change = toKeyChange(edit);
    if (Object.keys(change).length > 0)
      await this.#db.updateTable('api_keys').set(change).where('id', '=', id).execute();
    return this.get(id);
  }

  async rotate(id: string, { from, to, until }: KeyRotation): Promise<StoredKey | null> {
    const secret = { hash: to, previous_hash: from, previous_expires_at: until.getTime() };
    const own = this.#usable(id).where('hash', '=', from);
    const row = await own.set(secret).returningAll().executeTakeFirst();
    return row === undefined ? null : fromRow(row);
  }

  quotas(): Promise<KeyQuota[]> {
    return readQuotas(this.#database.swift);
  }

  async projects(): Promise<Project[]> {
    const all = allProjects(this.#db).orderBy('projects.created_at').orderBy('projects.id');
    return (await all.execute()).map(fromProjectRow);
  }

  async project(id: string): Promise<Project | null> {
    const row = await allProjects(this.#db).where('projects.id', '=', id).executeTakeFirst();
    return row === undefined ? null : fromProjectRow(row);
  }

  async createProject(project: Project): Promise<void> {
    await this.#db.insertInto('projects').values(toProjectRow(project)).execute();
  }

  async editProject(id: string, edit: ProjectEdit): Promise<Project | null> {
    const change = toProjectChange(edit);
    if (Object.keys(change).length > 0)
      await this.#db.updateTable('projects').set(change).where('id', '=', id).execute();
    return this.project(id);
  }

  changes(since: KeyCursor | null, page?: KeyPage): Promise<KeyChanges> {
    // All reads use one connection, and therefore one file.
    return this.#database.swift.connection().execute(async (db) => {
      const head = await this.#database.head(db);
      const known = since === null ? null : parseCursor(since);
      const complete =
        known?.identity !== head.identity ||
        head.revision < known.revision ||
        // In this case, someone removed all rows without firing the triggers.
        (!head.hasKeys && known.revision > 0);
      if (!complete && head.revision === known.revision)
        return { keys: [], projects: [], cursor: since!, complete, ...this.#problemOf(head) };
      const above = complete ? -1 : known.revision;
      const projects = await allProjects(db).where('projects.revision', '>', above).execute();
      const keys: StoredKey[] = [];
      await readAbove(db, above, (some) => (page === undefined ? keys.push(...some) : page(some, complete)));
      const cursor = `${head.identity}/${head.revision}`;
      return { keys, projects: projects.map(fromProjectRow), cursor, complete, ...this.#problemOf(head) };
    });
  }

  #problemOf({ isStandby = false, damage = null }: KeyHead): Pick<KeyChanges, 'problem'> {
    if (damage !== null) return { problem: damage };
    if (!isStandby) return {};
    const message =
      `the key database ${this.place} is a read-only standby: keys come from its primary, and usage data ` +
      'waits in memory; specify the primary, or promote the standby';
    return { problem: new InputError(message) };
  }

  /** Records that keys were used, but does not change rows that already have a later time. */
  async touch(ids: readonly string[], at: Date): Promise<void> {
    if (ids.length === 0) return;
    const { swift, dialect } = this.#database;
    const time = at.getTime();
    const used = swift
      .selectFrom('api_keys')
      .select('id')
      .where('id', 'in', ids)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', time)]))
      // All writers lock rows in this order, so that writers of the same keys wait for each other without a
      // deadlock.
      .orderBy('id')
      .$if(dialect === 'postgres', (rows) => rows.forNoKeyUpdate());
    await swift.updateTable('api_keys').set({ last_used_at: time }).where('id', 'in', used).execute();
  }

  backup(target: string): Promise<number> {
    return this.#database.backup(target);
  }

  onChange(wake: () => void): void {
    this.#database.listen?.(wake);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #usable(id: string) {
    return this.#db.updateTable('api_keys').where('id', '=', id).where('revoked_at', 'is', null);
  }
}

/** Selects the projects with their organisations' limits. */
function allProjects(db: Kysely<Schema>) {
  return db
    .selectFrom('projects')
    .leftJoin('organisations', 'organisations.id', 'projects.organisation_id')
    .selectAll('projects')
    .select('organisations.total_rate_limit as organisation_rate_limit');
}

/** Reads pages in revision order. Pages may reflect different points in time; see the class comment. */
async function readAbove(
  db: Kysely<KeySchema>,
  revision: number,
  page: (keys: readonly StoredKey[]) => void,
): Promise<void> {
  let last: ApiKeyRow | undefined;
  do {
    const after = last;
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where((is) =>
        after === undefined
          ? is('revision', '>', revision)
          : is(is.refTuple('revision', 'id'), '>', is.tuple(after.revision, after.id)),
      )
      .orderBy('revision')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    page(rows.map(fromRow));
    last = rows[PAGE - 1];
    if (last !== undefined) await setImmediate();
  } while (last !== undefined);
}

/** Parses a cursor, which is `identity/revision`. */
function parseCursor(cursor: KeyCursor): { identity: string; revision: number } {
  const slash = cursor.lastIndexOf('/');
  return { identity: cursor.slice(0, slash), revision: Number(cursor.slice(slash + 1)) };
}

/**
 * `KeyStore.quotas` for any database. A revoked key counts toward its project's usage, because it was used
 * this month.
 */
async function readQuotas(db: Kysely<KeySchema>): Promise<KeyQuota[]> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'monthly_quota'])
    .where('quota_refuses', '=', 1)
    .where('monthly_quota', 'is not', null)
    .where('archived_at', 'is', null)
    .execute();
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'monthly_quota'])
    .where('quota_refuses', '=', 1)
    .where('monthly_quota', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  const quotas = keys.map(({ id, monthly_quota }) => ({ id, keyIds: [id], quota: monthly_quota! }));
  for (const { id, monthly_quota } of projects) {
    const own = await db.selectFrom('api_keys').select('id').where('project_id', '=', id).execute();
    quotas.push({ id, keyIds: own.map((key) => key.id), quota: monthly_quota! });
  }
  return quotas;
}
