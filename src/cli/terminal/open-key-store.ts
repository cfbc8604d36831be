import { resolve } from 'node:path';
import { openDatabase } from '../../database/open-database.js';
import { isPostgresUrl, placeName } from '../../database/postgres/postgres-url.js';
import type { OpenOptions } from '../../database/schema/open-options.js';
import type { WholeKeyStore } from '../../keys/key-store.js';
import { SqliteKeyStore } from '../../keys/sqlite/sqlite-key-store.js';

/**
 * Opens the key database that `--database` names: a SQLite file or a URL of PostgreSQL.
 * @throws InputError naming the place, without a password, and the remedy.
 */
export async function openKeyStore(place: string, options: OpenOptions): Promise<WholeKeyStore> {
  const database = await openDatabase(place, options);
  if (database.dialect === 'sqlite') return new SqliteKeyStore(place, database, options.warn);
  const { PostgresKeyStore } = await import('../../keys/postgres/postgres-key-store.js');
  return new PostgresKeyStore(database);
}

/** The place as people may read it: a full path, or the URL without its password. */
export function databaseName(place: string): string {
  return isPostgresUrl(place) ? placeName(place) : resolve(place);
}
