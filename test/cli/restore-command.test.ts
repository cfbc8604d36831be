import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keysCommand } from '../../src/cli/commands/keys/keys-command.js';
import { restoreCommand } from '../../src/cli/commands/keys/restore-command.js';
import { openSqliteUsage, usagePathBeside } from '../../src/database/sqlite/sqlite-usage.js';
import { compareKeys } from '../../src/keys/compare-keys.js';
import type { StoredKey } from '../../src/keys/api-key.js';
import { makeKey } from '../../src/keys/create-key.js';
import { hashToken } from '../../src/keys/key-token.js';
import { seedsOf } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';
import { newKey, openStore, temporaryFolder } from '../keys/temporary-database.js';

/** `gazarch restore`, and what keeps a key from being made in the wrong database. */

let printed: string;

beforeEach(() => {
  printed = '';
  const keep = (text: unknown): boolean => ((printed += String(text)), true);
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  vi.spyOn(console, 'log').mockImplementation(keep);
});
afterEach(() => void vi.restoreAllMocks());

function run(command: Command, ...args: string[]): Promise<unknown> {
  return command.parseAsync(args, { from: 'user' });
}

/** A database with keys, a backup of it, and what happened since. */
async function changedSince(): Promise<{ path: string; backup: string; ids: Record<string, string> }> {
  const folder = temporaryFolder();
  const [path, backup] = [join(folder, 'keys.sqlite'), join(folder, 'backup.sqlite')];
  // Another file: a connection of this process is closed late, and the command must find none.
  const store = await openStore(join(temporaryFolder(), 'first.sqlite'));
  const ids: Record<string, string> = {};
  for (const name of ['same', 'revoked', 'edited']) ids[name] = (await newKey(store, { name })).key.id;
  await store.backup(backup);
  writeFileSync(`${backup}.secret`, 'of the backup\n');
  writeFileSync(`${path}-again.secret`, 'of today\n');
  await store.revoke(ids['revoked'], new Date());
  await store.edit(ids['edited'], { name: 'another name' });
  ids['made'] = (await newKey(store, { name: 'made' })).key.id;
  await store.backup(path);
  await store.backup(`${path}-again`);
  return { path, backup, ids };
}

interface Printed {
  restored: boolean;
  before_in: string | null;
  [kind: string]: unknown;
}

it('says what a backup would change, changes nothing, and puts it in place with --yes', async () => {
  const { path, backup, ids } = await changedSince();
  const folder = join(path, '..');
  const files = readdirSync(folder).sort();
  await run(restoreCommand(), backup, '--database', path);
  expect(printed).toContain('keys 4 to 3, projects 1 to 1, closures 0 to 0, zones 0 to 0');
  expect(printed).toMatch(new RegExp(`1 created after the backup[^\\n]*\\n +${ids['made']} \\(made\\)`));
  expect(printed).toMatch(new RegExp(`1 revoked after the backup[^\\n]*\\n +${ids['revoked']}`));
  expect(printed).toContain('Nothing was changed.');
  const left = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  expect(left.sort()).toEqual(files.filter((name) => !/-(wal|shm)$/.test(name)));
  printed = '';
  const again = `${path}-again`;
  await run(restoreCommand(), backup, '--database', again, '--yes', '--json');
  const { restored, before_in: away, ...rest } = JSON.parse(printed) as Printed;
  expect(restored).toBe(true);
  expect(rest).toMatchObject({ added: [], lost: [ids['made']], usable_again: [ids['revoked']] });
  expect(rest).toMatchObject({ changed: [ids['edited']], now: { keys: 4 }, then: { keys: 3 } });
  expect(statSync(again).mode & 0o777).toBe(0o600);
  const names = async (at: string): Promise<string[]> =>
    (await (await openStore(at)).list()).map(({ key }) => key.name);
  expect(await names(again)).toEqual(['same', 'revoked', 'edited']);
  expect(await names(away!)).toEqual(['same', 'revoked', 'another name', 'made']);
  expect(readFileSync(`${again}.secret`, 'utf8')).toBe('of the backup\n');
  expect(readFileSync(`${away}.secret`, 'utf8')).toBe('of today\n');
});

