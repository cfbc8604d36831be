import Database from 'libsql';
import { InputError } from '../../errors.js';

/**
 * SQLite's primary result codes. An extended code has its primary code in the lowest byte; libsql does
 * not name all extended codes.
 */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/**
 * Turns an error of SQLite or the file system into an InputError with the path and the remedy. Returns
 * other errors as they are.
 */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error;
  const remedy = remedyFor(error);
  return remedy === null ? error : new InputError(`the key database ${path} ${remedy}`, { cause: error });
}

/** Whether the error says that another connection, of this or another process, holds the file. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

function resultCode(error: unknown): number | null {
  if (error instanceof Database.SqliteError && error.rawCode !== undefined) return error.rawCode & 0xff;
  // libsql reports a failed open as plain text.
  return error instanceof Error && error.message.startsWith('ConnectionFailed') ? CANTOPEN : null;
}

function remedyFor(error: Error): string | null {
  switch (resultCode(error)) {
    case NOTADB:
      return 'is not a database; name another file, or move this one away to have a new one made';
    case CORRUPT:
      return `is damaged (${error.message}); put a backup in its place`;
    case READONLY:
      return 'is read-only; let this user write the file and its folder';
    case BUSY:
      return 'is locked by another process; try again, or end that process';
    case FULL:
      return 'cannot grow: the disk is full; make room';
    case IOERR:
      return `cannot be read or written (${error.message}); check the disk`;
    case CANTOPEN:
      return 'cannot be opened; let this user read and write the file and its folder';
    default:
      return null;
  }
}
