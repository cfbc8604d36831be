import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';
import { InputError } from '../../errors.js';

/**
 * SQLite's primary result codes. The lowest byte of an extended code is its primary code; libsql does not
 * name all extended codes.
 */
const PERM = 3;
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** File system errors that have a SQLite result code. */
const RESULT_OF_ERRNO: Readonly<Record<string, number>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL },
  ...{ EACCES: CANTOPEN, EPERM: CANTOPEN, ELOOP: CANTOPEN, EMFILE: CANTOPEN, ENFILE: CANTOPEN },
  ...{ EROFS: READONLY, EIO: IOERR, ESTALE: IOERR, ENXIO: IOERR },
};

/** The free space that SQLite needs for its -shm file and the first pages of its log. */
const ROOM_BYTES = 65_536;

/**
 * Turns an error from SQLite or the file system into an InputError with the path and the remedy. Other errors
 * are returned unchanged.
 */
export function explain(error: unknown, path: string, what = 'the key database'): unknown {
  if (InputError.is(error) || !(error instanceof Error)) return error;
  const remedy = remedyFor(error, path);
  return remedy === null ? error : new InputError(`${what} ${path} ${remedy}`, { cause: error });
}

/** Whether another connection, in this or another process, has locked the file. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Whether the file is not a database, or is damaged. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === CORRUPT || code === NOTADB;
}

/** Whether a row was refused because its key is already taken, or because it refers to a missing row. */
export function isConstraint(error: unknown): boolean {
  return error instanceof Database.SqliteError && /constraint/i.test(error.message);
}

/** Whether the file does not exist. */
export function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function resultCode(error: unknown): number | null {
  if (error instanceof Database.SqliteError && error.rawCode !== undefined) return error.rawCode & 0xff;
  if (!(error instanceof Error)) return null;
  // libsql reports a failure to open a file only as plain text.
  if (error.message.startsWith('ConnectionFailed')) return CANTOPEN;
  return RESULT_OF_ERRNO[(error as NodeJS.ErrnoException).code ?? ''] ?? null;
}

function remedyFor(error: Error, path: string): string | null {
  const code = resultCode(error);
  switch (code) {
    case NOTADB:
      return 'is not a database; specify another file, or move this one away so that a new one is created';
    case CORRUPT:
      return `is damaged (${error.message}); replace it with a backup`;
    case BUSY:
    case PROTOCOL:
      return 'is locked by another process; try again, or end that process';
    case READONLY:
      return diskTrouble(path) ?? 'is read-only; allow this user to write to the file and its folder';
    case FULL:
      return DISK_FULL;
    case IOERR:
      return diskTrouble(path) ?? `cannot be read or written (${error.message}); check the disk`;
    case PERM:
    case CANTOPEN:
      return (
        diskTrouble(path) ?? 'cannot be opened; allow this user to read and write the file and its folder'
      );
    default:
      return null;
  }
}

const DISK_FULL = 'cannot grow: the disk is full; free some space';

/**
 * Determines what is wrong with the disk. SQLite's own messages do not identify the fault: it reports "disk
 * I/O error" for a full disk, and "unable to open" for a read-only one.
 */
function diskTrouble(path: string): string | null {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return 'is on a read-only file system; remount it read-write, or specify another file';
  }
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ROOM_BYTES ? DISK_FULL : null;
  } catch {
    return null;
  }
}
