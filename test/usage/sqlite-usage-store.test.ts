import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUsageTables } from '../../src/database/schema/usage-schema.js';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { inOrder, OLD_DAYS, randomCounts, slowSums } from './random-counts.js';
import { newSqliteUsage, temporaryUsage } from './temporary-usage.js';
import { describeUnfound } from './unfound-contract.js';
import { describeUsageStore } from './usage-store-contract.js';

describeUsageStore('SQLite', newSqliteUsage);
describeUnfound('SQLite', newSqliteUsage);

const DAYS = { span: 'day', from_s: 0, until_s: 1e11, by: ['key', 'endpoint', 'outcome'] } as const;

function open(path: string, mustExist = false): SqlUsageStore {
  const store = new SqlUsageStore(openSqliteUsage(path, mustExist), new Calendar('UTC'));
  onTestFinished(() => store.close());
  return store;
}

describe('the usage file', () => {
  it('is for its owner only', async () => {
    const path = temporaryUsage();
    await open(path).add({ writer: 'w', sequence: 1, counts: randomCounts(3, 5, 2) });
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(path + suffix).mode & 0o777, suffix).toBe(0o600);
  });

  it('waits for another process that holds it for a moment', async () => {
    const path = temporaryUsage();
    const store = open(path);
    const counts = randomCounts(4, 40, 2);
    await store.add({ writer: 'w', sequence: 1, counts });
    const holder = new Database(path);
    onTestFinished(() => void holder.close());
    holder.exec('begin immediate');
    const adding = store.add({ writer: 'w', sequence: 2, counts });
    await new Promise((resolve) => setTimeout(resolve, 300));
    holder.exec('commit');
    await adding;
    expect(inOrder(await store.read(DAYS))).toEqual(slowSums([...counts, ...counts]));
  });

  it('that is gone is not made again, and used again when it is back', async () => {
    const path = temporaryUsage();
    const store = open(path);
    const counts = randomCounts(5, 5, 2);
    await store.add({ writer: 'w', sequence: 1, counts });
    renameSync(path, `${path}.away`);
    await expect(store.add({ writer: 'w', sequence: 2, counts })).rejects.toThrow(
      `there is no usage database ${path} any more; put it back`,
    );
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.away`, path);
    await store.add({ writer: 'w', sequence: 2, counts });
    expect(inOrder(await store.read(DAYS))).toEqual(slowSums([...counts, ...counts]));
  });

  it('of somebody else, a damaged one and a newer one are refused and left as they are', async () => {
    const [foreign, damaged, newer] = [temporaryUsage(), temporaryUsage(), temporaryUsage()];
    const other = new Database(foreign);
    other.exec('create table theirs (a)');
    other.close();
    writeFileSync(damaged, 'x'.repeat(5000));
    await open(newer).add({ writer: 'w', sequence: 1, counts: [] });
    const later = new Database(newer);
    later.exec('pragma user_version = 99');
    later.close();
    for (const [path, message] of [
      [foreign, 'belongs to another program'],
      [damaged, 'is not a database'],
      [newer, 'was created by a newer version'],
    ]) {
      const before = readFileSync(path);
      await expect(open(path).read(DAYS)).rejects.toThrow(message);
      expect(readFileSync(path).equals(before), path).toBe(true);
    }
  });

  it('of the first version gets its months, and keeps its counts', async () => {
    const path = temporaryUsage();
    const old = new Database(path);
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: old }) });
    await createUsageTables(db, sql`without rowid`);
    old.exec(`pragma application_id = ${0x677a6375}; pragma user_version = 1`);
    for (const values of OLD_DAYS)
      old.exec(
        `insert into usage_counts (span, start_s, key_id, endpoint, outcome, requests) values ${values}`,
      );
    old.close();
    const store = open(path);
    expect(await store.monthlyUse(Date.UTC(2026, 9, 1) / 1000)).toEqual(new Map([['key_a', 3]]));
    const november = new Map([
      ['key_a', 12],
      ['key_b', 1],
    ]);
    expect(await store.monthlyUse(Date.UTC(2026, 10, 1) / 1000)).toEqual(november);
    expect(await store.read({ ...DAYS, by: [] })).toMatchObject([{ requests: 41 }]);
    expect(await store.errors({ limit: 10 })).toEqual([]);
  });

  it('is not made by who only reads', async () => {
    const path = temporaryUsage();
    await expect(open(path, true).read(DAYS)).rejects.toThrow('there is no usage database');
    expect(existsSync(path)).toBe(false);
  });
});
