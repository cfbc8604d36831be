import { isTaken } from './postgres/postgres-errors.js';
import { isPostgresUrl } from './postgres/postgres-url.js';
import type { OpenDatabase, OpenOptions } from './schema/open-database.js';
import { isConstraint } from './sqlite/sqlite-errors.js';
import { openSqliteDatabase } from './sqlite/sqlite-key-database.js';

/**
 * Opens the database at a location: a SQLite file or a PostgreSQL URL. The PostgreSQL client is loaded only
 * if the location is a URL. Add new tables to `SQLITE_MIGRATIONS` and `POSTGRES_MIGRATIONS`.
 * @throws InputError whose message names the location, without a password, and the remedy
 */
export async function openDatabase(place: string, options: OpenOptions): Promise<OpenDatabase> {
  if (!isPostgresUrl(place)) return openSqliteDatabase(place, options);
  const { openPostgres } = await import('./postgres/postgres-database.js');
  return openPostgres(place, options);
}

/** Whether a row could not be added because another row has the same key. */
export function isAlreadyThere(error: unknown): boolean {
  return isTaken(error) || isConstraint(error);
}
