import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { maskUrl } from '../masked-url.js';
import { isPostgresUrl } from './postgres/postgres-url.js';
import type { UsageSchema } from './schema/usage-schema.js';
import { openSqliteUsage, usagePathBeside } from './sqlite/sqlite-usage.js';

/** The usage database for the keys. `place` has no password. */
export interface UsagePlace {
  place: string;
  database: Kysely<UsageSchema>;
}

/**
 * Opens the usage database for a key database, which may be a file or a PostgreSQL URL.
 * @param mustExist true for commands that only read and must not create a file
 */
export async function openUsageDatabase(keyDatabase: string, mustExist: boolean): Promise<UsagePlace> {
  if (!isPostgresUrl(keyDatabase)) {
    const place = resolve(usagePathBeside(keyDatabase));
    return { place, database: openSqliteUsage(place, mustExist) };
  }
  // Loaded only if the keys are in PostgreSQL.
  const { openPostgresUsage } = await import('./postgres/postgres-database.js');
  return { place: maskUrl(keyDatabase), database: openPostgresUsage(keyDatabase) };
}
