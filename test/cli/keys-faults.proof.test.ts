import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { newKey, openStore, temporaryFolder } from '../keys/temporary-database.js';
import { keysProgram, run, type Result } from './keys-program.js';
import { canInject, canMount } from './needed-programs.js';

/** `gazarch keys` on files and disks that fail: one line with the file and the remedy, and nothing lost. */

const main = keysProgram();
const CREATE = ['create', '--name', 'x', '--endpoints', 'route'];
const COMMANDS = [['list'], CREATE, ['show', 'key_x'], ['revoke', 'key_x'], ['backup', 'copy.sqlite']];

function keys(cwd: string, args: readonly string[]): Promise<Result> {
  return run(cwd, process.execPath, [main, 'keys', ...args, '--database', 'k.sqlite']);
}

/** A folder with a database of 30 keys, in one file. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'whole.sqlite');
  const store = await openStore(path);
  for (let i = 0; i < 30; i++) await newKey(store, { name: `${i}`.repeat(40) });
  await store.backup(join(folder, 'k.sqlite'));
  await store.close();
  return folder;
}

/** Expects that every command fails with a message that fits. They run at once: a lock is waited for. */
async function expectRefusal(folder: string, message: RegExp): Promise<void> {
  const results = await Promise.all(COMMANDS.map((args) => keys(folder, args)));
  for (const [i, { status, stdout, stderr }] of results.entries()) {
    const what = COMMANDS[i].join(' ');
    expect({ status, stdout }, what).toEqual({ status: 1, stdout: '' });
    expect(stderr, what).toMatch(/^gazarch: [^\n]+\n$/);
    expect(stderr, what).toMatch(message);
  }
  expect(existsSync(join(folder, 'copy.sqlite'))).toBe(false);
}

describe('gazarch keys says in one line, in every command,', () => {
  it('that the file is damaged: cut off, or with a page of something else', async () => {
    const folder = await filledFolder();
    const path = join(folder, 'k.sqlite');
    const whole = readFileSync(path);
    for (const length of [100, 4096, 10_000]) {
      writeFileSync(path, whole.subarray(0, length));
      await expectRefusal(folder, /the key database k\.sqlite is damaged .*; replace it with a backup/);
    }
    const flipped = Buffer.from(whole);
    flipped.fill(0xa5, 4096 * 3, 4096 * 4);
    writeFileSync(path, flipped);
    await expectRefusal(folder, /k\.sqlite is damaged .*; replace it with a backup/);
    expect(readFileSync(path).equals(flipped)).toBe(true);
  });

  it('that it is no database, a folder, or of a newer version', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'k.sqlite');
    writeFileSync(path, Buffer.alloc(8192, 'random bytes'));
    await expectRefusal(folder, /k\.sqlite is not a database; specify another file/);
    truncateSync(path);
    await (await openStore(path)).close();
    const newer = new Database(path);
    newer.exec('pragma user_version = 99');
    newer.close();
    await expectRefusal(folder, /k\.sqlite was created by a newer version of gazarch; use that version/);
    const other = temporaryFolder();
    mkdirSync(join(other, 'k.sqlite'));
    await expectRefusal(other, /k\.sqlite is a folder; specify a file/);
  });

  it('that it is locked by another process', async () => {
    const folder = await filledFolder();
    const other = new Database(join(folder, 'k.sqlite'));
    other.exec('begin exclusive');
    await expectRefusal(folder, /k\.sqlite is locked by another process; try again, or end that process/);
    other.close();
  });

  it.skipIf(!canMount)('that the disk is full, and not that it is broken', async () => {
    const folder = await filledFolder();
    for (const args of COMMANDS) {
      // A database as it is, on a disk without a free page.
      const full = await onTmpfs(folder, '512k', 'cp k.sqlite disk; dd if=/dev/zero of=disk/fill', args);
      expect(full.stderr, args.join(' ')).toMatch(
        /gazarch: the key database disk\/k\.sqlite cannot grow: the disk is full; free some space\n$/,
      );
      expect([full.status, full.stdout]).toEqual([1, '']);
    }
    const fresh = await onTmpfs(folder, '64k', 'dd if=/dev/zero of=disk/fill', CREATE);
    expect(fresh.stderr).toMatch(/disk\/k\.sqlite cannot grow: the disk is full; free some space\n$/);
  });

  it.skipIf(!canMount)('that the file system is read-only', async () => {
    const folder = await filledFolder();
    for (const args of COMMANDS) {
      const { status, stderr } = await onTmpfs(
        folder,
        '1m',
        'cp k.sqlite disk; mount -o remount,ro disk',
        args,
      );
      expect(stderr, args.join(' ')).toMatch(
        /gazarch: the key database disk\/k\.sqlite is on a read-only file system; remount it read-write/,
      );
      expect(status).toBe(1);
    }
    const fresh = await onTmpfs(folder, '1m', 'mount -o remount,ro disk', CREATE);
    expect(fresh.stderr).toMatch(/disk\/k\.sqlite is on a read-only file system/);
  });

  it.skipIf(!canMount)('that the disk of the backup is full', async () => {
    const folder = await filledFolder();
    const script = 'mkdir disk 2>/dev/null; mount -t tmpfs -o size=16k tmpfs disk && ';
    const args = ['keys', 'backup', 'disk/copy', '--database', 'k.sqlite'];
    const shell = `${script} "$0" "$@"; echo "$?" $(ls -A disk)`;
    const result = await run(folder, 'unshare', ['-Urm', 'sh', '-c', shell, process.execPath, main, ...args]);
    expect(result.stderr).toBe(
      'gazarch: the backup disk/copy cannot grow: the disk is full; free some space\n',
    );
    expect(result.stdout).toBe('1\n');
  });
});

