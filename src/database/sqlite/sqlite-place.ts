import { chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../errors.js';
import type { OpenOptions } from '../schema/open-database.js';
import { explain, isAbsence } from './sqlite-errors.js';

/** The file reveals names, limits and times of use, so only its owner may read it. */
const OWNER_ONLY = 0o600;
const FOR_OTHERS = 0o077;

/**
 * The suffixes of the files that make up one database. SQLite creates the additional files with the same mode
 * as the main file.
 */
export const SQLITE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Ensures that a database can be opened at the path, and that only its owner can read it. If there is no
 * file, this function creates the folder and an empty file.
 * @returns whether the database will be new. SQLite treats a file of 0 bytes as a database without tables,
 * and a full disk or `touch` can leave one behind. A file of 0 bytes contains no key, so it counts as missing
 * here.
 * @throws InputError whose message names the path and the remedy
 */
export function preparePlace(path: string, { mustExist, remedy, warn }: OpenOptions): boolean {
  const found = existing(path);
  if (found?.isDirectory()) throw new InputError(`the key database ${path} is a folder; specify a file`);
  if (found?.isFile() === false)
    throw new InputError(`the key database ${path} is not a file; specify a file`);
  const isNew = found === undefined || found.size === 0;
  if (isNew) {
    refuseOrphanedLog(path);
    if (mustExist && found !== undefined) throw emptied(path, remedy);
    if (mustExist)
      throw new InputError(
        `there is no key database ${path} yet; ${remedy ?? '`gazarch keys create` creates it'}`,
      );
  }
  if (found === undefined) makeEmptyFile(path);
  keepFromOthers(path, warn);
  return isNew;
}

export function emptied(path: string, remedy = 'replace it with a backup'): InputError {
  return new InputError(`the key database ${path} is empty (0 bytes), so it contains no keys; ${remedy}`);
}

/**
 * Refuses a log (-wal) whose database is missing or empty, because SQLite would delete the log with the keys
 * in it.
 */
function refuseOrphanedLog(path: string): void {
  const log = existing(`${path}-wal`);
  // The order matters, because a process that is creating this database writes to the main file before its
  // log.
  if (log === undefined || log.size === 0 || (existing(path)?.size ?? 0) > 0) return;
  throw new InputError(
    `the key database ${path} is missing or empty, but its log ${path}-wal exists; ` +
      `put the database back, or move the log away`,
  );
}

/**
 * Creates the file so that only its owner can read it, because the usual umask would let everyone read it.
 */
function makeEmptyFile(path: string): void {
  const folder = dirname(resolve(path));
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new InputError(
      `the folder ${folder} of the key database cannot be created (${reason}); create it, or name ` +
        'another file',
      { cause: error },
    );
  }
  try {
    // No code in this process has the file open. If any code did, closing the file here would release its
    // locks.
    closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY));
  } catch (error) {
    throw explain(error, path);
  }
}

function keepFromOthers(path: string, warn: (message: string) => void): void {
  if (process.platform === 'win32') return;
  for (const file of SQLITE_SUFFIXES.map((suffix) => path + suffix)) {
    const mode = existing(file)?.mode ?? 0;
    if ((mode & FOR_OTHERS) === 0) continue;
    try {
      chmodSync(file, OWNER_ONLY);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      warn(`other users can open ${resolve(file)}, and its mode cannot be changed (${reason}); chmod 600 it`);
    }
  }
}

/**
 * Returns undefined if there is no file, or if a parent in the path is not a folder, because creating the
 * folder then reports the error.
 */
function existing(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw explain(error, path);
  }
}
