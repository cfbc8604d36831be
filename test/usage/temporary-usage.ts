import { join } from 'node:path';
import { SqliteUsageDatabase } from '../../src/database/sqlite/sqlite-usage-database.js';
import { temporaryFolder } from '../keys/temporary-database.js';

/** A path where no usage database exists yet. */
export function temporaryUsage(): string {
  return join(temporaryFolder(), 'keys.sqlite-usage');
}

export function newSqliteUsage(): () => SqliteUsageDatabase {
  const path = temporaryUsage();
  return () => new SqliteUsageDatabase(path);
}
