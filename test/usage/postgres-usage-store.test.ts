import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres/postgres-database.js';
import { PostgresUsageDatabase } from '../../src/database/postgres/postgres-usage-database.js';
import type { UsageDatabase } from '../../src/database/schema/usage-schema.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { inOrder, randomCounts, slowSums } from './random-counts.js';
import { describeUsageStore } from './usage-store-contract.js';

const server = usePostgres();
const ALL = { span: 'day', from_s: 0, until_s: 1e11, by: ['key', 'endpoint', 'outcome'] } as const;

async function newDatabase(): Promise<string> {
  const url = server.url(await server.makeDatabase());
  const keys = await openPostgres(url, { mustExist: false, warn: () => undefined });
  await keys.close();
  return url;
}

/** The contract wants a database at once; it is made when it is first asked. */
function lazily(url: Promise<string>): UsageDatabase {
  const database = url.then((made) => new PostgresUsageDatabase(made));
  return {
    read: async (work) => (await database).read(work),
    transact: async (work) => (await database).transact(work),
    close: async () => (await database).close(),
  };
}

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  describeUsageStore('PostgreSQL', () => {
    const url = newDatabase();
    return () => lazily(url);
  });

  it('has exactly the sum of what six writers add at the same time', { timeout: 60_000 }, async () => {
    const url = await newDatabase();
    const seed = 20_261_123;
    const all = Array.from({ length: 6 }, (_, writer) => randomCounts(seed + writer, 120, 10));
    const stores = all.map(() => {
      const store = new SqlUsageStore(new PostgresUsageDatabase(url), new Calendar('Asia/Ulaanbaatar'));
      onTestFinished(() => store.close());
      return store;
    });
    await Promise.all(
      all.map(async (counts, writer) => {
        for (let i = 0; i < 6; i++)
          await stores[writer].add({
            writer: `w${writer}`,
            sequence: i,
            counts: counts.slice(i * 20, (i + 1) * 20),
          });
      }),
    );
    expect(inOrder(await stores[0].read(ALL)), `seed ${seed}`).toEqual(slowSums(all.flat()));
  });

  it('says which database is away, without the password', async () => {
    const url = server.url('nothing_there');
    const store = new SqlUsageStore(new PostgresUsageDatabase(url), new Calendar('UTC'));
    onTestFinished(() => store.close());
    const failure = await store.read(ALL).catch((error: unknown) => String(error));
    expect(failure).toContain('nothing_there');
    expect(failure).not.toContain('a-secret-word');
  });
});
