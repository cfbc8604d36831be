import { existsSync } from 'node:fs';
import Database from 'libsql';
import { isBusy } from '../../../database/sqlite/sqlite-errors.js';

/** A service writes for milliseconds. */
const LOCKED_MS = 1_000;

/** What `gazarch doctor` says of one thing: a line for people, an object in JSON. */
export interface Finding {
  /** What was looked at, in one word. */
  check: string;
  /** `warning`: it works, and deserves a look. `failure`: the service does not start, or answers less. */
  status: 'ok' | 'warning' | 'failure';
  /** What was found. */
  found: string;
  /** What to do; absent when nothing is. */
  remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found });

export const warning = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'warning', found, remedy },
});

export const failure = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'failure', found, remedy },
});

/** Of an error whose message says what to do: `what is wrong; what to do`. */
export function failureOf(check: string, error: unknown, remedy: string): Finding {
  const { message } = error as Error;
  const at = message.indexOf('; ');
  return at < 0
    ? failure(check, message, remedy)
    : failure(check, message.slice(0, at), message.slice(at + 2));
}

/** Whether another process keeps the write lock of a file of SQLite. Without the file nobody does. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: Database.Database | null = null;
  try {
    file = new Database(path, { timeout: LOCKED_MS });
    file.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    file?.close();
  }
}

/** What to do about a lock. */
export const holderOf = (path: string): string => `end what holds it: "fuser -v ${path}" names it`;

/** Bytes as people read them. */
export function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
