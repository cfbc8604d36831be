import { existsSync } from 'node:fs';
import Database from 'libsql';
import { isBusy } from '../../../database/sqlite/sqlite-errors.js';

/** How long a write lock may be held before it is reported: a service holds one for milliseconds. */
const LOCKED_MS = 1_000;

/** A finding of `gazarch doctor`: a line for people, or an object in JSON. */
export interface Finding {
  /** The subject of the check, in one word. */
  check: string;
  /**
   * `warning`: the service works, but the finding deserves attention. `failure`: the service does not start,
   * or cannot answer every request.
   */
  status: 'ok' | 'warning' | 'failure';
  /** The result of the check. */
  found: string;
  /** The remedy; absent if none is needed. */
  remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found });

export const warning = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'warning', found, remedy },
});

export const failure = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'failure', found, remedy },
});

/** Creates a finding from an error whose message includes a remedy: `what is wrong; what to do`. */
export function failureOf(check: string, error: unknown, remedy: string): Finding {
  const { message } = error as Error;
  const at = message.indexOf('; ');
  return at < 0
    ? failure(check, message, remedy)
    : failure(check, message.slice(0, at), message.slice(at + 2));
}

/** Whether another process holds a SQLite file's write lock. A missing file is not locked. */
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

/** The remedy for a locked file. */
export const holderOf = (path: string): string =>
  `end the process that holds the lock: "fuser -v ${path}" names it`;

/** Formats a number of bytes for people. */
export function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
