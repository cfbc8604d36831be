import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PatientSqliteDialect } from '../../src/database/sqlite/sqlite-dialect.js';
import { SqliteFile, type SqliteKind } from '../../src/database/sqlite/sqlite-file.js';

interface Schema {
  things: { id: number; name: string };
}

const KIND: SqliteKind = {
  what: 'the key database',
  applicationId: 7,
  migrations: {},
  isCheckedWhole: false,
  foreign: (path) => `${path} is another's`,
  newer: 'use that',
  absent: (path) => `${path} is gone; put it back`,
};

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-dialect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'x.sqlite');
  makeFile(path);
  return path;
}

function makeFile(path: string): void {
  const database = new Database(path);
  database.exec(
    `pragma application_id = 7; pragma journal_mode = wal;
    create table things (id integer primary key, name text not null)`,
  );
  database.close();
}

function open(path: string): Kysely<Schema> {
  const file = new SqliteFile(path, KIND);
  const db = new Kysely<Schema>({ dialect: new PatientSqliteDialect(file) });
  onTestFinished(() => db.destroy());
  return db;
}

/** Another process, as far as SQLite can tell. */
function another(path: string): Database.Database {
  const database = new Database(path);
  onTestFinished(() => void database.close());
  return database;
}

const names = async (db: Kysely<Schema>): Promise<string[]> =>
  (await db.selectFrom('things').select('name').orderBy('id').execute()).map(({ name }) => name);

const add = (db: Kysely<Schema>, id: number, name = `n${id}`): Promise<unknown> =>
  db.insertInto('things').values({ id, name }).execute();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('PatientSqliteDialect', () => {
  it('waits for a lock without stopping the process, and commits what it writes', async () => {
    const path = newFile();
    const db = open(path);
    const other = another(path);
    await add(db, 1);
    other.exec('begin immediate');
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const writing = Promise.all([add(db, 2), db.transaction().execute((all) => add(all as never, 3))]);
    await pause(300);
    expect(ticks).toBeGreaterThan(5);
    other.exec(`insert into things values (9, 'other')`);
    other.exec('commit');
    await writing;
    clearInterval(timer);
    expect(other.prepare('select count(*) as n from things').all()).toEqual([{ n: 4 }]);
  });

  it('gives up in the end, and writes again when the lock is gone', async () => {
    const path = newFile();
    const db = open(path);
    const other = another(path);
    other.exec('begin immediate');
    await expect(add(db, 1)).rejects.toThrow(/locked by another process/);
    other.exec('commit');
    await add(db, 2);
    expect(other.prepare('select id from things').all()).toEqual([{ id: 2 }]);
  });

  it('undoes a transaction that fails, and goes on after a row that is refused', async () => {
    const path = newFile();
    const db = open(path);
    await add(db, 1);
    const failing = db.transaction().execute(async (all) => {
      await all.insertInto('things').values({ id: 2, name: 'x' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await expect(add(db, 1)).rejects.toThrow(/constraint/i);
    await add(db, 3);
    expect(await names(db)).toEqual(['n1', 'n3']);
    const gone = await db.deleteFrom('things').where('id', '=', 1).returningAll().execute();
    expect(gone).toEqual([{ id: 1, name: 'n1' }]);
    expect(await names(open(path))).toEqual(['n3']);
  });

  it('reads the file that is at the path now, and says when there is none', async () => {
    const path = newFile();
    const db = open(path);
    await add(db, 1);
    const elsewhere = `${path}.new`;
    makeFile(elsewhere);
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    await expect(names(db)).rejects.toThrow(/is gone; put it back/);
    renameSync(elsewhere, path);
    expect(await names(db)).toEqual([]);
    await add(db, 5);
    expect(await names(open(path))).toEqual(['n5']);
  });

  it('keeps many writers in order', async () => {
    const path = newFile();
    const writers = [open(path), open(path), open(path)];
    await Promise.all(
      writers.flatMap((db, writer) => Array.from({ length: 20 }, (_, i) => add(db, writer * 100 + i))),
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from things`.execute(writers[0]);
    expect(rows).toEqual([{ n: 60 }]);
  });
});
