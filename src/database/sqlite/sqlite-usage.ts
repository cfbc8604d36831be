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

/** `gzcu` in ASCII, as the application_id of the file. */
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
 * Usage has its own file beside the keys. It is much larger and written all the time, and its faults must not
 * touch a key.
 */
export function usagePathBeside(keyDatabase: string): string {
  return `${keyDatabase}-usage`;
}

/**
 * The usage tables in a SQLite file, shared by the processes of one machine. The file is opened when it is
 * first used, and again after a failure. So a damaged, locked or missing file harms only readers of usage.
 * Every failure is an InputError with the path and the remedy.
 * @param mustExist for commands that only read: they make no file
 */
export function openSqliteUsage(path: string, mustExist = false): Kysely<UsageSchema> {
  // A file that disappears later is not made again, because its volume may be gone.
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
    foreign: () => `${path} belongs to another program; move it away, so that usage can be kept there`,
    newer: 'use that version',
    absent: (_, wasThere) =>
      `there is no usage database ${path}${mustExist && !wasThere ? NOT_YET : WHEN_LOST}`,
  });
  // Waiting for the disk would stop the process every few seconds.
  return new Kysely<UsageSchema>({ dialect: new PatientSqliteDialect(file, { isDurable: false }) });
}

const NOT_YET = ' yet; `gazarch serve` makes it';
const WHEN_LOST = ' any more; put it back, or restart the service to have a new one made';

/** Makes the file only for its owner, because it says who used which key when. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY);
  }
}
