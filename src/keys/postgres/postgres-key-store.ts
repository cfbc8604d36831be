import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { explainPostgres, isTaken } from '../../database/postgres/postgres-errors.js';
import type { PostgresDatabase } from '../../database/postgres/postgres-database.js';
import { KEYS_CHANNEL, SCHEMA } from '../../database/postgres/postgres-migrations.js';
import { InputError } from '../../errors.js';
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

/** Rows in one statement. PostgreSQL allows 65,535 parameters in one. */
const ROWS_IN_ONE = 1_000;

/** Rows that are read at once. Requests get their turn between two pages. */
const PAGE = 5_000;

/** What the store looks like at a moment. */
interface Head {
  /** Another one after the server, the database or the table was replaced. */
  identity: string;
  revision: number;
  hasKeys: boolean;
}

/**
 * Keys on PostgreSQL, shared by the processes of several machines.
 *
 * **Why no change is missed.** Revisions become visible in their order (see `POSTGRES_MIGRATIONS`). `changes`
 * first reads the latest revision, R, and then every row with a revision above the cursor. Whatever is
 * committed between the two has a revision above R. It may be in the answer already, or half of it. The new
 * cursor is R, so the next call reads it again, as a whole. The rows of that overlap are read twice, which
 * does no harm.
 *
 * **When the content is another one.** A backup that was put back, or a standby that took over without the
 * last transactions, has its own history. Both come with another start of the server, another database or
 * another table. These are the identity in the cursor; with another one `changes` begins anew.
 */
export class PostgresKeyStore implements WholeKeyStore {
  readonly place: string;
  readonly isNew: boolean;
  readonly #database: PostgresDatabase;

  /** Closing the store closes the database. */
  constructor(database: PostgresDatabase) {
    this.place = database.place;
    this.isNew = database.isNew;
    this.#database = database;
  }

  async create(stored: StoredKey): Promise<void> {
    await this.createAll([stored]);
  }

