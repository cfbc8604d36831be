import { chownSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';
import { InputError } from '../../errors.js';
import { isBusy } from './sqlite-errors.js';
import { closeConnection } from './sqlite-file.js';
import { SQLITE_SUFFIXES } from './sqlite-place.js';

/**
 * Refuses a database file that another process has open. The last process to close the old file would remove
 * the restored file's log.
 */
export function refuseUsed(path: string): void {
  if (!existsSync(path)) return;
  const database = new Database(path);
  try {
    // The statement needs exclusive access to the file, and every process that uses the file holds a shared
    // lock.
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new InputError(
      `a process is using the key database ${path}; stop the service and its console first (nothing changed)`,
      { cause: error },
    );
  } finally {
    closeConnection(database);
  }
}

/**
 * Copies a backup to a database's path. The old database is kept next to the restored one under another name.
 * @param away the new name of the old files
 */
export function putInPlace(backup: string, path: string, away: string): void {
  const unfinished = `${path}.restored`;
  rmSync(unfinished, { force: true });
  copyFileSync(backup, unfinished);
  // The root user may restore on behalf of the service's user.
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(resolve(path)));
  if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
  for (const suffix of SQLITE_SUFFIXES)
    if (existsSync(path + suffix)) renameSync(path + suffix, away + suffix);
  renameSync(unfinished, path);
}