it('makes a database where none is, refuses what is no backup, and a database in use', async () => {
  const { path, backup } = await changedSince();
  const elsewhere = join(temporaryFolder(), 'lost.sqlite');
  await run(restoreCommand(), backup, '--database', elsewhere, '--yes');
  expect((await (await openStore(elsewhere)).list()).length).toBe(3);
  const user = new Database(path);
  user.exec('pragma journal_mode = wal');
  user.prepare('select count(*) from api_keys').all();
  const before = readFileSync(path);
  await expect(run(restoreCommand(), backup, '--database', path, '--yes')).rejects.toThrow(
    /a process is using the key database .* stop the service/,
  );
  expect(readFileSync(path)).toEqual(before);
  user.close();
  const broken = join(temporaryFolder(), 'broken.sqlite');
  writeFileSync(broken, 'no database');
  chmodSync(broken, 0o600);
  for (const [file, said] of [
    [broken, 'broken.sqlite'],
    [`${backup}.none`, 'there is no such file'],
    [temporaryFolder(), 'it is a folder'],
    [path, 'is the key database itself'],
  ])
    await expect(run(restoreCommand(), file, '--database', path)).rejects.toThrow(said);
  await expect(run(restoreCommand(), backup, '--database', 'postgres://a:secret@b/c')).rejects.toThrow(
    /^the keys are in PostgreSQL, in postgres:\/\/\*\*\*@b\/c: /,
  );
  expect(existsSync(`${path}.restored`)).toBe(false);
});

it('compares as one who asks for each key by hand', () => {
  const all = Array.from({ length: 6 }, (_, i) =>
    makeKey({ name: `${i}`, endpoints: ['geocode'], rateLimit: null, expiresAt: null }),
  );
  const versionOf = (stored: StoredKey, version: number): StoredKey =>
    version === 1
      ? { ...stored, key: { ...stored.key, revokedAt: new Date(1) } }
      : version === 2
        ? { ...stored, hash: hashToken(`${stored.hash}`) }
        : stored;
  for (const seed of seedsOf(500)) {
    const random = seededRandom(seed);
    const state = (): StoredKey[] =>
      all.filter(() => random() < 0.7).map((stored) => versionOf(stored, Math.floor(random() * 3)));
    const [now, then] = [state(), state()];
    const found = compareKeys(now, then);
    const ids = (keys: StoredKey[]): string[] => keys.map(({ key }) => key.id).sort();
    const kinds: Record<string, string[]> = { added: [], lost: [], unrevoked: [], changed: [] };
    for (const { key } of all) {
      const a = now.find((each) => each.key.id === key.id);
      const b = then.find((each) => each.key.id === key.id);
      if (a === undefined && b !== undefined) kinds['added'].push(key.id);
      else if (a !== undefined && b === undefined) kinds['lost'].push(key.id);
      else if (a === undefined || b === undefined) continue;
      else if (a.key.revokedAt !== null && b.key.revokedAt === null) kinds['unrevoked'].push(key.id);
      else if (a.hash !== b.hash) kinds['changed'].push(key.id);
    }
    for (const kind of Object.keys(kinds))
      expect(ids(found[kind as keyof typeof found])).toEqual(kinds[kind].sort());
  }
});

it('makes no key in an empty database of a service that had keys, but with --force', async () => {
  const path = join(temporaryFolder(), 'keys.sqlite');
  await (await openStore(path)).close();
  const create = ['create', '--name', 'a', '--endpoints', 'geocode', '--database', path];
  const usage = openSqliteUsage(usagePathBeside(path));
  await usage.insertInto('usage_months').values({ month_s: 0, key_id: '', requests: 1 }).execute();
  await run(keysCommand(), ...create);
  const other = join(temporaryFolder(), 'keys.sqlite');
  await (await openStore(other)).close();
  const again = openSqliteUsage(usagePathBeside(other));
  await again.insertInto('usage_months').values({ month_s: 0, key_id: 'key_1', requests: 1 }).execute();
  const createThere = [...create.slice(0, -1), other];
  await expect(run(keysCommand(), ...createThere)).rejects.toThrow(
    /but there used to be: the usage of earlier keys is recorded in .*--force/,
  );
  expect((await (await openStore(other)).list()).length).toBe(0);
  await run(keysCommand(), ...createThere, '--force');
  expect((await (await openStore(other)).list()).length).toBe(1);
  await Promise.all([usage.destroy(), again.destroy()]);
});
