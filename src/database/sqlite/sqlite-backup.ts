import { randomBytes } from 'node:crypto';
import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { InputError } from '../../errors.js';
import { explain, isBusy, isDamage } from './sqlite-errors.js';
import { closeConnection, whenFree, type SqliteFile } from './sqlite-file.js';
import { APPLICATION_ID } from './sqlite-migrations.js';
import { SQLITE_SUFFIXES } from './sqlite-place.js';

/**
 * Copies a database, which may be in use, to a new file that only its owner can read. The copy is a
 * consistent snapshot. The copy gets its final name only when it is complete, checked and on disk.
 * @returns the number of keys in the copy
 * @throws InputError if the target exists or cannot be written
 */
export async function backupSqliteFile(file: SqliteFile, target: string): Promise<number> {
  await file.ready();
  const database = new Database(file.path);
  try {
    return await whenFree(() => copy(database, target));
  } catch (error) {
    throw file.explain(error);
  } finally {
    closeConnection(database);
  }
}

function copy(database: Database.Database, target: string): number {
  const folder = dirname(resolve(target));
  const unfinished = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.partial`);
  try {
    const before = countKeys(database);
    // SQLite writes into an existing empty file and keeps its permissions.
    closeSync(openSync(unfinished, 'wx', 0o600));
    database.prepare('vacuum into ?').run(unfinished);
    const copied = checkedCopy(unfinished);
    if (copied < before || copied > countKeys(database))
      throw new InputError(`the backup ${target} does not contain all keys; try again`);
    sync(unfinished);
    giveName(unfinished, target);
    sync(folder);
    return copied;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new InputError(`${target} already exists; specify a new file`, { cause: error });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InputError(`there is no folder ${folder}; create it, or choose another file`, {
        cause: error,
      });
    // Every error concerns the file being written, except the two errors that only the source file can cause.
    throw isBusy(error) || isDamage(error) ? error : explain(error, target, 'the backup');
  } finally {
    for (const suffix of SQLITE_SUFFIXES) rmSync(unfinished + suffix, { force: true });
  }
}

function countKeys(database: Database.Database): number {
  const [row] = database.prepare('select count(*) as number from api_keys').all() as { number: number }[];
  return row.number;
}

/** Reads every page of the copy, and compares indexes with their tables. */
function checkedCopy(path: string): number {
  const copy = new Database(path);
  try {
    const [{ integrity_check: finding }] = copy.prepare('pragma integrity_check(1)').all() as [
      { integrity_check: string },
    ];
    const [{ application_id }] = copy.prepare('pragma application_id').all() as [{ application_id: number }];
    if (finding !== 'ok' || application_id !== APPLICATION_ID)
      throw new InputError(`the backup differs from what was written (${finding}); check the disk`);
    return countKeys(copy);
  } finally {
    copy.close();
  }
}

/** Never replaces a file: unlike a rename, creating a hard link fails if the name is taken. */
function giveName(unfinished: string, target: string): void {
  try {
    linkSync(unfinished, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    // Some file systems, such as those of USB sticks, do not support hard links.
    copyFileSync(unfinished, target, constants.COPYFILE_EXCL);
    sync(target);
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
