import type { PostgresDatabase } from './postgres/postgres-database.js';
import { isPostgresUrl } from './postgres/postgres-url.js';
import type { OpenOptions } from './schema/key-schema.js';
import { openSqliteFile } from './sqlite/sqlite-file.js';
import type { SqliteFile } from './sqlite/sqlite-file.js';

/** A database with the latest schema. `dialect` tells which. */
export type OpenDatabase = SqliteFile | PostgresDatabase;

/**
 * Opens the database at a place: a SQLite file, or a URL of PostgreSQL. The client of PostgreSQL is loaded
 * only for such a URL. Tables are added in `SQLITE_MIGRATIONS` and `POSTGRES_MIGRATIONS`.
 * @throws InputError naming the place, without a password, and the remedy.
 */
export async function openDatabase(place: string, options: OpenOptions): Promise<OpenDatabase> {
  if (!isPostgresUrl(place)) return openSqliteFile(place, options);
  const { openPostgres } = await import('./postgres/postgres-database.js');
  return openPostgres(place, options);
}
