import { Kysely } from 'kysely';
import type { OpenDatabase } from './open-database.js';
import { explainPostgres } from './postgres/postgres-errors.js';
import type { ClosureSchema } from './schema/closure-schema.js';
import { PatientSqliteDialect } from './sqlite/sqlite-dialect.js';

/** The tables of closures, beside the keys in the same database. */
export interface ClosureDatabase {
  db: Kysely<ClosureSchema>;
  /** An error of the database in words for people, with the place and without its password. */
  explain(error: unknown): unknown;
  /** Closes what was opened for the closures; the keys are closed by who opened them. */
  close(): Promise<void>;
}

/**
 * @param database already open, so its tables are there
 * @param place where it is: a path or a URL
 */
export function openClosureDatabase(database: OpenDatabase, place: string): ClosureDatabase {
  if (database.dialect === 'postgres')
    return {
      // The same connections and the same schema of the database; kysely knows tables by type only.
      db: database.db as unknown as Kysely<ClosureSchema>,
      explain: (error) => explainPostgres(error, database.place),
      close: () => Promise.resolve(),
    };
  const db = new Kysely<ClosureSchema>({ dialect: new PatientSqliteDialect(place) });
  return { db, explain: (error) => error, close: () => db.destroy() };
}
