import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import { InputError } from '../../errors.js';

/** The mode of a file that only its owner can read. */
const OWNER_ONLY = 0o600;

/** Returns the path of the console's secret, beside a SQLite key database. */
function secretFile(database: string): string {
  return `${database}.secret`;
}

/**
 * Returns the console's secret, creating one if there is none.
 * @param given the value of the setting; empty if it is not set
 * @param stored the secret that older versions stored in the database; `null` if there is none
 * @returns `null` if the secret stays in the database, which is on PostgreSQL
 * @throws InputError if the file cannot be read or created
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
    throw new InputError(`the console secret in ${path} cannot be used: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Copies the file with the secret, if there is one, to accompany a copy of its database. */
export function copySecret(database: string, copy: string): void {
  if (isPostgresUrl(database) || !existsSync(secretFile(database))) return;
  copyFileSync(secretFile(database), secretFile(copy));
  chmodSync(secretFile(copy), OWNER_ONLY);
}
