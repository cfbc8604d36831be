import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import {
  createMonthsAndErrors,
  createUnfound,
  createUsageTables,
  type UsageSchema,
} from '../schema/usage-schema.js';
import { PatientSqliteDialect } from './sqlite-dialect.js';
import { SqliteFile } from './sqlite-file.js';

/** `gzcu` in ASCII, the file's application_id. */
const APPLICATION_ID = 0x677a6375;

const OWNER_ONLY = 0o600;

const MONTH_OF_DAY = sql`cast(strftime('%s', start_s, 'unixepoch', 'start of month') as integer)`;

const MIGRATIONS = {
  '0001-usage': { up: (db: Kysely<unknown>) => createUsageTables(db, sql`without rowid`) },
  '0002-months-and-errors': {
    up: (db: Kysely<unknown>) => createMonthsAndErrors(db, MONTH_OF_DAY, sql`without rowid`),
  },
  '0003-unfound': { up: createUnfound },
};

/**
 * Usage data has its own file next to the key database. The usage file is much larger and constantly written
 * to, and damage to it must not affect the keys.
 */
export function usagePathBeside(keyDatabase: string): string {
  return `${keyDatabase}-usage`;
}

/**
 * Opens the usage tables in a SQLite file, which all processes on a machine share. The file is opened when it
 * is first used, and again after a failure. A damaged, locked or missing file therefore affects only code
 * that reads usage. Every failure is an InputError that names the path and the remedy.
 * @param mustExist for commands that only read and must not create a file
 */
export function openSqliteUsage(path: string, mustExist = false): Kysely<UsageSchema> {
  // A file that disappears later is not created again, because its volume may be unmounted.
  let isKnown = mustExist;
  const file = new SqliteFile(path, {
    what: 'the usage database',
    applicationId: APPLICATION_ID,
    migrations: MIGRATIONS,
    isCheckedWhole: false,
    prepare: () => {
      if (!isKnown) makeFile(path);
      isKnown = true;
    },
    foreign: () => `${path} belongs to another program; move it away, so that usage can be stored there`,
    newer: 'use that version',
    absent: (_, wasThere) =>
      `there is no usage database ${path}${mustExist && !wasThere ? NOT_YET : WHEN_LOST}`,
  });
  // If writes waited for the disk, they would block the process every few seconds.
  return new Kysely<UsageSchema>({ dialect: new PatientSqliteDialect(file, { isDurable: false }) });
}

const NOT_YET = ' yet; `gazarch serve` creates it';
const WHEN_LOST = ' any more; put it back, or restart the service to create a new one';

/** Creates the file so that only its owner can read it, because it shows who used which key and when. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY);
  }
}
