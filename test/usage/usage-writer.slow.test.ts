import type { Kysely } from 'kysely';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import type { UsageSchema } from '../../src/database/schema/usage-schema.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import type { RequestError } from '../../src/usage/request-errors.js';
import { UsageCounter } from '../../src/usage/usage-counter.js';
import { UsageWriter, type UsageWriterOptions } from '../../src/usage/usage-writer.js';
import { MINUTE } from './random-counts.js';
import { temporaryUsage } from './temporary-usage.js';

const CALENDAR = new Calendar('UTC');

interface LossyDatabase {
  fails: 'never' | 'before' | 'behind';
  db: Kysely<UsageSchema>;
}

/** A database that fails as a lost connection does: before a commit, or behind one without a word of it. */
function openLossy(path: string): LossyDatabase {
  const lossy: LossyDatabase = { fails: 'never', db: openSqliteUsage(path) };
  const begin = lossy.db.transaction.bind(lossy.db);
  lossy.db.transaction = () => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = async (work) => {
      const result = await execute(async (db) => {
        const done = await work(db);
        if (lossy.fails === 'before') throw new Error('connection lost');
        return done;
      });
      if (lossy.fails === 'behind') throw new Error('connection lost');
      return result;
    };
    return transaction;
  };
  return lossy;
}

/** Removes nothing, as the minutes here are not those of today. */
class UnthinnedStore extends SqlUsageStore {
  override async thin(): Promise<void> {
    await Promise.resolve();
  }
}

interface Bench {
  database: LossyDatabase;
  writer: UsageWriter;
  told: unknown[];
  path: string;
  /** Counts requests, each in the minute so many behind the first one. */
  count: (minutes: readonly number[]) => void;
  /** Requests by minute in the database. */
  written: () => Promise<[minute: number, requests: number][]>;
}

function bench(
  options: Partial<UsageWriterOptions> = {},
  Store: typeof SqlUsageStore = UnthinnedStore,
): Bench {
  const path = temporaryUsage();
  const database = openLossy(path);
  const told: unknown[] = [];
  const writer = new UsageWriter({
    store: new Store(database.db, CALENDAR),
    flush_ms: 1e9,
    onProblem: (problem) => told.push(problem === null ? 'well' : (problem as Error).message),
    onDropped: (requests) => told.push(requests),
    ...options,
  });
  onTestFinished(async () => void (await writer.close()));
  return {
    database,
    writer,
    told,
    path,
    count: (minutes) => {
      const counter = new UsageCounter();
      for (const minute of minutes) counter.add('key_a', 0, 200, 1, (MINUTE + minute) * 60_000);
      writer.add(counter.take());
    },
    written: async () => {
      const reader = new SqlUsageStore(openSqliteUsage(path), CALENDAR);
      onTestFinished(() => reader.close());
      const sums = await reader.read({ span: 'minute', from_s: 0, until_s: 1e11, by: ['start'] });
      return sums.map(({ start_s, requests }) => [start_s! / 60 - MINUTE, requests]);
    },
  };
}

describe('the writer of usage', () => {
  it('writes a batch once when nobody can tell whether it was written', async () => {
    const { database, writer, told, count, written } = bench();
    count([0, 0, 1]);
    database.fails = 'behind';
    await writer.flush();
    expect(await written()).toEqual([
      [0, 2],
      [1, 1],
    ]);
    count([1, 2]);
    await writer.flush();
    database.fails = 'never';
    await writer.flush();
    expect(await written()).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ]);
    expect(told).toEqual(['connection lost', 'well']);
  });

  it('writes errors with the counts, each once, and bounds those that wait', async () => {
    const written: string[] = [];
    const { database, path, writer } = bench({ onWritten: async () => void written.push('written') });
    const error = (i: number, keyId = 'key_a'): RequestError => ({
      ...{ keyId, time_ms: i, requestId: `r${i}`, endpoint: 'route', status: 404 },
      ...{ code: 'NOT_FOUND', reason: null, field: null },
    });
    const kept = async (): Promise<number[]> => {
      const reader = new SqlUsageStore(openSqliteUsage(path), CALENDAR);
      onTestFinished(() => reader.close());
      return (await reader.errors({ keyIds: ['key_a'], limit: 1000 })).map(({ time_ms }) => time_ms);
    };
    writer.add([], [error(0)]);
    database.fails = 'behind';
    await writer.flush();
    database.fails = 'before';
    writer.add([], [error(1)]);
    await writer.flush();
    database.fails = 'never';
    await writer.flush();
    expect(await kept()).toEqual([1, 0]);
    expect(written).toHaveLength(3);
    // Of the same key the last 100 wait, and of all 5,000.
    database.fails = 'before';
    for (let i = 2; i < 252; i++) writer.add([], [error(i)]);
    for (let i = 0; i < 6_000; i++) writer.add([], [error(i, `key_${i}`)]);
    database.fails = 'never';
    await writer.flush();
    expect(await kept()).toEqual(Array.from({ length: 100 }, (_, i) => 251 - i));
    const reader = new SqlUsageStore(openSqliteUsage(path), CALENDAR);
    onTestFinished(() => reader.close());
    expect(await reader.errors({ limit: 10_000 })).toHaveLength(5_000);
  });

  it('writes later what could not be written', async () => {
    const { database, writer, count, written } = bench();
    database.fails = 'before';
    count([0]);
    await writer.flush();
    count([0, 1]);
    await writer.flush();
    expect(await written()).toEqual([]);
    database.fails = 'never';
    expect(await writer.close()).toBe(0);
    expect(await written()).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  it('loses nothing while another process holds the file for longer than anybody waits', async () => {
    const { path, writer, told, count, written } = bench();
    count([0]);
    await writer.flush();
    const holder = new Database(path);
    onTestFinished(() => void holder.close());
    holder.exec('begin immediate');
    count([0, 1]);
    await writer.flush();
    expect(told).toEqual([expect.stringContaining(`${path} is locked by another process`)]);
    count([1]);
    const flushing = writer.flush();
    holder.exec('rollback');
    await flushing;
    expect(await written()).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(told[1]).toBe('well');
  });

  it('drops the oldest minutes when too many wait, and says how many requests went', async () => {
    const { database, writer, told, count } = bench({ waitingMax_cells: 3 });
    database.fails = 'before';
    count([0]);
    await writer.flush();
    count([1, 1, 1, 2, 2, 3, 4, 5]);
    await writer.flush();
    expect(told).toEqual(['connection lost', 5]);
    // One is in the batch that may be there already, three wait.
    expect(await writer.close()).toBe(4);
  });

  it('tells how many requests it could not write before the end', async () => {
    const { database, writer, count } = bench();
    database.fails = 'before';
    count([0, 0]);
    await writer.flush();
    count([1]);
    expect(await writer.close()).toBe(3);
  });

  it('takes the counts of its own process first, and thins at its first write', async () => {
    const counter = new UsageCounter();
    const { writer, written } = bench({ take: () => counter.take() }, SqlUsageStore);
    const now = Math.floor(Date.now() / 60_000) - MINUTE;
    counter.add('key_a', 0, 200, 1, (MINUTE + now) * 60_000);
    counter.add('key_a', 0, 200, 1, (MINUTE + now - 3 * 1440) * 60_000);
    await writer.flush();
    expect(await written()).toEqual([[now, 1]]);
  });
});
