import { Kysely } from 'kysely';
import { isTaken } from './postgres/postgres-errors.js';
import type { OpenDatabase } from './open-database.js';
import type { ConsoleSchema } from './schema/console-schema.js';
import { isConstraint, PatientSqliteDialect } from './sqlite/sqlite-dialect.js';

/** The tables of the developer console, beside the keys in the same database. */
export interface ConsoleDatabase {
  dialect: 'sqlite' | 'postgres';
  db: Kysely<ConsoleSchema>;
  /** Closes what was opened for the console; the keys are closed by who opened them. */
  close(): Promise<void>;
}

/**
 * @param database already open, so its tables are there
 * @param place where it is: a path or a URL
 */
export function openConsoleDatabase(database: OpenDatabase, place: string): ConsoleDatabase {
  if (database.dialect === 'postgres')
    return {
      dialect: 'postgres',
      db: database.db,
      close: () => Promise.resolve(),
    };
  const db = new Kysely<ConsoleSchema>({ dialect: new PatientSqliteDialect(place) });
  return { dialect: 'sqlite', db, close: () => db.destroy() };
}

/** Whether a row could not be added because there is one with the same key. */
export function isAlreadyThere(error: unknown): boolean {
  return isTaken(error) || isConstraint(error);
}
