import { resolve } from 'node:path';
import { ClosureStore } from '../../closures/closure-store.js';
import { openDatabase } from '../../database/open-database.js';
import { isPostgresUrl, placeName } from '../../database/postgres/postgres-url.js';
import type { OpenOptions } from '../../database/schema/open-database.js';
import type { WholeKeyStore } from '../../keys/key-store.js';
import { SqlKeyStore } from '../../keys/sql-key-store.js';
import { MapReports } from '../../reports/map-reports.js';
import { ZoneStore } from '../../zones/zone-store.js';

/**
 * Opens the key database that `--database` names: a SQLite file or a PostgreSQL URL.
 * @throws InputError that names the location, without a password, and the remedy.
 */
export async function openKeyStore(place: string, options: OpenOptions): Promise<WholeKeyStore> {
  return (await openStores(place, options)).keys;
}

/** The key database's stores. Closing the key store closes the database. */
export interface Stores {
  keys: WholeKeyStore;
  closures: ClosureStore;
  zones: ZoneStore;
  reports: MapReports;
}

/** Like `openKeyStore`, but also opens closures and zones, which are in the same database. */
export async function openStores(place: string, options: OpenOptions): Promise<Stores> {
  const database = await openDatabase(place, options);
  return {
    keys: new SqlKeyStore(database),
    closures: new ClosureStore(database),
    zones: new ZoneStore(database),
    reports: new MapReports(database),
  };
}

/** Returns the database's location for messages: a full path, or the URL without its password. */
export function databaseName(place: string): string {
  return isPostgresUrl(place) ? placeName(place) : resolve(place);
}

/** The remedy if `--database-must-exist` is set and the key database is missing or has no tables. */
export const DATABASE_REMEDY =
  'mount its volume or put a backup there, or make a new one with ' +
  '`gazarch keys create --no-database-must-exist`';