  async createAll(keys: readonly StoredKey[]): Promise<void> {
    await this.#ask(({ db }) =>
      db.transaction().execute(async (transaction) => {
        for (const some of batches(keys, ROWS_IN_ONE))
          await transaction.insertInto('api_keys').values(some.map(toRow)).execute();
      }),
    );
  }

  async list(projectId?: string): Promise<StoredKey[]> {
    const rows = await this.#ask(({ db }) =>
      db
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
    const row = await this.#ask(({ db }) =>
      db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : fromRow(row);
  }

  async revoke(id: string, at: Date): Promise<StoredKey | null> {
    await this.#ask(({ db }) =>
      db
        .updateTable('api_keys')
        .set({ revoked_at: at.getTime() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute(),
    );
    return this.get(id);
  }

  async edit(id: string, edit: KeyEdit): Promise<StoredKey | null> {
    const change = toKeyChange(edit);
    if (Object.keys(change).length > 0)
      await this.#ask(({ db }) => db.updateTable('api_keys').set(change).where('id', '=', id).execute());
    return this.get(id);
  }

  async rotate(id: string, { from, to, until }: KeyRotation): Promise<StoredKey | null> {
    const secret = { hash: to, previous_hash: from, previous_expires_at: until.getTime() };
    const row = await this.#ask(({ db }) =>
      db
        .updateTable('api_keys')
        .set(secret)
        .where('id', '=', id)
        .where('hash', '=', from)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    );
    return row === undefined ? null : fromRow(row);
  }

  quotas(): Promise<KeyQuota[]> {
    return this.#ask(({ db }) => readQuotas(db));
  }

  async projects(): Promise<Project[]> {
    const rows = await this.#ask(({ db }) =>
      db.selectFrom('projects').selectAll().orderBy('created_at').orderBy('id').execute(),
    );
    return rows.map(fromProjectRow);
  }

  async project(id: string): Promise<Project | null> {
    const row = await this.#ask(({ db }) =>
      db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : fromProjectRow(row);
  }

  async createProject(project: Project): Promise<void> {
    await this.#ask(({ db }) => db.insertInto('projects').values(toProjectRow(project)).execute());
  }

  async editProject(id: string, edit: ProjectEdit): Promise<Project | null> {
    const change = toProjectChange(edit);
    if (Object.keys(change).length > 0)
      await this.#ask(({ db }) => db.updateTable('projects').set(change).where('id', '=', id).execute());
    return this.project(id);
  }

  async changes(since: KeyCursor | null): Promise<KeyChanges> {
    const known = since === null ? null : parseCursor(since);
    return this.#ask(async (database) => {
      const head = await readHead(database);
      const complete =
        known?.identity !== head.identity ||
        head.revision < known.revision ||
        // Somebody removed all rows behind the triggers' backs.
        (!head.hasKeys && known.revision > 0);
      if (!complete && head.revision === known.revision)
        return { keys: [], projects: [], cursor: since!, complete };
      const above = complete ? -1 : known.revision;
      const projects = await readProjectsAbove(database, above);
      const keys = await readAbove(database, above);
      return { keys, projects, cursor: `${head.identity}/${head.revision}`, complete };
    });
  }

  /**
   * All take the rows in the order of their ids, so that processes that write down the same keys wait for
   * each other, and never in a circle. A row with a later time is left alone.
   */
  async touch(ids: readonly string[], at: Date): Promise<void> {
    if (ids.length === 0) return;
    const api_keys = sql.id(SCHEMA, 'api_keys');
    const time = sql`${at.getTime()}::bigint`;
    await this.#ask(({ db }) =>
      sql`
        update ${api_keys} as written set last_used_at = ${time}
        from (
          select id from ${api_keys}
          where id = any(${[...ids]}::text[]) and (last_used_at is null or last_used_at < ${time})
          order by id for no key update
        ) as used
        where written.id = used.id`.execute(db),
    );
  }

  async backup(): Promise<number> {
    const command = `pg_dump --schema=${SCHEMA} --file=FILE '${this.place}'`;
    throw new InputError(`the keys are on PostgreSQL, which makes its own backups: ${command}`);
  }

  onChange(wake: () => void): void {
    this.#database.listen(KEYS_CHANNEL, wake);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #ask<T>(question: (database: PostgresDatabase) => Promise<T>): Promise<T> {
    try {
      return await question(this.#database);
    } catch (error) {
      if (isTaken(error))
        throw new InputError(
          `the key database ${this.place} has a key with this id or this hash already (UNIQUE)`,
          { cause: error },
        );
      throw explainPostgres(error, this.place);
    }
  }
}

async function readHead({ db }: PostgresDatabase): Promise<Head> {
  const { rows } = await sql<Head>`
    select
      revision,
      exists (select 1 from ${sql.id(SCHEMA, 'api_keys')}) as "hasKeys",
      concat_ws(
        '.',
        extract(epoch from pg_postmaster_start_time()),
        (select oid from pg_database where datname = current_database()),
        ${`${SCHEMA}.api_keys`}::regclass::oid
      ) as identity
    from ${sql.id(SCHEMA, 'key_revision')}`.execute(db);
  if (rows.length === 0) throw new InputError('the table key_revision has lost its row; put back a backup');
  return rows[0];
}

async function readProjectsAbove({ db }: PostgresDatabase, revision: number): Promise<Project[]> {
  const rows = await db.selectFrom('projects').selectAll().where('revision', '>', revision).execute();
  return rows.map(fromProjectRow);
}

/** In pages by id. A page need not be of the same moment as the others: see the class. */
async function readAbove({ db }: PostgresDatabase, revision: number): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('revision', '>', revision)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) keys.push(fromRow(row));
    if (rows.length < PAGE) return keys;
    last = rows[rows.length - 1].id;
    await setImmediate();
  }
}

/** A cursor is `identity/revision`. */
function parseCursor(cursor: KeyCursor): { identity: string; revision: number } {
  const slash = cursor.lastIndexOf('/');
  return { identity: cursor.slice(0, slash), revision: Number(cursor.slice(slash + 1)) };
}
