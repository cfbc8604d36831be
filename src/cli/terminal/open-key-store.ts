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
 * Opens the key database that `--database` names: a SQLite file or a URL of PostgreSQL.
 * @throws InputError naming the place, without a password, and the remedy.
 */
export async function openKeyStore(place: string, options: OpenOptions): Promise<WholeKeyStore> {
  return (await openStores(place, options)).keys;
}

/** The stores of the key database. Closing the keys closes it. */
export interface Stores {
  keys: WholeKeyStore;
  closures: ClosureStore;
  zones: ZoneStore;
  reports: MapReports;
}

/** Like `openKeyStore`, with closures and zones, which are beside the keys. */
export async function openStores(place: string, options: OpenOptions): Promise<Stores> {
  const database = await openDatabase(place, options);
  return {
    keys: new SqlKeyStore(database),
    closures: new ClosureStore(database),
    zones: new ZoneStore(database),
    reports: new MapReports(database),
  };
}

/** The place for people: a full path, or the URL without its password. */
export function databaseName(place: string): string {
  return isPostgresUrl(place) ? placeName(place) : resolve(place);
}

/** The remedy if `--database-must-exist` is set and there is no key database, or one without tables. */
export const DATABASE_REMEDY =
  'mount its volume or put a backup there, or make a new one with ' +
  '`gazarch keys create --no-database-must-exist`';
