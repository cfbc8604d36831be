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
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeyMirror } from '../../src/keys/key-mirror.js';
import { findKey, newKey, openSqliteKeyStore, openStore, temporaryDatabase } from './temporary-database.js';

/** The files of a key database: who may read them, and what becomes of one that is empty or emptied. */

function modes(path: string): Record<string, string> {
  const folder = dirname(path);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

describe.skipIf(process.platform === 'win32')('the files of a key database', () => {
  it.each([0o000, 0o022, 0o077])('are for their owner only, under umask %i', async (mask) => {
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
    const path = temporaryDatabase();
    const store = await openStore(path);
    await newKey(store);
    expect(modes(path)).toEqual({ 'keys.sqlite': '600', 'keys.sqlite-wal': '600', 'keys.sqlite-shm': '600' });
  });

  it('are taken from others who could read them', async () => {
    const path = temporaryDatabase();
    const first = await openStore(path);
    await newKey(first);
    for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o644);
    const warnings: string[] = [];
    const second = await openSqliteKeyStore(path, { warn: (message) => warnings.push(message) });
    onTestFinished(() => second.close());
    expect(new Set(Object.values(modes(path)))).toEqual(new Set(['600']));
    expect(warnings).toEqual([]);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
  });
});

describe('an empty file', () => {
  it('is a new database, but none where one must be', async () => {
    const path = temporaryDatabase();
    writeFileSync(path, '');
    await expect(openSqliteKeyStore(path, { mustExist: true })).rejects.toThrow(
      `the key database ${path} is empty (0 bytes), so it contains no keys; replace it with a backup`,
    );
    expect(statSync(path).size).toBe(0);
    const store = await openStore(path);
    expect(store.isNew).toBe(true);
    expect(await store.list()).toEqual([]);
  });

  it.each(['missing', 'empty'])('with a log beside it is not opened: %s', async (what) => {
    const origin = temporaryDatabase();
    const store = await openStore(origin);
    await newKey(store);
    const path = temporaryDatabase();
    copyFileSync(`${origin}-wal`, `${path}-wal`);
    const log = readFileSync(`${path}-wal`);
    expect(log.length).toBeGreaterThan(0);
    if (what === 'empty') writeFileSync(path, '');
    await expect(openSqliteKeyStore(path)).rejects.toThrow(
      `the key database ${path} is missing or empty, but its log ${path}-wal exists`,
    );
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    expect(existsSync(path)).toBe(what === 'empty');
  });
});

describe('a mirror of a store whose file changes under it', () => {
  async function watched(): Promise<{ path: string; mirror: KeyMirror; token: string; problems: unknown[] }> {
    const path = temporaryDatabase();
    const store = await openStore(path);
    const { token } = await newKey(store);
    const problems: unknown[] = [];
    const onProblem = (problem: unknown): void => void problems.push(problem);
    const mirror = await KeyMirror.start(store, { poll_ms: 20, onProblem });
    onTestFinished(() => mirror.close());
    expect(mirror.state()).toBe('ok');
    return { path, mirror, token, problems };
  }

  it('serves on when the file is emptied in place', async () => {
    const { path, mirror, token, problems } = await watched();
    writeFileSync(path, '');
    await expect.poll(() => mirror.state()).toBe('degraded');
    expect(String(problems[0])).toContain(`${path} is empty (0 bytes), so it contains no keys`);
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
  });

  it('serves on when one without keys is in its place, and takes over one with other keys', async () => {
    const { path, mirror, token, problems } = await watched();
    const empty = temporaryDatabase();
    await (await openStore(empty)).close();
    replace(empty, path);
    await expect.poll(() => mirror.state()).toBe('degraded');
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
    const other = temporaryDatabase();
    const store = await openStore(other);
    const { token: otherToken } = await newKey(store, { name: 'other' });
    await store.close();
    replace(other, path);
    await expect.poll(() => mirror.state()).toBe('ok');
    expect(await findKey(mirror, otherToken)).toMatchObject({ name: 'other' });
    expect(await findKey(mirror, token)).toBeNull();
    expect(problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('empty') as string }),
      null,
    ]);
  });

  it('serves on when all rows are gone from the same file', async () => {
    const { path, mirror, token } = await watched();
    const shell = new Database(path);
    shell.exec('drop trigger api_keys_kept; delete from api_keys');
    shell.close();
    await expect.poll(() => mirror.state()).toBe('degraded');
    expect(findKey(mirror, token)).toMatchObject({ name: 'test' });
  });
});

/** Puts a copy in place of a database as an operator does: the old files go, then the new one comes. */
function replace(from: string, to: string): void {
  const source = new Database(from);
  source.prepare('vacuum into ?').run(`${to}.new`);
  source.close();
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix, { force: true });
  renameSync(`${to}.new`, to);
}
