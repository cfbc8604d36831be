import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import type { KeyHead, OpenDatabase, OpenOptions, Schema } from '../schema/open-database.js';
import { DamageWatch } from './damage-watch.js';
import { backupSqliteFile } from './sqlite-backup.js';
import { PatientSqliteDialect } from './sqlite-dialect.js';
import { SqliteFile } from './sqlite-file.js';
import { APPLICATION_ID, SQLITE_MIGRATIONS } from './sqlite-migrations.js';
import { emptied, preparePlace } from './sqlite-place.js';

/**
 * Opens the key database in a SQLite file and brings its tables up to date. Creates the file if it is
 * missing, unless `mustExist` is set. Each call first checks the file: if the file was replaced, it is opened
 * again, and if it is missing, the call throws.
 * @throws InputError whose message names the path and the remedy
 */
export async function openSqliteDatabase(path: string, options: OpenOptions): Promise<OpenDatabase> {
  const isLater = options.isLater === true;
  const isNew = isLater ? false : preparePlace(path, options);
  let isOpen = isLater;
  const file = new SqliteFile(path, {
    what: 'the key database',
    applicationId: APPLICATION_ID,
    migrations: SQLITE_MIGRATIONS,
    isCheckedWhole: true,
    // A replacement file may be readable by other users, or may have lost its log.
    beforeCheck: () => void (isOpen && preparePlace(path, { mustExist: true, warn: options.warn })),
    foreign: (at) => `the database ${at} belongs to another program; specify another file`,
    newer: 'use that version, or name another file',
    absent: (at) => `the key database ${at} is missing; put it back (is its volume mounted?)`,
    emptied,
  });
  if (!isLater) await file.ready();
  isOpen = true;
  const damage = new DamageWatch(file);
  const swift = new PatientSqliteDialect(file, { patience_ms: 0, isDurable: false });
  const database = {
    dialect: 'sqlite' as const,
    place: resolve(path),
    isNew,
    db: new Kysely<Schema>({ dialect: new PatientSqliteDialect(file) }),
    swift: new Kysely<Schema>({ dialect: swift }),
    head: async (db: Kysely<Schema>) => ({ ...(await readHead(db, swift)), damage: damage.problem() }),
    backup: (target: string) => backupSqliteFile(file, target),
    close: async () => {
      await database.swift.destroy();
      await database.db.destroy();
    },
  };
  return database;
}

/** Revisions only grow. If the latest revision is lower than before, the file's content was replaced. */
async function readHead(db: Kysely<Schema>, swift: PatientSqliteDialect): Promise<KeyHead> {
  const latest = async (table: 'api_keys' | 'projects'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('revision').as('latest'))
      .executeTakeFirst();
    return row?.latest ?? 0;
  };
  const revision = Math.max(await latest('api_keys'), await latest('projects'));
  return { identity: swift.identity, revision, hasKeys: true };
}