/** Runs a command with its database in `disk`, a small file system of its own that a script prepared. */
function onTmpfs(folder: string, size: string, script: string, args: readonly string[]): Promise<Result> {
  const mount = `mkdir -p disk && mount -t tmpfs -o size=${size} tmpfs disk`;
  const shell = `${mount} && { ${script}; } 2>/dev/null; exec "$0" "$@"`;
  const command = [process.execPath, main, 'keys', ...args, '--database', 'disk/k.sqlite'];
  return run(folder, 'unshare', ['-Urm', 'sh', '-c', shell, ...command]);
}

describe('gazarch keys create', () => {
  /** How many keys are active and revoked, as the next process to open the file finds them. */
  function counts(folder: string): { active: number; revoked: number } {
    const database = new Database(join(folder, 'k.sqlite'));
    try {
      const rows = database.prepare('select revoked_at from api_keys').all() as {
        revoked_at: number | null;
      }[];
      const revoked = rows.filter(({ revoked_at }) => revoked_at !== null).length;
      return { active: rows.length - revoked, revoked };
    } finally {
      database.close();
    }
  }

  it.each([[[]], [['--json']]])('revokes the key when it cannot be printed: %j', async (more) => {
    const folder = temporaryFolder();
    const command = [process.execPath, main, 'keys', ...CREATE, ...more, '--database', 'k.sqlite'];
    const { status, stderr } = await run(folder, 'sh', ['-c', '"$0" "$@" > /dev/full', ...command]);
    expect(stderr).toMatch(
      /^gazarch: the key could not be printed \(ENOSPC: [^\n]*\); key_\w+ was revoked; create another\n$/,
    );
    expect(status).toBe(1);
    expect(counts(folder)).toEqual({ active: 0, revoked: 1 });
  });

  it('revokes the key when nobody reads the pipe', async () => {
    const folder = temporaryFolder();
    const args = [main, 'keys', ...CREATE, '--database', 'k.sqlite'];
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    expect(stderr).toMatch(
      /^gazarch: the key could not be printed \(EPIPE: [^\n]*was revoked; create another\n$/,
    );
    expect(status).toBe(1);
    expect(counts(folder)).toEqual({ active: 0, revoked: 1 });
  });

  it.each(['>&-', '> /dev/null'])('makes no key that nobody could read: %s', async (where) => {
    const folder = temporaryFolder();
    const command = [process.execPath, main, 'keys', ...CREATE, '--database', 'k.sqlite'];
    const { status, stderr } = await run(folder, 'sh', ['-c', `"$0" "$@" ${where}`, ...command]);
    expect(stderr).toBe(
      'gazarch: the key would be lost: stdout is closed or goes to /dev/null; no key was created\n',
    );
    expect([status, existsSync(join(folder, 'k.sqlite'))]).toEqual([1, false]);
  });

  it.skipIf(!canInject).each([
    ['openat', 'EPERM'],
    ['pwrite64', 'ENOSPC'],
    ['pwrite64', 'EIO'],
    ['fdatasync,fsync', 'EIO'],
    ['fdatasync,fsync', 'ENOSPC'],
  ])('has made the key and printed it, or neither, whichever %s fails with %s', async (call, error) => {
    const origin = await filledFolder();
    let [failed, made] = [0, 0];
    // The first calls open and prepare the database, the last ones store the key.
    for (let when = 1; when <= 16 && made < 2; when++) {
      const folder = temporaryFolder();
      copyFileSync(join(origin, 'k.sqlite'), join(folder, 'k.sqlite'));
      // Only calls on files of this folder count: not those that load the program.
      const paths = ['k.sqlite', 'k.sqlite-wal', 'k.sqlite-shm', 'k.sqlite-journal'];
      const traced = paths.flatMap((path) => ['-P', join(folder, path)]);
      const inject = [
        '-f',
        '-o',
        '/dev/null',
        ...traced,
        '-e',
        `inject=${call}:error=${error}:when=${when}+`,
      ];
      const command = [process.execPath, main, 'keys', ...CREATE, '--database', join(folder, 'k.sqlite')];
      const { status, stdout, stderr } = await run(folder, 'strace', [...inject, ...command]);
      const [, token] = /Bearer (geo_\w+)/.exec(stdout) ?? [];
      const active = counts(folder).active - 30;
      const what = `${call} ${error} from the call number ${when}: ${stderr}`;
      // A database whose last write fails cannot say whether the key is there: then the message says so.
      const isUnknown = stderr.includes('it is unknown whether the key was stored');
      if (!isUnknown) expect([status, active], what).toEqual(token === undefined ? [1, 0] : [0, 1]);
      else expect([status, token], what).toEqual([1, undefined]);
      if (token === undefined) {
        expect(stderr, what).toMatch(/^(gazarch: warning: [^\n]+\n)*gazarch: [^\n]*k\.sqlite [^\n]+\n$/);
        expect(stderr, what).not.toContain('please report it');
        failed++;
      } else made++;
    }
    expect(failed).toBeGreaterThan(0);
  });
});
