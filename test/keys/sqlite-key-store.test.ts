import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/errors.js';
import { explain } from '../../src/database/sqlite/sqlite-errors.js';
import { APPLICATION_ID, SQLITE_MIGRATIONS } from '../../src/database/sqlite/sqlite-migrations.js';
import { DEFAULT_PROJECT } from '../../src/keys/project.js';
import { fakeKey } from '../e2e/fakes.js';
import { compileSource } from './compiled-source.js';
import { keyStoreContract } from './key-store-contract.js';
import {
  newKey,
  openSqliteKeyStore,
  openStore,
  REQUEST,
  temporaryDatabase,
  temporaryFolder,
} from './temporary-database.js';

const compiled = compileSource();

async function failure(path: string, mustExist = false): Promise<string> {
  const error = await openSqliteKeyStore(path, { mustExist }).then(
    async (store) => store.close().then(() => new Error('opened')),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as Error;
  expect(message).toContain(path);
  expect(message).not.toContain('\n');
  return message;
}

keyStoreContract('SQLite', async () => {
  const path = temporaryDatabase();
  return {
    open: () => openStore(path),
    shell: async (sql) => {
      const shell = new Database(path);
      try {
        shell.exec(sql === 'drop_all_keys' ? 'drop trigger api_keys_kept; delete from api_keys' : sql);
      } finally {
        shell.close();
      }
    },
  };
});

describe('a key store in a file', () => {
  it('never waits when another connection writes, and its later writes are there for all', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const { key } = await newKey(store);
    const other = new Database(path);
    for (let round = 1; round <= 3; round++) {
      other.exec('begin immediate');
      await expect(store.touch([key.id], new Date(round))).rejects.toThrow(/locked by another process/);
      expect((await store.changes(null)).keys).toHaveLength(1);
      other.exec(`update api_keys set name = 'round ${round}'`);
      other.exec('commit');
      await store.touch([key.id], new Date(1000 + round));
      expect(other.prepare('select name, last_used_at from api_keys').all()).toEqual([
        { name: `round ${round}`, last_used_at: 1000 + round },
      ]);
    }
    other.close();
  });

  it('waits with creating and revoking until another connection has written', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const { key } = await newKey(store);
    const other = new Database(path);
    other.exec('begin immediate');
    const created = newKey(store);
    const revoked = store.revoke(key.id, new Date(5));
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.exec("update api_keys set name = 'changed meanwhile'");
    other.exec('commit');
    await Promise.all([created, revoked]);
    const rows = other.prepare('select name, revoked_at from api_keys order by created_at').all();
    expect(rows).toEqual([
      { name: 'changed meanwhile', revoked_at: 5 },
      { name: 'test', revoked_at: null },
    ]);
    other.close();
  });
});

