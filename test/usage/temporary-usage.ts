import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { UsageSchema } from '../../src/database/schema/usage-schema.js';
import { openSqliteUsage } from '../../src/database/sqlite/sqlite-usage.js';
import { temporaryFolder } from '../keys/temporary-database.js';

/** A path where no usage database exists yet. */
export function temporaryUsage(): string {
  return join(temporaryFolder(), 'keys.sqlite-usage');
}

export function newSqliteUsage(): () => Kysely<UsageSchema> {
  const path = temporaryUsage();
  return () => openSqliteUsage(path);
}
