import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/database/postgres/postgres-database.js';
import { KeyMirror } from '../../src/keys/key-mirror.js';
import { SqlKeyStore } from '../../src/keys/sql-key-store.js';
import { hasPostgres, usePostgres } from '../postgres.js';
import { silence } from './silence.js';
import { findKey, newKey } from './temporary-database.js';

const server = usePostgres();

/** A service's copy of keys on PostgreSQL: that changes arrive, and what it does while the server is away. */

/** The limit only ends a test that has failed. */
const WITHIN = { interval: 20 };
/** After an outage, connections are tried again. */
const BACK = { interval: 50 };

async function open(url: string): Promise<SqlKeyStore> {
  const store = new SqlKeyStore(await openPostgres(url, { mustExist: false, warn: () => undefined }));
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

interface Watched {
  database: string;
  url: string;
  mirror: KeyMirror;
  problems: unknown[];
}

async function watch(options: { poll_ms?: number } = {}): Promise<Watched> {
  const database = await server.makeDatabase();
  const url = server.url(database);
  const problems: unknown[] = [];
  const onProblem = (problem: unknown): void => void problems.push(problem);
  const mirror = await KeyMirror.start(await open(url), { ...options, onProblem });
  onTestFinished(() => mirror.close());
  return { database, url, mirror, problems };
}

/** Ends the connection that listens, whenever there is one, until the test is over. */
function killListeners(database: string): void {
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      await server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${database}' and query like 'listen %'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  onTestFinished(async () => {
    isOver = true;
    await done;
  });
}

async function isListening(database: string): Promise<boolean> {
  const rows = await server.run(
    `select 1 from pg_stat_activity where datname = '${database}' and query like 'listen %'`,
  );
  return rows.length > 0;
}

describe.skipIf(!hasPostgres)('a mirror of keys on PostgreSQL', () => {
  it.each(['with notifications', 'with notifications lost', 'while the listening connection breaks'])(
    'takes over what another process makes, changes and revokes within 2 s, %s',
    async (how) => {
      const { database, url, mirror } = await watch();
      if (how === 'with notifications lost') await silence(server, database);
      if (how === 'while the listening connection breaks') killListeners(database);
      const other = await open(url);
      const { key, token } = await newKey(other);
      await expect.poll(async () => (await findKey(mirror, token))?.id, WITHIN).toBe(key.id);
      await server.run(`update gazarch.api_keys set rate_limit = 7`, database);
      await expect.poll(async () => (await findKey(mirror, token))?.rateLimit, WITHIN).toBe(7);
      await other.revoke(key.id, new Date(5));
      await expect.poll(async () => (await findKey(mirror, token))?.revokedAt, WITHIN).toEqual(new Date(5));
    },
  );

  it('is woken by a notification, also after the listening connection was ended', async () => {
    // It would never look by itself.
    const { database, url, mirror } = await watch({ poll_ms: 1_000_000 });
    const other = await open(url);
    const { key, token } = await newKey(other);
    await findKey(mirror, token);
    for (const limit of [1, 2]) {
      await expect.poll(() => isListening(database), BACK).toBe(true);
      await server.run(`update gazarch.api_keys set rate_limit = ${limit}`, database);
      await expect.poll(async () => (await findKey(mirror, token))?.rateLimit, BACK).toBe(limit);
      await server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${database}' and query like 'listen %'`,
      );
      await expect.poll(() => isListening(database), BACK).toBe(false);
    }
    // Lost while nobody listened: the new connection looks once.
    await other.revoke(key.id, new Date(5));
    await expect.poll(async () => (await findKey(mirror, token))?.revokedAt, BACK).toEqual(new Date(5));
  });

  it('serves known keys while the server is away, says so once, and comes back by itself', async () => {
    const { database, url, mirror, problems } = await watch();
    const { token } = await newKey(await open(url));
    expect(await findKey(mirror, token)).toMatchObject({ name: 'test' });
    await server.stop();
    await expect.poll(() => mirror.state(), BACK).toBe('degraded');
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
    mirror.touched((await findKey(mirror, token))!.id);
    await mirror.flush();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
    expect(problems).toHaveLength(1);
    expect(String(problems[0])).toMatch(/\*\*\*@.*(cannot be reached|closed the connection|shutting down)/);
    await server.start();
    await expect.poll(() => mirror.state(), BACK).toBe('ok');
    expect(problems).toHaveLength(2);
    await server.run(`update gazarch.api_keys set rate_limit = 3`, database);
    await expect.poll(async () => (await findKey(mirror, token))?.rateLimit, BACK).toBe(3);
    await mirror.flush();
    const [{ last_used_at }] = await server.run('select last_used_at from gazarch.api_keys', database);
    expect(last_used_at).not.toBeNull();
  });

  it('serves on when all rows or the tables are gone, and takes over other keys in their place', async () => {
    const { database, url, mirror } = await watch();
    const { token } = await newKey(await open(url));
    await findKey(mirror, token);
    await server.run(
      'drop trigger api_keys_kept on gazarch.api_keys; delete from gazarch.api_keys',
      database,
    );
    await expect.poll(() => mirror.state(), BACK).toBe('degraded');
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
    await server.run('drop schema gazarch cascade', database);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(mirror.state()).toBe('degraded');
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
    const { token: other } = await newKey(await open(url), { name: 'other' });
    await expect.poll(async () => (await findKey(mirror, other))?.name, BACK).toBe('other');
    expect(await findKey(mirror, token)).toBeNull();
    await expect.poll(() => mirror.state(), BACK).toBe('ok');
  });
});
