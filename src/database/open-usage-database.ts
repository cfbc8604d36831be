import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { maskUrl } from '../masked-url.js';
import { isPostgresUrl } from './postgres/postgres-url.js';
import type { UsageSchema } from './schema/usage-schema.js';
import { openSqliteUsage, usagePathBeside } from './sqlite/sqlite-usage.js';

/** The usage database beside the keys. `place` has no password. */
export interface UsagePlace {
  place: string;
  database: Kysely<UsageSchema>;
}

/**
 * The usage database beside a key database, a file or a URL of PostgreSQL.
 * @param mustExist for commands that only read: they make no file
 */
export async function openUsageDatabase(keyDatabase: string, mustExist: boolean): Promise<UsagePlace> {
  if (!isPostgresUrl(keyDatabase)) {
    const place = resolve(usagePathBeside(keyDatabase));
    return { place, database: openSqliteUsage(place, mustExist) };
  }
  // Loaded only where it is used.
  const { openPostgresUsage } = await import('./postgres/postgres-database.js');
  return { place: maskUrl(keyDatabase), database: openPostgresUsage(keyDatabase) };
}
