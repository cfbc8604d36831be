import { Kysely, PostgresDialect, sql, type Driver } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres, openPostgresUsage } from '../../src/database/postgres/postgres-database.js';
import { POSTGRES_MIGRATIONS } from '../../src/database/postgres/postgres-migrations.js';
import { PooledPostgresDialect, SCHEMA } from '../../src/database/postgres/postgres-pool.js';
import type { UsageSchema } from '../../src/database/schema/usage-schema.js';
import { Calendar } from '../../src/usage/calendar.js';
import { SqlUsageStore } from '../../src/usage/sql/sql-usage-store.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { inOrder, OLD_DAYS, randomCounts, slowSums } from './random-counts.js';
import { describeUnfound } from './unfound-contract.js';
import { describeUsageStore } from './usage-store-contract.js';

const server = usePostgres();
const ALL = { span: 'day', from_s: 0, until_s: 1e11, by: ['key', 'endpoint', 'outcome'] } as const;

async function makeTables(url: string): Promise<string> {
  await (await openPostgres(url, { mustExist: false, warn: () => undefined })).close();
  return url;
}

async function newDatabase(): Promise<string> {
  return makeTables(server.url(await server.makeDatabase()));
}

/** The contract wants a database at once; it is made when it is first asked. */
function lazily(url: Promise<string>): Kysely<UsageSchema> {
  const dialect = new PooledPostgresDialect('postgres:///none');
  let driver: Driver;
  dialect.createDriver = () => ({
    init: async () => {
      driver = new PooledPostgresDialect(await url).createDriver();
      await driver.init();
    },
    acquireConnection: () => driver.acquireConnection(),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: () => driver.destroy(),
  });
  return new Kysely<UsageSchema>({ dialect }).withSchema(SCHEMA);
}

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  describeUsageStore('PostgreSQL', () => {
    const url = newDatabase();
    return () => lazily(url);
  });
  describeUnfound('PostgreSQL', () => {
    const url = newDatabase();
    return () => lazily(url);
  });

  it('has exactly the sum of what six writers add at the same time', async () => {
    const url = await newDatabase();
    const seed = 20_261_123;
    const all = Array.from({ length: 6 }, (_, writer) => randomCounts(seed + writer, 120, 10));
    const stores = all.map(() => {
      const store = new SqlUsageStore(openPostgresUsage(url), new Calendar('Asia/Ulaanbaatar'));
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

  it('gets its months from the days of an older version', async () => {
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
    for (const values of OLD_DAYS)
      await sql`insert into usage_counts (span, start_s, key_id, endpoint, outcome, requests)
        values ${sql.raw(values)}`.execute(db);
    await db.destroy();
    await (await openPostgres(url, { mustExist: true, warn: () => undefined })).close();
    const store = new SqlUsageStore(openPostgresUsage(url), new Calendar('UTC'));
    onTestFinished(() => store.close());
    expect(await store.monthlyUse(Date.UTC(2026, 9, 1) / 1000)).toEqual(new Map([['key_a', 3]]));
    expect([...(await store.monthlyUse(Date.UTC(2026, 10, 1) / 1000))].sort()).toEqual([
      ['key_a', 12],
      ['key_b', 1],
    ]);
  });

  it('says which database is away, without the password', async () => {
    const url = server.url('nothing_there');
    const store = new SqlUsageStore(openPostgresUsage(url), new Calendar('UTC'));
    onTestFinished(() => store.close());
    const failure = await store.read(ALL).catch((error: unknown) => String(error));
    expect(failure).toContain('nothing_there');
    expect(failure).not.toContain('a-secret-word');
  });
});
