import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import { InputError } from '../../errors.js';

/** The mode of a file that only its owner reads. */
const OWNER_ONLY = 0o600;

/** The file with the secret of the console, beside a key database of SQLite. */
function secretFile(database: string): string {
  return `${database}.secret`;
}

/**
 * The secret of the console, made if there is none.
 * @param given by a setting; empty: not given
 * @param stored in the database by older versions; null: none
 * @returns null: it stays in the database, which is on PostgreSQL
 * @throws InputError if the file cannot be read or made
 */
export function consoleSecret(database: string, given: string, stored: string | null): string | null {
  if (given !== '') return given;
  if (isPostgresUrl(database)) return null;
  const path = secretFile(database);
  try {
    if (!existsSync(path)) {
      const made = stored ?? randomBytes(32).toString('base64url');
      writeFileSync(path, `${made}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true });
    }
    const secret = readFileSync(path, 'utf8').trim();
    if (secret === '') throw new Error('it is empty');
    return secret;
  } catch (cause) {
    throw new InputError(`the secret of the console in ${path} cannot be used: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Copies the file with the secret, if there is one, beside a copy of its database. */
export function copySecret(database: string, copy: string): void {
  if (isPostgresUrl(database) || !existsSync(secretFile(database))) return;
  copyFileSync(secretFile(database), secretFile(copy));
  chmodSync(secretFile(copy), OWNER_ONLY);
}
