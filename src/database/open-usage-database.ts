import { resolve } from 'node:path';
import { maskUrl } from '../masked-url.js';
import { isPostgresUrl } from './postgres/postgres-url.js';
import type { UsageDatabase } from './schema/usage-schema.js';
import { SqliteUsageDatabase, usagePathBeside } from './sqlite/sqlite-usage-database.js';

/** Where usage is kept: beside the keys. `place` has no password. */
export interface UsagePlace {
  place: string;
  database: UsageDatabase;
}

/**
 * The usage database beside a key database, a file or a URL of PostgreSQL.
 * @param mustExist for commands that only read: no file is made
 */
export async function openUsageDatabase(keyDatabase: string, mustExist: boolean): Promise<UsagePlace> {
  if (!isPostgresUrl(keyDatabase)) {
    const place = resolve(usagePathBeside(keyDatabase));
    return { place, database: new SqliteUsageDatabase(place, { mustExist }) };
  }
  // Loaded only where it is used.
  const { PostgresUsageDatabase } = await import('./postgres/postgres-usage-database.js');
  return { place: maskUrl(keyDatabase), database: new PostgresUsageDatabase(keyDatabase) };
}