describe('opening a key database', () => {
  it('makes the file and its folders, and can be done many times at once', async () => {
    const path = join(temporaryFolder(), 'a', 'b', 'keys.sqlite');
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(path)));
    await Promise.all(stores.map((store) => newKey(store)));
    expect(await stores[0].list()).toHaveLength(8);
  });

  it('takes an empty file as a new database', async () => {
    const path = temporaryDatabase();
    writeFileSync(path, '');
    const store = await openStore(path);
    expect(await store.list()).toEqual([]);
  });

  it('makes nothing when the database must exist', async () => {
    const path = temporaryDatabase();
    expect(await failure(path, true)).toMatch(/no key database .* yet; `gazarch keys create` creates it/);
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['text', Buffer.from('this is no database, but a text '.repeat(200))],
    ['a few bytes', Buffer.from('short')],
    ['a gzip header', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...new Array<number>(100).fill(7)])],
  ])('refuses %s and leaves it as it is', async (_name, bytes) => {
    const path = temporaryDatabase();
    writeFileSync(path, bytes);
    expect(await failure(path)).toMatch(/is not a database; specify another file/);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('refuses a damaged database', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    for (let i = 0; i < 50; i++) await newKey(store, { name: 'x'.repeat(100) });
    await store.close();
    const copy = join(temporaryFolder(), 'copy.sqlite');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096 * 2, 4096 * 6);
    writeFileSync(copy, bytes);
    expect(await failure(copy)).toMatch(/is damaged .*replace it with a backup/);
    writeFileSync(copy, readFileSync(path).subarray(0, 4096 * 3 + 100));
    expect(await failure(copy)).toMatch(/is damaged/);
  });

  it('says within a minute that a page of an open database was overwritten', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = temporaryDatabase();
    const before = await openStore(path);
    for (let i = 0; i < 50; i++) await newKey(before, { name: 'x'.repeat(100) });
    await before.close();
    const store = await openStore(path);
    const { cursor } = await store.changes(null);
    const problem = async (): Promise<string | undefined> => {
      vi.advanceTimersByTime(30_000);
      await store.changes(cursor);
      return (await store.changes(cursor)).problem?.message;
    };
    expect(await problem()).toBeUndefined();
    const sound = readFileSync(path);
    writeFileSync(path, Buffer.from(sound).fill(0xa5, sound.length - 4096));
    expect(await problem()).toMatch(/is damaged .*replace it with a backup/);
    writeFileSync(path, sound);
    expect(await problem()).toBeUndefined();
  });

  it("refuses another program's database and leaves it as it is", async () => {
    const path = temporaryDatabase();
    const other = new Database(path);
    other.exec('create table notes (text)');
    other.close();
    expect(await failure(path)).toMatch(/belongs to another program/);
    const again = new Database(path);
    expect(again.prepare('select name from sqlite_master').all()).toEqual([{ name: 'notes' }]);
    expect(again.prepare('pragma journal_mode').all()).toEqual([{ journal_mode: 'delete' }]);
    again.close();
  });

  it('refuses the database of a newer version', async () => {
    const path = temporaryDatabase();
    await (await openStore(path)).close();
    const newer = new Database(path);
    newer.exec('pragma user_version = 99');
    newer.close();
    expect(await failure(path)).toMatch(/newer version of gazarch/);
  });

  it('brings the database of an older version up to date', async () => {
    const path = temporaryDatabase();
    await (await openStore(path)).close();
    // Version 0 of a database of gazarch: marked as ours, but without a table, as
    // after a crash between two versions.
    const old = new Database(path);
    const tables = old
      .prepare(`select name from sqlite_master where type = 'table' and name not like '%kysely%'`)
      .all() as { name: string }[];
    old.exec('pragma foreign_keys = off');
    for (const { name } of tables.filter((table) => !table.name.startsWith('sqlite_')))
      old.exec(`drop table ${name}`);
    old.exec('pragma user_version = 0');
    old.close();
    const store = await openStore(path);
    const { key } = await newKey(store);
    expect((await store.get(key.id))?.key).toEqual(key);
  });

  it('brings the keys of the first version along', async () => {
    const path = temporaryDatabase();
    const old = new Database(path);
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: old }) });
    const first = { '0001-keys': SQLITE_MIGRATIONS['0001-keys'] };
    await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
    old.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = 1`);
    old.exec(
      `insert into api_keys (id, hash, name, endpoints, created_at) values ('key_old', 'h', 'n', 'route', 5)`,
    );
    old.close();
    const store = await openStore(path);
    expect(await store.get('key_old')).toEqual({
      key: fakeKey('key_old', { name: 'n', endpoints: ['route'], rateLimit: null, createdAt: new Date(5) }),
      hash: 'h',
      previousHash: null,
    });
    expect(await store.project(DEFAULT_PROJECT)).toMatchObject({ organisationId: null, rateLimit: null });
    const { cursor } = await store.changes(null);
    const { key } = await newKey(store);
    await store.revoke('key_old', new Date(9));
    const changes = await store.changes(cursor);
    expect(changes.keys.map((stored) => stored.key.id).sort()).toEqual(['key_old', key.id].sort());
  });

  it('refuses a folder, and a path below a file', async () => {
    const folder = temporaryFolder();
    expect(await failure(folder)).toMatch(/is a folder; specify a file/);
    writeFileSync(join(folder, 'file'), '');
    const error = await openSqliteKeyStore(join(folder, 'file', 'keys.sqlite')).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(join(folder, 'file'));
  });

  it('says what to do about a read-only, locked, full or unreadable file', () => {
    const say = (code: number, message = 'text'): string =>
      String(explain(new Database.SqliteError(message, 'CODE', code), '/some/keys.sqlite'));
    expect(say(8)).toContain(
      '/some/keys.sqlite is read-only; allow this user to write to the file and its folder',
    );
    // SQLITE_READONLY_DIRECTORY and SQLITE_BUSY_SNAPSHOT: extended codes, which libsql calls unknown.
    expect(say(1544)).toContain('read-only');
    expect(say(517)).toContain('locked by another process');
    expect(say(13)).toContain('disk is full');
    expect(say(266, 'disk I/O error')).toContain('(disk I/O error); check the disk');
    expect(say(14)).toContain('allow this user to read and write');
    expect(say(1)).not.toContain('/some/keys.sqlite');
    const bug = new TypeError('x is not a function');
    expect(explain(bug, '/some/keys.sqlite')).toBe(bug);
  });

  it.skipIf(process.platform === 'win32')(
    'says so when the file or its folder may not be written, or not be read',
    async () => {
      const folder = temporaryFolder();
      const path = join(folder, 'keys.sqlite');
      await (await openStore(path)).close();
      for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o444);
      chmodSync(folder, 0o555);
      onTestFinished(() => chmodSync(folder, 0o755));
      expect(failureOfAnotherUser(path)).toMatch(
        /keys.sqlite is read-only; allow this user to write to the file and its folder/,
      );
      chmodSync(path, 0o000);
      expect(failureOfAnotherUser(path)).toMatch(
        /keys.sqlite cannot be opened; allow this user to read and write/,
      );
      expect(failureOfAnotherUser(join(folder, 'new.sqlite'))).toMatch(/new.sqlite cannot be opened/);
      expect(failureOfAnotherUser(join(folder, 'sub', 'new.sqlite'))).toMatch(
        /the folder .*sub of the key database cannot be created/,
      );
    },
  );
});

/**
 * The error that a user without permission gets. Root may do everything, so a child of root gives up its
 * rights. Before, it loads the program and opens another database: the other user may have no way into the
 * folder of the program.
 */
function failureOfAnotherUser(path: string): string {
  const script = `
    const [compiled, path, other] = process.argv.slice(1);
    const { openKeyStore } = await import(compiled + '/cli/terminal/open-key-store.js');
    const { createKey } = await import(compiled + '/keys/create-key.js');
    const write = async (path) => {
      const store = await openKeyStore(path, { mustExist: false, warn() {} });
      await createKey(store, ${JSON.stringify(REQUEST)});
      await store.close();
    };
    await write(other);
    if (process.getuid?.() === 0) {
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
    }
    await write(path).catch((error) => console.log(error.name, error.message));`;
  return execFileSync(
    process.execPath,
    ['--input-type=module', '-e', script, compiled, path, temporaryDatabase()],
    { encoding: 'utf8' },
  );
}

describe('a store whose file changes under it', () => {
  it('throws while the file is gone, and goes on when it is back', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const { key } = await newKey(store);
    const { cursor } = await store.changes(null);
    renameSync(path, `${path}.away`);
    await expect(store.changes(cursor)).rejects.toThrow(/is missing; put it back/);
    await expect(store.list()).rejects.toThrow(InputError);
    renameSync(`${path}.away`, path);
    expect(await store.changes(cursor)).toMatchObject({ keys: [], complete: false });
    expect((await store.list()).map((stored) => stored.key.id)).toEqual([key.id]);
  });

  it('reads a replaced file from the beginning', async () => {
    const path = temporaryDatabase();
    const store = await openStore(path);
    await newKey(store, { name: 'old' });
    const { cursor } = await store.changes(null);

    const otherPath = temporaryDatabase();
    const other = await openStore(otherPath);
    await newKey(other, { name: 'new' });
    await other.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    copyFileSync(otherPath, path);

    const changes = await store.changes(cursor);
    expect(changes.complete).toBe(true);
    expect(changes.keys.map(({ key }) => key.name)).toEqual(['new']);
    await newKey(store, { name: 'newer' });
    expect((await store.changes(changes.cursor)).keys.map(({ key }) => key.name)).toEqual(['newer']);
    expect(statSync(path).isFile()).toBe(true);
  });
});
