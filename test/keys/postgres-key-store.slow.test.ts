import { describe, expect, it, onTestFinished } from 'vitest';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openPostgres, checkServerVersion } from '../../src/database/postgres/postgres-database.js';
import { POSTGRES_MIGRATIONS } from '../../src/database/postgres/postgres-migrations.js';
import { InputError } from '../../src/errors.js';
import { SqlKeyStore } from '../../src/keys/sql-key-store.js';
import { fakeKey } from '../e2e/fakes.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { keyStoreContract } from './key-store-contract.js';
import { newKey } from './temporary-database.js';

const server = usePostgres();

const OPTIONS = { mustExist: false, warn: () => undefined };

async function open(url: string, mustExist = false): Promise<SqlKeyStore> {
  const store = new SqlKeyStore(await openPostgres(url, { ...OPTIONS, mustExist }));
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

async function failure(url: string, mustExist = false): Promise<string> {
  const error: unknown = await open(url, mustExist).then(
    () => new Error('opened'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

/** A connection of an operator, for transactions that stay open. */
async function shellOf(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.adminUrl(database) });
  await client.connect();
  await client.query('set search_path to gazarch');
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

describe.skipIf(!hasPostgres)('keys on PostgreSQL', () => {
  keyStoreContract('PostgreSQL', async () => {
    const database = await server.makeDatabase();
    return {
      open: () => open(server.url(database)),
      shell: async (sql) => {
        const shell = await shellOf(database);
        await shell.query(
          sql === 'drop_all_keys' ? 'drop trigger api_keys_kept on api_keys; delete from api_keys' : sql,
        );
      },
    };
  });

  it('brings the keys of an older version along', async () => {
    const database = await server.makeDatabase();
    const url = server.url(database);
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    });
    await sql`create schema gazarch`.execute(db);
    await sql`set search_path to gazarch`.execute(db);
    await sql`create table migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(db);
    for (const name of ['0001-keys', '0002-usage']) {
      await POSTGRES_MIGRATIONS[name].up(db);
      await sql`insert into migrations (name) values (${name})`.execute(db);
    }
    await sql`insert into api_keys (id, hash, name, endpoints, created_at)
      values ('key_old', 'h', 'n', 'route', 5)`.execute(db);
    await db.destroy();
    const store = await open(url, true);
    expect(await store.get('key_old')).toEqual({
      key: fakeKey('key_old', { name: 'n', endpoints: ['route'], rateLimit: null, createdAt: new Date(5) }),
      hash: 'h',
      previousHash: null,
    });
    const { cursor, projects } = await store.changes(null);
    expect(projects).toMatchObject([{ id: 'default', organisationId: null, rateLimit: null }]);
    await store.revoke('key_old', new Date(9));
    expect((await store.changes(cursor)).keys).toHaveLength(1);
  });

  it('misses no change, whatever the order in which transactions commit', async () => {
    const database = await server.makeDatabase();
    const store = await open(server.url(database));
    const keys = [await newKey(store), await newKey(store)].map(({ key }) => key);
    let { cursor } = await store.changes(null);
    const [first, second] = [await shellOf(database), await shellOf(database)];
    await first.query('begin');
    await first.query(`update api_keys set rate_limit = 1 where id = '${keys[0].id}'`);
    await second.query('begin');
    // It waits: a later revision must not be seen before an earlier one.
    const later = second.query(`update api_keys set rate_limit = 2 where id = '${keys[1].id}'`);
    const committed = later.then(() => second.query('commit'));
    const seen = new Map<string, number | null>();
    const read = async (): Promise<void> => {
      const changes = await store.changes(cursor);
      for (const { key } of changes.keys) seen.set(key.id, key.rateLimit);
      cursor = changes.cursor;
    };
    // Time enough for it to be committed, if it did not wait.
    await Promise.race([committed, new Promise((resolve) => setTimeout(resolve, 500))]);
    for (let i = 0; i < 5; i++) await read();
    await first.query('commit');
    await committed;
    await read();
    expect([...seen.values()].sort()).toEqual([1, 2]);
  });

  it('misses no change of many writers at once', async () => {
    const database = await server.makeDatabase();
    const store = await open(server.url(database));
    const writers = await Promise.all(Array.from({ length: 4 }, () => open(server.url(database))));
    const seen = new Set<string>();
    let cursor: string | null = null;
    let isWriting = true;
    const reader = (async () => {
      for (let last = false; ; last = !isWriting) {
        const changes = await store.changes(cursor);
        for (const { key } of changes.keys) seen.add(key.id);
        cursor = changes.cursor;
        if (last) return;
      }
    })();
    const write = async (writer: SqlKeyStore): Promise<string[]> => {
      const made: string[] = [];
      for (let i = 0; i < 25; i++) made.push((await newKey(writer)).key.id);
      return made;
    };
    const made = (await Promise.all(writers.map(write))).flat();
    isWriting = false;
    await reader;
    expect([...seen].sort()).toEqual(made.sort());
  });

  it('begins anew after the server was restarted, and when the tables were replaced', async () => {
    const database = await server.makeDatabase();
    const url = server.url(database);
    const store = await open(url);
    await newKey(store, { name: 'old' });
    const { cursor } = await store.changes(null);
    expect(await store.changes(cursor)).toMatchObject({ keys: [], complete: false });
    await server.stop();
    await expect(store.changes(cursor)).rejects.toThrow(/cannot be reached|closed the connection/);
    await server.start();
    const again = await store.changes(cursor);
    expect(again).toMatchObject({ complete: true, keys: [{ key: { name: 'old' } }] });
    const shell = await shellOf(database);
    await shell.query('drop schema gazarch cascade');
    await expect(store.changes(again.cursor)).rejects.toThrow(/has lost its tables/);
    await newKey(await open(url), { name: 'new' });
    const other = await store.changes(again.cursor);
    expect(other).toMatchObject({ complete: true, keys: [{ key: { name: 'new' } }] });
  });

  it('writes down uses of the same keys from many processes, in any order', async () => {
    const database = await server.makeDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(server.url(database))));
    const made = await Promise.all(Array.from({ length: 50 }, () => newKey(stores[0])));
    const ids = made.map(({ key }) => key.id);
    for (let round = 1; round <= 10; round++) {
      await Promise.all(
        stores.map((store, i) =>
          store.touch(i % 2 === 0 ? ids : [...ids].reverse(), new Date(round * 10 + i)),
        ),
      );
    }
    const used = (await stores[0].list()).map(({ key }) => key.lastUsedAt?.getTime());
    expect(new Set(used)).toEqual(new Set([103]));
  });

  it('says what to do when it cannot be opened, in one line and without the password', async () => {
    const database = await server.makeDatabase();
    await server.run('create role stranger login password $$a-secret-word$$');
    const place = `postgres://***@127.0.0.1:${server.port}/${database}`;
    expect(await failure(server.url(database, { password: 'wrong-word' }))).toBe(
      `the key database ${place} refuses the user name or password; check both`,
    );
    expect(await failure(server.url('nothing_here'))).toMatch(/nothing_here does not exist; create it/);
    expect(await failure(server.url(database, { user: 'stranger' }))).toMatch(/GRANT CREATE ON DATABASE/);
    expect(await failure(server.url(database).replace(`${server.port}`, '1'))).toMatch(
      /nothing listens there/,
    );
    expect(await failure(`postgres://u:a-secret-word@no-such-host.invalid/x`)).toMatch(
      /^the key database postgres:\/\/\*\*\*@no-such-host.invalid\/x cannot be reached: (its|the name)/,
    );
    expect(await failure(server.url(database), true)).toMatch(
      /the database .* contains no gazarch keys yet; `gazarch keys create` creates the tables/,
    );
    await (await open(server.url(database))).close();
    await server.run(`insert into gazarch.migrations (name) values ('9999-later')`, database);
    expect(await failure(server.url(database))).toMatch(/newer version of gazarch/);
    expect(() => checkServerVersion(120_019, place)).toThrow(/PostgreSQL 12; gazarch needs 13 or newer/);
    checkServerVersion(130_000, place);
  });

  it('takes tables in a schema that an operator has made for a user who may not', async () => {
    const database = await server.makeDatabase();
    await server.run('create role guest login password $$a-secret-word$$');
    await server.run('create schema gazarch authorization guest', database);
    const store = await open(server.url(database, { user: 'guest' }));
    await newKey(store);
    expect(await store.list()).toHaveLength(1);
    await expect(store.backup('x')).rejects.toThrow(/pg_dump --schema=gazarch .*\*\*\*@/);
  });

  it('gives up on a question when a transaction is in its way, and works afterwards', async () => {
    const database = await server.makeDatabase();
    const store = await open(server.url(database));
    const { key } = await newKey(store);
    const shell = await shellOf(database);
    await shell.query('begin');
    await shell.query(`update api_keys set name = 'held'`);
    await expect(store.revoke(key.id, new Date(5))).rejects.toThrow(/locked by an open transaction/);
    await shell.query('rollback');
    expect((await store.revoke(key.id, new Date(5)))?.key.revokedAt).toEqual(new Date(5));
  });
});
